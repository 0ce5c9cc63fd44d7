"""What a page's own styles hide: `display` and `visibility` of inline styles and `<style>`."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from lxml.html import HtmlElement

from crawler.page.carried import Carried, list_carried
from crawler.page.css import Declarations, Declared, matches_media, read_declarations, read_rules
from crawler.page.remembered import remember_short
from crawler.page.selectors import Selector, parse_selectors

# Rules about `display` or `visibility` that are read from one page, the first ones.
# Unmeasured: whole frameworks inlined have some hundred.
MAX_RULES: Final = 5000

# Selectors tried on one page, after which only inline styles are looked at, and how many trials
# one costs that has to look at other elements too.
# Measured: inlined frameworks need up to 20,000 on pages of 2,000 elements; 300,000 take 3 s.
MAX_TRIALS: Final = 300_000
TRIALS_PER_WALK: Final = 10

# Distance in px from which a box or its text lies outside every screen.
# Unmeasured: authors write 999 or more; real layouts shift by less than a screen's width.
OFFSCREEN_PX: Final = 900

_NEVER_HIDDEN: Final = frozenset(("html", "body"))
_Rank = tuple[bool, int, tuple[int, int, int], int]
_FAR: Final = re.compile(
    r"(left|right|top|bottom|text-indent|margin-left|margin-top):(-\d+)(px|em)"
)
_ZERO_FONT: Final = re.compile(r"(?:^|;)font-size:0(?:\.0+)?(?:px|em|rem|pt|%)?(?:;|!|$)")
_CLIPPED: Final = re.compile(r"(?:^|;)clip:rect\((?:[01](?:px)?[, ]?){4}\)|clip-path:inset\(50%\)")


@dataclass(frozen=True, slots=True)
class _Rule:
    selector: Selector
    declarations: Declarations
    order: int

    @property
    def hides(self) -> bool:
        return any(d.value in ("none", "hidden", "collapse") for d in self.declarations.values())

    @property
    def insists(self) -> bool:
        return any(declared.is_important for declared in self.declarations.values())


class StyleReader:
    """Says of each element whether its own style hides it; called with the element.

    `display:none` and `visibility:hidden` (or `collapse`) both count. What an ancestor hides is
    the caller's to know; a descendant that resets `visibility` counts as hidden with it.
    """

    def __init__(self, rules: list[_Rule]) -> None:
        self._hiding = _RuleIndex([rule for rule in rules if rule.hides])
        self._showing = _RuleIndex([rule for rule in rules if not rule.hides])
        self.has_rules = bool(rules)

    def may_concern(self, tag: str, class_: str | None, attributes: Sequence[str]) -> bool:
        """Say whether some rule may hide an element with these attributes, at little cost."""
        return self.has_rules and self._hiding.may_hold(tag, class_, attributes)

    def __call__(self, element: HtmlElement) -> bool:
        """Say whether the element's own `display` or `visibility` keeps it from being shown."""
        style = element.get("style")
        if style is not None and not _mentions_showing(style):
            style = None
        rules = self._hiding.find(element) if self.has_rules else ()
        if (style is None and not rules) or element.tag in _NEVER_HIDDEN:
            return False
        display, visibility = self._resolve(element, style, rules)
        return display == "none" or visibility in ("hidden", "collapse")

    def is_offscreen(self, element: HtmlElement) -> bool:
        """Say whether the inline style moves or shrinks text out of sight that stays in the page.

        A browser's `innerText` still has it. Transparency does not count: animations start so.
        """
        style = element.get("style")
        if not style:
            return False
        return _is_offscreen(style)

    def _resolve(
        self, element: HtmlElement, style: str | None, rules: Sequence[_Rule]
    ) -> tuple[str, str]:
        """Cascade the element's `display` and `visibility`; empty where nothing declares one.

        The rules that show an element are left out where nothing hides it.
        """
        best: dict[str, tuple[_Rank, str]] = {}
        if style is not None:
            for name, declared in _read_inline(style).items():
                best[name] = ((declared.is_important, 1, (0, 0, 0), 0), declared.value)
        self._hiding.cascade(element, rules, best)
        if best and self.has_rules:
            self._showing.cascade(element, self._showing.find(element), best)
        return (
            best["display"][1] if "display" in best else "",
            best["visibility"][1] if "visibility" in best else "",
        )


class _RuleIndex:
    """Rules by the id, class, tag or attribute that their subject must have."""

    def __init__(self, rules: list[_Rule]) -> None:
        self._by_id: defaultdict[str, list[_Rule]] = defaultdict(list)
        self._by_class: defaultdict[str, list[_Rule]] = defaultdict(list)
        self._by_tag: defaultdict[str, list[_Rule]] = defaultdict(list)
        self._by_attribute: defaultdict[str, list[_Rule]] = defaultdict(list)
        self._others: list[_Rule] = []
        # What was found for a tag and a class attribute: elements of one kind share both.
        self._by_kind: dict[tuple[str, str | None], list[_Rule]] = {}
        self._trials = 0
        for rule in rules:
            self._add(rule)

    def cascade(
        self, element: HtmlElement, rules: Sequence[_Rule], best: dict[str, tuple[_Rank, str]]
    ) -> None:
        """Put into `best` what those of the rules that match declare with a higher rank."""
        self._trials += len(rules)
        for rule in rules:
            if not rule.selector.compounds[0].matches(element):
                continue
            self._trials += TRIALS_PER_WALK * len(rule.selector.combinators)
            if rule.selector.matches_around(element):
                for name, declared in rule.declarations.items():
                    rank = _rank(declared, rule)
                    if name not in best or rank > best[name][0]:
                        best[name] = (rank, declared.value)

    def _add(self, rule: _Rule) -> None:
        subject = rule.selector.compounds[0]
        if subject.id:
            self._by_id[subject.id].append(rule)
        elif subject.classes:
            self._by_class[min(subject.classes)].append(rule)
        elif subject.tag:
            self._by_tag[subject.tag].append(rule)
        elif subject.attribute:
            self._by_attribute[subject.attribute].append(rule)
        else:
            self._others.append(rule)

    def may_hold(self, tag: str, class_: str | None, attributes: Sequence[str]) -> bool:
        """Say whether the subject of a rule may be an element with these attributes."""
        if self._by_attribute or (self._by_id and "id" in attributes):
            return True
        return bool(self._list_of_kind(tag, class_))

    def find(self, element: HtmlElement) -> list[_Rule]:
        """List the rules whose subject may be this element; none once too many were tried."""
        if self._trials >= MAX_TRIALS:
            return []
        found = self._list_of_kind(str(element.tag), element.get("class"))
        if self._by_id and (rules := self._by_id.get(element.get("id", ""))):
            found = found + rules
        if self._by_attribute:
            for name in element.attrib:
                found = found + self._by_attribute.get(name, [])
        return found

    def _list_of_kind(self, tag: str, class_: str | None) -> list[_Rule]:
        """List the rules for a tag and a class attribute; the list is kept, and not to change."""
        found = self._by_kind.get((tag, class_))
        if found is None:
            found = self._by_kind[tag, class_] = self._find_by_kind(tag, class_)
        return found

    def _find_by_kind(self, tag: str, class_: str | None) -> list[_Rule]:
        found = self._others + self._by_tag.get(tag, [])
        for name in set((class_ or "").split()):
            found += self._by_class.get(name, ())
        return found


def find_style_hidden(tree: HtmlElement, carried: Carried | None = None) -> StyleReader:
    """Read a page's style sheets; linked ones are not fetched, those in noscript not applied.

    `carried` is what the tree's elements carry, where that is listed already.
    """
    rules: list[_Rule] = []
    for element in tree.iter("style"):
        sheet = element.text or ""
        if not _may_hide(sheet) or not _is_active(element):
            continue
        for selectors, declarations in read_rules(sheet):
            for selector in parse_selectors(selectors):
                rules.append(_Rule(selector, declarations, len(rules)))
            if len(rules) >= MAX_RULES:
                break
    return StyleReader(_keep_decisive(carried or list_carried(tree), rules[:MAX_RULES]))


def _keep_decisive(carried: Carried, rules: list[_Rule]) -> list[_Rule]:
    """Drop the rules about classes and ids that the page has not, and all if none can decide."""
    if not rules:
        return []
    classes = {name for value in {value for value, _ in carried.classed} for name in value.split()}
    ids = carried.ids
    present = [
        rule
        for rule in rules
        if all(
            part.classes <= classes and (not part.id or part.id in ids)
            for part in rule.selector.compounds
        )
    ]
    return present if any(rule.hides or rule.insists for rule in present) else []


def _may_hide(sheet: str) -> bool:
    return any(word in sheet for word in ("display", "visibility", "DISPLAY", "VISIBILITY"))


def _is_active(style: HtmlElement) -> bool:
    parent = style.getparent()
    return (
        style.get("type", "text/css").strip().lower() in ("", "text/css")
        and matches_media(style.get("media", ""))
        and (parent is None or parent.tag not in ("noscript", "template"))
    )


def _rank(declared: Declared, rule: _Rule) -> _Rank:
    return (declared.is_important, 0, rule.selector.specificity, rule.order)


def _mentions_showing(style: str) -> bool:
    if "display" in style or "visibility" in style:
        return True
    return style != (lowered := style.lower()) and _mentions_showing(lowered)


@remember_short(1024)
def _read_inline(style: str) -> Declarations:
    return read_declarations(style)


@remember_short(1024)
def _is_offscreen(style: str) -> bool:
    compact = "".join(style.lower().split())
    is_positioned = "position:absolute" in compact or "position:fixed" in compact
    for name, amount, unit in _FAR.findall(compact):
        px = -int(amount[:8]) * (16 if unit == "em" else 1)
        if px >= OFFSCREEN_PX and (is_positioned or name == "text-indent" or "margin" in name):
            return True
    if _ZERO_FONT.search(compact):
        return True
    return bool(is_positioned and _CLIPPED.search(compact))
