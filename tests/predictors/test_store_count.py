"""Answers are counted while others write them, and nothing is written by counting."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from rightreasons.errors import IncompleteError, UnreadableFileError
from rightreasons.labels import TWO_WAY, Label
from rightreasons.predictors.identity import Identity
from rightreasons.predictors.response import Response
from rightreasons.predictors.store import counting
from rightreasons.predictors.store.counting import kept_answers
from rightreasons.predictors.store.store import Store

MODEL = Identity("rule", "always-entailment", TWO_WAY, checksum="1")


def put(store: Store, first: int, last: int) -> None:
    answers = {f"{each:064x}": Response(Label.ENTAILMENT) for each in range(first, last)}
    store.put(MODEL, MODEL.fingerprint("run"), answers)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_answers_are_counted_while_they_come_in(tmp_path: Path) -> None:
    with Store.open(tmp_path / "kept.sqlite") as store:
        put(store, 0, 30)
        assert kept_answers(tmp_path / "kept.sqlite") == 30
        put(store, 20, 50)
        assert kept_answers(tmp_path / "kept.sqlite") == 50
    assert kept_answers(tmp_path / "kept.sqlite") == 50


def test_counting_leaves_a_store_and_its_folder_as_they_are(tmp_path: Path) -> None:
    with Store.open(tmp_path / "kept #1?.sqlite") as store:
        put(store, 0, 30)
    before = contents(tmp_path)
    assert kept_answers(tmp_path / "kept #1?.sqlite") == 30
    assert contents(tmp_path) == before


def _text(path: Path) -> None:
    path.write_text("no database\n" * 1000)


def _other_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE mine (x)")


def _nothing(path: Path) -> None:
    path.touch()


@pytest.mark.parametrize("make", [_text, _other_database, _nothing])
def test_what_is_no_store_is_told(make: Callable[[Path], None], tmp_path: Path) -> None:
    make(tmp_path / "kept.sqlite")
    with pytest.raises(UnreadableFileError, match="a store of predictions"):
        kept_answers(tmp_path / "kept.sqlite")


ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n"


def test_a_view_that_never_ends_is_no_table_of_predictions(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "kept.sqlite")) as connection:
        connection.execute(f"CREATE VIEW predictions AS {ENDLESS}")
    with pytest.raises(UnreadableFileError, match="no table of predictions"):
        kept_answers(tmp_path / "kept.sqlite")


def test_counting_ends_where_it_takes_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open(tmp_path / "kept.sqlite") as store:
        put(store, 0, 20_000)
    monkeypatch.setattr(counting, "_LONGEST", -1.0)
    monkeypatch.setattr(counting, "_STEPS", 1)
    with pytest.raises(IncompleteError):
        kept_answers(tmp_path / "kept.sqlite")
