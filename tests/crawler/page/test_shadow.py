import pytest
from lxml import etree

from crawler.page.parse import parse_html


def compose(html: str) -> str:
    body = parse_html(html).find("body")
    return etree.tostring(body, encoding="unicode", method="html")[6:-7]


def root(inner: str, mode: str = "open") -> str:
    return f"<template shadowrootmode={mode}>{inner}</template>"


def test_children_go_to_the_slots_that_name_them_and_the_rest_to_the_default_slot() -> None:
    html = f"<my-card>{root('<h2><slot name=t></slot></h2><p><slot></slot></p>end')}" + (
        "one <b slot=t>Title</b>two <i>three</i> four</my-card>after"
    )

    assert compose(html) == (
        '<my-card><h2><slot name="t"><b slot="t">Title</b></slot></h2>'
        "<p><slot>one two <i>three</i> four</slot></p>end</my-card>after"
    )


def test_a_slot_shows_its_own_content_only_while_nothing_is_assigned() -> None:
    shadow = root("<slot name=a>fallback a</slot><slot>fallback</slot>", "closed")

    assert "fallback a" in compose(f"<x-y>{shadow} </x-y>")
    assert ">fallback<" in compose(f"<x-y>{shadow} </x-y>")
    assert "fallback<" not in compose(f"<x-y>{shadow}text</x-y>")


def test_a_child_that_no_slot_takes_is_kept_and_marked_hidden() -> None:
    composed = compose(f"<x-y>{root('<p>shown</p>')}loose<b>bold</b><i slot=none>it</i></x-y>")

    assert composed == (
        '<x-y><p>shown</p><span hidden="">loose</span><b hidden="">bold</b>'
        '<i slot="none" hidden="">it</i></x-y>'
    )


def test_a_root_inside_a_root_takes_what_the_outer_one_hands_on() -> None:
    inner = f"<x-b>{root('[<slot></slot>]')}<slot></slot></x-b>"

    assert compose(f"<x-a>{root(inner)}light</x-a>") == (
        "<x-a><x-b>[<slot><slot>light</slot></slot>]</x-b></x-a>"
    )


@pytest.mark.parametrize(
    "html",
    [
        "<x-y><template><p>a</p></template>b</x-y>",
        '<ul><template shadowrootmode="open"><p>a</p></template>b</ul>',
        '<x-y><template shadowrootmode="shut"><p>a</p></template>b</x-y>',
    ],
)
def test_a_template_that_is_no_shadow_root_stays(html: str) -> None:
    assert "<template" in compose(html)


def test_only_the_first_root_of_a_host_counts() -> None:
    composed = compose(f"<x-y>{root('<p>a</p>')}{root('<p>b</p>')}</x-y>")

    assert composed.startswith("<x-y><p>a</p>")
    assert "<template" in composed
