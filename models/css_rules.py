"""Which parts of a site's pages its user wants as content and which not, by CSS selector."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class CssRules:
    """Selectors of what alone is content, and of what is none; each one complex selector.

    Both are sorted, none twice: rules that say the same are equal.
    """

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.include or self.exclude)

    @property
    def version(self) -> str:
        """A digest that differs for other rules; empty where there are none."""
        if not self:
            return ""
        lines = "\n".join((*self.include, "", *self.exclude))
        return blake2b(lines.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


@dataclass(frozen=True, slots=True)
class CssMarks:
    """The blocks of one page that the rules of its site reach, by index in page order.

    `version` is that of the rules, `excluded` the selector for each block they take out, and
    `included` the blocks they keep; None where no rule says what alone is content.
    """

    version: str = ""
    included: tuple[int, ...] | None = None
    excluded: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))


NO_RULES: Final = CssRules()
NO_MARKS: Final = CssMarks()
