"""Nested shapes as published sets and tools for annotation have them: exports, logs, answers to questions."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.sources.shapes.made import (
    C,
    E,
    N,
    Pair,
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


def halves(text: str) -> tuple[str, str]:
    """A text in two parts."""
    words = text.split()
    return " ".join(words[: len(words) // 2]), " ".join(words[len(words) // 2 :])


def written(path: Path, document: Any) -> None:
    path.write_text(json.dumps(document))


@shape("search_hits.json")
def search_hits(path: Path) -> Sequence[Pair]:
    rows = mixed(pairs())
    words = {E: "SUP", N: "NEI", C: "REF"}
    hits = [
        {
            "_id": f"k{at}",
            "_score": 1.0,
            "_source": {"evidence_text": p, "claim_text": h, "verdict": words[said]},
        }
        for at, (p, h, said) in enumerate(rows)
    ]
    written(path, {"took": 3, "hits": {"total": {"value": len(rows)}, "hits": hits}})
    return rows


@shape("names_of_labels.json")
def names_of_labels(path: Path) -> Sequence[Pair]:
    rows = mixed(pairs())
    names = [N, C, E]
    features = [
        {"name": "sent_a", "type": {"dtype": "string"}},
        {"name": "sent_b", "type": {"dtype": "string"}},
        {"name": "relation", "type": {"names": names}},
    ]
    found = [
        {"row_idx": at, "row": {"sent_a": p, "sent_b": h, "relation": names.index(said)}}
        for at, (p, h, said) in enumerate(rows)
    ]
    written(path, {"features": features, "rows": found})
    return rows


@shape("letters.json")
def letters(path: Path) -> Sequence[Pair]:
    rows = mixed(pairs())
    letter = {E: "A", N: "B", C: "C"}
    samples = [
        {
            "input": "Which holds?",
            "choices": ["Entailment", "Neutral", "Contradiction"],
            "target": letter[said],
            "metadata": {"premise": p, "hypothesis": h},
        }
        for p, h, said in rows
    ]
    written(path, {"version": 2, "status": "success", "samples": samples})
    return rows


@shape("target_scores.json")
def target_scores(path: Path) -> Sequence[Pair]:
    rows = mixed(pairs())
    examples = [
        {
            "input": f"Premise: {p}\nHypothesis: {h}",
            "target_scores": {each: int(each == said) for each in (E, N, C)},
        }
        for p, h, said in rows
    ]
    written(path, {"name": "nli", "keywords": ["nli", "logic"], "examples": examples})
    return rows


@shape("accepted.jsonl")
def accepted(path: Path) -> Sequence[Pair]:
    rows = mixed(pairs())
    options = [{"id": "ENT", "text": "follows"}, {"id": "NEU", "text": "open"}, {"id": "CON", "text": "no"}]
    ids = {E: "ENT", N: "NEU", C: "CON"}
    lines(
        path,
        [
            {
                "text": h,
                "meta": {"premise": p, "source": "x"},
                "options": options,
                "accept": [ids[said]],
                "answer": "accept",
            }
            for p, h, said in rows
        ],
    )
    return rows


@shape("atomic_facts.jsonl")
def atomic_facts(path: Path) -> Sequence[Pair]:
    rows, found = [], []
    for at, (p, each) in enumerate(documents(mixed(two(pairs())))):
        facts = [{"text": h, "label": "S" if said == E else "NS"} for h, said in each]
        sentences: list[dict[str, Any]] = [
            {"text": "One.", "is-relevant": True, "human-atomic-facts": facts[:2]},
            {"text": "Two.", "is-relevant": True, "human-atomic-facts": facts[2:]},
        ]
        if at % 4 == 0:
            sentences.append({"text": "Three.", "is-relevant": False, "human-atomic-facts": None})
        found.append({"input": f"Tell me about item {at}.", "wiki_text": p, "annotations": sentences})
        rows += [(p, h, said) for h, said in each]
    lines(path, found)
    return rows


@shape("asked_and_answered.json")
def asked_and_answered(path: Path) -> Sequence[Pair]:
    rows = mixed(pairs())
    words = {E: "Supported", N: "Not Enough Evidence", C: "Refuted"}
    found = []
    for p, h, said in rows:
        questions = [
            {
                "question": asked,
                "answers": [{"answer": part, "answer_type": "Extractive", "source_url": "http://x.org"}],
            }
            for asked, part in zip(("What is said first?", "And then?"), halves(p), strict=True)
        ]
        found.append({"claim": h, "label": words[said], "claim_date": "1-1-2020", "questions": questions})
    written(path, found)
    return rows


@shape("decisions.json")
def decisions(path: Path) -> Sequence[Pair]:
    rows = [(p, f"Is it so that {h.lower().rstrip('.')}?", said) for p, h, said in mixed(pairs())]
    words = {E: "yes", N: "maybe", C: "no"}
    found = {
        str(2164500 + 37 * at): {
            "QUESTION": h,
            "CONTEXTS": list(halves(p)),
            "LABELS": ["BACKGROUND", "RESULTS"],
            "LONG_ANSWER": f"It is {words[said]} for reasons that stand in part {at}.",
            "final_decision": words[said],
        }
        for at, (p, h, said) in enumerate(rows)
    }
    written(path, found)
    return rows


@shape("answers_of_systems.jsonl")
def answers_of_systems(path: Path) -> Sequence[Pair]:
    rows = mixed(two(pairs()))
    lines(
        path,
        [
            {
                "query": f"What is item {at}?",
                "contexts": list(halves(p)),
                "answer": h,
                "hallucinated": said != E,
            }
            for at, (p, h, said) in enumerate(rows)
        ],
    )
    return rows


@shape("marked_errors.jsonl")
def marked_errors(path: Path) -> Sequence[Pair]:
    rows = mixed(two(pairs()))
    lines(
        path,
        [
            {
                "source_info": p,
                "response": h,
                "errors": [] if said == E else [{"start": 0, "end": 4, "type": "Conflict"}],
                "quality": "good",
            }
            for p, h, said in rows
        ],
    )
    return rows


@shape("right_and_hallucinated.jsonl")
def right_and_hallucinated(path: Path) -> Sequence[Pair]:
    rows, found = [], []
    for p, each in documents(two(pairs())):
        right, wrong = each[0][0], each[2][0]
        found.append({"knowledge": p, "question": "So?", "right_answer": right, "hallucinated_answer": wrong})
        rows += [(p, right, E), (p, wrong, two(pairs())[1][2])]
    lines(path, found)
    return rows


@shape("batch_results.csv")
def batch_results(path: Path) -> Sequence[Pair]:
    draw = drawn(51)
    rows = mixed(pairs())
    words = {E: "definitely follows", N: "may follow", C: "cannot be"}
    found = [
        (f"3HIT{at}", "$0.05", f"A{worker}", draw.randint(10, 200), p, h, vote)
        for at, (p, h, said) in enumerate(rows)
        for worker, vote in enumerate(votes(said, draw, words))
    ]
    names = [
        "HITId",
        "Reward",
        "WorkerId",
        "WorkTimeInSeconds",
        "Input.text",
        "Input.statement",
        "Answer.choice",
    ]
    table(path, names, found)
    return rows
