"""Strangers' XML, read piece by piece: nothing is expanded, loaded or held as a whole."""

from typing import Any, Final

from lxml import etree

XML_OPTIONS: Final[dict[str, Any]] = {
    "events": ("start", "end"),
    "recover": True,
    "resolve_entities": False,
    "load_dtd": False,
    "no_network": True,
    "huge_tree": False,
    "remove_comments": True,
    "remove_pis": True,
}


def local_name(element: etree._Element) -> str:
    """An element's name without its namespace; empty for what is no element."""
    return etree.QName(element).localname if isinstance(element.tag, str) else ""
