"""Shapes written after mending, of other kinds."""

import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import polars as pl
from tests.sources.shapes.documents import written as dump
from tests.sources.shapes.made import (
    C,
    E,
    N,
    Pair,
    documents,
    drawn,
    lines,
    pairs,
    shape,
    table,
    two,
    votes,
)
from tests.sources.test_reading_containers import workbook


def book(path: Path, sheets: dict[str, list[list[Any]]]) -> None:
    path.write_bytes(workbook({n: [[str(c) for c in row] for row in rows] for n, rows in sheets.items()}))


@shape("facts.yaml.txt")
def facts_yaml_txt(path: Path) -> Sequence[Pair]:
    rows = pairs()
    words = {E: "accept", N: "unclear", C: "reject"}
    path.write_text(
        "".join(f"- passage: {p}\n  assertion: {h}\n  decision: {words[x]}\n" for p, h, x in rows)
    )
    return rows


@shape("hits.csv")
def hits_csv(path: Path) -> Sequence[Pair]:
    d = drawn(41)
    rows = pairs()
    w = {E: "Definitely true", N: "Might be true", C: "Definitely false"}
    table(
        path,
        ["HITId", "WorkerId", "Input.caption", "Input.sentence", "Answer.choice"],
        [(f"H{i}", f"W{d.randrange(9)}", p, h, w[x]) for i, (p, h, x) in enumerate(rows)],
    )
    return rows


@shape("spans.jsonl")
def spans_jsonl(path: Path) -> Sequence[Pair]:
    rows = two(pairs())
    out = []
    for p, h, x in rows:
        t = f"{p}"
        out.append(
            {
                "doc": {"raw": t, "n_sents": 1},
                "gen": {"raw": h, "system": "m1"},
                "errors": [] if x == E else [{"start": 0, "end": 4, "kind": "entity"}],
                "has_error": x != E,
            }
        )
    lines(path, out)
    return rows


@shape("confidence.jsonl")
def confidence_jsonl(path: Path) -> Sequence[Pair]:
    d = drawn(43)
    rows = pairs()
    lines(
        path,
        [
            {"uid": f"u{i}", "s": [p, h], "y": {"label": x, "confidence": round(d.uniform(0.5, 1), 2)}}
            for i, (p, h, x) in enumerate(rows)
        ],
    )
    return rows


@shape("semicolons.csv")
def semicolons_csv(path: Path) -> Sequence[Pair]:
    rows = pairs()
    table(
        path,
        ["Prémisse", "Hypothèse", "Étiquette"],
        [(p, h, {E: "implication", N: "neutre", C: "contradiction"}[x]) for p, h, x in rows],
        ";",
    )
    return rows


@shape("percent.csv")
def percent_csv(path: Path) -> Sequence[Pair]:
    d = drawn(44)
    rows = two(pairs())
    table(
        path,
        ["report", "bullet", "faithfulness"],
        [(p, h, d.randint(60, 100) if x == E else d.randint(0, 40)) for p, h, x in rows],
    )
    return rows


@shape("split_folder")
def split_folder(path: Path) -> Sequence[Pair]:
    rows = pairs()
    for n, part in (("train", rows[:60]), ("dev", rows[60:90]), ("test", rows[90:])):
        (path / n).mkdir(parents=True)
        table(
            path / n / "data.tsv",
            ["sent_1", "sent_2", "y"],
            [(p, h, {E: "ENT", N: "NEU", C: "CON"}[x]) for p, h, x in part],
            "\t",
        )
    return rows


@shape("nested_list.json")
def nested_list_json(path: Path) -> Sequence[Pair]:
    rows = two(pairs())
    dump(
        path,
        {
            "model": "abc",
            "date": "2022",
            "documents": [
                {"document": p, "summaries": [[h, "good" if x == E else "bad"] for h, x in e]}
                for p, e in documents(rows)
            ],
        },
    )
    return rows


@shape("bullets.md")
def bullets_md(path: Path) -> Sequence[Pair]:
    rows = pairs()
    path.write_text(
        "# Items\n\n"
        + "\n".join(
            f"## Item {i}\n\n- **Text:** {p}\n- **Claim:** {h}\n- **Gold:** {x}\n"
            for i, (p, h, x) in enumerate(rows)
        )
    )
    return rows


@shape("ternary_ints.parquet")
def ternary_ints_parquet(path: Path) -> Sequence[Pair]:
    rows = pairs()
    k = {E: 1, N: 0, C: -1}
    pl.DataFrame(
        {"src": [r[0] for r in rows], "hyp_text": [r[1] for r in rows], "nli": [k[r[2]] for r in rows]}
    ).write_parquet(path)
    return rows


@shape("two_annot.csv")
def two_annot_csv(path: Path) -> Sequence[Pair]:
    rows = two(pairs())
    table(
        path,
        ["doc", "sum", "faithful_annotator1", "faithful_annotator2"],
        [(p, h, *(["yes"] * 2 if x == E else ["no"] * 2)) for p, h, x in rows],
    )
    return rows


@shape("long_votes.jsonl")
def long_votes_jsonl(path: Path) -> Sequence[Pair]:
    d = drawn(45)
    rows = pairs()
    w = {E: "e", N: "n", C: "c"}
    lines(
        path,
        [
            {
                "post": p,
                "reply": h,
                "crowd": [
                    {"worker": d.randrange(20), "judgment": v, "seconds": d.randint(3, 40)}
                    for v in votes(x, d, w, 5)
                ],
            }
            for p, h, x in rows
        ],
    )
    return rows


@shape("merged.xlsx")
def merged_xlsx(path: Path) -> Sequence[Pair]:
    rows = two(pairs())
    o = []
    for p, e in documents(rows):
        for j, (h, x) in enumerate(e):
            o.append([p if not j else "", h, "supported" if x == E else "not supported"])
    book(path, {"Sheet1": [["Evidence set, 2nd round"], ["Passage", "Claim", "Judgement"], *o]})
    return rows


@shape("triples_long.csv")
def triples_long_csv(path: Path) -> Sequence[Pair]:
    rows = pairs()
    o = []
    for i, (p, h, x) in enumerate(rows):
        o += [
            (f"q{i}", "source_text", p),
            (f"q{i}", "candidate", h),
            (f"q{i}", "gold", x),
            (f"q{i}", "author", "me"),
        ]
    table(path, ["record", "field", "content"], o)
    return rows


@shape("gz_lines.jsonl.gz")
def gz_lines_jsonl_gz(path: Path) -> Sequence[Pair]:
    rows = pairs()
    path.write_bytes(
        gzip.compress(
            "".join(
                json.dumps(
                    {
                        "meta": {"ix": i},
                        "premises": [{"sent": p}],
                        "conclusion": {"sent": h, "relation": x[:1].upper()},
                    }
                )
                + "\n"
                for i, (p, h, x) in enumerate(rows)
            ).encode()
        )
    )
    return rows
