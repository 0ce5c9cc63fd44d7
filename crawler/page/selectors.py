"""CSS selectors: parsed, weighed, and matched against elements."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from lxml.html import HtmlElement

from crawler.page.remembered import remember_short

# Characters of a selector list that are read, and simple selectors of one complex selector.
# Unmeasured: reset lists have some hundred characters; longer ones are generated to be slow.
MAX_SELECTOR_CHARS: Final = 20_000
MAX_PARTS: Final = 40

# Earlier siblings that `~` looks at. Unmeasured: keeps a list of 100,000 siblings linear.
MAX_SIBLINGS: Final = 200

Specificity = tuple[int, int, int]
Test = Callable[[HtmlElement], bool]

_IDENT: Final = r"-?(?:[a-zA-Z0-9_\u0080-\U0010ffff-]|\\[^\n])++"
_SIMPLE: Final = re.compile(
    rf"""(?P<universal>\*)
    |(?P<tag>{_IDENT})
    |\#(?P<id>{_IDENT})
    |\.(?P<class>{_IDENT})
    |\[\s*(?P<attribute>[\w-]+)\s*(?:(?P<operator>[~|^$*]?=)\s*
        (?:"(?P<double>[^"]*+)"|'(?P<single>[^']*+)'|(?P<bare>[^\s\]]++))\s*(?P<flag>[iIsS]\s*)?)?\]
    |::?(?P<pseudo>[\w-]+)(?P<arguments>\()?""",
    re.VERBOSE,
)
_COMBINATOR: Final = re.compile(r"\s*([>+~])\s*|\s+")
_ESCAPE: Final = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))", re.DOTALL)
_PSEUDO_ELEMENTS: Final = frozenset(
    "before after first-line first-letter marker placeholder selection backdrop".split()
)
_CHOICES: Final = frozenset({"not", "is", "where", "matches", "-webkit-any"})
# What may hold a colon that begins no pseudo-class, the pseudo-classes, and their lists.
_OPAQUE: Final = re.compile(r"""\[(?:"[^"]*"|'[^']*'|[^]"'])*\]|\\.""", re.DOTALL)
_PSEUDO: Final = re.compile(r":(:?[\w-]*)")
_CHOICE_LIST: Final = re.compile(
    r":(?:not|is|where|matches|-webkit-any)\(([^()]*)\)", re.IGNORECASE
)


class SelectorError(ValueError):
    """A selector that never matches here: a state nobody is in, a pseudo-element, an error."""


@dataclass(frozen=True, slots=True)
class Compound:
    """Simple selectors that one element must meet together."""

    tag: str = ""
    id: str = ""
    classes: frozenset[str] = frozenset()
    tests: tuple[Test, ...] = ()
    attribute: str = ""
    """One that the tests need to be there, if they do."""

    def matches(self, element: HtmlElement) -> bool:
        """Say whether an element meets all of them."""
        if self.tag and element.tag != self.tag:
            return False
        if self.id and element.get("id") != self.id:
            return False
        if self.classes and not self.classes <= set(element.get("class", "").split()):
            return False
        return all(test(element) for test in self.tests)


@dataclass(frozen=True, slots=True)
class Selector:
    """A complex selector: its rightmost compound first, each with the combinator to its right."""

    compounds: tuple[Compound, ...]
    combinators: tuple[str, ...]
    specificity: Specificity

    def matches(self, element: HtmlElement) -> bool:
        """Say whether an element is a subject of the selector; linear in depth and length."""
        return self.compounds[0].matches(element) and self.matches_around(element)

    def matches_around(self, element: HtmlElement) -> bool:
        """Say whether what stands around a matching element meets the rest of the selector."""
        reached = [element]
        for combinator, compound in zip(self.combinators, self.compounds[1:], strict=True):
            reached = [e for e in _walk(reached, combinator) if compound.matches(e)]
            if not reached:
                return False
        return True


def _walk(reached: list[HtmlElement], combinator: str) -> list[HtmlElement]:
    """List the elements that stand to `reached` as a combinator says, each once."""
    found: dict[HtmlElement, None] = {}
    for element in reached:
        if combinator == ">":
            parent = element.getparent()
            if parent is not None:
                found[parent] = None
        elif combinator == " ":
            for ancestor in element.iterancestors():
                if ancestor in found:
                    break
                found[ancestor] = None
        else:
            limit = 1 if combinator == "+" else MAX_SIBLINGS
            for sibling in _list_previous(element, limit):
                found[sibling] = None
    return list(found)


def _list_previous(element: HtmlElement, limit: int) -> list[HtmlElement]:
    found: list[HtmlElement] = []
    for count, sibling in enumerate(element.itersiblings(preceding=True)):
        if len(found) == limit or count == MAX_SIBLINGS:
            break
        if isinstance(sibling.tag, str):
            found.append(sibling)
    return found


def read_selectors(text: str) -> dict[str, Selector]:
    """Parse the selectors of a list that somebody wrote for this project, each by its text.

    Raises:
        SelectorError: one that is none, or that no page as it is sent can match; says which.
    """
    if len(text) > MAX_SELECTOR_CHARS:
        raise SelectorError(f"longer than {MAX_SELECTOR_CHARS:,} characters")
    return {selector: _read_strictly(selector) for selector in map(str.strip, _split_list(text))}


def _read_strictly(text: str) -> Selector:
    if not text:
        raise SelectorError("a selector is missing: empty, or a comma too many")
    bare = _OPAQUE.sub("[a]", text)
    for name in _PSEUDO.findall(bare):
        if name.lower() not in _PSEUDO_TESTS and name.lower() not in _CHOICES:
            known = ", ".join(f":{known}" for known in sorted((*_PSEUDO_TESTS, "not()", "is()")))
            raise SelectorError(f"{text}: :{name} is not known here; there are {known}")
    for choices in _CHOICE_LIST.findall(bare):
        read_selectors(choices)
    try:
        return _parse_complex(text)
    except SelectorError:
        raise SelectorError(f"{text}: not a CSS selector") from None


def parse_selectors(text: str) -> list[Selector]:
    """Parse a selector list; one that nothing on an untouched page can match is left out."""
    found: list[Selector] = []
    for part in _split_list(text[:MAX_SELECTOR_CHARS]):
        try:
            found.append(_parse_complex(part.strip()))
        except SelectorError:
            continue
    return found


def _split_list(text: str) -> list[str]:
    if "(" not in text and "[" not in text:
        return text.split(",")
    pieces, depth, start = [], 0, 0
    for place, char in enumerate(text):
        if char in "([":
            depth += 1
        elif char in ")]":
            depth -= 1
        elif char == "," and depth == 0:
            pieces.append(text[start:place])
            start = place + 1
    return [*pieces, text[start:]]


@remember_short(8192)
def _parse_complex(text: str) -> Selector:
    compounds: list[Compound] = []
    combinators: list[str] = []
    ids = classes = tags = position = 0
    while position < len(text):
        if compounds:
            combinator = _COMBINATOR.match(text, position)
            if not combinator:
                raise SelectorError(text)
            combinators.append(combinator[1] or " ")
            position = combinator.end()
        compound, weight, position = _parse_compound(text, position)
        compounds.append(compound)
        ids, classes, tags = ids + weight[0], classes + weight[1], tags + weight[2]
        if len(compounds) > MAX_PARTS:
            raise SelectorError(text)
    if not compounds:
        raise SelectorError(text)
    return Selector(tuple(compounds[::-1]), tuple(combinators[::-1]), (ids, classes, tags))


def _parse_compound(text: str, position: int) -> tuple[Compound, Specificity, int]:
    tag = id_ = ""
    classes: set[str] = set()
    tests: list[Test] = []
    attribute = ""
    weight = [0, 0, 0]
    start = position
    while match := _SIMPLE.match(text, position):
        if (match["tag"] or match["universal"]) and position != start:
            break
        position = match.end()
        if match["tag"]:
            tag = match["tag"].lower()
            weight[2] += 1
        elif match["id"]:
            name = _unescape(match["id"])
            if id_ and id_ != name:
                raise SelectorError(text)
            id_ = name
            weight[0] += 1
        elif match["class"]:
            classes.add(_unescape(match["class"]))
            weight[1] += 1
        elif match["attribute"]:
            attribute = match["attribute"].lower()
            tests.append(_read_attribute_test(match))
            weight[1] += 1
        elif match["pseudo"]:
            argument, position = _read_argument(text, match, position)
            test, added = _read_pseudo(match[0].startswith("::"), match["pseudo"].lower(), argument)
            tests.append(test)
            weight = [own + more for own, more in zip(weight, added, strict=True)]
    if position == start:
        raise SelectorError(text)
    compound = Compound(tag, id_, frozenset(classes), tuple(tests), attribute)
    return compound, (weight[0], weight[1], weight[2]), position


def _unescape(name: str) -> str:
    if "\\" not in name:
        return name

    def read(match: re.Match[str]) -> str:
        code = int(match[1], 16) if match[1] else 0
        return match[2] or (chr(code) if 0 < code < 0x110000 else "\ufffd")

    return _ESCAPE.sub(read, name)


def _read_attribute_test(match: re.Match[str]) -> Test:
    name, operator = match["attribute"].lower(), match["operator"]
    wanted = next((v for v in match.group("double", "single", "bare") if v is not None), "")
    if (match["flag"] or "").strip().lower() == "i":
        return lambda e: _meets((e.get(name) or "").lower(), operator, wanted.lower())
    if not operator:
        return lambda e: e.get(name) is not None
    return lambda e: (value := e.get(name)) is not None and _meets(value, operator, wanted)


def _meets(value: str, operator: str, wanted: str) -> bool:
    if operator == "=":
        return value == wanted
    if operator == "|=":
        return value == wanted or value.startswith(f"{wanted}-")
    if not wanted:
        return False
    if operator == "~=":
        return wanted in value.split()
    if operator == "^=":
        return value.startswith(wanted)
    return value.endswith(wanted) if operator == "$=" else wanted in value


def _read_argument(text: str, match: re.Match[str], position: int) -> tuple[str, int]:
    if not match["arguments"]:
        return "", position
    depth = 1
    for place in range(position, len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if depth == 0:
            return text[position:place], place + 1
    raise SelectorError(text)


def _read_pseudo(is_element: bool, name: str, argument: str) -> tuple[Test, Specificity]:
    if is_element or name in _PSEUDO_ELEMENTS:
        raise SelectorError(name)
    if name in _CHOICES:
        return _read_choice(name, argument)
    test = _PSEUDO_TESTS.get(name)
    if test is None:
        raise SelectorError(name)
    return test, (0, 1, 0)


def _read_choice(name: str, argument: str) -> tuple[Test, Specificity]:
    """Read `:not()`, `:is()` and `:where()` over compounds; a state nobody is in never matches."""
    if "(" in argument:
        raise SelectorError(argument)
    choices = parse_selectors(argument)
    weight = max((choice.specificity for choice in choices), default=(0, 0, 0))
    if name == "not":
        return lambda e: not any(choice.matches(e) for choice in choices), weight
    return (
        lambda e: any(choice.matches(e) for choice in choices),
        (0, 0, 0) if name == "where" else weight,
    )


def _is_first(element: HtmlElement) -> bool:
    return not _list_previous(element, 1)


def _is_last(element: HtmlElement) -> bool:
    return not any(isinstance(sibling.tag, str) for sibling in element.itersiblings())


_PSEUDO_TESTS: Final[dict[str, Test]] = {
    "root": lambda e: e.getparent() is None,
    "first-child": _is_first,
    "last-child": _is_last,
    "only-child": lambda e: _is_first(e) and _is_last(e),
    "empty": lambda e: len(e) == 0 and not e.text,
    "checked": lambda e: e.get("checked") is not None or e.get("selected") is not None,
    "disabled": lambda e: e.get("disabled") is not None,
    "enabled": lambda e: e.get("disabled") is None,
    "link": lambda e: e.tag in ("a", "area") and e.get("href") is not None,
    "any-link": lambda e: e.tag in ("a", "area") and e.get("href") is not None,
    "open": lambda e: e.get("open") is not None,
    "defined": lambda e: isinstance(e.tag, str) and "-" not in e.tag,
}
