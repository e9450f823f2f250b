"""Other languages, shares of raters, votes of which some were rejected, ids in the place of texts."""

import json
from collections.abc import Sequence
from pathlib import Path

from tests.sources.shapes.made import C, E, N, Pair, X, drawn, lines, pairs, shape, table, two, votes

OF_LANGUAGE = {
    "it": ("brano", "frase", "risposta", "Vero", "Non si sa", "Falso"),
    "pl": ("tekst", "twierdzenie", "ocena", "prawda", "brak informacji", "fałsz"),
    "ru": ("Текст", "Утверждение", "Ответ", "верно", "не указано", "неверно"),
    "tr": ("metin", "iddia", "etiket", "doğru", "belirsiz", "yanlış"),
    "ar": ("المقدمة", "الفرضية", "التصنيف", "استلزام", "محايد", "تناقض"),
    "hi": ("पाठ", "कथन", "लेबल", "सत्य", "तटस्थ", "असत्य"),
    "vi": ("đoạn văn", "nhận định", "nhãn", "đúng", "không rõ", "sai"),
    "de": ("Ausgangstext", "Behauptung", "Urteil", "wird gestützt", "keine Angabe", "wird widerlegt"),
}


def _add(name: str, premise: str, hypothesis: str, label: str, *words: str) -> None:
    said = dict(zip((E, N, C), words, strict=True))

    @shape(f"language_{name}.csv")
    def _(path: Path) -> Sequence[Pair]:
        rows = pairs(12)
        table(path, [premise, hypothesis, label], [(p, h, said[each]) for p, h, each in rows])
        return rows


for _name, _words in OF_LANGUAGE.items():
    _add(_name, *_words)


@shape("spanish_utf16.txt")
def spanish_utf16(path: Path) -> Sequence[Pair]:
    rows = pairs(12)
    words = {E: "apoya", N: "sin información", C: "refuta"}
    text = "N.º\tTexto\tAfirmación\tEtiqueta\n"
    text += "".join(f"{at}\t{p}\t{h}\t{words[said]}\n" for at, (p, h, said) in enumerate(rows))
    path.write_text(text, encoding="utf-16")
    return rows


@shape("shares_in_percent.csv")
def shares_in_percent(path: Path) -> Sequence[Pair]:
    rows = pairs(15)
    header = ["premise_text", "statement_text", "% entails", "% unclear", "% contradicts", "n_raters"]
    shares = [
        [f"{60 + at if said == each else 20}%" for each in (E, N, C)] for at, (*_, said) in enumerate(rows)
    ]
    table(path, header, [(p, h, *each, 20) for (p, h, _), each in zip(rows, shares, strict=True)])
    return rows


@shape("counts_that_may_lack.jsonl")
def counts_that_may_lack(path: Path) -> Sequence[Pair]:
    rows = pairs(15)
    others = {E: N, N: C, C: E}
    lines(
        path,
        [
            {"label_counter": {s[0]: 80 + at, others[s][0]: 15}, "example": {"text": p, "statement": h}}
            for at, (p, h, s) in enumerate(rows)
        ],
    )
    return rows


@shape("approved_and_rejected.tsv")
def approved_and_rejected(path: Path) -> Sequence[Pair]:
    rows, draw = pairs(15), drawn(2)
    words = {E: "follows", N: "unknown", C: "contradicts"}
    given = [
        (p, h, vote, f"task{at}", f"worker{at}_{by}", status)
        for at, (p, h, said) in enumerate(rows)
        for by, (vote, status) in enumerate(
            [
                *((vote, "APPROVED") for vote in votes(said, draw, words)),
                (words[C if said != C else N], "REJECTED"),
            ]
        )
    ]
    header = [
        "INPUT:text",
        "INPUT:statement",
        "OUTPUT:result",
        "TASK:id",
        "WORKER:worker_id",
        "STATUS:status",
    ]
    table(path, header, given, "\t")
    return rows


@shape("letters_of_choices.json")
def letters_of_choices(path: Path) -> Sequence[Pair]:
    rows = pairs(15)
    letters = {E: "A", C: "B", N: "C"}
    choices = ["Supported", "Contradicted", "Not mentioned"]
    samples = [
        {"id": at, "input": f"Passage: {p}\n\nClaim: {h}", "choices": choices, "target": letters[said]}
        for at, (p, h, said) in enumerate(rows)
    ]
    path.write_text(json.dumps({"version": 2, "samples": samples}))
    return rows


@shape("named_scores.json")
def named_scores(path: Path) -> Sequence[Pair]:
    rows, draw = two(pairs(15)), drawn(3)
    traces = [
        {
            "input": {"question": "What is told?", "context": p},
            "output": {"answer": h},
            "scores": [
                {"name": "relevance", "value": draw.randrange(2)},
                {"name": "grounded", "value": int(said == E)},
            ],
        }
        for p, h, said in rows
    ]
    path.write_text(json.dumps(traces))
    return rows


@shape("expected_and_given.csv")
def expected_and_given(path: Path) -> Sequence[Pair]:
    rows, draw = pairs(15), drawn(5)
    table(
        path,
        ["name", "input", "output", "expectedOutput"],
        [
            (
                "check",
                *(
                    json.dumps(each)
                    for each in ({"context": p, "claim": h}, {"verdict": model}, {"verdict": s})
                ),
            )
            for p, h, s in rows
            for model in [s if draw.random() < 0.8 else draw.choice([E, N, C])]
        ],
    )
    return rows


@shape("asked_and_stated.csv")
def asked_and_stated(path: Path) -> Sequence[Pair]:
    rows = pairs(15)
    words = {E: "Yes", N: "Unknown", C: "No"}
    table(
        path,
        ["p", "q", "h", "a"],
        [(p, f"Is it so that {h[0].lower()}{h[1:-1]}?", h, words[said]) for p, h, said in rows],
    )
    return rows


@shape("long_header.csv")
def long_header(path: Path) -> Sequence[Pair]:
    rows = pairs(15)
    words = {E: "Yes, it does", N: "The text doesn't say", C: "No, it contradicts it"}
    header = ["Text shown", "Sentence to check", "Does the text support the sentence?"]
    table(path, header, [(p, h, words[said]) for p, h, said in rows])
    return rows


@shape("ratings_of_four_and_five.csv")
def ratings_of_four_and_five(path: Path) -> Sequence[Pair]:
    rows = two(pairs(15))
    table(
        path,
        ["source_text", "generated_summary", "faithfulness_1to5"],
        [(p, h, 5 if said == E else 1 + at % 3) for at, (p, h, said) in enumerate(rows)],
    )
    return [(p, h, E if said == E else X) for p, h, said in rows]


@shape("test_questions.csv")
def test_questions(path: Path) -> Sequence[Pair]:
    rows = pairs(15)
    header = ["_golden", "how_they_relate", "how_they_relate_gold", "passage", "sentence"]
    table(
        path,
        header,
        [(str(at % 9 == 0).upper(), s, s if at % 9 == 0 else "", p, h) for at, (p, h, s) in enumerate(rows)],
    )
    return rows


@shape("claims_of_documents")
def claims_of_documents(path: Path) -> Sequence[Pair]:
    rows = pairs(12)
    path.mkdir()
    texts = list(dict.fromkeys(p for p, _, _ in rows))
    claims = [{"claim": h, "doc": f"doc{texts.index(p):03}", "label": said} for p, h, said in rows]
    lines(path / "claims.jsonl", claims)
    lines(path / "corpus.jsonl", [{"doc_id": f"doc{at:03}", "text": text} for at, text in enumerate(texts)])
    return rows
