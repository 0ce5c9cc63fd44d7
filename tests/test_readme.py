"""README.md says all there is, with the values it has, and nothing that is not there."""

import re
import sys
from pathlib import Path

import pytest
from scrapy.utils.misc import walk_modules_iter

from benchmarks.__main__ import _parser
from crawler import settings
from crawler.starts import ARGUMENTS, SCOPES
from models.page_types import PageType
from pipelines import flags
from pipelines.export import BLOCK_FIELDS, FIELDS
from pipelines.select import STEPS

PROJECT = Path(__file__).resolve().parents[1]
README = (PROJECT / "README.md").read_text(encoding="utf-8")
# Wiring: changing it is programming, not setting.
WIRING = re.compile("BOT_NAME|.*_MODULES?|.*_CLASS|SCHEDULER(_.*)?|DOWNLOADER(_MIDDLEWARES)?|"
                    "ITEM_PIPELINES|EXTENSIONS|SPIDER_MIDDLEWARES|FEED_STORAGES|DEFAULT_REQUEST_HEADERS|"
                    "DOWNLOAD_HANDLERS|.*_RESOLVER")  # fmt: skip


def section(title: str) -> str:
    return README.split(f"\n## {title}\n")[1].split("\n## ")[0]


def first_cells(text: str) -> list[str]:
    """The names in backticks in the first column of the tables of a text."""
    rows = re.findall(r"^\| (`.+?) \|", text, re.MULTILINE)
    return [name for row in rows for name in re.findall("`([^`]+)`", row)]


def block_after(mark: str) -> list[str]:
    found = re.search(rf"<!-- {mark} -->\n```sh\n(.*?)\n```", README, re.DOTALL)
    assert found, mark
    return found[1].splitlines()


def test_every_command_is_documented_and_no_other() -> None:
    modules = walk_modules_iter("crawler.commands")
    commands = {name.__name__.rsplit(".", 1)[1] for name in modules if hasattr(name, "Command")}
    cells = first_cells(section("Commands"))
    documented = {cell.split()[1] for cell in cells if cell.startswith("scrapy ")}

    assert documented == commands


def test_every_option_of_the_project_s_own_commands_is_documented() -> None:
    options = set()
    for name in ("demo", "export", "extract"):
        source = (PROJECT / "crawler" / "commands" / f"{name}.py").read_text(encoding="utf-8")
        options |= set(re.findall(r'^ +"(--[a-z-]+|-O)"', source, re.MULTILINE))
        options |= set(re.findall(r'add_argument\(\s*"(--[a-z-]+)"', source))

    assert {"--folder", "--blocks", "--explain", "-O"} <= options
    assert [name for name in options - {"--overwrite-output"} if f"`{name}" not in README] == []


def test_every_argument_of_a_crawl_is_documented() -> None:
    text = section("Commands")

    assert set(ARGUMENTS) <= set(first_cells(text))
    assert all(f"`{scope}`" in text for scope in SCOPES)


def test_every_setting_is_documented_with_its_default() -> None:
    source = Path(settings.__file__).read_text(encoding="utf-8")
    defined = re.findall(r"^([A-Z_]+): Final", source, re.MULTILINE)
    names = [name for name in defined if not WIRING.fullmatch(name)]
    table = dict(re.findall(r"^\| `([A-Z_]+)` \| `(.+?)` \|", section("Settings"), re.MULTILINE))

    assert sorted(table) == sorted(names)
    for name in set(names) - {"USER_AGENT", "USER_AGENT_CONTACT"}:
        assert table[name] == str(getattr(settings, name)), name


def test_every_field_of_the_output_is_documented_in_its_order() -> None:
    rows, blocks = section("Output").split("`scrapy export SITE --blocks FILE`")

    assert tuple(first_cells(rows)) == FIELDS
    assert tuple(first_cells(blocks)) == BLOCK_FIELDS


@pytest.mark.parametrize("mark", ["demo command", "test command"])
def test_the_two_commands_are_one_line_each_and_need_python_alone(mark: str) -> None:
    lines = block_after(mark)

    assert len(lines) == 1
    assert lines[0].startswith("python3 -m venv .venv && .venv/bin/pip install ")


def test_the_same_checks_run_everywhere() -> None:
    hooks = (PROJECT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    script = (PROJECT / ".ci" / "run").read_text(encoding="utf-8")
    checks = block_after("checks")

    assert re.findall(r"entry: (.+)", hooks) == checks
    for check in checks:
        if check != ".venv/bin/pytest":  # the test command runs it
            assert f"\n{check}\n" in script, check


def test_every_step_of_selection_is_documented() -> None:
    terms = (PROJECT / "docs" / "terms.md").read_text(encoding="utf-8")
    table = terms.split("\n## Steps of selection\n")[1].split("\n## ")[0]

    assert set(first_cells(table)) == {sys.modules[step.__module__].STEP for step in STEPS}


def test_every_page_type_and_flag_is_documented() -> None:
    output = section("Output")
    found = {
        name for name in dir(flags) if name.isupper() and isinstance(getattr(flags, name), str)
    }

    assert found
    assert [name for name in found if f"`{getattr(flags, name)}`" not in output] == []
    assert [kind for kind in PageType if kind.value not in output] == []


def test_every_benchmark_command_is_documented() -> None:
    listed = re.findall(r"-m benchmarks (\w+)", section("Benchmarks"))
    usage = _parser().format_help()

    assert listed == re.findall(r"^    (\w+)  +\w", usage, re.MULTILINE)


def test_every_file_the_readme_names_is_there() -> None:
    named = re.findall(r"`((?:crawler|benchmarks|pipelines|models|\.ci)/[\w/.]+)`", README)
    linked = re.findall(r"\]\((?!http)([^)]+)\)", README)

    assert [name for name in [*named, *linked] if not (PROJECT / name).exists()] == []


def test_the_python_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    found = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert found

    html = "<html><title>Kites</title><body><nav>Toys</nav><p>A kite wants wind.</p></body></html>"
    exec(compile(found[1], "README.md", "exec"), {"html": html})

    printed = capsys.readouterr().out
    assert "Kites" in printed
    assert printed.endswith("A kite wants wind.\n")
