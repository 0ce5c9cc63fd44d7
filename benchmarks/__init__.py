"""Measures the project on boards, cases and whole sites: `python -m benchmarks --help`."""
