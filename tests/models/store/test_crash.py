import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

from models.store import Store
from pipelines.chrome import learn_profile, observe
from tests.models.store.building import SITE

ROOT = Path(__file__).parents[3]
WRITER = """
import sys
from models.store import Store
from tests.models.store.building import commit, make_page

with Store.open(sys.argv[1]) as store:
    for number in range(100_000):
        page = make_page(f"/{number % 300}", ["Menu", *(f"{number} {n}" for n in range(60))])
        commit(store, page, links=[f"/{number + n}" for n in range(20)])
        print(number, flush=True)
"""


def kill_after_some_commits(url: str, commits: int, delay: float) -> int:
    """Start a process that stores pages, kill it in the middle; the last page it reported."""
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, url], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert writer.stdout is not None
    for _ in range(commits):
        assert writer.stdout.readline()
    time.sleep(delay)
    writer.send_signal(signal.SIGKILL)
    rest = writer.stdout.read().split("\n")[:-1]
    writer.wait()
    return int(rest[-1]) if rest else commits - 1


def test_a_store_whose_writer_was_killed_holds_every_reported_page_whole(tmp_path: Path):
    path = tmp_path / "sites.db"
    url = f"sqlite:///{path}"
    for delay in (0.0, 0.003, 0.007):
        reported = kill_after_some_commits(url, 25, delay)

        with Store.open(url) as store:
            pages = list(store.iter_pages(SITE, with_body=True))
            assert len(pages) == store.page_count(SITE) >= reported + 1
            assert len(list(store.iter_links(SITE))) == 20 * len(pages)
            observations = [observe(stored.page) for stored in pages]
            assert store.load_profile(SITE) == learn_profile(observations)
            for stored in pages:
                text = "\n".join(block.text for block in stored.page.blocks)
                assert stored.fetched.body.decode() == text
        with sqlite3.connect(path) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            counted = connection.execute("SELECT count(*), sum(pages) FROM text_statistic")
            texts = [text for observation in observations for text in observation.texts]
            assert counted.fetchone() == (len(set(texts)), len(texts))


def test_processes_that_store_the_same_pages_at_once_leave_what_one_would(store_url: str):
    code = WRITER.replace("range(100_000)", "range(int(sys.argv[2]), int(sys.argv[2]) + 60)")
    code = code.replace("% 300", "% 20").replace("print(number, flush=True)", "")
    writers = [
        subprocess.Popen([sys.executable, "-c", code, store_url, start], cwd=ROOT)
        for start in ("0", "7", "13")
    ]

    assert [writer.wait(timeout=120) for writer in writers] == [0, 0, 0]
    with Store.open(store_url) as store:
        observations = [observe(stored.page) for stored in store.iter_pages(SITE)]
        assert len(observations) == store.page_count(SITE) == 20
        assert store.load_profile(SITE) == learn_profile(observations)
