import io
import json
import tarfile
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from benchmarks.boards import BadInputError
from benchmarks.site_archive import Site, TruePage, page_file, page_path, read_sites, unpack
from benchmarks.site_crawl import Crawl
from benchmarks.site_score import score_site
from benchmarks.site_server import serve_folder


def site(tmp_path: Path, *truth: TruePage) -> Site:
    return Site("s", "plain", tmp_path, ("/index.html",), truth, len(truth), {})


def make_tar(path: Path, *members: tarfile.TarInfo) -> Path:
    with tarfile.open(path, "w:xz") as tar:
        for member in members:
            tar.addfile(member, io.BytesIO(b"x" * member.size))
    return path


def member(name: str, kind: bytes = tarfile.REGTYPE, target: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    info.size = 1 if kind == tarfile.REGTYPE else 0
    return info


@pytest.mark.parametrize(
    "bad",
    [
        member("/etc/outside"),
        member("plain/../../outside"),
        member("plain/link", tarfile.SYMTYPE, "/etc/passwd"),
        member("plain/link", tarfile.LNKTYPE, "../outside"),
        member("plain/pipe", tarfile.FIFOTYPE),
    ],
    ids=lambda info: info.name,
)
def test_an_archive_that_reaches_outside_is_refused_before_anything_is_written(tmp_path, bad):
    archive = make_tar(tmp_path / "sites.tar.xz", member("plain/good.html"), bad)
    target = tmp_path / "deep" / "target"
    target.mkdir(parents=True)

    with pytest.raises(BadInputError, match="unsafe member"):
        unpack(archive, target)

    assert not list(target.iterdir())


def test_an_ordinary_archive_is_unpacked(tmp_path):
    archive = make_tar(tmp_path / "sites.tar.xz", member("plain/s/..notes.html"))

    unpack(archive, tmp_path / "out")

    assert (tmp_path / "out/plain/s/..notes.html").read_bytes() == b"x"


def test_what_is_no_archive_is_one_clear_error(tmp_path):
    (tmp_path / "a.tar").write_text("not a tar")
    with pytest.raises(BadInputError, match=r"a\.tar: cannot be unpacked"):
        unpack(tmp_path / "a.tar", tmp_path / "out")
    empty = make_tar(tmp_path / "b.tar.xz", member("readme"))
    unpack(empty, tmp_path / "out")
    with pytest.raises(BadInputError, match=r"b\.tar\.xz: index\.json"):
        read_sites(tmp_path / "out", empty, "plain")


def test_sites_are_read_with_the_truth_of_their_variant(tmp_path):
    entry = {"name": "s", "start_pages": ["/"], "baselines": {"plain": {"whole": 0.5}}}
    (tmp_path / "index.json").write_text(json.dumps([entry, {"name": "t", "start_pages": []}]))
    for folder, text in (("truth", "old"), ("truth-redesign", "new")):
        (tmp_path / folder).mkdir()
        row = {"path": "/a%20b/index.html", "text": text}
        (tmp_path / folder / "s.jsonl").write_text(json.dumps(row))
    for variant in ("plain", "redesign"):
        (tmp_path / variant / "s").mkdir(parents=True)

    (plain,) = read_sites(tmp_path, tmp_path / "x.tar", "plain")
    (redesign,) = read_sites(tmp_path, tmp_path / "x.tar", "redesign")

    assert plain.truth == (TruePage("/a b/", "old"),)
    assert redesign.truth == (TruePage("/a b/", "new"),)
    assert plain.baselines == {"whole": 0.5}
    assert read_sites(tmp_path, tmp_path / "x.tar", "blind") == []


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("http://127.0.0.1:9/x/index.html", "/x/"),
        ("http://127.0.0.1:9/x/", "/x/"),
        ("http://127.0.0.1:9", "/"),
        ("/a%20b/%E4%BD%A0.html?q=1#top", "/a b/你.html"),
        ("/x/myindex.html", "/x/myindex.html"),
        ("/x", "/x"),
    ],
)
def test_a_page_is_known_by_its_decoded_path_without_index_html(url, path):
    assert page_path(url) == path


def test_the_file_of_a_page_is_its_index_or_itself():
    root = Path("root")

    assert page_file(root, "/") == root / "index.html"
    assert page_file(root, "/a b/") == root / "a b/index.html"
    assert page_file(root, "/a/b.html") == root / "a/b.html"


def test_missing_extra_and_repeated_pages_are_listed_and_missing_ones_score_nothing(tmp_path):
    true = site(tmp_path, TruePage("/", "home page"), TruePage("/a", "a b"), TruePage("/b", "c"))
    rows = [
        {"url": "http://h/index.html", "aliases": "http://h/", "content_text": "home page"},
        {"url": "http://h/a", "aliases": "", "content_text": "a x"},
        {"url": "http://h/a?q=1", "aliases": "", "content_text": "a b"},
        {"url": "http://h/other", "aliases": "", "content_text": "c"},
    ]

    score = score_site(true, Crawl(rows, 1.0))

    assert {path: page.f1 for path, page in score.scores.items()} == {"/": 1.0, "/a": 0.5, "/b": 0}
    assert score.missing == ("/b",)
    assert score.extra == ("http://h/other",)
    assert score.twice == ("/a",)
    assert score.found == 2
    assert score.mean.f1 == 0.5


def test_a_page_folded_into_another_is_found_under_its_alias(tmp_path):
    true = site(tmp_path, TruePage("/", "same"), TruePage("/copy", "same"))
    rows = [{"url": "http://h/", "aliases": "http://h/copy http://h/x", "content_text": "same"}]

    score = score_site(true, Crawl(rows, 1.0))

    assert (score.missing, score.extra, score.twice) == ((), (), ())
    assert score.mean.f1 == 1.0


def fetch(url: str) -> tuple[int, str, str, str]:
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            return answer.status, answer.url, answer.headers["Content-Type"], answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, url, error.headers["Content-Type"], error.read().decode()


def test_a_folder_is_served_at_its_own_root(tmp_path):
    root = tmp_path / "site"
    (root / "a b").mkdir(parents=True)
    (root / "empty").mkdir()
    (root / "a b/index.html").write_text("inside")
    (root / "style.css").write_text("p {}")
    (tmp_path / "secret.html").write_text("secret")

    with serve_folder(root) as address:
        assert fetch(f"{address}/a%20b/") == (200, f"{address}/a%20b/", "text/html", "inside")
        assert fetch(f"{address}/a%20b")[:2] == (200, f"{address}/a%20b/")
        assert fetch(f"{address}/style.css")[2] == "text/css"
        for path in ("/missing.html", "/empty/", "/../secret.html", "/%2e%2e/secret.html", "/"):
            assert fetch(address + path)[0] == 404
