"""Logs of events, votes in a cell, answers by letter: the first line of the refusal reads what was meant."""

import json
from pathlib import Path

from tests.sources.shapes.made import C, E, N, documents, pairs
from tests.sources.test_readings_as_a_whole import csv_of, first_line

WORDS = {E: "supported", N: "unclear", C: "refuted"}


def test_the_last_judgement_of_an_item_counts(tmp_path: Path) -> None:
    some = pairs()[:40]
    made = [{"event": "create", "item": f"i{at}", "text": p, "claim": h} for at, (p, h, _) in enumerate(some)]
    first = [{"event": "judge", "item": f"i{at}", "verdict": "unclear"} for at in range(10)]
    last = [{"event": "judge", "item": f"i{at}", "verdict": WORDS[x]} for at, (*_, x) in enumerate(some)]
    path = tmp_path / "events.jsonl"
    path.write_text("\n".join(map(json.dumps, [*made, *first, *last])))
    assert sorted(first_line(path)) == sorted(some)


def test_votes_in_one_cell_are_votes(tmp_path: Path) -> None:
    some = pairs()[:30]
    rows = [
        {"passage": p, "sentence": h, "votes": " ".join([x[0].upper()] * 3 + ["N", "E"])} for p, h, x in some
    ]
    path = tmp_path / "x.csv"
    path.write_text(csv_of(rows))
    assert sorted(first_line(path)) == sorted(some)


def test_answers_stand_under_the_letters_of_their_statements(tmp_path: Path) -> None:
    letters = {E: "T", N: "NG", C: "F"}
    sheets = [
        {
            "passage": p,
            "statements": {"abcdefgh"[at]: h for at, (h, _) in enumerate(each)},
            "answers": {"abcdefgh"[at]: letters[x] for at, (_, x) in enumerate(each)},
        }
        for p, each in documents(pairs())
    ]
    path = tmp_path / "x.json"
    path.write_text(json.dumps({"title": "Reading", "sheets": sheets}))
    assert sorted(first_line(path)) == sorted(pairs())
