"""Every notebook runs from its first cell to its last, and shows a verdict, a picture and a table."""

import ast
import json
from pathlib import Path
from typing import Any

import altair
import polars as pl
import pytest

from rightreasons.jobs.outcome import Outcome

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def shown(path: Path) -> list[Any]:
    """Run the cells of a notebook one after the other, and return what each shows: its last expression."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    names: dict[str, Any] = {}
    values = []
    for cell in cells:
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, path.name, "exec"), names)  # noqa: S102 - our own cells
        if isinstance(last, ast.Expr):
            values.append(eval(compile(ast.Expression(last.value), path.name, "eval"), names))  # noqa: S307
    return values


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_a_verdict_a_picture_and_a_table(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    values = shown(path)
    verdicts = [each for each in values if isinstance(each, Outcome)]
    assert verdicts
    assert all(each._repr_html_() for each in verdicts)
    assert any(isinstance(each, altair.TopLevelMixin) for each in values)
    assert any(isinstance(each, pl.DataFrame) and each.height for each in values)


def test_there_is_one_for_each_reader_and_none_keeps_outputs() -> None:
    assert {path.stem for path in NOTEBOOKS} == {"dataset_author", "guard_engineer", "student"}
    for path in NOTEBOOKS:
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        assert not [cell for cell in cells if cell.get("outputs")]
