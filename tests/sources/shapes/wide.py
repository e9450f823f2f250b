"""Several pairs, votes or systems in one row, and sentences a row."""

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
    mixed,
    pairs,
    shape,
    table,
    two,
    votes,
)


@shape("true_false.csv")
def true_and_false(path: Path) -> Sequence[Pair]:
    rows = [row for row in two(pairs()) if not row[1].endswith("there.")]
    table(
        path,
        ["paragraph", "true_sentence", "false_sentence"],
        [(p, each[0][0], each[1][0]) for p, each in documents(rows)],
    )
    return rows


@shape("systems.csv")
def systems(path: Path) -> Sequence[Pair]:
    rows = mixed(two(pairs()))
    names = [f"{system}_{what}" for system in ("bart", "pegasus", "lead") for what in ("summary", "ok")]
    table(
        path,
        ["news", *names],
        [
            (p, *(cell for h, label in each for cell in (h, "yes" if label == E else "no")))
            for p, each in documents(rows)
        ],
    )
    return rows


@shape("numbered.tsv")
def numbered(path: Path) -> Sequence[Pair]:
    rows = mixed(pairs())
    names = [f"{what}{at}" for at in (1, 2, 3) for what in ("claim", "stance")]
    words = {E: "agree", N: "unrelated", C: "disagree"}
    table(
        path,
        ["ref_id", "source_text", *names],
        [
            (at, p, *(cell for h, label in each for cell in (h, words[label])))
            for at, (p, each) in enumerate(documents(rows))
        ],
        "\t",
    )
    return rows


@shape("three_raters.csv")
def three_raters(path: Path) -> Sequence[Pair]:
    draw = drawn(8)
    rows = pairs()
    words = {E: "E", N: "N", C: "C"}
    table(
        path,
        ["sent_left", "sent_right", "rater_a", "rater_b", "rater_c"],
        [(p, h, *votes(label, draw, words)) for p, h, label in rows],
    )
    return rows


@shape("binary_raters.tsv")
def binary_raters(path: Path) -> Sequence[Pair]:
    draw = drawn(9)
    rows = two(pairs())
    table(
        path,
        ["knowledge_snippet", "bot_reply", "grounded1", "grounded2", "grounded3"],
        [(p, h, *votes(label, draw, {E: "1", X: "0"})) for p, h, label in rows],
        "\t",
    )
    return rows


@shape("counts.csv")
def counts_by_label(path: Path) -> Sequence[Pair]:
    draw = drawn(10)
    rows = pairs()
    made = []
    for p, h, label in rows:
        given = votes(label, draw, {E: E, N: N, C: C}, 5)
        made.append((p, h, given.count(E), given.count(N), given.count(C)))
    table(path, ["prompt_text", "continuation", "n_entail", "n_neutral", "n_contradict"], made)
    return rows


@shape("long.csv")
def one_row_a_sentence(path: Path) -> Sequence[Pair]:
    rows = two(pairs())
    table(
        path,
        ["doc_id", "sent_no", "document_text", "sent", "hallucinated"],
        [(at // 3, at % 3, p, h, int(label != E)) for at, (p, h, label) in enumerate(rows)],
    )
    return rows


@shape("scores.jsonl")
def scores(path: Path) -> Sequence[Pair]:
    draw = drawn(11)
    rows = two(pairs())
    lines(
        path,
        [
            {
                "grounding": p,
                "generated_text": h,
                "support_score": round(draw.uniform(0.6, 1) if label == E else draw.uniform(0, 0.4), 3),
            }
            for p, h, label in rows
        ],
    )
    return rows


@shape("likert.tsv")
def likert(path: Path) -> Sequence[Pair]:
    draw = drawn(12)
    rows = pairs()
    scale = {E: ["5"], N: ["2", "3", "4"], C: ["1"]}
    table(
        path,
        ["given", "guess", "likelihood_rating"],
        [(p, h, draw.choice(scale[label])) for p, h, label in rows],
        "\t",
    )
    return rows
