"""Time spent in each stage of reading and selecting a page, of its own."""

import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from importlib import import_module
from typing import Any, Final

# Each stage with the functions it is, by module. A stage's time is its own: what it calls of
# another stage counts there.
STAGES: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "parse": (("crawler.page.parse", "parse_html"),),
    "styles": (("crawler.page.styles", "find_style_hidden"),),
    "segment": (("crawler.page.segment", "segment"),),
    "render": (
        ("crawler.page.inline", "render_inline"),
        ("crawler.page.code", "render_code"),
        ("crawler.page.tables", "render_table"),
        ("crawler.page.math", "render_math"),
    ),
    "metadata": (("crawler.page.metadata", "read_metadata"),),
    "links": (
        ("crawler.page.links", "find_base"),
        ("crawler.page.links", "find_links"),
    ),
    "route": (("pipelines.route", "find_route"),),
    "join": (
        ("pipelines.assemble", "join_markdown"),
        ("pipelines.assemble", "join_text"),
    ),
}
_PACKAGES: Final = ("crawler", "pipelines")


@dataclass(slots=True)
class Stopwatch:
    """CPU seconds by stage; of nested stages the inner one's are not the outer one's."""

    seconds: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    _inner: list[float] = field(default_factory=lambda: [0.0])

    def time(self, stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap a function so that its calls count for a stage."""

        @wraps(function)
        def timed(*arguments: Any, **options: Any) -> Any:
            self._inner.append(0.0)
            started = time.process_time()
            try:
                return function(*arguments, **options)
            finally:
                spent = time.process_time() - started
                self.seconds[stage] += spent - self._inner.pop()
                self._inner[-1] += spent

        return timed


@contextmanager
def timed_stages(watch: Stopwatch) -> Iterator[None]:
    """Time every stage wherever it was imported to, until left."""
    replaced: list[tuple[Any, str, Any]] = []
    for stage, functions in STAGES.items():
        for module, name in functions:
            function = getattr(import_module(module), name)
            for holder, attribute in _find_uses(function):
                setattr(holder, attribute, watch.time(stage, function))
                replaced.append((holder, attribute, function))
    try:
        yield
    finally:
        for holder, attribute, function in replaced:
            setattr(holder, attribute, function)


def _find_uses(function: object) -> list[tuple[Any, str]]:
    return [
        (module, attribute)
        for name, module in list(sys.modules.items())
        if name.partition(".")[0] in _PACKAGES
        for attribute, value in vars(module).items()
        if value is function
    ]
