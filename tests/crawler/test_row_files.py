"""Rows and the pages without one, in real crawls and exports."""

import json
import sqlite3
from pathlib import Path

import pytest

from tests.crawler.crawling import Run, Workplace
from tests.crawler.serving import serve


@pytest.fixture
def workplace(tmp_path: Path) -> Workplace:
    return Workplace(tmp_path)


def garden(*plants: int) -> dict[str, str]:
    links = "".join(f'<a href="/plant/{number}">Plant {number}</a> ' for number in plants)
    pages = {
        f"/plant/{number}": f"<p>Plant {number} wants {number} litres of water and some shade.</p>"
        for number in plants
    }
    return {"/": f"<p>What grows in the garden by the sea.</p><p>{links}</p>", **pages}


def damage(workplace: Workplace, url: str) -> None:
    """Overwrite what is stored of the pages whose address begins so."""
    with sqlite3.connect(workplace.folder / "sites.db") as store:
        store.execute(
            "UPDATE version SET blocks = x'00ff' WHERE id IN"
            " (SELECT version_id FROM page WHERE url LIKE ?)",
            [f"{url}%"],
        )


def crawl(workplace: Workplace, url: str) -> Run:
    return workplace.run("crawl", "site", "-a", f"url={url}", "-O", str(workplace.output))


def test_crawl_and_export_say_why_there_are_fewer_rows_than_pages(workplace: Workplace) -> None:
    routes = garden(1, 2, 3)
    routes["/"] += '<a href="/plant/2/index.html">Plant 2</a>'
    routes["/plant/2/index.html"] = routes["/plant/2"]
    with serve(routes) as served:
        run = crawl(workplace, served.url)
    exported = workplace.run("export", served.host, "-O", str(workplace.output))

    said = f"5 pages stored, 4 rows in {workplace.output}, 1 address led to a page already there\n"
    assert run.code == exported.code == 0
    assert f"output: {said}" in run.stderr
    assert exported.stderr == f"{served.host}: {said}"


def test_a_damaged_page_costs_an_export_one_row_and_exit_code_1(workplace: Workplace) -> None:
    with serve(garden(1, 2, 3)) as served:
        workplace.crawl(served.url)
    damage(workplace, f"{served.url}plant/2")
    blocks = workplace.folder / "blocks.jsonl"

    export = ("export", served.host, "--blocks", str(blocks))
    run = workplace.run(*export, "-O", str(workplace.output))
    piped = workplace.run("export", served.host)

    lines = run.stderr.splitlines()
    assert run.code == piped.code == 1
    assert lines[0].startswith(f"{served.url}plant/2: no row: a stored page is damaged")
    assert lines[1] == (
        f"{served.host}: 4 pages stored, 3 rows in {workplace.output}, 1 page failed"
    )
    assert len(lines) == 3
    assert workplace.paths() == ["", "plant/1", "plant/3"]
    assert piped.stdout == workplace.output.read_bytes()
    pages = {json.loads(line)["page_id"] for line in blocks.read_text().splitlines()}
    assert pages == {row["id"] for row in workplace.rows()}


def test_a_damaged_page_costs_a_crawl_one_row_until_it_is_fetched_again(
    workplace: Workplace,
) -> None:
    routes = garden(1, 2, 3)
    with serve(routes) as served:
        workplace.crawl(served.url)
        damage(workplace, f"{served.url}plant/2")
        routes["/"] = garden(1, 3)["/"]
        run = crawl(workplace, served.url)
        left = workplace.paths()
        routes["/"] = garden(1, 2, 3)["/"]
        mended = crawl(workplace, served.url)

    assert run.code == 1
    assert left == ["", "plant/1", "plant/3"]
    assert f"{served.url}plant/2: no row: a stored page is damaged" in run.stderr
    assert f"output: 4 pages stored, 3 rows in {workplace.output}, 1 page failed" in run.stderr
    assert "Traceback" not in run.stderr
    assert mended.code == 0
    assert workplace.paths() == ["", "plant/1", "plant/2", "plant/3"]


def test_when_every_page_is_damaged_the_output_of_before_stays(workplace: Workplace) -> None:
    with serve(garden(1, 2)) as served:
        workplace.crawl(served.url)
    before = workplace.output.read_bytes()
    damage(workplace, served.url)

    run = workplace.run("export", served.host, "-O", str(workplace.output))

    assert run.code == 2
    assert "no page gave a row; the first: " in run.stderr
    assert workplace.output.read_bytes() == before
