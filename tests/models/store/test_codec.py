import json
from dataclasses import replace

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from models.chrome import Observation
from models.page import Block, BlockKind, Hidden, Metadata, Page, Region, Widget
from models.store import StoreError, codec

TEXTS = st.text(st.characters(codec=None), max_size=20)
COUNTS = st.integers(0, 1000)
BLOCKS = st.builds(
    Block,
    slot=TEXTS,
    kind=st.sampled_from(BlockKind),
    text=TEXTS,
    words=COUNTS,
    linked_words=COUNTS,
    markdown=TEXTS,
    level=COUNTS,
    ordered=st.booleans(),
    language=TEXTS,
    region=st.sampled_from(Region),
    widget=st.sampled_from(Widget),
    hidden=st.sampled_from(Hidden),
    in_main=st.booleans(),
    article=st.integers(-1, 50),
    in_article_body=st.booleans(),
)
PAGES = st.builds(
    Page,
    url=TEXTS,
    blocks=st.lists(BLOCKS, max_size=5).map(tuple),
    metadata=st.builds(Metadata, title=TEXTS, jsonld=TEXTS, canonical_url=TEXTS),
    links=st.lists(TEXTS, max_size=3).map(tuple),
)
DIGESTS = st.integers(-(2**63), 2**63 - 1)
SMALL = Page("u", (Block("/p", BlockKind.TEXT, "a", 1, 0, "a"),), links=("v",))


def compress(value: object) -> bytes:
    return zstandard.compress(json.dumps(value).encode())


def as_json(page: Page) -> dict:
    return json.loads(zstandard.decompress(codec.pack_page(page)))


@given(page=PAGES)
def test_a_page_comes_back_as_it_was_lone_surrogates_included(page: Page):
    back = codec.unpack_page(codec.pack_page(page))

    assert back == page
    assert all(type(b.kind) is BlockKind and type(b.hidden) is Hidden for b in back.blocks)


def test_the_names_of_elements_around_a_block_come_back_and_no_others():
    named = {"/p": "lead", "/aside": "rail", "/p/b[1]": "bold"}

    back = codec.unpack_page(codec.pack_page(replace(SMALL, names=named)))

    assert back.names == {"/p": "lead"}


@given(body=st.binary(max_size=2000))
def test_a_body_comes_back_as_it_was(body: bytes):
    assert codec.unpack_body(codec.pack_body(body)) == body


@given(
    texts=st.frozensets(DIGESTS, max_size=6),
    slots=st.frozensets(st.tuples(DIGESTS, DIGESTS), max_size=6),
)
def test_an_observation_comes_back_as_it_was(
    texts: frozenset[int], slots: frozenset[tuple[int, int]]
):
    observation = Observation(texts | {text for _, text in slots}, slots)

    assert codec.unpack_observation(codec.pack_observation(observation)) == observation


def test_a_page_of_an_older_engine_gets_the_defaults_of_the_fields_it_lacks():
    old = as_json(SMALL)
    del old["blocks"]["article"], old["metadata"]["jsonld"]
    old["blocks"]["forgotten"] = [1]

    assert codec.unpack_page(compress(old)) == SMALL


@pytest.mark.parametrize(
    "damage",
    [
        lambda page: page.pop("url"),
        lambda page: page.update(url=None),
        lambda page: page.update(links="v"),
        lambda page: page.update(links=[1]),
        lambda page: page.update(blocks=[]) or page.update(blocks=[1]),
        lambda page: page.update(metadata=None),
        lambda page: page["blocks"].pop("slot"),
        lambda page: page["blocks"].pop("text"),
        lambda page: page["blocks"].update(words=["1"]),
        lambda page: page["blocks"].update(words=[True]),
        lambda page: page["blocks"].update(words=[1, 2]),
        lambda page: page["blocks"].update(kind=["banner"]),
        lambda page: page["blocks"].update(kind=[{}]),
    ],
)
def test_a_page_with_one_wrong_value_is_refused(damage):
    value = as_json(SMALL)
    damage(value)

    with pytest.raises(StoreError, match="stored page is damaged"):
        codec.unpack_page(compress(value))


@pytest.mark.parametrize(
    "stored",
    [
        b"",
        b"not compressed",
        codec.pack_page(SMALL)[:-3],
        zstandard.compress(b"\xff\xfe"),
        zstandard.compress(b"[" * 200_000),
        compress([]),
        compress(None),
        compress(1),
        zstandard.compress(b'{"url":' + b"9" * 10_000 + b"}"),
        zstandard.ZstdCompressor(write_content_size=False).compress(b"{}"),
    ],
    ids=["empty", "text", "cut", "bytes", "nested", "list", "null", "1", "digits", "no-size"],
)
def test_bytes_that_are_no_page_are_refused(stored: bytes):
    with pytest.raises(StoreError, match="stored page is damaged"):
        codec.unpack_page(stored)


def test_a_small_value_that_unpacks_to_too_much_is_refused_before_it_is_unpacked(monkeypatch):
    bomb = codec.pack_body(bytes(1_000_000))
    monkeypatch.setattr(codec, "MAX_BODY_BYTES", 999_999)

    assert len(bomb) < 1000
    with pytest.raises(StoreError, match="declares 1,000,000 bytes"):
        codec.unpack_body(bomb)


def test_a_frame_that_declares_less_than_it_holds_is_refused():
    whole = zstandard.compress(b"x" * 200, level=1)
    declared = zstandard.frame_content_size(whole)
    lying = whole.replace(bytes([declared]), bytes([20]), 1)

    assert zstandard.frame_content_size(lying) == 20
    with pytest.raises(StoreError, match="stored body is damaged"):
        codec.unpack_body(lying)


def test_a_body_too_large_to_be_read_back_is_not_stored(monkeypatch):
    monkeypatch.setattr(codec, "MAX_BODY_BYTES", 10)

    with pytest.raises(StoreError, match="11 bytes, more than 10"):
        codec.pack_body(b"12345678901")


@pytest.mark.parametrize("stored", [b"", b"1234567", bytes(7), b"\xff" * 8, b"\x05" + bytes(15)])
def test_bytes_that_are_no_observation_are_refused(stored: bytes):
    with pytest.raises(StoreError, match="stored observation is damaged"):
        codec.unpack_observation(stored)
