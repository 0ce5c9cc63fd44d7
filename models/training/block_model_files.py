"""The block model that ships: trained, written as data, and its card."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from models.block_model import TRAINING_BOARDS
from models.training.block_model import FOLDS, Example, train_block_model
from models.training.boards import Board, ReviewedPage, find_boards, read_pages
from models.training.report import describe_data
from models.training.router import measure_page, train_router
from models.training.router_files import BOARDS as ROUTER_BOARDS
from models.training.router_files import CARD
from pipelines.content import run_steps
from pipelines.route import choose_type, find_route
from pipelines.select import RULES

_Shares = Mapping[tuple[str, str], Sequence[float]]
"""Probabilities of `KNOWN_TYPES` by board and id of a page."""


def make_block_model(
    folder: Path,
    target: Path | None,
    scored: Sequence[str] = (),
    *,
    names: Sequence[str] = TRAINING_BOARDS,
    routed: Sequence[str] = ROUTER_BOARDS,
    folds: int = FOLDS,
) -> str:
    """Train the block model from boards and write its files; gives the card.

    Args:
        folder: where the boards and their index are.
        target: where the files go; None writes none.
        scored: boards that are scored with the model and not trained on.
        names: boards that train.
        routed: those of them that the router that ships was trained on.
        folds: in how many parts the domains are held out.

    Raises:
        BoardError: a board cannot be used.
    """
    boards = find_boards(folder, names)
    pages = [page for board in boards for page in read_pages(board)]
    shares = _route_out_of_fold([p for p in pages if p.board in routed and p.page_type])
    held = [p for board in find_boards(folder, scored, to_train=False) for p in read_pages(board)]
    examples = [*_build(pages, shares, trains=True), *_build(held, shares, trains=False)]
    figures = train_block_model(examples, folder=target, folds=folds)
    card = "\n".join(_card(boards, [page.board for page in pages], figures))
    if target is not None:
        (target / CARD).write_text(card + "\n", encoding="utf-8")
    return card


def _route_out_of_fold(pages: Sequence[ReviewedPage]) -> _Shares:
    """Tell types as a router does that was not trained on the page: the model has to expect it."""
    router = train_router([measure_page(page) for page in pages])
    return {
        (page.board, page.id): [float(share) for share in row]
        for page, row in zip(pages, router.out_of_fold, strict=True)
    }


def _build(pages: Sequence[ReviewedPage], shares: _Shares, *, trains: bool) -> Iterator[Example]:
    """Run the rules over pages with blocks, their types by `shares` or by the router that ships."""
    for reviewed in pages:
        if reviewed.page.blocks:
            known = shares.get((reviewed.board, reviewed.id))
            found = find_route(reviewed.page) if known is None else choose_type(known)
            yield Example(reviewed, run_steps(reviewed.page, found, None, RULES), trains)


def _card(boards: Sequence[Board], pages: Sequence[str], figures: Sequence[str]) -> Iterator[str]:
    yield from _OPENING
    yield from describe_data(boards, pages)
    yield from _METHOD
    yield from figures
    yield from _LIMITS


_OPENING: Final = (
    "# The block model: which blocks of a page are its content",
    "",
    "Written by `python -m models.training block-model BOARDS`, which makes all files here again.",
    "",
    "## Data",
    "",
)

_METHOD: Final = (
    "",
    "## Method",
    "",
    "Boosted trees over features of each block: what the rules decided, counts of words, links",
    "and characters, its place, its neighbours, the elements around it, what their names and its",
    "first words say elsewhere, the page's shape, and the router's probabilities. A label is the",
    "share of a block's word triples that the reviewed text has. What tokens say leaves the domain",
    "of the page out; types and values are out of fold, folds by registered domain. The file gives",
    "raw values; the logistic function makes them probabilities. The content is the set of blocks",
    "with the best expected word F1.",
    "",
    "## Figures",
    "",
    "Word F1, mean over pages. Boards that train are out of fold, others are held out whole.",
    "",
)

_LIMITS: Final = (
    "## Limits",
    "",
    "- Trained on pages that are mostly English. Openings of texts in other languages say nothing",
    "  to it; structure, names of classes and the rules then carry the decision.",
    "- Pages of products, collections and listings are the weakest: reviewers disagree on them.",
    "- A value is a probability on pages like those of the boards, not a promise about one page.",
)
