"""Sites without end for tests: pages made up on request, real ones among them."""

import random
from collections.abc import Callable, Iterator, Mapping
from urllib.parse import parse_qsl, urlsplit

from tests.crawler.serving import Answer, Route

SYLLABLES = "ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu".split()
Make = Callable[[str, dict[str, str]], str | None]


class Generated(Mapping[str, Route]):
    """Routes that ask `make` (path and query -> body, or None) for every page."""

    def __init__(self, make: Make) -> None:
        self._make = make

    def __getitem__(self, address: str) -> Route:
        parts = urlsplit(address)
        body = self._make(parts.path, dict(parse_qsl(parts.query, keep_blank_values=True)))
        if body is None:
            raise KeyError(address)
        return Answer(body)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def write_text(seed: object, words: int = 40) -> str:
    """Text of its own for each seed."""
    chance = random.Random(str(seed))
    return " ".join("".join(chance.choices(SYLLABLES, k=3)) for _ in range(words))


def page(title: str, text: str = "", links: Mapping[str, str] | None = None) -> str:
    anchors = "".join(
        f'<li><a href="{href}">{name}</a></li>' for href, name in (links or {}).items()
    )
    return (
        f"<html><head><title>{title}</title></head><body><nav><a href='/'>The start</a></nav>"
        f"<main><h1>{title}</h1><p>{text}</p><ul>{anchors}</ul></main>"
        "<footer>Written in the harbour</footer></body></html>"
    )
