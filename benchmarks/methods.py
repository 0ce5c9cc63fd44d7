"""The extractors that can be measured on a board, by name; a new one is one entry here."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Final

from benchmarks.markdown import plain_text
from models.content import Content


@dataclass(frozen=True, slots=True)
class Extraction:
    """The text that an extractor took for a page's content, its user comments apart."""

    text: str
    comments: str = ""


def texts_of(content: Content) -> Extraction:
    """Take the texts of a selected content that are scored."""
    return Extraction(content.content_text, plain_text(content.comments_markdown))


def extract_content(html: str, url: str) -> Extraction:
    """Take the project's own content."""
    from crawler import extract

    return texts_of(extract(html, url))


def extract_whole(html: str, url: str) -> Extraction:
    """Take the whole page without what a browser hides: what no selection at all scores."""
    from crawler import extract

    shown = [d.text for d in extract(html, url).decisions if not d.hidden]
    return Extraction("\n".join(shown))


def extract_by_density(html: str, url: str) -> Extraction:
    """Take what the densitometric classifier leaves of the source, rendered as any page is."""
    from crawler.page import read_page
    from pipelines.assemble import join_text
    from pipelines.density import filter_density

    return Extraction(join_text(read_page(filter_density(html).html, url).blocks))


def find_peer_fault(name: str) -> str:
    """Say why a peer cannot be measured here; nothing where it can."""
    try:
        import_module(name)
    except ImportError as error:
        return f"{name} cannot be used: {error}"
    return ""


def extract_by_trafilatura(html: str, url: str) -> Extraction:
    """Take what trafilatura extracts, comments apart; it has to be installed."""
    read = import_module("trafilatura").bare_extraction
    main = read(html, url=url or None, include_comments=False)
    full = read(html, url=url or None)
    return Extraction(main.text or "" if main else "", full.comments or "" if full else "")


def markdown_by_trafilatura(html: str | bytes, url: str) -> str:
    """Take trafilatura's Markdown with all it can keep, comments left out."""
    write = import_module("trafilatura").extract
    options = dict.fromkeys(("include_links", "include_images", "include_formatting"), True)
    return str(
        write(html, url=url or None, output_format="markdown", include_comments=False, **options)
        or ""
    )


METHODS: Final[dict[str, Callable[[str, str], Extraction]]] = {
    "content": extract_content,
    "whole": extract_whole,
    "density": extract_by_density,
}
PEERS: Final[dict[str, Callable[[str, str], Extraction]]] = {
    "trafilatura": extract_by_trafilatura,
}
EXTRACTORS: Final = METHODS | PEERS
MARKDOWN_PEERS: Final[dict[str, Callable[[str | bytes, str], str]]] = {
    "trafilatura": markdown_by_trafilatura,
}
