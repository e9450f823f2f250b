"""Texts, recipes and tables made so that reading them takes for ever or all memory: read, or refused at once.

What these held up took minutes to days before: they fail by the limit on the time of every test.
"""

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rightreasons.challenges.changes.sentences import sentences
from rightreasons.challenges.controls.chance import reordered
from rightreasons.errors import ColumnError, InputError, OptionError, RecipeError, RightReasonsError
from rightreasons.jobs.describe import describe_data
from rightreasons.labels import label_parts, parse_label_map
from rightreasons.sources.read import read_pairs

LABELS = ("entailment", "neutral", "contradiction")
LONG = 100_000
ROWS = [{"p": f"A dog {n} runs.", "h": f"An animal {n} moves.", "l": LABELS[n % 3]} for n in range(12)]
PAIR = {"premise": "p", "hypothesis": "h", "label": "l"}
RECORDS = "".join(f"Claim: c {n}\nEvidence: e {n}\nVerdict: {LABELS[n % 3]}\n\n" for n in range(9))


def written(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return written(tmp_path / "data.jsonl", ROWS)


@pytest.mark.parametrize("run", [" ", ".", "!", "\n", "\t", "! ", "\u3000"])
def test_a_long_run_of_one_mark_in_a_sentence_is_gone_over_once(run: str) -> None:
    text = f"It rains{run * LONG}and one goes"
    found = reordered(text, np.random.default_rng(1))
    assert found is not None
    assert sorted(found.split()) == sorted(text.split())
    assert text[slice(*next(sentences(text)))].startswith("It rains")


@pytest.mark.parametrize("space", [" ", "\n"])
def test_a_long_run_of_spaces_in_labels_and_maps_is_gone_over_once(space: str) -> None:
    assert label_parts(f"neutral{space * LONG}|{space * LONG}entailment") == ("neutral", "entailment")
    assert label_parts(f"a{space * LONG}b") == (f"a{space * LONG}b",)
    with pytest.raises(OptionError):
        parse_label_map(space * LONG)


@pytest.mark.parametrize(
    "line", ["abc_d" + "_" * LONG + "!", "a_" * LONG + "!", "- " + " " * LONG + "!", "a" + " (" * LONG]
)
def test_a_long_line_among_keys_and_values_is_read_or_refused(tmp_path: Path, line: str) -> None:
    for text in (f"{RECORDS}\n{line}\n", f"{line}\n{RECORDS}"):
        path = tmp_path / "records.txt"
        path.write_text(text, encoding="utf-8")
        describe_data(str(path))
        with suppress(InputError):
            assert len(read_pairs(path)) == 9


def test_a_long_word_in_another_encoding_is_read(tmp_path: Path) -> None:
    rows = [f"Ein Hündchen läuft über die Straße {n},Es läuft,neutral" for n in range(40)]
    path = tmp_path / "data.csv"
    path.write_bytes(
        "\n".join(["premise,hypothesis,label", *rows, f"{'a' * LONG}ü,b,neutral"]).encode("cp1252")
    )
    assert len(read_pairs(path, encoding="cp1252")) == 41
    with suppress(InputError):  # which names encodings that fit as well
        assert len(read_pairs(path)) == 41


def test_the_pattern_for_the_name_of_a_file_takes_no_longer_than_the_name(tmp_path: Path) -> None:
    path = written(tmp_path / f"{'a' * 60}.jsonl", ROWS)
    recipe = {"columns": {**PAIR, "label": {"file": "^(a+)+$"}}}
    with pytest.raises(InputError, match="no rows left"):
        read_pairs(path, recipe=recipe)
    named = {"columns": {**PAIR, "label": {"file": r"^(a)a+\.jsonl$"}}, "label_map": {"a": "neutral"}}
    assert read_pairs(path, recipe=named).counts() == {"neutral": 12}


def nested(key: str, inner: Any, times: int, beside: dict[str, Any]) -> Any:
    for _ in range(times):
        inner = {key: [inner] if key in ("first", "join") else inner, **beside}
    return inner


GROWING: dict[str, Any] = {
    "a long text in place of nothing": {"replace": "p", "pattern": "", "by": "x" * 100_000},
    "ten times longer, eight times": nested("replace", "p", 8, {"pattern": ".", "by": "x" * 10}),
    "what was found, twice, forty times": nested("replace", "p", 18, {"pattern": "^.*$", "by": "$0$0$0$0"}),
    "a long text between": {"join": ["p", "h"], "with": "x" * 100_000},
    "a column again and again": {"join": ["p"] * 5_000},
    "lists of lists of lists": nested("join", "p", 13, {}),
}


@pytest.mark.parametrize("how", GROWING)
def test_texts_that_a_recipe_makes_longer_without_measure_are_refused(data: Path, how: str) -> None:
    with pytest.raises((RecipeError, ColumnError)) as caught:
        read_pairs(data, recipe={"columns": {**PAIR, "premise": GROWING[how]}})
    assert len(caught.value.lines) < 1_000


def test_values_that_stand_in_values_are_taken_once_each(data: Path) -> None:
    deep = {"columns": {**PAIR, "premise": nested("first", "p", 10, {})}}
    assert read_pairs(data, recipe=deep).premises.to_list() == [row["p"] for row in ROWS]
    for key, beside in (("first", {}), ("cut", {"at": [1], "names": ["a", "b"]})):
        recipe = {"columns": {**PAIR, "premise": nested(key, "p", 40, beside)}}
        with pytest.raises(RecipeError, match="values in values"):
            read_pairs(data, recipe=recipe)


def test_numbers_are_cut_at_many_places_as_at_few(tmp_path: Path) -> None:
    numbers = [-1.0, 0.0, 0.5, 1.0, 2_998.5, 2_999.0, 1e18]
    rows: list[dict[str, Any]] = [{"p": "a b", "h": "c", "l": "neutral", "n": each} for each in numbers]
    rows += [{"p": "a b", "h": "c", "l": "neutral", "n": each} for each in (None, "NaN", "none")]
    path = written(tmp_path / "data.jsonl", rows)
    at = list(range(3_000))
    cut = {"cut": "n", "at": at, "names": [f"below {each}" for each in at] + ["above"]}
    found = read_pairs(path, recipe={"columns": PAIR, "groups": {"size": cut}}).frame["size"].to_list()
    below = [next((f"below {each}" for each in at if number < each), "above") for number in numbers]
    assert found == [*below, None, None, None]


@pytest.mark.parametrize("at", [[10**400], [float("nan")], [float("inf")], [True]])
def test_cuts_are_numbers(data: Path, at: list[Any]) -> None:
    cut = {"cut": "p", "at": at, "names": ["neutral", "entailment"]}
    with pytest.raises(RecipeError, match="cuts at"):
        read_pairs(data, recipe={"columns": {**PAIR, "label": cut}})


OURS = ("__row__", "__line__")


@pytest.mark.parametrize("name", OURS)
def test_columns_that_are_called_as_ours_are_refused_by_their_name(tmp_path: Path, name: str) -> None:
    rows: list[dict[str, Any]] = [{**row, name: "x"} for row in ROWS]
    document = tmp_path / "data.json"
    document.write_text(json.dumps(rows), encoding="utf-8")
    lines = written(tmp_path / "data.jsonl", rows)
    for path in (document, lines):
        with pytest.raises(ColumnError, match=name):
            read_pairs(path, columns=PAIR)
    with pytest.raises(RecipeError, match=name):
        read_pairs(written(lines, ROWS), recipe={"columns": PAIR, "groups": {name: "p"}})


TOGETHER: dict[str, dict[str, str]] = {
    "by ours": {"by": "__row__", "names": "name", "values": "value"},
    "names that are ours": {"by": "id", "names": "name", "values": "value"},
    "names that are lists": {"by": "id", "names": "list", "values": "value"},
    "names that are records": {"by": "id", "names": "record", "values": "value"},
}


@pytest.mark.parametrize("how", TOGETHER)
def test_rows_put_together_by_what_makes_no_columns_are_refused(tmp_path: Path, how: str) -> None:
    names = ["p", "h", "l", "__line__" if how == "names that are ours" else "x"]
    rows = [
        {"id": n // 4, "name": names[n % 4], "value": f"v {n}", "list": [n], "record": {"a": n}}
        for n in range(40)
    ]
    path = written(tmp_path / "data.jsonl", rows)
    with pytest.raises(ColumnError, match="recipe: "):
        read_pairs(path, recipe={"together": TOGETHER[how], "columns": PAIR})
    with pytest.raises(ColumnError, match="__row__"):
        read_pairs(path, recipe={"fill": "__row__", "columns": PAIR})


def _wide(n_columns: int) -> list[dict[str, Any]]:
    return [{f"c{n}": ROWS[at]["p" if n % 2 else "l"] for n in range(n_columns)} for at in range(12)]


def _own_keys(n_rows: int) -> list[dict[str, Any]]:
    return [{f"key {n}": {"p": f"A dog {n} runs.", "l": LABELS[n % 3]}} for n in range(n_rows)]


def _texts(make: Callable[[int], str]) -> list[dict[str, Any]]:
    return [{"text": make(n), "label": LABELS[n % 3]} for n in range(30)]


def _random_words(most: int) -> Callable[[int], str]:
    chance = np.random.default_rng(1)
    return lambda _: " ".join(f"w{number}" for number in chance.integers(most, size=3_000))


TABLES: dict[str, list[dict[str, Any]]] = {
    "1,500 columns": _wide(1_500),
    "records with keys of their own": _own_keys(2_500),
    "long texts of two words": _texts(_random_words(2)),
    "long texts of many words": _texts(_random_words(3_000)),
    "a name of digits alone": [{"1" * LONG: "a b c", "x" * LONG: "d e f", "label": "neutral"}],
}


@pytest.mark.parametrize("which", TABLES)
def test_a_table_of_odd_shape_is_described_and_refused(tmp_path: Path, which: str) -> None:
    path = tmp_path / "data.json"
    path.write_text(json.dumps(TABLES[which]), encoding="utf-8")
    assert describe_data(str(path)).lines()
    with pytest.raises(RightReasonsError):
        read_pairs(path)
