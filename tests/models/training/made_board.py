"""A board made up for tests: pages of seven types that tell themselves by address and words."""

import json
import lzma
import random
from pathlib import Path
from typing import Any

from models.page_types import KNOWN_TYPES

WORDS = "kite loom treadle canal orchard ferry kiln anvil heddle warp weft bobbin".split()


def make_board(folder: Path, *, name: str = "made", licence: str = "MIT", pages: int = 84) -> Path:
    """Write an index and one board of pages, a domain each."""
    draw = random.Random(4)
    rows = [_make_row(number, draw) for number in range(pages)]
    with lzma.open(folder / f"{name}.jsonl.xz", "wt", encoding="utf-8") as lines:
        lines.writelines(json.dumps(row) + "\n" for row in rows)
    (folder / "index.json").write_text(json.dumps({name: {"license": licence}}))
    return folder


def _make_row(number: int, draw: random.Random) -> dict[str, Any]:
    page_type = KNOWN_TYPES[number % len(KNOWN_TYPES)]
    spread = 2 + 6 * KNOWN_TYPES.index(page_type)
    texts = [" ".join(draw.choices(WORDS, k=spread + draw.randint(0, 4))) for _ in range(9)]
    body = "".join(f'<p class="{page_type}-part">{text}</p>' for text in texts)
    label = f'<div class="label">{page_type} here</div>'
    return {
        "id": f"{number:04}",
        "url": f"https://site{number}.example/{page_type}/{draw.choice(WORDS)}",
        "page_type": page_type.value,
        "html": f"<html><head><title>{page_type}</title></head><body>{label}{body}</body></html>",
        "text": "\n".join(texts),
        "lang": "en",
        "suspect": number % 20 == 19,
        "meta": {"site": f"site{number}"},
    }
