"""What is run at night or by hand imports what there is: no other test would tell of a module that moved."""

import ast
import runpy
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = [
    path
    for path in (ROOT / "scripts").iterdir()
    if path.read_bytes().startswith(b"#!") and b"python" in path.read_bytes()[:60]
]
SCRIPTS += (ROOT / "benchmarks").rglob("*.py")


def _imports(path: Path) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "rightreasons":
            yield from ((node.module or "", each.name) for each in node.names)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_a_script_imports_what_there_is(path: Path) -> None:
    for module, name in _imports(path):
        if not hasattr(import_module(module), name):
            import_module(f"{module}.{name}")


def test_a_figure_that_moved_or_is_gone_is_a_difference_and_a_measure_that_is_new_is_none() -> None:
    compared = runpy.run_path(str(ROOT / "scripts" / "golden"))["compared"]
    kept = {"audit": {"exit code": 0, "some|lengths.area": [0.5, 0.4, 0.6, 9]}}
    new = {"some|test asking.g": [0.1, 9], "some|asking.share": [0.2, None, None, 9]}
    assert compared(kept, {"audit": kept["audit"] | new}) == 0
    for other in (
        {"some|lengths.area": [0.6, 0.4, 0.6, 9]},
        {"some|lengths.mean": [5, 4, 6, 9]},
        {"exit code": 3},
    ):
        assert compared(kept, {"audit": kept["audit"] | other}) == 1
    assert compared(kept, {"audit": {"exit code": 0}}) == 1


def test_speeds_are_compared_with_those_that_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    benchmark = runpy.run_path(str(ROOT / "benchmarks" / "side_by_side.py"))
    row, kept_times, slower = benchmark["Row"], benchmark["kept_times"], benchmark["slower"]
    before = [row("mining", 1.0, 2.0, "C", 1.15), row("page", 0.5)]
    text = (
        f"{benchmark['BEGIN']}\n{benchmark['table'](before, ['training (needs an encoder)'])}\n<!-- end -->"
    )
    kept = kept_times(text)
    assert kept == {"mining": 0.5, "page": 0.5}
    assert not list(slower(before, kept))
    now = [row("mining", 2.4, 2.0, "C", 1.15), row("page", 0.6), row("new", 9.0)]
    lines = list(slower(now, kept))
    assert len(lines) == 2
    assert all(line.startswith("mining: 1.20") for line in lines)
