"""A command line that cannot work ends with one clear line and exit code 2."""

import subprocess
from pathlib import Path

import pytest
from scrapy.cmdline import execute
from scrapy.utils.project import get_project_settings

from crawler.setting_checks import check_settings
from models.store import Store
from tests.crawler.crawling import Workplace, environment, finish

URL = "url=http://127.0.0.1:9/"
# Where not even root makes a file, and what is no file though it can be written to.
PLACES_OF_LINUX = [
    (f"crawl site -a {URL} -O /proc/pages.jsonl", "nothing can be written to /proc"),
    (f"crawl site -a {URL} -O /dev/null:jsonlines", "is no regular file"),
    (f"crawl site -a {URL} -s JOBDIR=/proc/jobs", "JOBDIR=/proc/jobs: cannot be written to"),
] * Path("/proc/self").exists()


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to stand in, with a regular file in it."""
    monkeypatch.setenv("SCRAPY_SETTINGS_MODULE", "crawler.settings")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("in the way")
    return tmp_path


def refuse(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command line in this process, which ends before anything is crawled."""
    with pytest.raises(SystemExit) as caught:
        execute(["scrapy", *arguments], get_project_settings())
    captured = capsys.readouterr()
    assert caught.value.code == 2
    assert captured.out == ""
    lines = captured.err.splitlines()
    assert len(lines) == 1, captured.err
    return lines[0]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("crawl", "name one spider"),
        ("crawl site", "no site given: add -a url=https://"),
        ("crawl nosuch -a url=http://127.0.0.1:9/", "no spider 'nosuch': there are"),
        ("crawl site other -a url=http://127.0.0.1:9/", "name one spider, not 2"),
        ("crawl site -a url=notaurl", "-a url=notaurl: not a URL"),
        ("crawl site -a url=ftp://127.0.0.1/", "not an http or https address"),
        ("crawl site -a url=http://user:pw@127.0.0.1/", "user name"),
        ("crawl site -a url", "Invalid -a value"),
        ("crawl site -a domain=http://example.com", "a host name alone"),
        ("crawl site -a scope=all -a url=http://127.0.0.1:9/", "host, path or domain"),
        ("crawl site -a dept=2 -a url=http://127.0.0.1:9/", "unknown argument -a dept"),
        ("crawl site --fast -a url=http://127.0.0.1:9/", "unknown option --fast"),
        (f"crawl site -a {URL} -O file/pages.jsonl", "file is a file, not a folder"),
        (f"crawl site -a {URL} -O missing/pages.jsonl", "there is no folder missing"),
        (f"crawl site -a {URL} -O .", "is a folder|not known from the name"),
        (f"crawl site -a {URL} -O pages.csv", "FILE.jsonl.gz"),
        (f"crawl site -a {URL} -O pages.jsonl:xml", "format xml is not written"),
        (f"crawl site -a {URL} -O s3://bucket/pages.jsonl", "s3: is no place for output"),
        (f"crawl site -a {URL} -O pages.jsonl/", "names a folder, not a file"),
        (f"crawl site -a {URL} -O {'a' * 300}.jsonl", "File name too long"),
        (f"crawl site -a {URL} -O a.jsonl -O ./a.jsonl", "a.jsonl is named twice"),
        (f"crawl site -a {URL} -O - -O stdout:", "standard output is named twice"),
        (f"crawl site -a {URL} -o pages.jsonl", "use -O"),
        (f"crawl site -a {URL} -s NAME", "Invalid -s value"),
        (f"crawl site -a {URL} -s DOWNLOAD_DELAY=slow", "DOWNLOAD_DELAY=slow: not a number"),
        (f"crawl site -a {URL} -s CLOSESPIDER_PAGECOUNT=1.5", "not a whole number"),
        (f"crawl site -a {URL} -s CONCURRENT_REQUESTS=-1", "must not be negative"),
        (f"crawl site -a {URL} -s ROBOTSTXT_OBEY=perhaps", "not True or False"),
        (f"crawl site -a {URL} -s CONCURRENT_REQUESTS=0", "REQUESTS=0: must be greater than 0"),
        (f"crawl site -a {URL} -s CONCURRENT_REQUESTS_PER_DOMAIN=0", "must be greater than 0"),
        (f"crawl site -a {URL} -s DOWNLOAD_TIMEOUT=0", "must be greater than 0"),
        (f"crawl site -a {URL} -s DOWNLOAD_DELAY=inf", "DOWNLOAD_DELAY=inf: must be finite"),
        (f"crawl site -a {URL} -s DOWNLOAD_DELAY=nan", "DOWNLOAD_DELAY=nan: must be finite"),
        (f"crawl site -a {URL} -s RETRY_HTTP_CODES=500,abc", "RETRY_HTTP_CODES=500,abc: not whole"),
        (f"crawl site -a {URL} -s ROBOTSTXT_RETRY_DELAYS_SECONDS=a", "SECONDS=a: not numbers"),
        (f"crawl site -a {URL} -s ROBOTSTXT_RETRY_DELAYS_SECONDS=1,inf", "must be finite"),
        (f"crawl site -a {URL} -s USER_AGENT_CONTACT=me", "=me: neither an e-mail address nor"),
        (f"crawl site -a {URL} -s PRIVATE_ADDRESSES_ALLOWED=nas", "=nas: not an IP address or"),
        (f"crawl site -a {URL} -s JOBDIR=file/jobs", "file is a file, not a folder"),
        (f"crawl site -a {URL} -s SCHEDULER=foo", "SCHEDULER=foo: no such class"),
        (f"crawl site -a {URL} -s DUPEFILTER_CLASS=no.such", "DUPEFILTER_CLASS=no.such: no such"),
        (f"crawl site -a {URL} -s TWISTED_REACTOR=json.loads", "=json.loads: not a class"),
        (f"crawl site -a {URL} -s LOG_ENCODING=foo", "LOG_ENCODING=foo: not a text encoding"),
        (f"crawl site -a {URL} -s RETRY_EXCEPTIONS=foo", "RETRY_EXCEPTIONS=foo: no such class"),
        (f'crawl site -a {URL} -s EXTENSIONS={{"foo":1}}', "EXTENSIONS=foo: no such class"),
        (f"crawl site -a {URL} -s SPIDER_MODULES=nosuch", "SPIDER_MODULES=nosuch: No module"),
        (f"crawl site -a {URL} -s LOG_FORMAT=%z", "LOG_FORMAT=%z: "),
        (f"crawl site -a {URL} -L LOUD", "LOG_LEVEL=LOUD: not a log level"),
        (f"crawl site -a {URL} --logfile missing/log", "there is no folder missing"),
        (f"crawl site -a {URL} --pidfile missing/pid", "missing/pid"),
        (f"crawl site -a {URL} -s STORE_URL=nonsense", "nonsense"),
        (f"crawl site -a {URL} -s STORE_URL=sqlite:///file/sites.db", "file/sites.db"),
        *PLACES_OF_LINUX,
        ("export", "name one site"),
        ("export one two", "name one site"),
        ("export --all", "name one site"),
        ("export example.com", "sites.db"),
        ("export example.com -O pages.csv", "FILE.jsonl.gz"),
        ("export example.com -O file/pages.jsonl", "file is a file, not a folder"),
        ("export example.com --blocks pages.csv", "--blocks pages.csv: format not known"),
        ("export example.com -O a.jsonl --blocks ./a.jsonl", "-O and --blocks: "),
        ("export example.com --blocks -", "standard output is named twice"),
        ("export example.com -s NAME", "Invalid -s value"),
    ],
)
def test_a_bad_command_line_is_told_in_one_line(
    here: Path, capsys: pytest.CaptureFixture[str], arguments: str, complaint: str
) -> None:
    line = refuse(capsys, *arguments.split())

    assert any(part in line for part in complaint.split("|")), line
    assert line.startswith(f"scrapy {arguments.split()[0]}: ")
    assert [path.name for path in here.iterdir()] == ["file"], "nothing may be made on the way"


@pytest.mark.parametrize(
    "setting",
    [
        "RETRY_HTTP_CODES=",
        "RETRY_PRIORITY_ADJUST=-5",
        "JOBDIR=jobs",
        "CLOSESPIDER_TIMEOUT=0",
        "STATS_CLASS=scrapy.statscollectors.DummyStatsCollector",
        "LOG_ENCODING=latin-1",
        "ROBOTSTXT_RETRY_DELAYS_SECONDS=0.1,1",
    ],
)
def test_a_setting_of_the_right_kind_passes(here: Path, setting: str) -> None:
    settings = get_project_settings()
    name, _, value = setting.partition("=")
    settings.set(name, value, priority="cmdline")

    check_settings(settings)

    assert [path.name for path in here.iterdir()] == ["file"], "a check makes nothing"


def test_an_unknown_site_is_answered_with_the_known_ones(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Store.open("sqlite:///sites.db") as store:
        store.start_run("example.com", ["https://example.com/"], "c", "2026-01-01T00:00:00Z")

    line = refuse(capsys, "export", "example.org", "-O", "pages.jsonl")

    assert "no site 'example.org' in the store: there is example.com" in line
    assert not (here / "pages.jsonl").exists()


def test_the_process_itself_prints_one_line(workplace: Workplace) -> None:
    run = workplace.run("crawl", "site", "-a", "url=notaurl")

    assert run.code == 2
    assert run.stderr.count("\n") == 1
    assert run.stdout == b""


def test_the_console_script_works_where_no_project_is(workplace: Workplace) -> None:
    variables = environment()
    variables.pop("SCRAPY_SETTINGS_MODULE", None)
    process = subprocess.Popen(
        workplace.command("list"),
        cwd=workplace.folder,
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    run = finish(process)

    assert run.code == 0, run.stderr
    assert "site" in run.stdout.decode().split()
