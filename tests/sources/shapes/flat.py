"""Flat tables."""

import json
from collections.abc import Sequence
from pathlib import Path

import polars as pl
from tests.sources.shapes.made import WHAT, C, E, N, Pair, X, drawn, lines, pairs, shape, table, two


@shape("german.csv")
def german(path: Path) -> Sequence[Pair]:
    words = {E: "Folgerung", N: "Neutral", C: "Widerspruch"}
    table(path, ["Text A", "Text B", "Urteil"], [(p, h, words[label]) for p, h, label in pairs()], ";")
    return pairs()


@shape("mt.tsv")
def faithful_flag(path: Path) -> Sequence[Pair]:
    rows = two(pairs())
    table(
        path,
        ["seg", "src_doc", "sys_out", "is_faithful"],
        [(at, p, h, int(label == E)) for at, (p, h, label) in enumerate(rows)],
        "\t",
    )
    return rows


@shape("short.jsonl")
def short_names(path: Path) -> Sequence[Pair]:
    words = {E: "ENT", N: "NEU", C: "CON"}
    lines(path, [{"ctx": p, "utt": h, "lab": words[label]} for p, h, label in pairs()])
    return pairs()


@shape("headless.csv")
def no_header(path: Path) -> Sequence[Pair]:
    table(path, [], [(f"q{at}", h, p, label) for at, (p, h, label) in enumerate(pairs())])
    return pairs()


@shape("numbers.tsv")
def no_header_and_numbers(path: Path) -> Sequence[Pair]:
    rows = pairs()
    numbers = {E: 0, N: 1, C: 2}
    path.write_text("".join(f"{numbers[label]}\t{p}\t{h}\n" for p, h, label in rows))
    return rows


@shape("triples.json")
def rows_without_names(path: Path) -> Sequence[Pair]:
    path.write_text(json.dumps([[label, h, p] for p, h, label in pairs()]))
    return pairs()


@shape("checks.parquet")
def parquet(path: Path) -> Sequence[Pair]:
    rows = two(pairs())
    pl.DataFrame(
        {
            "passage_text": [r[0] for r in rows],
            "assertion_text": [r[1] for r in rows],
            "y": [r[2] == E for r in rows],
        }
    ).write_parquet(path)
    return rows


@shape("exam.json")
def under_a_key(path: Path) -> Sequence[Pair]:
    words = {E: "true", N: "cannot say", C: "false"}
    rows = [
        {"no": at, "background": p, "statement_to_check": h, "solution": words[label]}
        for at, (p, h, label) in enumerate(pairs())
    ]
    path.write_text(json.dumps({"version": "1.1", "authors": "nobody", "examples": rows}))
    return pairs()


@shape("columns.json")
def columns(path: Path) -> Sequence[Pair]:
    rows = pairs()
    words = {E: "implied", N: "unrelated", C: "opposite"}
    path.write_text(
        json.dumps(
            {
                "lhs": [r[0] for r in rows],
                "rhs": [r[1] for r in rows],
                "relationship": [words[r[2]] for r in rows],
            }
        )
    )
    return rows


@shape("piped.txt")
def piped(path: Path) -> Sequence[Pair]:
    words = {E: "backed", X: "not backed"}
    rows = two(pairs())
    path.write_text("report|tweet|status\n" + "".join(f"{p}|{h}|{words[label]}\n" for p, h, label in rows))
    return rows


@shape("distractors.jsonl")
def distractors(path: Path) -> Sequence[Pair]:
    draw = drawn(3)
    rows = [
        {
            "uid": f"x{at}",
            "url": f"https://example.org/{at}",
            "topic": draw.choice(["sea", "land"]),
            "excerpt": p,
            "proposition": h,
            "annotator_comment": f"I took a long time over the {draw.choice(WHAT)} before I came to this.",
            "final_verdict": {E: "Confirmed", N: "Unproven", C: "Debunked"}[label],
            "model": draw.choice(["a", "b"]),
        }
        for at, (p, h, label) in enumerate(pairs())
    ]
    lines(path, rows)
    return pairs()


@shape("japanese.csv")
def japanese(path: Path) -> Sequence[Pair]:
    who, what, where = (
        ["農夫", "医者", "先生", "船長"],
        ["時計", "鏡", "籠", "梯子", "鍋"],
        ["湖の近く", "教会の裏", "駅", "橋の上"],
    )
    draw, made = drawn(5), []
    for _ in range(40):
        a, b, c = draw.choice(who), draw.choice(what), draw.choice(where)
        premise = f"月曜日に{c}で若い{a}が古い{b}を修理していた。"
        made += [
            (premise, f"{a}が{b}を修理していた。", E),
            (premise, f"{a}は兄のために{b}を売った。", N),
            (premise, f"誰も{b}を見ていない。", C),
        ]
    table(
        path,
        ["番号", "文1", "文2", "判定"],
        [(at, p, h, {E: "含意", N: "中立", C: "矛盾"}[label]) for at, (p, h, label) in enumerate(made)],
    )
    return made
