"""Every column of items.parquet is declared beside what writes it, and documented as declared."""

import json
import re
import runpy
from collections.abc import Sequence
from pathlib import Path

import pytest

from rightreasons import audit, compare, probe
from rightreasons.columns import roles
from rightreasons.figures import quantities
from rightreasons.measures.item_columns import ItemColumn, item_columns

REFERENCE = runpy.run_path(str(Path(__file__).resolve().parents[2] / "scripts" / "reference"))
KINDS = {"text", "int", "float", "bool", "list"}


def is_named(column: str, declared: ItemColumn) -> bool:
    """Return whether a declaration is of a column; ``{label}`` and the like stand for what the run has."""
    pattern = re.sub(r"\\{\w+\\}", ".+", re.escape(declared.name))
    return re.fullmatch(pattern, column, flags=re.DOTALL) is not None


def undeclared(columns: Sequence[str], groups: frozenset[str] = frozenset()) -> list[str]:
    """Return the columns that nobody declares, and that are no groups of the data under their names."""
    own = groups | {f"group_{group}" for group in groups}
    known = item_columns()
    return [name for name in columns if name not in own and not any(is_named(name, each) for each in known)]


def test_the_reference_says_of_columns_what_is_declared() -> None:
    page = REFERENCE["pages"]()["columns.md"]
    assert len(item_columns()) > 40
    assert [each.name for each in item_columns() if f"`{each.name}`" not in page] == []


def test_no_column_is_declared_twice_and_each_has_a_type_and_a_sentence() -> None:
    names = [column.name for column in item_columns()]
    assert len(names) == len(set(names))
    for column in item_columns():
        assert column.type in KINDS, column
        assert column.role in {*roles(), *quantities()}, column
        assert column.meaning.endswith("."), column


def test_an_audit_writes_declared_columns_only() -> None:
    result = audit()
    own = frozenset(["planted", "premise_group"])  # the bundled corpus has them
    assert undeclared(result.items.columns, own) == []


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "data.jsonl"
    labels = ["entailment", "neutral", "contradiction"] * 20
    rows = [
        {
            "premise": f"A dog number {n} runs.",
            "hypothesis": f"An animal {n} moves.",
            "label": label,
            "kind": "x",
        }
        for n, label in enumerate(labels)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_a_probe_and_a_comparison_write_declared_columns_only(data: Path, tmp_path: Path) -> None:
    runs = [
        probe(model, [data, "controls"], train=data, by=("kind",), out=tmp_path / model[5:])
        for model in ("rule:random", "rule:lexical-overlap")
    ]
    for run in runs:
        assert undeclared(run.items.columns, frozenset(["kind"])) == []
    compared = compare(*(run.run for run in runs if run.run))
    assert undeclared(compared.items.columns, frozenset(["kind"])) == []
