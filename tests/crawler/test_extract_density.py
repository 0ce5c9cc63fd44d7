"""`scrapy extract --method density`: the densitometric classifier alone, rendered as any page."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from scrapy.cmdline import execute
from scrapy.settings import Settings

from crawler.commands.extract import extract_by_density

SENTENCE = (
    "A kite wants wind, a field and a friend who can run, and whoever made it wants to see it fly."
)
PAGE = f"""<!doctype html><html lang="en"><head><title>On kites</title></head><body>
<ul><li><a href="/">Home</a><li><a href="/all">All toys</a></ul>
<h2>On kites</h2><p>{SENTENCE}</p><p>{SENTENCE} See <a href="knots">the knots</a>.</p>
<p><a href="?p">Print</a></p><noscript>Scripts are off.</noscript>
<footer>{SENTENCE} Toy museum.</footer></body></html>"""

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    path = tmp_path / "page.html"

    def run_on(html: str | bytes, *arguments: str) -> tuple[int, str, str]:
        path.write_bytes(html if isinstance(html, bytes) else html.encode())
        settings = Settings()
        settings.setmodule("crawler.settings")
        with pytest.raises(SystemExit) as ended:
            execute(["scrapy", "extract", str(path), *arguments], settings)
        written = capfd.readouterr()
        assert isinstance(ended.value.code, int)
        return ended.value.code, written.out, written.err

    return run_on


def test_it_prints_what_the_classifier_keeps(run: Run) -> None:
    code, out, err = run(PAGE, "--method", "density", "--url", "https://toys.example/a/b")

    assert (code, err) == (0, "")
    assert out.startswith(f"## On kites\n\n{SENTENCE}\n\n")
    assert "[the knots](https://toys.example/a/knots)" in out
    assert not any(gone in out for gone in ("Home", "All toys", "Print", "Toy museum"))


def test_a_page_that_would_be_empty_is_whole_and_says_so(run: Run) -> None:
    code, out, err = run("<ul><li><a>Home</a><li><a>Toys</a></ul>", "--method", "density")

    assert code == 0
    assert "Home" in out
    assert err == "scrapy extract: density found no content; this is the whole page\n"


def test_json_has_the_same_fields_as_without_it(run: Run) -> None:
    _, plain, _ = run(PAGE, "--json")
    _, out, _ = run(PAGE, "--json", "--method", "density")
    row = json.loads(out)

    assert row.keys() == json.loads(plain).keys()
    assert row["content_methods"] == "density"
    assert row["flags"] == ""
    assert (row["title"], row["language"]) == ("On kites", "en")
    assert "Toy museum" in row["markdown"]
    assert "Toy museum" not in row["content_markdown"]


def test_json_flags_a_whole_page(run: Run) -> None:
    _, out, _ = run("<p>Home</p>", "--json", "--method", "density")
    row = json.loads(out)

    assert (row["flags"], row["content_methods"]) == ("density_fallback", "")


@pytest.mark.parametrize("option", [("--whole",), ("--explain",), ("--site", "toys.example")])
def test_options_of_the_other_method_are_refused(run: Run, option: tuple[str, ...]) -> None:
    code, out, err = run(PAGE, "--method", "density", *option)

    assert (code, out) == (2, "")
    assert "leave out --whole, --explain and --site" in err


def test_an_unknown_method_is_refused(run: Run) -> None:
    code, out, err = run(PAGE, "--method", "guess")

    assert (code, out) == (2, "")
    assert "guess" in err
    assert "density" in err


def test_the_bytes_are_decoded_as_for_any_page() -> None:
    html = PAGE.replace("kite", "drachen für kühne").encode("cp1252")

    content = extract_by_density(html, "", "text/html; charset=windows-1252")

    assert "drachen für kühne" in content.content_text
