"""Blocks of lines, prompts, and names of files that say the labels."""

import csv
import io
import zipfile
from collections.abc import Sequence
from pathlib import Path

from tests.sources.shapes.made import C, E, N, Pair, X, lines, pairs, shape, table, two


@shape("blocks.txt")
def blocks(path: Path) -> Sequence[Pair]:
    words = {E: "YES", N: "MAYBE", C: "NO"}
    path.write_text("\n".join(f"{p}\n{h}\n{words[label]}\n" for p, h, label in pairs()))
    return pairs()


@shape("bars.txt")
def bars(path: Path) -> Sequence[Pair]:
    path.write_text("".join(f"{p} ||| {h} ||| {label}\n" for p, h, label in pairs()))
    return pairs()


@shape("prompts.jsonl")
def prompts(path: Path) -> Sequence[Pair]:
    rows = pairs()
    lines(
        path,
        [
            {"prompt": f"Premise: {p}\nHypothesis: {h}\nAnswer:", "completion": f" {label}"}
            for p, h, label in rows
        ],
    )
    return rows


@shape("by_file")
def files_by_label(path: Path) -> Sequence[Pair]:
    rows = pairs()
    path.mkdir()
    for word, wanted in (("follows", E), ("undecided", N), ("contradicts", C)):
        lines(
            path / f"set_{word}.jsonl",
            [{"original": p, "rewrite": h} for p, h, label in rows if label == wanted],
        )
    return rows


@shape("by_folder")
def folders_by_label(path: Path) -> Sequence[Pair]:
    rows = two(pairs())
    for word, wanted in (("consistent", E), ("hallucinated", X)):
        (path / word).mkdir(parents=True)
        own = [(p, h) for p, h, label in rows if label == wanted]
        table(path / word / "part1.csv", ["dialogue", "model_response"], own[::2])
        table(path / word / "part2.csv", ["dialogue", "model_response"], own[1::2])
    return rows


@shape("domains.zip")
def zip_of_domains(path: Path) -> Sequence[Pair]:
    rows = [*pairs(20, 1), *pairs(20, 2)]
    with zipfile.ZipFile(path, "w") as opened:
        for name, part in (("sport", rows[:60]), ("law", rows[60:])):
            text = io.StringIO()
            writer = csv.writer(text)
            writer.writerows(
                [
                    ["Abstract", "Finding", "Does it hold?"],
                    *((p, h, {E: "Yes", N: "Unclear", C: "No"}[label]) for p, h, label in part),
                ]
            )
            opened.writestr(f"{name}.csv", text.getvalue())
    return rows
