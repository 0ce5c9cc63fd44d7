"""The figures and tables of the sites benchmark."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from benchmarks.metrics import mean, mean_score
from benchmarks.report import Cell, Report, Table
from benchmarks.site_score import SiteScore


def report_sites(results: Sequence[SiteScore], in_process: bool, worst: int) -> Report:
    """Put the scores of sites into figures and tables, by variant."""
    by_variant: dict[str, list[SiteScore]] = defaultdict(list)
    for result in results:
        by_variant[result.site.variant].append(result)
    report = Report({"command": "sites", "in_process": in_process, "variants": []})
    for variant, scores in by_variant.items():
        report.figures["variants"].append(_variant_figures(variant, scores))
        report.tables += _variant_tables(variant, scores, worst)
    return report


def _variant_figures(variant: str, scores: Sequence[SiteScore]) -> dict[str, Any]:
    total = mean_score([score.mean for score in scores])
    return {
        "variant": variant,
        "precision": total.precision,
        "recall": total.recall,
        "f1": total.f1,
        "pages": sum(len(score.scores) for score in scores),
        "found": sum(score.found for score in scores),
        "reachable": sum(score.site.reachable for score in scores),
        "baselines": _mean_baselines(scores),
        "sites": [_site_figures(score) for score in scores],
    }


def _site_figures(score: SiteScore) -> dict[str, Any]:
    return {
        "name": score.site.name,
        "precision": score.mean.precision,
        "recall": score.mean.recall,
        "f1": score.mean.f1,
        "pages": len(score.scores),
        "found": score.found,
        "reachable": score.site.reachable,
        "missing": list(score.missing),
        "extra": list(score.extra),
        "twice": list(score.twice),
        "seconds": score.seconds,
        "pages_per_s": _rate(score),
        "baselines": score.site.baselines,
        "failure": score.failure,
        "page_f1": {path: page.f1 for path, page in score.scores.items()},
    }


def _mean_baselines(scores: Sequence[SiteScore]) -> dict[str, float]:
    names = list(dict.fromkeys(name for score in scores for name in score.site.baselines))
    known = partial(_known_baselines, scores)
    return {name: mean(known(name)) for name in names}


def _known_baselines(scores: Sequence[SiteScore], name: str) -> list[float]:
    return [score.site.baselines[name] for score in scores if name in score.site.baselines]


def _rate(score: SiteScore) -> float:
    return score.found / score.seconds if score.seconds else 0.0


def _variant_tables(variant: str, scores: Sequence[SiteScore], worst: int) -> Iterator[Table]:
    baselines = list(_mean_baselines(scores))
    headings = ("site", "pages", "found", "extra", "twice", "P", "R", "F1", "s", "pages/s")
    rows = [_row(score, baselines) for score in scores]
    yield Table(f"{variant}: word F1, mean over pages", (*headings, *baselines), rows)
    yield _total_table(variant, scores)
    troubles: list[Sequence[Cell]] = [
        (score.site.name, what, detail)
        for score in scores
        for what, details in (
            ("failed", [score.failure] if score.failure else []),
            ("missing", score.missing if score.found else ["every page"]),
            ("extra", score.extra),
            ("twice", score.twice),
        )
        for detail in details
    ]
    yield Table(f"{variant}: what came out wrong", ("site", "what", "page"), troubles)
    pages = [(s.site.name, path, page) for s in scores for path, page in s.scores.items()]
    pages.sort(key=lambda entry: entry[2].f1)
    worst_rows = [(name, path, p.precision, p.recall, p.f1) for name, path, p in pages[:worst]]
    yield Table(f"{variant}: worst pages", ("site", "page", "P", "R", "F1"), worst_rows)


def _row(score: SiteScore, baselines: Sequence[str]) -> Sequence[Cell]:
    figures = score.mean
    return (
        score.site.name,
        len(score.scores),
        score.found,
        len(score.extra),
        len(score.twice),
        figures.precision,
        figures.recall,
        figures.f1,
        round(score.seconds),
        _rate(score),
        *(score.site.baselines.get(name) for name in baselines),
    )


def _total_table(variant: str, scores: Sequence[SiteScore]) -> Table:
    figures = _variant_figures(variant, scores)
    baselines = figures["baselines"]
    headings = ("sites", "pages", "reachable", "found", "P", "R", "F1", *baselines)
    row = (
        len(scores),
        figures["pages"],
        figures["reachable"],
        figures["found"],
        figures["precision"],
        figures["recall"],
        figures["f1"],
        *baselines.values(),
    )
    return Table(f"{variant}: mean over sites", headings, [row])
