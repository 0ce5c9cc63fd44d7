import os
import time

from benchmarks.workers import run_jobs


def act(job: str) -> str:
    if job == "crash":
        os._exit(7)
    if job == "hang":
        time.sleep(60)
    if job == "raise":
        raise ValueError("no such page")
    return job.upper()


def test_a_page_that_crashes_hangs_or_raises_loses_no_other():
    jobs = ["a", "crash", "b", "hang", "c", "raise", "d", "e"]

    results = dict(run_jobs(act, jobs, processes=2, timeout_s=3))

    assert set(results) == set(jobs)
    assert [results[job].value for job in "abcde"] == list("ABCDE")
    assert "code 7" in results["crash"].failure
    assert results["hang"].failure == "took more than 3 s"
    assert results["raise"].failure.startswith("ValueError: no such page")
    assert not results["a"].failure


def test_no_jobs_end_at_once():
    assert list(run_jobs(act, [])) == []
