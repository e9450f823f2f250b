"""Exports of annotation tools in which not everything counts, marks, flattened lists, grades of truth."""

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.sources.shapes.made import C, E, N, Pair, X, lines, pairs, shape

WORDS = {E: "Supported", N: "Not enough information", C: "Contradicted"}


def sheet(path: Path, rows: Sequence[dict[str, Any]]) -> None:
    """Write rows as comma-separated values."""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    path.write_text(out.getvalue())


def of_question(question: str, choice: str) -> dict[str, Any]:
    return {"from_name": question, "type": "choices", "value": {"choices": [choice]}}


@shape("tasks_with_cancelled.json")
def tasks_with_cancelled(path: Path) -> Sequence[Pair]:
    rows = pairs(15)

    def annotation(said: str, *, cancelled: bool) -> dict[str, Any]:
        result = [of_question("sureness", "High"), of_question("verdict", said)]
        return {"was_cancelled": cancelled, "result": result}

    tasks = [
        {
            "id": at,
            "data": {"passage": p, "statement": h},
            "annotations": [
                annotation(WORDS[said], cancelled=False),
                *[annotation(WORDS[C if said != C else E], cancelled=True) for _ in range(2 * (at % 2))],
            ],
        }
        for at, (p, h, said) in enumerate(rows)
    ]
    path.write_text(json.dumps(tasks))
    return rows


@shape("records_submitted.jsonl")
def records_submitted(path: Path) -> Sequence[Pair]:
    rows = pairs(15)
    lines(
        path,
        [
            {
                "context": p,
                "statement": h,
                "entailed": [
                    {"user": "u1", "value": WORDS[said], "status": "submitted"},
                    *[{"user": f"d{i}", "value": WORDS[N], "status": "draft"} for i in range(2 * (at % 2))],
                ],
            }
            for at, (p, h, said) in enumerate(rows)
        ],
    )
    return rows


@shape("answers_accepted.jsonl")
def answers_accepted(path: Path) -> Sequence[Pair]:
    rows = pairs(20)
    words = ("accept", "accept", "ignore", "accept", "reject")
    given = [words[at % 5] for at in range(len(rows))]
    lines(
        path,
        [
            {"premise": p, "hypothesis": h, "label": said, "answer": answer}
            for (p, h, said), answer in zip(rows, given, strict=True)
        ],
    )
    return [row for row, answer in zip(rows, given, strict=True) if answer == "accept"]


@shape("radio_buttons.csv")
def radio_buttons(path: Path) -> Sequence[Pair]:
    rows = pairs(15)
    names = {E: "Answer.rel.follows", N: "Answer.rel.unclear", C: "Answer.rel.contradicts"}
    sheet(
        path,
        [
            {
                "Input.text": p,
                "Input.claim": h,
                **{name: str(at == said).lower() for at, name in names.items()},
            }
            for p, h, said in rows
        ],
    )
    return rows


@shape("crosses.csv")
def crosses(path: Path) -> Sequence[Pair]:
    rows = pairs(15)
    names = {E: "Supports", N: "Does not address", C: "Contradicts"}
    sheet(
        path,
        [
            {
                "Source excerpt": p,
                "Statement": h,
                **{name: "xX"[len(h) % 2] if at == said else "" for at, name in names.items()},
            }
            for p, h, said in rows
        ],
    )
    return rows


@shape("flattened.csv")
def flattened(path: Path) -> Sequence[Pair]:
    rows = pairs(15)
    flat = [
        {
            "document": rows[at][0],
            **{
                f"claims/{i}/{name}": value
                for i in range(3)
                for name, value in (
                    ("claim", rows[at + i][1]),
                    ("verdict", rows[at + i][2]),
                    ("score", i / 7),
                )
            },
        }
        for at in range(0, len(rows), 3)
    ]
    sheet(path, flat)
    return rows


@shape("grades_of_truth.tsv")
def grades_of_truth(path: Path) -> Sequence[Pair]:
    rows = pairs(20)
    grades = {E: ("true", "mostly-true"), N: ("half-true",), C: ("barely-true", "false", "pants-fire")}
    path.write_text(
        "justification\tstatement\tlabel\n"
        + "".join(f"{p}\t{h}\t{grades[s][at % len(grades[s])]}\n" for at, (p, h, s) in enumerate(rows))
    )
    return rows


@shape("none_is_a_label.xml")
def none_is_a_label(path: Path) -> Sequence[Pair]:
    rows = pairs(15)
    words = {E: ("Entailment", "Paraphrase"), N: ("None",), C: ("None",)}
    path.write_text(
        "<corpus>"
        + "".join(
            f'<pair entailment="{words[s][at % len(words[s])]}" id="{at}"><t>{p}</t><h>{h}</h></pair>'
            for at, (p, h, s) in enumerate(rows)
        )
        + "</corpus>"
    )
    return [(p, h, E if said == E else X) for p, h, said in rows]
