"""What a refusal proposes: pasted, the line reads what was meant; unasked, nothing is read wrongly."""

import json
import re
import shlex
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from tests.long_running import one_in
from tests.sources.shapes import SHAPES, C, E, N, Pair, Shape, pairs
from tests.sources.shapes.made import documents

from rightreasons.errors import InputError
from rightreasons.labels import Label, gold_set, parse_label_map
from rightreasons.sources.options import parse_columns
from rightreasons.sources.proposals.samples import some_rows
from rightreasons.sources.read import read_pairs

LINE = re.compile(r"\n    rightreasons audit (.*)\n")
READERS: dict[str, Any] = {"--columns": parse_columns, "--label-map": parse_label_map}


def pasted(line: str) -> Sequence[Pair]:
    """The pairs that the command would read, its words taken apart as a shell does it."""
    data, *words = shlex.split(line)
    options = {
        name.removeprefix("--").replace("-", "_"): READERS.get(name, str)(value)
        for name, value in zip(words[::2], words[1::2], strict=True)
    }
    return read_pairs(data, **options).frame.select("premise", "hypothesis", "label").rows()


def is_right(found: Sequence[Pair], meant: Sequence[Pair]) -> bool:
    """Whether the pairs are those that were meant; a label may be less exact, never another."""
    if Counter(row[:2] for row in found) != Counter(row[:2] for row in meant):
        return False
    wanted: dict[tuple[str, str], set[str]] = {}
    for premise, hypothesis, label in meant:
        wanted.setdefault((premise, hypothesis), set()).add(label)
    return all({label.value for label in gold_set(Label(row[2]))} & wanted[row[:2]] for row in found)


def outcome(each: Shape, folder: Path) -> tuple[str, str]:
    """What becomes of a file: read at once, by the first line, by another line, or not; and the message."""
    path = folder / each.name
    meant = each.write(path)
    try:
        found = read_pairs(path).frame.select("premise", "hypothesis", "label").rows()
    except InputError as error:
        lines = LINE.findall(f"{error.lines}\n")
        right = [is_right(pasted(line), meant) for line in lines]
        said = "first line" if right[:1] == [True] else "another line" if any(right) else "not"
        return said, error.lines
    return ("at once" if is_right(found, meant) else "wrongly"), ""


def test_there_are_as_many_shapes_as_the_docs_say() -> None:
    assert len({each.name for each in SHAPES}) == 218


@pytest.mark.parametrize("first", one_in(3, range(3)))
def test_every_shape_nobody_named_is_read_by_the_first_line_and_none_wrongly_unasked(
    first: int, tmp_path: Path
) -> None:
    found = {each.name: outcome(each, tmp_path)[0] for each in SHAPES[first::3]}
    assert {name: said for name, said in found.items() if said not in ("at once", "first line")} == {}


def first_line(path: Path) -> Sequence[Pair]:
    """The pairs that the first proposed line would read."""
    with pytest.raises(InputError) as caught:
        read_pairs(path)
    return pasted(LINE.findall(f"{caught.value.lines}\n")[0])


def test_names_of_labels_are_those_of_the_data_card_where_labels_of_the_test_set_are_hidden(
    tmp_path: Path,
) -> None:
    names = {"refuted": C, "not enough info": N, "supported": E}
    numbers = {label: str(at) for at, label in enumerate(names.values())}
    for split, rows in (("train", pairs(12)), ("test", pairs(15)[12:])):
        (tmp_path / f"{split}.jsonl").write_text(
            "".join(
                json.dumps({"context": p, "claim": h, "label": "-1" if split == "test" else numbers[said]})
                + "\n"
                for p, h, said in rows
            )
        )
    card = "".join(f"          '{at}': {name}\n" for at, name in enumerate(names))
    (tmp_path / "README.md").write_text(
        f"---\n- name: label\n  dtype:\n    class_label:\n      names:\n{card}---\n"
    )
    found = first_line(tmp_path)
    assert [row for row in found if row[2]] == pairs(12)


def test_what_measures_an_answer_is_no_label(tmp_path: Path) -> None:
    rows = pairs(12)
    numbers = {E: 2, N: 0, C: 1}
    path = tmp_path / "samples.jsonl"
    path.write_text(
        "".join(
            json.dumps({"doc": {"premise": p, "hypothesis": h, "label": numbers[said]}, "acc": float(at % 2)})
            + "\n"
            for at, (p, h, said) in enumerate(rows)
        )
    )
    with pytest.raises(InputError) as caught:
        read_pairs(path)
    lines = LINE.findall(f"{caught.value.lines}\n")
    assert not any("label=acc" in line for line in lines[:1])


def rows_of(premise: str, hypothesis: str, label: str, words: dict[str, str]) -> list[dict[str, str]]:
    return [{premise: p, hypothesis: h, label: words[said]} for p, h, said in pairs(10)]


KNOWN = {E: "entailment", N: "neutral", C: "contradiction"}


@pytest.mark.parametrize(
    ("premise", "hypothesis", "label"),
    [
        ("prem", "hyp", "label"),
        ("source_article", "model_response", "verdict"),
        ("knowledge", "response", "final_label"),
        ("passageText", "statementText", "gold-label"),
    ],
)
def test_names_with_a_usual_part_are_read_and_told(premise: str, hypothesis: str, label: str) -> None:
    found = read_pairs(rows_of(premise, hypothesis, label, KNOWN))
    assert found.frame.select("premise", "hypothesis", "label").rows() == pairs(10)
    told = [note for note in found.provenance.notes if "by their names" in note]
    assert told == [
        f"premises read from '{premise}' and hypotheses from '{hypothesis}', by their names (--columns)"
    ]


def test_of_two_columns_with_a_usual_part_none_is_read_and_both_are_proposed() -> None:
    rows = [
        {"knowledge": p, "one_response": h, "other_response": h.replace("The", "That"), "label": KNOWN[said]}
        for p, h, said in pairs(10)
    ]
    with pytest.raises(InputError) as caught:
        read_pairs(rows)
    for column in ("one_response", "other_response"):
        assert f"--columns premise=knowledge,hypothesis={column},label=label" in caught.value.remedy


def test_a_column_of_ids_is_no_text_whatever_its_name() -> None:
    rows = [
        {"doc": f"d{at}", "claim_text": h, "label": KNOWN[said]} for at, (_, h, said) in enumerate(pairs(10))
    ]
    with pytest.raises(InputError):
        read_pairs(rows)


def test_what_is_stated_is_kept_in_the_lines_that_are_proposed() -> None:
    rows = [{"a": p, "b": h, "c": h + " So they say.", "d": KNOWN[said]} for p, h, said in pairs(10)]
    with pytest.raises(InputError) as caught:
        read_pairs(rows, columns={"premise": "a", "hypothesis": "c"})
    lines = re.findall(r"--columns (\S+)", caught.value.remedy.partition("paste")[2])
    assert lines == ["premise=a,hypothesis=c,label=d"]


def test_data_call_their_pairs_by_their_own_nouns() -> None:
    nouns = read_pairs(rows_of("knowledge", "response", "label", KNOWN)).provenance.nouns
    assert (nouns.premise, nouns.premises) == ("knowledge", "pieces of knowledge")
    assert (nouns.hypothesis, nouns.hypotheses) == ("response", "responses")
    stated = read_pairs(
        [{"passage": p, "statement": h, "x": KNOWN[said]} for p, h, said in pairs(10)],
        recipe={"columns": {"premise": "passage", "hypothesis": "statement", "label": "x"}},
    ).provenance.nouns
    assert (stated.premise, stated.hypothesis) == ("passage", "statement")


def test_a_rule_of_gold_that_is_misspelled_is_proposed_and_no_column(tmp_path: Path) -> None:
    path = tmp_path / "votes.jsonl"
    rows = [{"premise": p, "hypothesis": h, "annotator_labels": [said] * 3} for p, h, said in pairs(10)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with pytest.raises(InputError, match="did you mean 'majority'") as caught:
        read_pairs(path, gold="majorty")
    assert "--columns" not in caught.value.remedy
    assert [pasted(line) for line in LINE.findall(f"{caught.value.lines}\n")] == [pairs(10)]


def test_rows_that_stand_in_turns_are_not_taken_for_one_label() -> None:
    some = pl.DataFrame({"label": ["a", "b", "c"] * 20_000})
    assert set(some_rows(some, 5_000, 10**9)["label"]) == {"a", "b", "c"}
    assert len(some_rows(some, 5_000, 10**9)) <= 5_000


def test_a_table_of_many_columns_is_refused_without_delay() -> None:
    wide = pl.DataFrame({f"c{at}": ["x", "y"] for at in range(5_000)})
    start = time.perf_counter()
    with pytest.raises(InputError, match="RR205"):
        read_pairs(wide)
    assert time.perf_counter() - start < 20


def test_hypotheses_that_stand_in_turns_are_compared_all(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    lines = [
        json.dumps({"notes": p, "points": [{"point": h, "check": KNOWN[said]} for h, said in each]})
        for p, each in documents(pairs(400))
    ]
    path.write_text("".join(f"{line}\n" for line in lines * 3))
    with pytest.raises(InputError) as caught:
        read_pairs(path)
    assert [pasted(line) for line in LINE.findall(f"{caught.value.lines}\n")] == [pairs(400) * 3]
