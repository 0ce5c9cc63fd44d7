"""Serialised shadow roots, composed as a browser composes them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from lxml import etree
from lxml.html import HtmlElement

# Elements that may have a shadow root (DOM Standard, "attachShadow"), beside custom elements.
_HOSTS: Final = frozenset(
    "article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span"
    .split()
)  # fmt: skip


@dataclass(slots=True)
class _ShadowRoot:
    template: HtmlElement
    slots: dict[str, HtmlElement] = field(default_factory=dict)


def compose_shadow_roots(tree: HtmlElement) -> None:
    """Replace each `<template shadowrootmode>` by its content, the host's children in its slots.

    A child goes to the first `<slot>` of its `slot` attribute's name, text and children without
    one to the first slot without a name; a slot's own content stays where nothing is assigned.
    Children that no slot takes are not shown: they stay behind the shadow content, marked
    `hidden`. Mutates the tree.
    """
    for root in _find_shadow_roots(tree):
        _compose(root)


def _find_shadow_roots(tree: HtmlElement) -> list[_ShadowRoot]:
    """List the roots, outer ones first, each with the slots of its own tree."""
    found: list[_ShadowRoot] = []
    open_roots: list[_ShadowRoot] = []
    hosts: set[HtmlElement] = set()
    for event, element in etree.iterwalk(tree, events=("start", "end"), tag=("template", "slot")):
        if element.tag == "slot":
            if event == "start" and open_roots:
                open_roots[-1].slots.setdefault(element.get("name", ""), element)
        elif event == "end":
            if open_roots and open_roots[-1].template is element:
                open_roots.pop()
        elif (host := _find_host(element)) is not None and host not in hosts:
            hosts.add(host)
            found.append(_ShadowRoot(element))
            open_roots.append(found[-1])
    return found


def _find_host(template: HtmlElement) -> HtmlElement | None:
    """Find the element that a template is the shadow root of, if it is one."""
    host = template.getparent()
    if host is None or not isinstance(host.tag, str):
        return None
    mode = template.get("shadowrootmode", "").lower()
    is_root = mode in ("open", "closed") and (host.tag in _HOSTS or "-" in host.tag)
    return host if is_root else None


def _compose(root: _ShadowRoot) -> None:
    template, host = root.template, root.template.getparent()
    if host is None:
        return
    texts, children = _take_light_children(host, template)
    host.text = template.text
    for child in template:
        host.append(child)
    host.remove(template)
    emptied: set[HtmlElement] = set()

    def find_place(name: str) -> HtmlElement:
        slot = root.slots.get(name)
        if slot is None:
            return host
        if slot not in emptied:
            emptied.add(slot)
            slot.text = None
            del slot[:]
        return slot

    _place_text(find_place, texts[0], "" in root.slots)
    for child, tail in zip(children, texts[1:], strict=True):
        child.tail = None
        place = find_place(child.get("slot", "") if isinstance(child.tag, str) else "")
        if place is host and isinstance(child.tag, str):
            child.set("hidden", "")
        place.append(child)
        _place_text(find_place, tail, "" in root.slots)


def _take_light_children(
    host: HtmlElement, template: HtmlElement
) -> tuple[list[str], list[HtmlElement]]:
    """Detach the host's children; `texts` has one more entry: before, between and after them."""
    texts, children = [host.text or ""], []
    for child in host:
        if child is template:
            texts[-1] += child.tail or ""
        else:
            children.append(child)
            texts.append(child.tail or "")
    for child in children:
        host.remove(child)
    template.tail = None
    return texts, children


def _place_text(find_place: Callable[[str], HtmlElement], text: str, has_slot: bool) -> None:
    if not text.strip():
        return
    place = find_place("")
    if not has_slot:
        place = etree.SubElement(place, "span", {"hidden": ""})
    if len(place):
        place[-1].tail = (place[-1].tail or "") + text
    else:
        place.text = (place.text or "") + text
