"""Pages, bodies and observations as compressed bytes, and back without trusting them."""

import json
import sys
from array import array
from collections.abc import Callable, Sequence
from dataclasses import MISSING, Field, asdict, fields
from enum import StrEnum
from functools import partial
from itertools import chain
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Final, get_type_hints

import zstandard

from models.chrome import Observation
from models.css_rules import NO_MARKS, CssMarks
from models.page import Block, Metadata, Page, Sign
from models.store.errors import StoreError

# Bytes a stored value may have when it is unpacked. A body is at most 32 MB; its blocks hold
# its text twice (text and Markdown) beside their slots. Unmeasured: room for twice that.
MAX_BODY_BYTES: Final = 64_000_000
MAX_PAGE_BYTES: Final = 256_000_000
MAX_OBSERVATION_BYTES: Final = 64_000_000
# Unmeasured: zstd's own default, which its authors place at the knee of speed against size.
COMPRESSION_LEVEL: Final = 3


def pack_body(body: bytes) -> bytes:
    """Compress the original bytes of a page."""
    return _compress(body, MAX_BODY_BYTES, "the body")


def unpack_body(stored: bytes) -> bytes:
    """Restore the original bytes of a page, or raise `StoreError`."""
    return _decompress(stored, MAX_BODY_BYTES, "body")


def pack_page(page: Page) -> bytes:
    """Write a page as compressed JSON, its blocks by column."""
    columns = tuple(zip(*map(_READ_BLOCK, page.blocks), strict=True))
    value = {
        "url": page.url,
        "metadata": asdict(page.metadata),
        "links": page.links,
        "signs": page.signs,
        "names": _names_around(page),
        "css": _pack_marks(page.css),
        "blocks": dict(zip(_BLOCK_CHECKS, columns, strict=False)),  # no columns without a block
    }
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return _compress(text.encode("utf-8", "surrogatepass"), MAX_PAGE_BYTES, "the blocks")


def _names_around(page: Page) -> dict[str, str]:
    """Keep the names of the elements that hold a block: the rest says nothing of any."""
    around: set[str] = set()
    for block in page.blocks:
        path = block.slot
        while path and path not in around:
            around.add(path)
            path = path.rpartition("/")[0]
    return {path: names for path, names in page.names.items() if path in around}


def unpack_page(stored: bytes) -> Page:
    """Read back what `pack_page` wrote.

    A field that the bytes lack (an older engine wrote them) gets its default; one that is
    unknown is passed over.

    Raises:
        StoreError: the bytes are not such a page.
    """
    raw = _decompress(stored, MAX_PAGE_BYTES, "page")
    try:
        value = json.loads(raw.decode("utf-8", "surrogatepass"))
        return Page(
            url=_text(value["url"]),
            blocks=_read_blocks(value["blocks"]),
            metadata=_read_metadata(value["metadata"]),
            links=tuple(_column(str, value["links"])),
            signs=tuple(_enum_column(Sign, value.get("signs", []))),
            css=_read_marks(value.get("css", {})),
            names={_text(path): _text(names) for path, names in value.get("names", {}).items()},
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise StoreError(f"a stored page is damaged: {error!r:.200}") from error


def pack_observation(observation: Observation) -> bytes:
    """Write an observation as 64-bit integers: number of slots, (slot, text) pairs, other texts."""
    slots = sorted(observation.slots)
    others = sorted(observation.texts - {text for _, text in slots})
    numbers = array("q", chain((len(slots),), chain.from_iterable(slots), others))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


def unpack_observation(stored: bytes) -> Observation:
    """Read back what `pack_observation` wrote, or raise `StoreError`."""
    numbers = array("q")
    if len(stored) % numbers.itemsize or not numbers.itemsize <= len(stored):
        raise StoreError("a stored observation is damaged: its length is wrong")
    numbers.frombytes(stored)
    if sys.byteorder == "big":
        numbers.byteswap()
    end = 1 + 2 * numbers[0]
    if not 1 <= end <= len(numbers):
        raise StoreError("a stored observation is damaged: its count is wrong")
    slots = frozenset(zip(numbers[1:end:2], numbers[2:end:2], strict=True))
    return Observation(frozenset(numbers[end:]) | {text for _, text in slots}, slots)


def _compress(data: bytes, limit: int, what: str) -> bytes:
    if len(data) > limit:
        raise StoreError(f"{what} of a page has {len(data):,} bytes, more than {limit:,}")
    return zstandard.ZstdCompressor(level=COMPRESSION_LEVEL).compress(data)


def _decompress(stored: bytes, limit: int, what: str) -> bytes:
    try:
        size = zstandard.frame_content_size(stored)
        if not 0 <= size <= limit:  # -1: not declared, which `_compress` never leaves out
            raise StoreError(f"a stored {what} is damaged: it declares {size:,} bytes")
        return zstandard.ZstdDecompressor().decompress(stored, max_output_size=limit)
    except zstandard.ZstdError as error:
        raise StoreError(f"a stored {what} is damaged: {error}") from error


def _read_blocks(columns: dict[str, Any]) -> tuple[Block, ...]:
    if not columns:
        return ()
    count = len(_column(str, columns["slot"]))
    checked = [
        check(columns[name]) if name in columns else [_default(_BLOCK_FIELDS[name])] * count
        for name, check in _BLOCK_CHECKS.items()
    ]
    if any(len(column) != count for column in checked):
        raise ValueError("block columns differ in length")
    return tuple(Block(*row) for row in zip(*checked, strict=True))


def _pack_marks(marks: CssMarks) -> dict[str, Any]:
    if marks == NO_MARKS:
        return {}
    return {
        "version": marks.version,
        "included": marks.included,
        "excluded": [list(marks.excluded), list(marks.excluded.values())],
    }


def _read_marks(value: dict[str, Any]) -> CssMarks:
    if not value:
        return NO_MARKS
    included, (indices, selectors) = value["included"], value["excluded"]
    return CssMarks(
        version=_text(value["version"]),
        included=None if included is None else tuple(_column(int, included)),
        excluded=dict(zip(_column(int, indices), _column(str, selectors), strict=True)),
    )


def _read_metadata(value: dict[str, Any]) -> Metadata:
    known = [field.name for field in fields(Metadata) if field.name in value]
    return Metadata(**{name: _text(value[name]) for name in known})


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{type(value).__name__} where text belongs")
    return value


def _default(field: Field[Any]) -> object:
    if field.default is MISSING:
        raise KeyError(field.name)
    return field.default


def _column(kind: type, values: object) -> Sequence[Any]:
    if not isinstance(values, list) or set(map(type, values)) - {kind}:
        raise TypeError(f"a column that is not of {kind.__name__}")
    return values


def _enum_column(kind: type[StrEnum], values: object) -> Sequence[Any]:
    members = {member.value: member for member in kind}
    try:
        return [members[value] for value in _column(str, values)]
    except KeyError as error:
        raise ValueError(f"unknown {kind.__name__} {error}") from error


def _checks() -> dict[str, Callable[[object], Sequence[Any]]]:
    hints = get_type_hints(Block)
    return {
        field.name: partial(
            _enum_column if issubclass(hints[field.name], StrEnum) else _column, hints[field.name]
        )
        for field in fields(Block)
    }


_BLOCK_FIELDS: Final = MappingProxyType({field.name: field for field in fields(Block)})
_BLOCK_CHECKS: Final = MappingProxyType(_checks())
_READ_BLOCK: Final = attrgetter(*_BLOCK_CHECKS)
