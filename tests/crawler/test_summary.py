"""The end of a crawl in lines for people."""

from crawler.summary import describe_rows, has_failed, summarise


def test_pages_chrome_reasons_and_output_are_named() -> None:
    lines = summarise(
        {
            "finish_reason": "finished",
            "sitewinnow/pages_committed": 1200,
            "sitewinnow/site_pages/example.com": 1200,
            "sitewinnow/chrome_texts/example.com": 40,
            "sitewinnow/chrome_slots/example.com": 1,
            "sitewinnow/turned_away/off_site": 7,
            "sitewinnow/turned_away/robots_forbidden": 9,
            "sitewinnow/turned_away_first/off_site": "https://example.org/",
            "sitewinnow/errors/http_404": 2,
            "sitewinnow/unreadable/too_large": 1,
            "sitewinnow/outputs/pages.jsonl": 1180,
            "sitewinnow/outputs_folded/pages.jsonl": 20,
            "scheduler/enqueued": 5,
        }
    )

    assert lines == [
        "example.com: 1,200 pages stored; chrome: 40 texts and 1 slot that repeat",
        "not followed: robots_forbidden 9",
        "not followed: off_site 7, the first https://example.org/",
        "failed: http_404 2",
        "unreadable: too_large 1",
        "output: 1,200 pages stored, 1,180 rows in pages.jsonl, "
        "20 addresses led to a page already there",
    ]


def test_a_start_that_failed_comes_first_and_fails_an_empty_crawl() -> None:
    stats = {
        "finish_reason": "finished",
        "sitewinnow/failed_starts/https://example.com/": "the server answered 500",
        "sitewinnow/site_pages/example.com": 0,
    }

    assert summarise(stats)[0] == "START FAILED: https://example.com/: the server answered 500"
    assert has_failed(stats)
    assert not has_failed({**stats, "sitewinnow/pages_committed": 3})


def test_an_output_that_was_not_written_fails_the_crawl() -> None:
    stats = {"finish_reason": "finished", "sitewinnow/outputs_failed/a.jsonl": "disk full"}

    assert "NOT WRITTEN: a.jsonl: disk full" in summarise(stats)
    assert has_failed(stats)


def test_a_crawl_cut_short_says_so_and_a_whole_one_does_not() -> None:
    assert "stopped early (closespider_timeout)" in "".join(
        summarise({"finish_reason": "closespider_timeout"})
    )
    assert summarise({"finish_reason": "finished"}) == []


def test_a_start_that_only_scripts_fill_is_told() -> None:
    (line,) = summarise({"sitewinnow/bare_starts/https://example.com/": 1})

    assert line.startswith("NEEDS JAVASCRIPT: https://example.com/: ")


def test_what_a_server_sends_moves_no_cursor() -> None:
    stats = {
        "sitewinnow/failed_starts/https://example.com/": "a\x1b[2Jb",
        "finish_reason": "finished",
    }

    assert "\x1b" not in "".join(summarise(stats))


def test_fewer_rows_than_pages_are_explained_and_as_many_are_not() -> None:
    assert describe_rows("a.jsonl", 1, stored=1) == "1 row in a.jsonl"
    assert describe_rows("a.jsonl", 18, stored=30, folded=12) == (
        "30 pages stored, 18 rows in a.jsonl, 12 addresses led to a page already there"
    )
    assert describe_rows("a.jsonl", 3, stored=6, folded=1, lost=2) == (
        "6 pages stored, 3 rows in a.jsonl, 1 address led to a page already there, 2 pages failed"
    )
    assert describe_rows("a.jsonl", 3, stored=5) == (
        "5 pages stored, 3 rows in a.jsonl, 2 pages left out by a flag"
    )


def test_a_page_that_gave_no_row_fails_the_crawl() -> None:
    stats = {"finish_reason": "finished", "sitewinnow/outputs/a.jsonl": 4}

    assert not has_failed(stats)
    assert has_failed({**stats, "sitewinnow/export_failed": 1})
