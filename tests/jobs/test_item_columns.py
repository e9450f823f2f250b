"""Every column of items.parquet is declared beside what writes it, and documented as declared."""

import json
from pathlib import Path

import pytest

from rightreasons import audit, compare, probe
from rightreasons.jobs.item_columns import columns_table, item_columns, undeclared

DOCS = Path(__file__).resolve().parents[2] / "docs" / "record.md"
KINDS = {"text", "int", "float", "bool", "list"}


def test_the_docs_hold_the_table_that_the_declarations_make() -> None:
    assert columns_table() in DOCS.read_text(encoding="utf-8")


def test_no_column_is_declared_twice_and_each_has_a_type_and_a_sentence() -> None:
    names = [column.name for column in item_columns()]
    assert len(names) == len(set(names))
    for column in item_columns():
        assert column.type in KINDS, column
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
