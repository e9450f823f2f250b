"""Ten shapes made later: prompts, chats, names that stand twice, counted votes."""

import json
from collections.abc import Sequence
from pathlib import Path

from tests.sources.shapes.made import C, E, N, Pair, documents, lines, pairs, shape, table, two

ANSWERS = {E: "yes", N: "maybe", C: "no"}


@shape("text_twice.csv")
def text_twice(path: Path) -> Sequence[Pair]:
    table(path, ["text", "text", "label"], pairs())
    return pairs()


@shape("two_lines.jsonl")
def two_lines(path: Path) -> Sequence[Pair]:
    asked = "Decide whether the second sentence follows from the first."
    lines(path, [{"instruction": asked, "input": f"{p}\n{h}", "output": ANSWERS[x]} for p, h, x in pairs()])
    return pairs()


@shape("marked_lines.jsonl")
def marked_lines(path: Path) -> Sequence[Pair]:
    lines(
        path,
        [
            {"instruction": "Decide.", "input": f"Context: {p}\nClaim: {h}", "output": ANSWERS[label]}
            for p, h, label in pairs()
        ],
    )
    return pairs()


@shape("votes_by_label.jsonl")
def votes_by_label(path: Path) -> Sequence[Pair]:
    lines(
        path,
        [
            {"passage_a": p, "passage_b": h, "votes": {each: 4 if each == label else 1 for each in (E, N, C)}}
            for p, h, label in pairs()
        ],
    )
    return pairs()


@shape("shares.csv")
def shares(path: Path) -> Sequence[Pair]:
    table(
        path,
        ["sent1_text", "sent2_text", "p_entailment", "p_neutral", "p_contradiction"],
        [(p, h, *(0.8 if each == label else 0.1 for each in (E, N, C))) for p, h, label in pairs()],
    )
    return pairs()


@shape("lists_of_labels.json")
def lists_of_labels(path: Path) -> Sequence[Pair]:
    words = {"supported": E, "refuted": C, "unknown": N}
    rows = [
        {"text": p, "hypos": {word: [h for h, x in each if x == label] for word, label in words.items()}}
        for p, each in documents(pairs())
    ]
    path.write_text(json.dumps(rows))
    return pairs()


@shape("faithful.csv")
def faithful(path: Path) -> Sequence[Pair]:
    rows = two(pairs())
    asked = 'Document:\n"""{}"""\n\nSummary:\n"""{}"""\n\nIs the summary faithful to the document?'
    table(
        path,
        ["id", "prompt", "completion"],
        [(at, asked.format(p, h), " Yes" if x == E else " No") for at, (p, h, x) in enumerate(rows)],
    )
    return rows


@shape("suppose.tsv")
def suppose(path: Path) -> Sequence[Pair]:
    asked = "Suppose {} Can we infer that {} Yes, no, or maybe?"
    table(path, ["q", "a"], [(asked.format(p, h), ANSWERS[x].title()) for p, h, x in pairs()], "\t")
    return pairs()


@shape("id_twice.tsv")
def id_twice(path: Path) -> Sequence[Pair]:
    header = ["id", "premise", "hypothesis", "label", "id"]
    table(path, header, [(at, *row, f"x{at}") for at, row in enumerate(pairs())], "\t")
    return pairs()


@shape("chat.jsonl")
def chat(path: Path) -> Sequence[Pair]:
    rows = two(pairs())
    asked = '{}\n\nQuestion: does this imply that "{}"?\nOPTIONS: yes, no'
    lines(
        path,
        [
            {
                "conversation": [
                    {"from": "human", "value": asked.format(p, h)},
                    {"from": "gpt", "value": "yes" if label == E else "no"},
                ]
            }
            for p, h, label in rows
        ],
    )
    return rows
