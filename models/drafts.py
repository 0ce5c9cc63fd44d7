"""Frozen values made at the cost of plain ones."""

from collections.abc import Callable
from dataclasses import MISSING, Field, field, fields, make_dataclass
from typing import Any, TypeVar, cast

_Value = TypeVar("_Value")


def make_quickly(frozen: type[_Value]) -> type[_Value]:
    """Give a constructor of a frozen dataclass with slots, for values made by the hundred.

    Takes the same arguments and gives the same values. A frozen class sets each of its fields
    through `object.__setattr__`, which takes many times as long as setting those of a plain class;
    here a plain class of the same shape does so, and its object then becomes one of the frozen
    class (benchmarks/log.md).
    """
    draft = make_dataclass(
        f"{frozen.__name__}Draft",
        [(name.name, name.type, _copy_field(name)) for name in fields(cast(Any, frozen))],
        namespace={"__post_init__": _become(frozen)},
        slots=True,
        eq=False,
        repr=False,
    )
    return cast(type[_Value], draft)


def _become(frozen: type) -> Callable[[Any], None]:
    def become_frozen(draft: Any) -> None:
        draft.__class__ = frozen

    return become_frozen


def _copy_field(of_frozen: Field[Any]) -> Any:
    if of_frozen.default_factory is not MISSING:
        return field(default_factory=of_frozen.default_factory)
    return field(default=of_frozen.default)
