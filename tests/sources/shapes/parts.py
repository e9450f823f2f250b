"""Texts in parts, and labels about parts: sentences of a summary, premises in several columns, triples."""

import json
from collections.abc import Sequence
from pathlib import Path

from tests.sources.shapes.documents import written as dump
from tests.sources.shapes.keys import longer
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
from tests.sources.shapes.published import halves

ERRORS = ["PredE", "EntE", "CircE", "OutE"]


@shape("sentences_of_summaries.csv")
def sentences_of_summaries(path: Path) -> Sequence[Pair]:
    """As of TofuEval: the label is of the sentence, and the summary stands beside it."""
    rows = two(longer())
    found = [
        (p, " ".join(h for h, _ in each), at, h, "yes" if x == E else "no")
        for p, each in documents(rows)
        for at, (h, x) in enumerate(each)
    ]
    table(path, ["source_doc", "summary", "sent_idx", "summ_sent", "sent_label"], found)
    return rows


@shape("errors_by_sentence.json")
def errors_by_sentence(path: Path) -> Sequence[Pair]:
    """As of FRANK: for every sentence the kinds of errors that annotators saw, or none."""
    rows, draw, found = two(longer()), drawn(9), []
    for premise, each in documents(rows):
        marks = [
            {
                f"annotator_{at}": ["NoE"] if said == "fine" else [draw.choice(ERRORS)]
                for at, said in enumerate(votes(x, draw, {E: "fine", X: "not"}))
            }
            for _, x in each
        ]
        sentences = [h for h, _ in each]
        found.append(
            {"article": premise, "summary": " ".join(sentences), "sentences": sentences, "marks": marks}
        )
    dump(path, found)
    return rows


@shape("kinds_of_negatives.csv")
def kinds_of_negatives(path: Path) -> Sequence[Pair]:
    rows, draw = two(longer()), drawn(15)
    kinds = ["neg_numeric", "neg_swap_entity", "neg_verb"]
    table(
        path,
        ["supp_set", "conclusion", "label_cat"],
        [(p, h, "pos" if x == E else draw.choice(kinds)) for p, h, x in rows],
    )
    return rows


@shape("major_and_minor.jsonl")
def major_and_minor(path: Path) -> Sequence[Pair]:
    rows = two(longer())
    words = {E: "entailed", X: "not-entailed"}
    lines(
        path,
        [
            {
                "major_premise": halves(p)[:1],
                "minor_premise": halves(p)[1],
                "conclusion": h,
                "label": words[x],
            }
            for p, h, x in rows
        ],
    )
    return rows


@shape("facts_and_rules.json")
def facts_and_rules(path: Path) -> Sequence[Pair]:
    rows = longer()
    found = {
        str(at): {
            "facts": halves(p)[:1],
            "rules": halves(p)[1:],
            "statements": [h for h, _ in each],
            "labels": [x for _, x in each],
        }
        for at, (p, each) in enumerate(documents(rows))
    }
    dump(path, found)
    return rows


@shape("lists_side_by_side.json")
def lists_side_by_side(path: Path) -> Sequence[Pair]:
    """As of TabFact: statements, labels and what they are about as a list of three, by key."""
    rows = two(longer())
    found = {
        f"2-{at}.csv": [[h for h, _ in each], [int(x == E) for _, x in each], p]
        for at, (p, each) in enumerate(documents(rows))
    }
    dump(path, found)
    return rows


@shape("triples_of_claims.json")
def triples_of_claims(path: Path) -> Sequence[Pair]:
    found, wanted = [], []
    for premise, each in documents(longer()):
        claims = []
        for h, x in each:
            words = h.rstrip(".").split()
            parts = [" ".join(words[:2]), words[2], " ".join(words[3:])]
            claims.append({"triplet": parts, "human_label": x.title()})
            wanted.append((premise, " ".join(parts), x))
        found.append({"context": halves(premise), "response": " ".join(h for h, _ in each), "claims": claims})
    dump(path, found)
    return wanted


@shape("evidence_records.jsonl")
def evidence_records(path: Path) -> Sequence[Pair]:
    """Evidence as lists of title, number and sentence, beside what was said before."""
    rows, other = longer(), [p for p, _, _ in pairs(seed=5)]
    words = {E: "SUPPORTS", N: "NOT ENOUGH INFO", C: "REFUTES"}
    lines(
        path,
        [
            {
                "context": [other[at], "I see."],
                "response": h,
                "response_label": words[x],
                "evidence_list": [["Mill", str(number), text] for number, text in enumerate(halves(p))],
            }
            for at, (p, h, x) in enumerate(rows)
        ],
    )
    return rows


@shape("gold_and_retrieved.jsonl")
def gold_and_retrieved(path: Path) -> Sequence[Pair]:
    rows = [(p, h, E if x == E else C) for p, h, x in longer()]
    other = [p for p, _, _ in pairs(seed=7)]
    lines(
        path,
        [
            {
                "text": h,
                "label": "SUPPORTS" if x == E else "REFUTES",
                "gold_evidence": [{"text": text, "section": "History"} for text in halves(p)],
                "retrieved_evidence": [{"text": other[at], "section": "Intro"}, {"text": other[at - 5]}],
            }
            for at, (p, h, x) in enumerate(rows)
        ],
    )
    return rows


@shape("pieces.csv")
def pieces(path: Path) -> Sequence[Pair]:
    """As of SherLIiC: each sentence in three columns."""
    found, wanted = [], []
    for p, h, x in two(pairs()):
        one, other = p.rstrip(".").split(), h.rstrip(".").split()
        premise = (" ".join(one[:5]), " ".join(one[5:9]), " ".join(one[9:]))
        hypothesis = (" ".join(other[:2]), other[2], " ".join(other[3:]))
        found.append((*premise, *hypothesis, "yes" if x == E else "no"))
        wanted.append((" ".join(premise), " ".join(hypothesis), x))
    names = [f"{side}_{part}" for side in ("prem", "hypo") for part in ("argleft", "middle", "argright")]
    table(path, [*names, "is_entailment"], found)
    return wanted


@shape("several_judgements.tsv")
def several_judgements(path: Path) -> Sequence[Pair]:
    rows, draw = two(longer()), drawn(16)
    names = ["Document", "Answer", "Context_Relevance_Label", "Answer_Faithfulness_Label"]
    table(path, names, [(p, h, draw.choice([0, 1]), int(x == E)) for p, h, x in rows], "\t")
    return rows


@shape("shares_of_votes.csv")
def shares_of_votes(path: Path) -> Sequence[Pair]:
    rows, draw = two(longer()), drawn(5)
    shares = {E: [0.6, 0.8, 1.0], X: [0.0, 0.2, 0.4]}
    table(path, ["passage", "answer", "human_rating"], [(p, h, draw.choice(shares[x])) for p, h, x in rows])
    return rows


@shape("votes_by_texts.csv")
def votes_by_texts(path: Path) -> Sequence[Pair]:
    """A row a vote, without an id: those of one pair have the same texts."""
    rows, draw = two(longer()), drawn(4)
    found = [
        (f"w{worker}", p, h, said)
        for p, h, x in rows
        for worker, said in zip(draw.sample(range(9), 3), votes(x, draw, {E: "yes", X: "no"}), strict=True)
    ]
    table(path, ["worker_id", "article", "sentence", "response"], found)
    return rows


@shape("votes_of_a_cell.csv")
def votes_of_a_cell(path: Path) -> Sequence[Pair]:
    rows, draw = pairs(), drawn(7)
    found = [
        (
            p,
            h,
            json.dumps(
                {f"ann_{at}": said for at, said in enumerate(votes(x, draw, {E: "E", N: "N", C: "C"}, 5))}
            ),
        )
        for p, h, x in rows
    ]
    table(path, ["text", "claim", "annotations"], found)
    return rows
