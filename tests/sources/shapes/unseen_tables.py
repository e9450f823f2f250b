"""Long tables, blocks, folders, sheets and mixed types, written before what reads them was mended."""

import json
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

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


@shape("sides.csv")
def sides_csv(path: Path) -> Sequence[Pair]:
    rows = pairs()
    o = []
    for i, (p, h, x) in enumerate(rows):
        o += [(i, "text", p, x), (i, "claim", h, x)]
    table(path, ["pair_id", "side", "sentence", "label"], o)
    return rows


@shape("judgements.csv")
def judgements_csv(path: Path) -> Sequence[Pair]:
    d = drawn(25)
    rows = pairs()
    o = []
    for i, (p, h, x) in enumerate(rows):
        for k, v in enumerate(votes(x, d, {E: "true", N: "maybe", C: "false"})):
            o.append((i, f"w{k}", p, h, v))
    table(path, ["item", "worker", "report_text", "claim_text", "answer"], o)
    return rows


@shape("merged_cells.csv")
def merged_cells_csv(path: Path) -> Sequence[Pair]:
    rows = two(pairs())
    o = []
    for p, e in documents(rows):
        for j, (h, x) in enumerate(e):
            o.append((p if not j else "", h, "OK" if x == E else "WRONG"))
    table(path, ["Source", "Sentence", "Check"], o)
    return rows


@shape("comment_head.csv")
def comment_head_csv(path: Path) -> Sequence[Pair]:
    rows = pairs()
    table(path, ["ctx", "stmt", "class"], rows)
    path.write_text("# collected 2021\n# licence: CC BY 4.0\n" + path.read_text())
    return rows


@shape("title_head.csv")
def title_head_csv(path: Path) -> Sequence[Pair]:
    rows = pairs()
    table(path, ["Passage", "Claim", "Verdict"], rows)
    path.write_text("Table 3: our test items,,\n,,\n" + path.read_text())
    return rows


@shape("header_again.csv")
def header_again_csv(path: Path) -> Sequence[Pair]:
    rows = pairs()
    table(
        path, ["story", "ending", "fits"], [(p, h, {E: "Yes", N: "Perhaps", C: "No"}[x]) for p, h, x in rows]
    )
    t = path.read_text().splitlines(keepends=True)
    path.write_text("".join(t[:61] + t[:1] + t[61:]))
    return rows


@shape("headless_ids.tsv")
def headless_ids_tsv(path: Path) -> Sequence[Pair]:
    rows = pairs()
    path.write_text(
        "".join(
            f"{i}\tgenre{i % 3}\t{dict(zip((E, N, C), 'enc', strict=True))[x]}\t{p}\t{h}\n"
            for i, (p, h, x) in enumerate(rows)
        )
    )
    return rows


@shape("keyed_blocks.txt")
def keyed_blocks_txt(path: Path) -> Sequence[Pair]:
    rows = pairs()
    path.write_text("\n".join(f"Premise: {p}\nHypothesis: {h}\nLabel: {x}\n" for p, h, x in rows))
    return rows


@shape("keyed_blocks_more.txt")
def keyed_blocks_more_txt(path: Path) -> Sequence[Pair]:
    rows = two(pairs())
    path.write_text(
        "\n".join(
            f"ID: {i}\nSource: {p}\n"
            + ("Note: hard\n" if i % 4 == 0 else "")
            + f"Summary: {h}\nFaithful: {'yes' if x == E else 'no'}\n"
            for i, (p, h, x) in enumerate(rows)
        )
    )
    return rows


@shape("numbered_items.txt")
def numbered_items_txt(path: Path) -> Sequence[Pair]:
    rows = pairs()
    words = {E: "true", N: "unknown", C: "false"}
    path.write_text(
        "\n".join(
            f"{i}. Text: {p}\n   Claim: {h}\n   Answer: {words[x]}\n" for i, (p, h, x) in enumerate(rows, 1)
        )
    )
    return rows


@shape("dashes.txt")
def dashes_txt(path: Path) -> Sequence[Pair]:
    rows = pairs()
    path.write_text(
        "-----\n".join(
            f"{p}\n{h}\n{dict(zip((E, N, C), ('follows', 'open', 'conflict'), strict=True))[x]}\n"
            for p, h, x in rows
        )
    )
    return rows


@shape("file_each")
def file_each(path: Path) -> Sequence[Pair]:
    path.mkdir()
    rows = pairs()
    for i, (p, h, x) in enumerate(rows):
        dump(
            path / f"ex{i:03}.json",
            {"a_text": p, "b_text": h, "verdict": {E: "Supports", N: "Neutral", C: "Refutes"}[x]},
        )
    return rows


@shape("docs.zip")
def docs_zip(path: Path) -> Sequence[Pair]:
    rows = two(pairs())
    with zipfile.ZipFile(path, "w") as z:
        for i, (p, e) in enumerate(documents(rows)):
            z.writestr(
                f"docs/{i:02}.json",
                json.dumps(
                    {"id": i, "report": p, "findings": [{"finding": h, "holds": x == E} for h, x in e]}
                ),
            )
    return rows


@shape("sheets.xlsx")
def sheets_xlsx(path: Path) -> Sequence[Pair]:
    rows = pairs()
    w = {"Entailed": E, "Neutral": N, "Contradicted": C}
    book(path, {n: [["Context", "Sentence"], *([p, h] for p, h, x in rows if x == v)] for n, v in w.items()})
    return rows


@shape("titled.xlsx")
def titled_xlsx(path: Path) -> Sequence[Pair]:
    rows = pairs()
    book(
        path,
        {
            "Items": [
                ["Survey of inference items, spring 2021"],
                ["Responsible: N. N."],
                [],
                ["No", "Background", "Assertion", "Verdict"],
                *([i, p, h, x] for i, (p, h, x) in enumerate(rows)),
            ]
        },
    )
    return rows


@shape("ints_and_words.jsonl")
def ints_and_words_jsonl(path: Path) -> Sequence[Pair]:
    rows = pairs()
    num = {E: 0, N: 1, C: 2}
    lines(
        path,
        [
            {"premise": p, "hypothesis": h, "label": num[x] if i % 5 else x}
            for i, (p, h, x) in enumerate(rows)
        ],
    )
    return rows


@shape("true_or_unknown.jsonl")
def true_or_unknown_jsonl(path: Path) -> Sequence[Pair]:
    rows = pairs()
    w = {E: True, N: "unknown", C: False}
    lines(path, [{"article": p, "claim": h, "truth": w[x]} for p, h, x in rows])
    return rows
