import io
import json
import tarfile

import pytest

from benchmarks.markdown_board import score_file, summarise
from benchmarks.markdown_form import write_form
from benchmarks.markdown_score import score_markdown

BASE = "https://mill.test/grain/"
TABLE = "| Mill | Year |\n| --- | --- |\n| Upper | 1702 |"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("*milled* and __ground__", "_milled_ and **ground**"),
        ("* rye\n* oats", "- rye\n\n- oats"),
        ("1. rye\n1. oats", "1) rye\n2) oats"),
        ("Flour\n=====", "# Flour #"),
        ("a line\nthat wraps", "a line that   wraps"),
        ("    grind(3)", "```\ngrind(3)\n```"),
        ("~~~ python\ngrind(3)\n~~~", "```Python,ignore\ngrind(3)   \n```"),
        (TABLE, "|Mill|Year|\n|:--|--:|\n|Upper|1702|"),
        (TABLE, "<table><tr><th>Mill</th><th>Year</th></tr><tr><td>Upper<td>1702</table>"),
        ("[rye](/grain/rye.html#top)", "[rye](rye)"),
        ("[rye][1]\n\n[1]: https://mill.test/rye/", "[rye](../rye/index.html)"),
        ('say <a href="/rye">rye</a><br>now', "say [rye](/rye) now"),
        ("![a mill](one.png)", "![a mill](https://cdn.test/two.webp)"),
        ("“so” it’s – done…", '"so" it\'s -- done...'),
        ("2 \\* 3 &lt; 7", "2 \\* 3 < 7"),
        ("## Oats {#oats}", "## Oats"),
        ("{% include rye.html %}\n\nOats\n{: .note}", "Oats"),
        ("<h2>Rye</h2>\n<ul><li>old</li></ul>", "## Rye\n\n- old"),
    ],
)
def test_what_a_reader_sees_alike_is_written_alike(one, other):
    assert write_form(one, BASE) == write_form(other, BASE)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("*milled*", "milled"),
        ("*milled*", "**milled**"),
        ("- rye", "1. rye"),
        ("- rye\n  - old rye", "- rye\n- old rye"),
        ("## Flour", "### Flour"),
        ("## Flour", "Flour"),
        ("> rye", "rye"),
        ("`grind(3)`", "grind(3)"),
        ("```\na\n  b\n```", "```\na\nb\n```"),
        ("```python\ngrind(3)\n```", "```\ngrind(3)\n```"),
        (TABLE, "Mill Year\n\nUpper 1702"),
        ("[rye](/rye)", "[rye](/oats)"),
        ("[rye](/rye)", "rye"),
        ("![a mill](one.png)", "a mill"),
        ("an {% include %} tag named", "an tag named"),
    ],
)
def test_what_a_reader_sees_apart_is_written_apart(one, other):
    assert write_form(one, BASE).whole != write_form(other, BASE).whole


def test_a_lost_table_costs_the_tables_and_not_the_code():
    truth = f"Old mills.\n\n{TABLE}\n\n```\ngrind(3)\n```"

    whole = score_markdown(truth, truth, BASE)
    lost = score_markdown(truth, truth.replace(TABLE, ""), BASE)

    assert (whole.whole, whole.tables, whole.code) == (1, 1, 1)
    assert (lost.tables, lost.code) == (0, 1)
    assert 0 < lost.whole < 1


def test_a_page_whose_truth_has_no_table_is_not_scored_on_tables():
    score = score_markdown("Old mills.", f"Old mills.\n\n{TABLE}", BASE)

    assert (score.tables, score.code) == (None, None)
    assert score.whole < 1


def test_texts_too_long_for_characters_are_compared_by_lines(monkeypatch):
    monkeypatch.setattr("benchmarks.markdown_score.MAX_PRODUCT", 10)

    score = score_markdown("- rye\n- oats\n- emmer", "- rye\n- oats\n- spelt", BASE)

    assert score.whole == pytest.approx(2 / 3)


def page(title: str, text: str) -> str:
    menu = "".join(f"<div><a href='/{n}'>Wheel number {n}</a></div>" for n in range(3))
    return f"<html><body>{menu}<div><h1>{title}</h1><p>{text}</p></div></body></html>"


@pytest.fixture
def archive(tmp_path):
    text = "The {0} mill stands by the river and grinds {0} for the {0} bakers of the town."
    pages = {f"/{n}.html": (grain, text.format(grain)) for n, grain in enumerate(
        ["rye", "oat", "wheat", "barley", "millet", "spelt", "emmer"]
    )}  # fmt: skip
    files = {f"plain/mills{path}": page(*about) for path, about in pages.items()}
    truth = [
        {"path": path, "text": f"{title}\n{text}", "markdown": f"# {title}\n\n{text}"}
        for path, (title, text) in pages.items()
    ]
    truth[0].pop("markdown")
    files["truth/mills.jsonl"] = "\n".join(map(json.dumps, truth))
    files["index.json"] = json.dumps([{"name": "mills", "start_pages": ["/0.html"]}])
    target = tmp_path / "mills.tar"
    with tarfile.open(target, "w") as tar:
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content.encode())
            tar.addfile(info, io.BytesIO(content.encode()))
    return target


def test_a_site_is_read_with_what_its_pages_teach(archive):
    pages = score_file(archive, processes=1, timeout_s=60)["content"]

    assert [page.id for page in pages] == [f"mills/{n}.html" for n in range(1, 7)]
    assert summarise(pages)["whole"] == 1


def test_a_page_alone_keeps_the_menu_that_only_the_others_tell(archive):
    pages = score_file(archive, alone=True, processes=1, timeout_s=60)["content"]

    assert summarise(pages)["whole"] < 1


def test_a_board_counts_the_pages_that_have_true_markdown(tmp_path):
    html = page("Rye", "The rye mill stands by the river and grinds for the town.")
    rows = [
        {"id": "a", "url": "", "html": html, "markdown": "# Rye\n\nThe rye mill"},
        {"id": "b", "url": "", "html": html, "markdown": ""},
    ]
    board = tmp_path / "mills.jsonl"
    board.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")

    (scored,) = score_file(board, processes=1, timeout_s=60)["content"]

    assert scored.id == "a"
    assert 0 < scored.score.whole < 1
