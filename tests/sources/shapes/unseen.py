"""Shapes written before what reads them was mended."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.sources.shapes.documents import written as dump
from tests.sources.shapes.made import (
    C,
    E,
    N,
    Pair,
    X,
    documents,
    drawn,
    lines,
    mixed,
    pairs,
    shape,
    table,
    two,
    votes,
)
from tests.sources.test_reading_containers import workbook


def book(path: Path, sheets: dict[str, list[list[Any]]]) -> None:
    path.write_bytes(workbook({n: [[str(c) for c in row] for row in rows] for n, rows in sheets.items()}))


@shape("squad_like.json")
def squad_like_json(path: Path) -> Sequence[Pair]:
    rows = pairs()
    words = {E: "supported", N: "cannot be decided", C: "refuted"}
    dump(
        path,
        {
            "version": "2",
            "data": [
                {
                    "title": f"T{i}",
                    "paragraphs": [
                        {
                            "context": p,
                            "qas": [
                                {"id": f"{i}-{j}", "statement": h, "answers": [{"text": words[x]}]}
                                for j, (h, x) in enumerate(e)
                            ],
                        }
                    ],
                }
                for i, (p, e) in enumerate(documents(rows))
            ],
        },
    )
    return rows


@shape("label_studio.json")
def label_studio_json(path: Path) -> Sequence[Pair]:
    rows = pairs()
    words = {E: "Entails", N: "Neutral", C: "Contradicts"}
    dump(
        path,
        [
            {
                "id": i,
                "data": {"left": p, "right": h},
                "annotations": [
                    {
                        "id": i + 7,
                        "completed_by": 1 + i % 2,
                        "result": [{"type": "choices", "from_name": "nli", "value": {"choices": [words[x]]}}],
                    }
                ],
            }
            for i, (p, h, x) in enumerate(rows)
        ],
    )
    return rows


@shape("doccano.jsonl")
def doccano_jsonl(path: Path) -> Sequence[Pair]:
    rows = pairs()
    lines(path, [{"id": i, "text": f"{p}\n---\n{h}", "label": [x]} for i, (p, h, x) in enumerate(rows)])
    return rows


@shape("evidence_of_claim.jsonl")
def evidence_of_claim_jsonl(path: Path) -> Sequence[Pair]:
    rows = two(pairs())
    out = []
    for i in range(0, len(rows), 3):
        h = rows[i][1]
        out.append((h, [(rows[i][0], E), (rows[(i + 30) % 120][0], X)]))
    lines(
        path,
        [
            {
                "claim": h,
                "evidence": {
                    "text": [p for p, _ in e],
                    "stance": ["supports" if x == E else "does not support" for _, x in e],
                },
            }
            for h, e in out
        ],
    )
    return [(p, h, x) for h, e in out for p, x in e]


@shape("sents_of_pages.jsonl")
def sents_of_pages_jsonl(path: Path) -> Sequence[Pair]:
    rows = [(f"{p} {q}", h, x) for (p, h, x), (q, _, _) in zip(pairs(), pairs(seed=2), strict=True)]
    words = {E: "SUPPORTS", N: "NOT ENOUGH INFO", C: "REFUTES"}
    lines(
        path,
        [
            {
                "id": i,
                "statement": h,
                "rating": words[x],
                "evidences": [
                    {"page": f"Page {i}", "sents": [x + "." for x in [p.split(". ", 1)[0]]]},
                    {"page": "B", "sents": [p.split(". ", 1)[1]]},
                ],
            }
            for i, (p, h, x) in enumerate(rows)
        ],
    )
    return rows


@shape("messages.jsonl")
def messages_jsonl(path: Path) -> Sequence[Pair]:
    rows = pairs()
    ans = {E: "Entailment", N: "Neutral", C: "Contradiction"}
    lines(
        path,
        [
            {
                "messages": [
                    {"role": "system", "content": "You are an expert at natural language inference."},
                    {"role": "user", "content": f"Text: {p}\n\nStatement: {h}\n\nWhat is the relation?"},
                    {"role": "assistant", "content": ans[x]},
                ]
            }
            for p, h, x in rows
        ],
    )
    return rows


@shape("deep_by_id.json")
def deep_by_id_json(path: Path) -> Sequence[Pair]:
    rows = pairs()
    w = {E: "E", N: "N", C: "C"}
    dump(
        path,
        {
            f"item-{i:03}": {
                "pair": {"first": {"text": p, "len": len(p)}, "second": {"text": h, "len": len(h)}},
                "gold": {"value": w[x], "by": "ann"},
            }
            for i, (p, h, x) in enumerate(rows)
        },
    )
    return rows


@shape("one_hot.jsonl")
def one_hot_jsonl(path: Path) -> Sequence[Pair]:
    rows = pairs()
    lines(path, [{"context": p, "claim": h, "labels": {k: k == x for k in (E, N, C)}} for p, h, x in rows])
    return rows


@shape("stringly.csv")
def stringly_csv(path: Path) -> Sequence[Pair]:
    rows = two(pairs())
    table(
        path,
        ["k", "blob"],
        [
            (i, json.dumps({"src": p, "hyps": [{"t": h, "y": int(x == E)} for h, x in e]}))
            for i, (p, e) in enumerate(documents(rows))
        ],
    )
    return rows


@shape("one_hot.csv")
def one_hot_csv(path: Path) -> Sequence[Pair]:
    rows = pairs()
    table(
        path,
        ["sent_a", "sent_b", "is_entailment", "is_neutral", "is_contradiction"],
        [(p, h, *(int(k == x) for k in (E, N, C))) for p, h, x in rows],
    )
    return rows


@shape("named_raters.csv")
def named_raters_csv(path: Path) -> Sequence[Pair]:
    d = drawn(21)
    rows = pairs()
    w = {E: "yes", N: "unclear", C: "no"}
    table(
        path,
        ["no", "passage", "remark", "Anna", "Bert", "Chloe"],
        [(i, p, h, *votes(x, d, w)) for i, (p, h, x) in enumerate(rows)],
    )
    return rows


@shape("named_raters.jsonl")
def named_raters_jsonl(path: Path) -> Sequence[Pair]:
    d = drawn(22)
    rows = two(pairs())
    w = {E: "Supported", X: "Unsupported"}
    out = []
    for p, h, x in rows:
        v = votes(x, d, w)
        out.append({"document": p, "sentence": h, "j.smith": v[0], "m.lopez": v[1], "k.ito": v[2]})
    lines(path, out)
    return rows


@shape("in_brackets.csv")
def in_brackets_csv(path: Path) -> Sequence[Pair]:
    rows = mixed(two(pairs()))
    n = [
        "Summary (GPT)",
        "Faithful? (GPT)",
        "Summary (BART)",
        "Faithful? (BART)",
        "Summary (T5)",
        "Faithful? (T5)",
    ]
    table(
        path,
        ["Article", *n],
        [(p, *(c for h, x in e for c in (h, "y" if x == E else "n"))) for p, e in documents(rows)],
    )
    return rows


@shape("two_languages.tsv")
def two_languages_tsv(path: Path) -> Sequence[Pair]:
    rows = pairs()
    table(
        path,
        ["premise_en", "hypothesis_en", "premise_xx", "hypothesis_xx", "relation"],
        [(p, h, p[::-1], h[::-1], x) for p, h, x in rows],
        "\t",
    )
    return rows


@shape("rewrites.csv")
def rewrites_csv(path: Path) -> Sequence[Pair]:
    rows = pairs()
    table(
        path,
        ["Original", "Entailed rewrite", "Neutral rewrite", "Contradictory rewrite", "annotator"],
        [(p, *(h for h, _ in e), "a") for p, e in documents(rows)],
    )
    return rows


@shape("yes_no_unsure.csv")
def yes_no_unsure_csv(path: Path) -> Sequence[Pair]:
    d = drawn(23)
    rows = pairs()
    o = []
    for p, h, x in rows:
        v = votes(x, d, {E: E, N: N, C: C}, 5)
        o.append((p, h, v.count(E), v.count(C), v.count(N)))
    table(path, ["context", "proposition", "Yes", "No", "Unsure"], o)
    return rows


@shape("majority_and_votes.tsv")
def majority_and_votes_tsv(path: Path) -> Sequence[Pair]:
    d = drawn(24)
    rows = pairs()
    w = {E: "ent", N: "neu", C: "con"}
    table(
        path,
        ["t", "h", "ann1", "ann2", "ann3", "majority"],
        [(p, h, *votes(x, d, w), w[x]) for p, h, x in rows],
        "\t",
    )
    return rows


@shape("eav.csv")
def eav_csv(path: Path) -> Sequence[Pair]:
    rows = pairs()
    o = []
    for i, (p, h, x) in enumerate(rows):
        o += [(i, "premise", p), (i, "hypothesis", h), (i, "label", x)]
    table(path, ["id", "attribute", "value"], o)
    return rows
