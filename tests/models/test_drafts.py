"""Values made quickly are the values their own class makes."""

from dataclasses import FrozenInstanceError, dataclass, field, replace

import pytest

from models.drafts import make_quickly
from models.page import Block, BlockKind


@dataclass(frozen=True, slots=True)
class _Point:
    x: int
    y: int = 2
    names: list[str] = field(default_factory=list)


_make_point = make_quickly(_Point)


def test_a_value_made_quickly_is_one_of_its_class_and_equal_to_it() -> None:
    point = _make_point(1, names=["a"])

    assert type(point) is _Point
    assert point == _Point(1, 2, ["a"])
    assert repr(replace(point, y=3)) == repr(_Point(1, 3, ["a"]))


def test_a_value_made_quickly_is_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        _make_point(1).x = 2  # type: ignore[misc]


def test_values_made_quickly_share_no_default() -> None:
    _make_point(1).names.append("a")

    assert _make_point(1).names == []


def test_a_field_that_is_missing_is_an_error() -> None:
    with pytest.raises(TypeError, match="'x'"):
        _make_point(y=1)  # type: ignore[call-arg]


def test_a_block_made_quickly_equals_and_hashes_as_a_block() -> None:
    given = ("/html/body/p[1]", BlockKind.PARAGRAPH, "two words", 2, 0, "two words")
    block = make_quickly(Block)(*given)

    assert block == Block(*given)
    assert hash(block) == hash(Block(*given))
    assert block.unlinked_words == 2
