"""Names lead to what they stand for; a wrong name leads to the nearest right one."""

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from rightreasons.challenges import CHALLENGES
from rightreasons.challenges.changes import CHANGES
from rightreasons.debiasing import METHODS
from rightreasons.errors import DuplicateNameError, UnknownNameError
from rightreasons.measures import COMPARISON_MEASURES, MEASURES, MODEL_MEASURES
from rightreasons.measures.data.lengths import lengths
from rightreasons.models import MODELS
from rightreasons.papers import PAPERS
from rightreasons.predictors import PREDICTORS
from rightreasons.registry import Registry, declaring
from rightreasons.reports.charts import CHARTS
from rightreasons.reports.formats import REPORT_FORMATS
from rightreasons.shortcuts import SHORTCUT_FAMILIES
from rightreasons.sources.formats import FORMATS
from rightreasons.text.language import LANGUAGES
from rightreasons.text.tokenisations import SPLITTERS
from rightreasons.verdicts.policy import RULES

ROOT = Path(__file__).resolve().parents[1]
REGISTRIES = (
    ("rightreasons.measures", MEASURES),
    ("rightreasons.measures", MODEL_MEASURES),
    ("rightreasons.measures", COMPARISON_MEASURES),
    ("rightreasons.challenges", CHALLENGES),
    ("rightreasons.challenges.changes", CHANGES),
    ("rightreasons.debiasing", METHODS),
    ("rightreasons.models", MODELS),
    ("rightreasons.papers", PAPERS),
    ("rightreasons.predictors", PREDICTORS),
    ("rightreasons.reports.charts", CHARTS),
    ("rightreasons.reports.formats", REPORT_FORMATS),
    ("rightreasons.shortcuts", SHORTCUT_FAMILIES),
    ("rightreasons.sources.formats", FORMATS),
    ("rightreasons.text.language", LANGUAGES),
    ("rightreasons.text.tokenisations", SPLITTERS),
    ("rightreasons.verdicts", RULES),
)
"""Every registry with the room that it stands in."""


def test_a_name_is_imported_when_it_is_asked_for() -> None:
    assert MEASURES.load("lengths") is lengths


def test_a_misspelled_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'give_away_words'"):
        MEASURES.load("giveaway_words")


@pytest.mark.parametrize("registry", [registry for _, registry in REGISTRIES], ids=lambda each: each.kind)
def test_everything_that_a_file_declares_is_there(registry: Registry) -> None:
    assert registry.ours()
    for name in registry.ours():
        assert registry.load(name) is not None


def test_every_file_that_declares_something_is_in_a_room_that_is_searched() -> None:
    declared = set(declaring("ADDS", "rightreasons")) - {"rightreasons.registry"}
    found = {target.partition(":")[0] for _, each in REGISTRIES for target in each.ours().values()}
    assert declared == found


def test_no_two_files_declare_one_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "twice_added"
    package.mkdir()
    (package / "__init__.py").touch()
    for name in ("one", "two"):
        (package / f"{name}.py").write_text('ADDS = {"thing": {"same": "same"}}\n')
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(DuplicateNameError, match=r"'same' is that of twice_added.one and of twice_added.two"):
        Registry("thing", ("twice_added",)).ours()


def test_what_a_file_says_of_its_own_is_read_and_not_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "said_beside"
    package.mkdir()
    (package / "__init__.py").touch()
    said = 'SENTENCES: dict = {"one": {"headline": "One."}}\nraise ImportError("it was imported")\n'
    (package / "one.py").write_text(said)
    (package / "other.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    found = Registry("thing", ("said_beside",)).claims("SENTENCES")
    assert found == {"said_beside.one": {"one": {"headline": "One."}}}


def floors() -> list[set[str]]:
    """Return the rooms of each floor, the highest first, as import-linter has them."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (layers,) = [each["layers"] for each in contracts if each["type"] == "layers"]
    return [{room.strip(" ()") for room in layer.split("|")} for layer in layers]


def test_the_picture_of_the_floors_is_that_of_import_linter() -> None:
    text = (ROOT / "docs" / "house.md").read_text(encoding="utf-8")
    drawn = text.partition("    floor  rooms\n")[2].partition("\n\n")[0].splitlines()
    assert [{room.strip() for room in line.split(maxsplit=1)[1].split("|")} for line in drawn] == floors()


def room_of(module: str) -> str:
    return module.split(".")[1]


def names_by_string() -> Iterator[tuple[str, str]]:
    """Yield a registry's room and each module that it names or finds."""
    for room, registry in REGISTRIES:
        for target in registry.ours().values():
            yield room, target.partition(":")[0]


def test_no_registry_names_a_room_above_its_own() -> None:
    """import-linter sees imports, not strings."""
    floor = {room: height for height, rooms in enumerate(reversed(floors())) for room in rooms}
    for by, module in names_by_string():
        own, there = room_of(by), room_of(module)
        assert own == there or floor[own] > floor[there], f"{by} names {module}"


def test_methods_are_listed_without_torch() -> None:
    code = (
        "import sys; from rightreasons.debiasing import METHODS; print(len(METHODS.summaries())); "
        "assert not {'torch', 'polars'} & set(sys.modules)"
    )
    found = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        timeout=120,
    )
    assert found.stdout.strip() == str(len(METHODS.ours())), found.stderr
    assert all(METHODS.summaries().values())


def imports_of(path: Path, modules: set[str]) -> set[str]:
    """Return the modules of ours that a file imports anywhere, inside functions and for types too."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = (f"{node.module}.{each.name}" for each in node.names)
            found |= {name if name in modules else node.module for name in names}
    return found & modules


def test_no_modules_import_each_other_in_a_circle() -> None:
    source = ROOT / "src"
    files = {
        ".".join(path.relative_to(source).with_suffix("").parts).removesuffix(".__init__"): path
        for path in source.rglob("*.py")
    }
    graph = {name: imports_of(path, set(files)) - {name} for name, path in files.items()}
    try:
        list(TopologicalSorter(graph).static_order())
    except CycleError as error:
        pytest.fail(f"a circle: {' -> '.join(error.args[1])}")
