"""What tokens say, learned from labelled pages."""

import numpy as np

from models.page import Block, BlockKind, Page
from models.training.token_counts import MIN_DOMAINS, TokenCounts, name_shares, opening_shares


def page() -> Page:
    texts = {"/main[1]/p[1]": "Hello there all", "/nav[1]/a[1]": "Home"}
    blocks = tuple(Block(s, BlockKind.TEXT, t, len(t.split()), 0, t) for s, t in texts.items())
    return Page("", blocks, names={"/main[1]": "story", "/nav[1]": "menu"})


def test_names_share_the_labels_of_the_blocks_under_them():
    shares = name_shares(page(), np.array([1.0, 0.0]))

    assert shares["story"] == shares["<main>"] == shares["<p>"] == 1
    assert shares["menu"] == shares["<nav>"] == 0


def test_openings_share_the_labels_of_the_blocks_that_begin_so():
    shares = opening_shares(page(), np.array([1.0, 0.0]))

    assert shares["hello"] == 1
    assert shares["home"] == 0


def test_a_token_of_too_few_domains_says_nothing_however_many_pages_have_it():
    once = [("a.example", {"story": 1.0, "menu": 0.0})] * 50
    often = [(f"{n}.example", {"text": 1.0, "menu": 0.0}) for n in range(MIN_DOMAINS)]

    table = TokenCounts([*once, *often]).table()

    assert "story" not in table
    assert table["text"] > 0 > table["menu"]


def test_a_pages_own_domain_tells_it_nothing():
    others = [(f"{n}.example", {"box": 0.0, "rest": 1.0}) for n in range(6)]
    own = [("own.example", {"box": 1.0, "mine": 1.0})]
    counts, without = TokenCounts([*others, *own]), TokenCounts(others)

    assert counts.table("own.example").keys() == without.table().keys()
    assert counts.table("own.example")["box"] < counts.table()["box"]
