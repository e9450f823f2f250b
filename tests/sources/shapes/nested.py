"""Records and lists."""

import json
from collections.abc import Sequence
from pathlib import Path

from tests.sources.shapes.made import (
    C,
    E,
    N,
    Pair,
    X,
    documents,
    drawn,
    lines,
    pairs,
    shape,
    table,
    two,
    votes,
)


@shape("in_out.jsonl")
def input_and_output(path: Path) -> Sequence[Pair]:
    rows = two(pairs())
    lines(
        path,
        [
            {"input": {"source": p, "candidate": h}, "output": {"faithful": label == E}}
            for p, h, label in rows
        ],
    )
    return rows


@shape("pair.jsonl")
def pair_in_a_list(path: Path) -> Sequence[Pair]:
    rows = two(pairs())
    lines(path, [{"pair": [p, h], "inferable": "yes" if label == E else "no"} for p, h, label in rows])
    return rows


@shape("claims.jsonl")
def claims_of_a_document(path: Path) -> Sequence[Pair]:
    words = {E: "accurate", X: "fabricated"}
    rows = two(pairs())
    lines(
        path,
        [
            {"meeting_notes": p, "points": [{"point": h, "check": words[label]} for h, label in each]}
            for p, each in documents(rows)
        ],
    )
    return rows


@shape("parallel.jsonl")
def parallel_lists(path: Path) -> Sequence[Pair]:
    rows = pairs()
    lines(
        path,
        [
            {"story": p, "endings": [h for h, _ in each], "relations": [label for _, label in each]}
            for p, each in documents(rows)
        ],
    )
    return rows


@shape("by_name.jsonl")
def by_name(path: Path) -> Sequence[Pair]:
    rows = two(pairs())
    lines(
        path,
        [
            {
                "report": p,
                "sentences": {
                    f"s{at}": {"words": h, "verified": label == E} for at, (h, label) in enumerate(each)
                },
            }
            for p, each in documents(rows)
        ],
    )
    return rows


@shape("paragraphs.jsonl")
def paragraphs(path: Path) -> Sequence[Pair]:
    rows = [(f"{p} {q}", h, label) for (p, h, label), (q, _, _) in zip(pairs(), pairs(seed=2), strict=True)]
    words = {E: "Supported", N: "Insufficient", C: "Contradicted"}
    lines(
        path,
        [
            {
                "page": {
                    "heading": f"Page {at}",
                    "paragraphs": [p.split(". ", 1)[0] + ".", p.split(". ", 1)[1]],
                },
                "fact": h,
                "assessment": words[label],
            }
            for at, (p, h, label) in enumerate(rows)
        ],
    )
    return rows


@shape("raters.jsonl")
def raters(path: Path) -> Sequence[Pair]:
    draw = drawn(7)
    words = {E: "supported", X: "not supported"}
    rows = two(pairs())
    lines(
        path,
        [
            {
                "doc": p,
                "output": h,
                "ratings": [{"by": draw.randrange(9), "says": each} for each in votes(label, draw, words)],
            }
            for p, h, label in rows
        ],
    )
    return rows


@shape("cells.csv")
def json_in_cells(path: Path) -> Sequence[Pair]:
    rows = pairs()
    table(
        path,
        ["row", "transcript", "annotation"],
        [(at, p, json.dumps({"utterance": h, "class": label})) for at, (p, h, label) in enumerate(rows)],
    )
    return rows


@shape("quiz.json")
def two_levels(path: Path) -> Sequence[Pair]:
    rows = two(pairs())
    made = [
        {
            "passage": p,
            "items": [{"topic": "x", "options": [{"option": h, "correct": label == E} for h, label in each]}],
        }
        for p, each in documents(rows)
    ]
    path.write_text(json.dumps(made))
    return rows


@shape("tokens.jsonl")
def tokens(path: Path) -> Sequence[Pair]:
    rows = pairs()
    lines(path, [{"first": p.split(), "second": h.split(), "relation": label} for p, h, label in rows])
    return rows


@shape("by_label.jsonl")
def by_label(path: Path) -> Sequence[Pair]:
    rows = pairs()
    lines(path, [{"seed": p, "written": {label: h for h, label in each}} for p, each in documents(rows)])
    return rows


@shape("lists_by_label.jsonl")
def lists_by_label(path: Path) -> Sequence[Pair]:
    rows = [(p, h, label) for p, h, label in pairs()] + [
        (p, h + " Surely.", label) for p, h, label in pairs()
    ]
    rows.sort(key=lambda row: row[0])
    made = []
    for p, each in documents(rows):
        record: dict[str, list[str]] = {}
        for h, label in each:
            record.setdefault({E: "entailed", N: "neutral", C: "contradicted"}[label], []).append(h)
        made.append({"scene": p, "captions": record})
    lines(path, made)
    return rows


@shape("mixed_lists.jsonl")
def sometimes_a_list(path: Path) -> Sequence[Pair]:
    rows = two(pairs())
    lines(
        path,
        [
            {"article": [p] if at % 3 else p, "headline": h, "ok": label == E}
            for at, (p, h, label) in enumerate(rows)
        ],
    )
    return rows
