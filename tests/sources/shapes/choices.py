"""Several hypotheses a row of which one is right: by number, letter or text; or called like labels."""

from collections.abc import Sequence
from pathlib import Path

from tests.sources.shapes.documents import written as dump
from tests.sources.shapes.keys import longer
from tests.sources.shapes.made import (
    WHEN,
    WHO,
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
)
from tests.sources.shapes.published import halves


def asked() -> list[tuple[str, str, list[str], int]]:
    """Passage, question, four answers and the position of the right one."""
    draw, found = drawn(8), []
    for premise, each in documents(longer()):
        answers = [h for h, _ in each] + [f"The {draw.choice(WHO)} slept {draw.choice(WHEN).lower()}."]
        right = answers[0]
        draw.shuffle(answers)
        found.append((premise, f"Which is true of the {right.split()[1]}?", answers, answers.index(right)))
    return found


def meant() -> list[Pair]:
    return [(p, h, E if at == right else X) for p, _, hs, right in asked() for at, h in enumerate(hs)]


@shape("numbered_answers.jsonl")
def numbered_answers(path: Path) -> Sequence[Pair]:
    lines(
        path,
        [
            {
                "passage": p,
                "question": q,
                **{f"mc_answer{n + 1}": h for n, h in enumerate(hs)},
                "correct": at + 1,
            }
            for p, q, hs, at in asked()
        ],
    )
    return meant()


@shape("positions.json")
def positions(path: Path) -> Sequence[Pair]:
    dump(path, [{"context": p, "question": q, "answers": hs, "label": at} for p, q, hs, at in asked()])
    return meant()


@shape("right_text.json")
def right_text(path: Path) -> Sequence[Pair]:
    """As of DREAM: lists as records, the right answer by its text."""
    dump(
        path,
        [[halves(p), [{"question": q, "choice": hs, "answer": hs[at]}], "d"] for p, q, hs, at in asked()],
    )
    return meant()


@shape("numbered_labels.csv")
def numbered_labels(path: Path) -> Sequence[Pair]:
    found, wanted = [], []
    for premise, each in documents(pairs()):
        texts = {x: (h, f"They say: {h}") for h, x in each}
        found.append((premise, *texts[E], *texts[N], *texts[C]))
        wanted += [(premise, h, x) for x in (E, N, C) for h in texts[x]]
    names = [f"{name}_{at}" for name in ("entailment", "neutral", "contradiction") for at in (1, 2)]
    table(path, ["text", *names], found)
    return wanted


@shape("claim_and_refuted.jsonl")
def claim_and_refuted(path: Path) -> Sequence[Pair]:
    found, wanted = [], []
    for premise, each in documents(longer()):
        texts = {x: h for h, x in each}
        found.append(
            {"context": "The mill is old.", "evidence": premise, "claim": texts[E], "refuted": texts[C]}
        )
        wanted += [(premise, texts[E], E), (premise, texts[C], C)]
    lines(path, found)
    return wanted


@shape("hypotheses_in_header.csv")
def hypotheses_in_header(path: Path) -> Sequence[Pair]:
    draw, found, wanted = drawn(8), [], []
    hypotheses = [h for _, h, _ in pairs(2, 9)]
    for premise, _ in documents(longer()):
        said = [draw.choice([E, N, C]) for _ in hypotheses]
        found.append((premise, *said))
        wanted += [(premise, h, x) for h, x in zip(hypotheses, said, strict=True)]
    table(path, ["Document", *hypotheses], found)
    return wanted
