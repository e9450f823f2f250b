"""Files of shapes that nobody has named, each with the pairs that were meant: for `test_proposals`.

Texts are put together from words, so that entailed hypotheses lie nearer to their premises than others, as in
data that people wrote. Names, labels and structures differ from file to file.
"""

import csv
import io
import json
import random
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

import polars as pl

E, N, C, X = "entailment", "neutral", "contradiction", "non-entailment"
Pair = tuple[str, str, str]
SIDE = {E: E, N: X, C: X}
WHO = [
    "farmer",
    "nurse",
    "pilot",
    "teacher",
    "baker",
    "clerk",
    "sailor",
    "gardener",
    "tailor",
    "judge",
    "miner",
    "cook",
]
DID = ["repaired", "sold", "painted", "carried", "dropped", "washed", "found", "hid", "borrowed", "weighed"]
WHAT = [
    "tractor",
    "basket",
    "clock",
    "mirror",
    "ladder",
    "kettle",
    "carpet",
    "lantern",
    "trunk",
    "violin",
    "stove",
]
WHERE = [
    "near the lake",
    "behind the church",
    "at the station",
    "in the cellar",
    "on the bridge",
    "by the old mill",
]
WHEN = ["On Monday", "Last winter", "At noon", "Before the storm", "In 1987", "After lunch"]
WHY = ["for a cousin", "to win a bet", "because of the rain", "for forty dollars", "to please the mayor"]


def drawn(seed: int) -> random.Random:
    """What draws texts and labels."""
    return random.Random(seed)  # noqa: S311 - no secret


def pairs(documents: int = 40, seed: int = 1) -> list[Pair]:
    """Three hypotheses to every premise, one of each label."""
    draw = drawn(seed)
    made = []
    for _ in range(documents):
        who, did, what, where = (draw.choice(each) for each in (WHO, DID, WHAT, WHERE))
        other, others = draw.choice(WHO), draw.choice(WHAT)
        premise = (
            f"{draw.choice(WHEN)} the {who} {did} a {what} {where}, and the {other} looked at the {others}."
        )
        made += [
            (premise, f"The {who} {did} a {what} {where}.", E),
            (premise, f"The {who} {did} the {what} {draw.choice(WHY)}.", N),
            (premise, f"Nobody ever {draw.choice(DID)} any {what} there.", C),
        ]
    return made


def two(rows: Sequence[Pair]) -> list[Pair]:
    """The same with two labels."""
    return [(p, h, SIDE[label]) for p, h, label in rows]


def documents(rows: Sequence[Pair]) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Every premise with its hypotheses and labels."""
    for premise, group in groupby(rows, key=lambda row: row[0]):
        yield premise, [(hypothesis, label) for _, hypothesis, label in group]


def mixed(rows: Sequence[Pair]) -> list[Pair]:
    """The same with the hypotheses of a premise in any order."""
    draw = drawn(4)
    return sorted(rows, key=lambda row: (rows.index(next(r for r in rows if r[0] == row[0])), draw.random()))


@dataclass(frozen=True)
class Shape:
    """A file and what was meant."""

    name: str
    write: Callable[[Path], Sequence[Pair]]


SHAPES: list[Shape] = []


def shape(name: str) -> Callable[[Callable[[Path], Sequence[Pair]]], Callable[[Path], Sequence[Pair]]]:
    """Add the function that writes a file of this name."""

    def add(write: Callable[[Path], Sequence[Pair]]) -> Callable[[Path], Sequence[Pair]]:
        SHAPES.append(Shape(name, write))
        return write

    return add


def table(path: Path, header: Sequence[str], rows: Sequence[Sequence[Any]], separator: str = ",") -> None:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, lineterminator="\n")
    writer.writerows([header, *rows] if header else rows)
    path.write_text(text.getvalue())


def lines(path: Path, rows: Sequence[Any]) -> None:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))


def votes(label: str, draw: random.Random, words: Mapping[str, str], raters: int = 3) -> list[str]:
    """Judgements of which most say the label."""
    others = [word for found, word in words.items() if found != label]
    given = [words[label]] * (raters - 1) + [draw.choice([words[label], *others])]
    draw.shuffle(given)
    return given


# ---- Flat tables ----------------------------------------------------------------------------------


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


# ---- Nested ---------------------------------------------------------------------------------------


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


# ---- Wide and long --------------------------------------------------------------------------------


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


# ---- Blocks, prompts, folders ---------------------------------------------------------------------


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
