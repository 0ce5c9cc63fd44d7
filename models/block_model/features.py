"""What the block model sees of each block, and of the page around it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.block_model.characters import MAX_OPENING, count_characters
from models.block_model.tokens import TokenTable
from models.block_model.tree import Tree, read_tree
from models.page import Block, BlockKind, Hidden, Page, Region, Widget

Values = NDArray[np.floating] | NDArray[np.integer] | NDArray[np.bool_]
Column = Values | float
Floats = NDArray[np.float64]

# Steps of the rules whose verdict is a feature, by the number it has there; 0 is kept.
RULE_STEPS: Final = (
    "", "hidden", "landmarks", "comments", "main-landmark", "article-element", "article-body",
    "site-chrome", "product-prune", "duplicates", "main-content", "markdown-cleaner",
)  # fmt: skip

# Unlinked words from which a block counts as text in sentences. Unmeasured: a line.
TEXT_WORDS: Final = 10

# Share of the page's text that the element at the centre holds at least.
# Source: the feasibility study's strongest feature.
CENTRE_SHARE: Final = 0.55

# Link densities and words of the published densitometric rules, see pipelines/density.py.
MAX_DENSITY, MAX_DENSITY_BEFORE = 0.333, 0.555
MIN_WORDS, MIN_WORDS_NEXT, MIN_WORDS_BEFORE = 16, 15, 4
MIN_WORDS_AFTER_LINKS, MIN_WORDS_NEXT_AFTER_LINKS = 40, 17

_KINDS: Final = {kind: number for number, kind in enumerate(BlockKind)}
_REGIONS: Final = {region: number for number, region in enumerate(Region)}
_WIDGETS: Final = {widget: number for number, widget in enumerate(Widget)}
_HIDDEN: Final = {hidden: number for number, hidden in enumerate(Hidden)}
_STEPS: Final = {step: number for number, step in enumerate(RULE_STEPS)}

_FIELDS: Final = attrgetter(
    "words", "linked_words", "level", "in_main", "article", "in_article_body", "kind", "region",
    "widget", "hidden", "text", "slot",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Verdicts:
    """What is known of a page before its blocks are valued.

    `dropped` names the step of the rules that dropped a block, by index. `page_types` are the
    probabilities of the seven types, in the order of `PageType` without the unknown one.
    """

    dropped: Mapping[int, str]
    page_types: Sequence[float]


@dataclass(frozen=True, slots=True, eq=False)
class _Fields:
    """The fields of a page's blocks, an array each; text only where it is in sentences."""

    words: Floats
    linked: Floats
    unlinked: Floats
    text: Floats
    kept: Floats
    level: Floats
    in_main: Floats
    in_article: Floats
    in_body: Floats
    kind: Floats
    region: Floats
    widget: Floats
    hidden: Floats
    step: Floats
    is_heading: NDArray[np.bool_]
    texts: Sequence[str]
    slots: Sequence[str]


Columns = dict[str, Column]


def block_features(
    page: Page, verdicts: Verdicts, table: TokenTable
) -> tuple[NDArray[np.float32], tuple[str, ...]]:
    """Measure each block of a page that has some.

    Returns:
        Shape (blocks, features), and the names of the features. No NaN.
    """
    fields = _read_fields(page.blocks, verdicts.dropped)
    tree = read_tree(fields.slots, page.names, table.element)
    columns: Columns = {
        **_own_columns(fields),
        **_place_columns(fields),
        **_neighbour_columns(fields),
        **_element_columns(tree, fields),
        **_path_columns(tree, fields),
        **_token_columns(tree, fields, table),
        **_repeat_columns(fields.texts),
        **_page_columns(fields),
        **{f"type_{number}": share for number, share in enumerate(verdicts.page_types)},
    }
    matrix = np.empty((len(columns), len(page.blocks)), np.float32)
    for row, values in enumerate(columns.values()):
        matrix[row] = values
    return matrix.T, tuple(columns)


def _read_fields(blocks: Sequence[Block], dropped: Mapping[int, str]) -> _Fields:
    columns = tuple(zip(*map(_FIELDS, blocks), strict=True))
    words, linked, level, in_main, article, in_body = np.array(columns[:6], np.float64)
    kinds, regions, widgets, hiddens, texts, slots = columns[6:]
    kind = np.array([_KINDS[kind] for kind in kinds], np.float64)
    hidden = np.array([_HIDDEN[hidden] for hidden in hiddens], np.float64)
    step = np.zeros(len(blocks))
    for index, name in dropped.items():
        step[index] = _STEPS.get(name, len(_STEPS))
    unlinked = words - linked
    is_text = (unlinked >= TEXT_WORDS) & (hidden != _HIDDEN[Hidden.TEMPLATE])
    return _Fields(
        words=words,
        linked=linked,
        unlinked=unlinked,
        text=unlinked * is_text,
        kept=words * (step == 0),
        level=level,
        in_main=in_main,
        in_article=article >= 0,
        in_body=in_body,
        kind=kind,
        region=np.array([_REGIONS[region] for region in regions], np.float64),
        widget=np.array([_WIDGETS[widget] for widget in widgets], np.float64),
        hidden=hidden,
        step=step,
        is_heading=kind == _KINDS[BlockKind.HEADING],
        texts=texts,
        slots=slots,
    )


def _share(part: Values, whole: Values | float) -> Floats:
    share: Floats = part / np.maximum(whole, 1)
    return share


def _own_columns(fields: _Fields) -> Columns:
    digits, capitals, marks = count_characters(fields.texts)
    length = np.array([len(text) for text in fields.texts], np.float64)
    opening = np.minimum(length, MAX_OPENING)
    return {
        "words": fields.words,
        "unlinked": fields.unlinked,
        "link_density": _share(fields.linked, fields.words),
        "length": length,
        "letters_per_word": _share(length, fields.words),
        "digits": _share(digits, opening),
        "capitals": _share(capitals, opening),
        "marks": marks,
        "kind": fields.kind,
        "level": fields.level,
        "region": fields.region,
        "widget": fields.widget,
        "hidden": fields.hidden,
        "in_main": fields.in_main,
        "in_article": fields.in_article,
        "in_body": fields.in_body,
        "step": fields.step,
        "density_rule": _judge_density(fields),
    }


def _judge_density(fields: _Fields) -> NDArray[np.bool_]:
    """The published rules over the blocks and their neighbours, with words or without."""
    density = _share(fields.linked, fields.words)
    words, after, before = fields.words, _shift(fields.words, 1, 0), _shift(fields.words, -1, 0)
    behind_text = (words > MIN_WORDS) | (after > MIN_WORDS_NEXT) | (before > MIN_WORDS_BEFORE)
    behind_links = (words > MIN_WORDS_AFTER_LINKS) | (after > MIN_WORDS_NEXT_AFTER_LINKS)
    is_behind_links = _shift(density, -1, 0) > MAX_DENSITY_BEFORE
    return (density <= MAX_DENSITY) & np.where(is_behind_links, behind_links, behind_text)


def _place_columns(fields: _Fields) -> Columns:
    count = len(fields.words)
    index = np.arange(count)
    columns: Columns = {"index": index, "from_end": count - index, "place": index / count}
    for name, values in (("words", fields.words), ("text", fields.text), ("kept", fields.kept)):
        sums = np.cumsum(values)
        columns[f"{name}_before"] = (sums - values) / max(sums[-1], 1)
    for name, marks in (("text", fields.text > 0), ("kept", fields.kept > 0)):
        columns[f"since_{name}"] = _distance_since(marks)
        columns[f"until_{name}"] = _distance_since(marks[::-1])[::-1]
    titles = np.flatnonzero(fields.level * fields.is_heading == 1)
    columns["from_title"] = index - titles[0] if len(titles) else -1000.0
    columns["from_last_title"] = index - titles[-1] if len(titles) else -1000.0
    columns["titles"] = float(len(titles))
    return columns


def _distance_since(marks: NDArray[np.bool_]) -> Values:
    """Blocks since the last marked one, 0 at one itself; counted from before the first block."""
    index = np.arange(len(marks))
    return index - np.maximum.accumulate(np.where(marks, index, -1))


def _shift(values: Floats, by: int, fill: float = -1.0) -> Floats:
    """The value `by` blocks later; `fill` beyond the ends."""
    shifted = np.full(len(values), fill)
    if by > 0:
        shifted[:-by] = values[by:]
    else:
        shifted[-by:] = values[:by]
    return shifted


def _window(values: Floats, reach: int) -> Floats:
    """Sum over the blocks up to `reach` away, both ways."""
    sums = np.concatenate(((0.0,), np.cumsum(values)))
    index = np.arange(len(values))
    upper = np.minimum(index + reach + 1, len(values))
    result: Floats = sums[upper] - sums[np.maximum(index - reach, 0)]
    return result


def _neighbour_columns(fields: _Fields) -> Columns:
    return {
        "words_before_1": _shift(fields.words, -1),
        "words_after_1": _shift(fields.words, 1),
        "kind_before_1": _shift(fields.kind, -1),
        "kind_after_1": _shift(fields.kind, 1),
        "region_before_1": _shift(fields.region, -1),
        "region_after_2": _shift(fields.region, 2),
        "kept_within_3": _window(fields.kept, 3),
        "text_within_3": _window(fields.text, 3),
        "kept_within_10": _window(fields.kept, 10),
        "text_within_10": _window(fields.text, 10),
        "linked_within_10": _window(fields.linked, 10),
    }


def _element_columns(tree: Tree, fields: _Fields) -> Columns:
    """Sums over the blocks in the elements around a block, and where the page's centre is."""
    rows = (fields.words, fields.linked, fields.text, fields.kept, fields.is_heading)
    sums = np.zeros((len(rows), len(fields.words) + 1))
    np.cumsum(rows, axis=1, out=sums[:, 1:])
    inside = sums[:, tree.last] - sums[:, tree.first]
    size = tree.last - tree.first
    page_text = max(inside[2, 0], 1.0)
    columns: Columns = {"depth": tree.depth[tree.block_element]}
    around = tree.block_element
    for name in ("parent", "grandparent", "third", "fourth"):
        around = tree.parent[around]
        words, linked, text, kept, headings = inside[:, around]
        columns[f"{name}_blocks"] = size[around]
        columns[f"{name}_words"] = words
        columns[f"{name}_density"] = _share(linked, words)
        columns[f"{name}_text"] = text / page_text
        columns[f"{name}_kept"] = _share(kept, words)
        columns[f"{name}_words_a_block"] = words / size[around]
        columns[f"{name}_headings"] = headings
    return columns | _centre_columns(tree, inside[2], size)


def _centre_columns(tree: Tree, text: Floats, size: Values) -> Columns:
    """Steps from a block up to an element that holds the page's centre, and down again to it."""
    holds = np.flatnonzero(text >= CENTRE_SHARE * text[0]) if text[0] else np.zeros(1, int)
    centre = int(holds[np.argmax(tree.depth[holds])])
    index = np.arange(len(tree.block_element))
    shared = np.zeros(len(index), int)
    around = centre
    while around:
        shared += (tree.first[around] <= index) & (index < tree.last[around])
        around = int(tree.parent[around])
    return {
        "up_to_centre": tree.depth[tree.block_element] - shared,
        "down_to_centre": tree.depth[centre] - shared,
        "centre_depth": float(tree.depth[centre]),
        "centre_blocks": float(size[centre] / size[0]),
        "behind_centre": np.maximum(index - tree.last[centre] + 1, 0),
    }


def _path_columns(tree: Tree, fields: _Fields) -> Columns:
    """Sums over all blocks with the same tags from the root down, and over their parents."""
    columns: Columns = {}
    numbers = tree.path_class[tree.block_element]
    size = len(tree.class_parent)
    page_text = max(float(fields.text.sum()), 1.0)
    for name in ("path", "parent_path", "grandparent_path"):
        words, text, linked, kept = (
            np.bincount(numbers, values, size)[numbers]
            for values in (fields.words, fields.text, fields.linked, fields.kept)
        )
        blocks = np.bincount(numbers, minlength=size)[numbers]
        columns[f"{name}_blocks"] = blocks
        columns[f"{name}_text"] = text / page_text
        columns[f"{name}_words_a_block"] = words / blocks
        columns[f"{name}_density"] = _share(linked, words)
        columns[f"{name}_kept"] = _share(kept, words)
        numbers = tree.class_parent[numbers]
    return columns


def _token_columns(tree: Tree, fields: _Fields, table: TokenTable) -> Columns:
    element = tree.block_element
    parent = tree.parent[element]
    opening = np.array([table.opening(text) for text in fields.texts]).T
    heading = np.maximum.accumulate(np.where(fields.is_heading, np.arange(len(fields.texts)), 0))
    is_under = fields.is_heading[heading]
    return {
        "names_own": tree.own[element],
        "names_parent": tree.own[parent],
        "names_grandparent": tree.own[tree.parent[parent]],
        "names_least": tree.least[element],
        "names_sum": tree.total[element],
        "names_most": tree.most[element],
        "opening_least": opening[0],
        "opening_mean": opening[1],
        "opening_most": opening[2],
        "opening_before_1": _shift(opening[1], -1, 0),
        "opening_after_1": _shift(opening[1], 1, 0),
        "heading_level": fields.level[heading] * is_under,
        "heading_least": opening[0][heading] * is_under,
        "heading_mean": opening[1][heading] * is_under,
        "since_heading": np.arange(len(heading)) - heading,
        "until_heading": _distance_since(fields.is_heading[::-1])[::-1],
    }


def _repeat_columns(texts: Sequence[str]) -> Columns:
    seen: dict[str, int] = {}
    earlier = []
    for text in texts:
        count = seen.get(text, 0)
        earlier.append(count)
        seen[text] = count + 1
    return {
        "said_before": np.array(earlier),
        "said": np.array([seen[text] for text in texts]),
    }


def _page_columns(fields: _Fields) -> Columns:
    count = len(fields.words)
    total = max(float(fields.words.sum()), 1.0)
    foreign = [not text.isascii() for text in fields.texts]
    return {
        "page_blocks": float(count),
        "page_words": total,
        "page_density": float(fields.linked.sum()) / total,
        "page_text": float(fields.text.sum()) / total,
        "page_kept": float(fields.kept.sum()) / total,
        "page_words_a_block": total / count,
        "page_foreign": float(fields.words[foreign].sum()) / total,
        "page_main": float(fields.in_main.mean()),
        "page_article": float(fields.in_article.mean()),
        "of_page_text": fields.text / max(float(fields.text.sum()), 1.0),
    }
