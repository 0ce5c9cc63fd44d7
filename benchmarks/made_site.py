"""A made-up site of any size: the same pages for the same seed, as large as those of the web."""

from collections.abc import Iterator
from functools import cached_property
from random import Random
from typing import Final

# Made words; a site's vocabulary repeats as a language's does.
_SYLLABLES: Final = (
    "ba be bo ca ce co da de do fa fe fo ga ge go ha he ho la le lo ma me mo na ne no pa pe po "
    "ra re ro sa se so ta te to va ve vo bra cle dru fli gro pla sto tri"
).split()
_VOCABULARY_WORDS: Final = 4_000
_SECTIONS: Final = 12
_SECTION_ENTRIES: Final = 5
# Pages that a page leads to and none before it; the site is a tree of them beside all else.
_CHILDREN: Final = 12
_RELATED: Final = 14
_FOOTER_COLUMNS: Final = 4
_FOOTER_ENTRIES: Final = 6
# Of a page's own text; with its frame a page has 40 to 60 KB, 500 elements and 200 blocks.
_CHAPTERS: Final = (4, 7)
_PARAGRAPHS: Final = (2, 5)
_PARAGRAPH_WORDS: Final = (40, 110)
# Style rules and lines of script in the page itself: a third of its bytes.
_ASSET_LINES: Final = 200


class MadeSite:
    """Pages 0 (the home page) to `pages - 1`; each is reached from the home page by links."""

    def __init__(self, pages: int, seed: int) -> None:
        self.pages = pages
        self._seed = seed
        draw = Random(seed)
        self._words = [self._make_word(draw) for _ in range(_VOCABULARY_WORDS)]
        self._titles = [self._sentence(draw, 3, 8) for _ in range(pages)]
        self._paths = [self._make_path(number) for number in range(pages)]
        self._numbers = {path: number for number, path in enumerate(self._paths)}

    def find(self, path: str) -> int | None:
        """The page at a path, if there is one."""
        return self._numbers.get(path)

    def render(self, number: int) -> bytes:
        """A page's HTML."""
        draw = Random(f"{self._seed} {number}")
        title = self._titles[number]
        return "\n".join(
            (
                "<!doctype html>",
                f'<html lang="en"><head><meta charset="utf-8"><title>{title} | Quarry</title>',
                '<meta name="viewport" content="width=device-width">',
                f'<meta name="description" content="{self._sentence(draw, 12, 20)}">',
                f'<meta property="og:title" content="{title}">',
                f'<meta property="og:site_name" content="Quarry">\n{self._assets}</head>',
                f'<body class="page page-{number}"><a class="skip" href="#main">Skip</a>',
                self._menu,
                f'<main id="main" class="layout"><article class="entry">{self._path_home(number)}',
                f'<h1 class="entry-title">{title}</h1>\n{self._byline(draw)}',
                *self._chapters(draw),
                f"</article>\n{self._aside(draw, number)}</main>",
                self._footer,
                "</body></html>",
            )
        ).encode()

    def _make_word(self, draw: Random) -> str:
        return "".join(draw.choices(_SYLLABLES, k=draw.randint(1, 3)))

    def _make_path(self, number: int) -> str:
        if number == 0:
            return "/"
        section = self._words[number % _SECTIONS]
        slug = self._titles[number].lower().replace(" ", "-").strip(".")
        return f"/{section}/{slug}-{number}/"

    def _link(self, number: int, text: str = "", name: str = "link") -> str:
        to = number % self.pages
        return f'<a class="{name}" href="{self._paths[to]}">{text or self._titles[to]}</a>'

    def _sentence(self, draw: Random, least: int, most: int) -> str:
        return " ".join(draw.choices(self._words, k=draw.randint(least, most))).capitalize() + "."

    @cached_property
    def _menu(self) -> str:
        draw = Random(self._seed)
        groups = []
        for section in range(_SECTIONS):
            first = 1 + section * _SECTION_ENTRIES
            entries = "".join(
                f'<li class="menu-item menu-item-{n}" role="none">{self._link(n, name="menu-link")}'
                "</li>\n"
                for n in range(first, first + _SECTION_ENTRIES)
            )
            groups.append(
                f'<li class="menu-group"><button aria-expanded="false" class="toggle">'
                f"{self._words[section].capitalize()}</button>"
                f'<ul class="sub-menu" role="menu">{entries}</ul></li>'
            )
        return (
            '<header class="site-header" role="banner"><div class="brand"><a href="/">Quarry</a>'
            f'</div><nav class="site-nav" aria-label="Main"><ul>{"".join(groups)}</ul></nav>'
            f'<p class="notice">{self._sentence(draw, 8, 14)}</p></header>'
        )

    @cached_property
    def _footer(self) -> str:
        draw = Random(self._seed + 1)
        columns = "".join(
            f'<div class="column"><h3>{draw.choice(self._words).capitalize()}</h3>'
            f"<ul>{self._draw_entries(draw)}</ul></div>"
            for _ in range(_FOOTER_COLUMNS)
        )
        legal = '<p class="legal">© 2026 Quarry. <a href="/">Imprint</a> <a href="/">Terms</a></p>'
        return f'<footer class="site-footer" role="contentinfo">{columns}{legal}</footer>'

    def _draw_entries(self, draw: Random) -> str:
        drawn = (draw.randrange(self.pages) for _ in range(_FOOTER_ENTRIES))
        return "".join(f"<li>{self._link(number)}</li>\n" for number in drawn)

    @cached_property
    def _assets(self) -> str:
        """Style and scripts in the page, as nearly all pages have some."""
        draw = Random(self._seed + 2)
        rules = "\n".join(
            f".{draw.choice(self._words)} .{draw.choice(self._words)}"
            f"{{margin:{draw.randint(0, 40)}px;color:#{draw.randrange(1 << 24):06x}}}"
            for _ in range(_ASSET_LINES)
        )
        calls = "\n".join(
            f'  window.{draw.choice(self._words)}.push("{draw.randrange(1 << 32):x}");'
            for _ in range(_ASSET_LINES)
        )
        return f"<style>\n{rules}\n</style>\n<script>\n{calls}\n</script>\n"

    def _path_home(self, number: int) -> str:
        section = self._words[number % _SECTIONS].capitalize()
        return f'<nav class="breadcrumb"><a href="/">Home</a> › <span>{section}</span></nav>'

    def _byline(self, draw: Random) -> str:
        author = " ".join(word.capitalize() for word in draw.choices(self._words, k=2))
        day = f"20{draw.randint(10, 25)}-{draw.randint(1, 12):02}-{draw.randint(1, 28):02}"
        return f'<p class="byline">By {author}, <time datetime="{day}">{day}</time></p>'

    def _chapters(self, draw: Random) -> Iterator[str]:
        for _ in range(draw.randint(*_CHAPTERS)):
            yield f"<h2>{self._sentence(draw, 2, 6)}</h2>"
            for _ in range(draw.randint(*_PARAGRAPHS)):
                yield self._paragraph(draw)
            yield draw.choice((self._list, self._table, self._figure))(draw)

    def _paragraph(self, draw: Random) -> str:
        words = draw.choices(self._words, k=draw.randint(*_PARAGRAPH_WORDS))
        words[7] = f"<strong>{words[7]}</strong>"
        words[21] = self._link(draw.randrange(self.pages), words[21])
        for end in range(13, len(words), 17):
            words[end] += "."
        return f'<p class="text">{" ".join(words).capitalize()}.</p>'

    def _list(self, draw: Random) -> str:
        entries = "".join(f"<li>{self._sentence(draw, 5, 15)}</li>\n" for _ in range(6))
        return f"<ul>{entries}</ul>"

    def _table(self, draw: Random) -> str:
        rows = "".join(
            f"<tr><th>{draw.choice(self._words)}</th><td>{draw.randrange(1000)}</td>"
            f"<td>{self._sentence(draw, 2, 5)}</td></tr>\n"
            for _ in range(8)
        )
        return f'<table class="data">{rows}</table>'

    def _figure(self, draw: Random) -> str:
        source = f"/pictures/{draw.randrange(1 << 24):06x}.jpg"
        return (
            f'<figure><img src="{source}" alt="{self._sentence(draw, 3, 6)}" width="800" '
            f'height="450"><figcaption>{self._sentence(draw, 6, 12)}</figcaption></figure>'
        )

    def _aside(self, draw: Random, number: int) -> str:
        first = number * _CHILDREN + 1
        below = range(first, min(first + _CHILDREN, self.pages))
        near = [number - 1, number + 1, *draw.choices(range(self.pages), k=_RELATED)]
        cards = "".join(
            f'<div class="card card-small"><h4>{self._link(n, name="card-link")}</h4>'
            f'<p class="teaser">{self._sentence(draw, 8, 14)}</p></div>\n'
            for n in (*below, *near)
        )
        return f'<aside class="related"><h3>Read on</h3>{cards}</aside>'
