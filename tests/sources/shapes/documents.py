"""Twelve JSON files that are no table: rows below keys, in lists of lists, beside other things."""

import json
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from tests.sources.shapes.made import C, E, N, Pair, X, documents, drawn, lines, mixed, pairs, shape, two


def written(path: Path, document: Any) -> None:
    path.write_text(json.dumps(document, indent=1))


@shape("by_split_and_id.json")
def by_split_and_id(path: Path) -> Sequence[Pair]:
    words = {E: "true", N: "not enough info", C: "false"}
    records = [
        {"text": p, "claim": h, "answer": words[label], "author": f"w{at % 3}"}
        for at, (p, h, label) in enumerate(pairs())
    ]
    split = {"train": range(90), "dev": range(90, 120)}
    written(path, {name: {f"ex{at}": records[at] for at in rows} for name, rows in split.items()})
    return pairs()


@shape("ragged.json")
def lists_of_unequal_length(path: Path) -> Sequence[Pair]:
    draw, rows, left = drawn(3), mixed(pairs()), []
    groups = []
    for premise, each in documents(rows):
        kept = each[: draw.choice([1, 2, 3])]
        groups.append([{"context": premise, "statement": h, "judgement": label} for h, label in kept])
        left += [(premise, h, label) for h, label in kept]
    written(path, groups)
    return left


@shape("unequal_lists.json")
def columns_and_a_list_of_names(path: Path) -> Sequence[Pair]:
    rows = two(pairs())
    written(
        path,
        {
            "classes": ["backed", "unbacked"],
            "passages": [p for p, _, _ in rows],
            "findings": [h for _, h, _ in rows],
            "verdicts": ["backed" if label == E else "unbacked" for _, _, label in rows],
            "contributors": ["Ann", "Bob", "Cem", "Dee", "Eva"],
        },
    )
    return rows


@shape("payload.json")
def rows_beside_other_things(path: Path) -> Sequence[Pair]:
    rows = two(pairs())
    written(
        path,
        {
            "meta": {"licence": "CC BY 4.0", "raters": ["a", "b"]},
            "payload": {
                "topics": ["sport", "law", "weather"],
                "articles": [
                    {
                        "body": p,
                        "checks": [
                            {"sentence": h, "outcome": "pass" if label == E else "fail"} for h, label in each
                        ],
                    }
                    for p, each in documents(rows)
                ],
            },
        },
    )
    return rows


@shape("batches.jsonl")
def batches_a_line(path: Path) -> Sequence[Pair]:
    words = {E: "follows", N: "cannot tell", C: "conflicts"}
    rows = [{"given": p, "inferred": h, "relation": words[label]} for p, h, label in pairs()]
    cuts = [0, 7, 30, 31, 80, 120]
    lines(
        path,
        [{"batch": at, "records": rows[a:b]} for at, (a, b) in enumerate(pairwise(cuts))],
    )
    return pairs()


@shape("list_lines.jsonl")
def list_a_line(path: Path) -> Sequence[Pair]:
    rows = [{"src": p, "tgt": h, "nli": label} for p, h, label in pairs()]
    cuts = [0, 5, 6, 44, 100, 120]
    lines(path, [rows[a:b] for a, b in pairwise(cuts)])
    return pairs()


@shape("texts_as_keys.json")
def texts_as_keys(path: Path) -> Sequence[Pair]:
    rows = list(dict.fromkeys(pairs()))
    written(path, {p: dict(each) for p, each in documents(rows)})
    return [(p, h, label) for p, each in documents(rows) for h, label in dict(each).items()]


@shape("by_label_below.json")
def records_below_labels(path: Path) -> Sequence[Pair]:
    words = {"supported": E, "undecided": N, "refuted": C}
    rows = pairs()
    written(
        path,
        {
            "created": "2020-01-01",
            "examples": {
                word: [{"report": p, "line": h} for p, h, label in rows if label == wanted]
                for word, wanted in words.items()
            },
        },
    )
    return rows


@shape("folds.json")
def two_folds(path: Path) -> Sequence[Pair]:
    rows = [{"s1": p, "s2": h, "rel": label} for p, h, label in pairs()]
    written(path, [rows[:60], rows[60:]])
    return pairs()


@shape("models.json")
def outputs_of_models(path: Path) -> Sequence[Pair]:
    rows = two(pairs())
    results = {
        name: {"outputs": [{"doc": p, "output": h, "hallucinated": label == X} for p, h, label in part]}
        for name, part in (("alpha-7b", rows[:50]), ("beta-13b", rows[50:]))
    }
    written(path, {"config": {"temperature": 0.7, "seeds": [1, 2, 3]}, "results": results})
    return rows


@shape("one_after_another.json")
def objects_over_several_lines(path: Path) -> Sequence[Pair]:
    words = {E: "Yes", N: "Perhaps", C: "No"}
    path.write_text(
        "\n".join(
            json.dumps({"story": p, "ending": h, "fits": words[label]}, indent=2) for p, h, label in pairs()
        )
    )
    return pairs()


@shape("by_column_and_row.json")
def columns_as_pandas_writes_them(path: Path) -> Sequence[Pair]:
    rows = pairs()
    columns = {"situation": [p for p, _, _ in rows], "remark": [h for _, h, _ in rows]}
    columns["class"] = [label for _, _, label in rows]
    written(
        path, {name: {str(at): each for at, each in enumerate(column)} for name, column in columns.items()}
    )
    return rows
