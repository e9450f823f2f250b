"""Surveys, plain lists and prompts: questions below a header, numbers before texts, listed choices."""

from collections.abc import Sequence
from pathlib import Path

from tests.sources.shapes.made import C, E, N, Pair, X, drawn, lines, pairs, shape, table, two


@shape("survey_with_import_ids.csv")
def survey_with_import_ids(path: Path) -> Sequence[Pair]:
    rows = pairs(12)
    words = {E: "Follows", N: "Cannot tell", C: "Contradicts"}
    table(
        path,
        ["ResponseId", "Q1_text", "Q1_claim", "Q1"],
        [
            ("Response ID", "Text shown", "Claim shown", "Does it follow?"),
            tuple(f'{{"ImportId":"{name}"}}' for name in ("_recordId", "t", "c", "QID1")),
            *[(f"R_{at}", p, h, words[said]) for at, (p, h, said) in enumerate(rows)],
        ],
    )
    return rows


@shape("numbered_list.txt")
def numbered_list(path: Path) -> Sequence[Pair]:
    rows = pairs(12)
    each = [f"{at}. {p}\n   -> {h}\n   [{said.upper()}]" for at, (p, h, said) in enumerate(rows, 1)]
    path.write_text("\n\n".join(each) + "\n")
    return rows


@shape("lines_with_tags.txt")
def lines_with_tags(path: Path) -> Sequence[Pair]:
    rows = pairs(12)
    path.write_text("".join(f"P\t{p}\nH\t{h}\nL\t{said}\n\n" for p, h, said in rows))
    return rows


@shape("a_file_for_each_rater")
def a_file_for_each_rater(path: Path) -> Sequence[Pair]:
    rows = pairs(12)
    path.mkdir()
    for rater in range(3):
        given = [(at, p, h, said if rater != at % 3 or at % 4 else N) for at, (p, h, said) in enumerate(rows)]
        table(path / f"rater_{rater + 1}.csv", ["item_id", "text", "claim", "label"], given)
    return rows


@shape("around_zero.csv")
def around_zero(path: Path) -> Sequence[Pair]:
    rows, draw = pairs(12), drawn(6)
    numbers = {E: (1, 2), N: (0,), C: (-1, -2)}
    table(
        path,
        ["context", "inference", "rating"],
        [(p, h, draw.choice(numbers[said])) for p, h, said in rows],
    )
    return rows


@shape("choices_in_the_prompt.jsonl")
def choices_in_the_prompt(path: Path) -> Sequence[Pair]:
    rows = pairs(12)
    asked = "Premise: {}\nHypothesis: {}\nA) entailed B) neutral C) contradicted"
    system = {"role": "system", "content": "Answer with one letter."}
    lines(
        path,
        [
            {"input": [system, {"role": "user", "content": asked.format(p, h)}], "ideal": letter}
            for p, h, said in rows
            for letter in [{E: "A", N: "B", C: "C"}[said]]
        ],
    )
    return rows


@shape("told_in_a_readme")
def told_in_a_readme(path: Path) -> Sequence[Pair]:
    rows = pairs(12)
    (path / "data").mkdir(parents=True)
    numbers = {E: 2, N: 0, C: 1}
    given = [(p, h, numbers[said]) for p, h, said in rows]
    table(path / "data" / "all.csv", ["sentence_one", "sentence_two", "gold_int"], given)
    names = "  '0': neutral\n  '1': contradiction\n  '2': entailment\n"
    (path / "README.md").write_text(f"---\nclass_label:\n names:\n{names}---\n# Data\n")
    return rows


@shape("document_in_a_turn.jsonl")
def document_in_a_turn(path: Path) -> Sequence[Pair]:
    rows = two(pairs(12))
    lines(
        path,
        [
            {
                "conversation": [
                    {"role": "user", "content": f"Use this document: {p}"},
                    {"role": "assistant", "content": h},
                ],
                "feedback": {"grounded": said == E, "comment": ""},
            }
            for p, h, said in rows
        ],
    )
    return [(p, h, E if said == E else X) for p, h, said in rows]


@shape("two_flags.csv")
def two_flags(path: Path) -> Sequence[Pair]:
    rows = pairs(12)
    given = [(p, h, str(said == E).upper(), str(said == C).upper()) for p, h, said in rows]
    table(path, ["evidence", "claim", "is_supported", "is_refuted"], given)
    return rows


@shape("tags_in_a_prompt.jsonl")
def tags_in_a_prompt(path: Path) -> Sequence[Pair]:
    rows = two(pairs(12))
    words = {E: "grounded", X: "ungrounded"}
    asked = "Answer from the context only.\n<context>\n{}\n</context>\nQuestion: What of {}?"
    lines(
        path,
        [
            {"prompt": asked.format(p, h.split()[1]), "response": h, "human_rating": words[said]}
            for p, h, said in rows
        ],
    )
    return rows


@shape("labels_before_lines.txt")
def labels_before_lines(path: Path) -> Sequence[Pair]:
    rows = pairs(12)
    words = {E: "supported", N: "nei", C: "refuted"}
    path.write_text("".join(f"__label__{words[said]} {p} [SEP] {h}\n" for p, h, said in rows))
    return rows


@shape("settled_where_they_differ.csv")
def settled_where_they_differ(path: Path) -> Sequence[Pair]:
    rows, draw = pairs(12), drawn(7)
    given = []
    for p, h, said in rows:
        first, second = said, draw.choice([E, N, C])
        given.append((p, h, first, second, "" if first == second else said))
    table(path, ["premise", "hypothesis", "annotator_1", "annotator_2", "adjudication"], given)
    return rows


@shape("a_statement_a_column.csv")
def a_statement_a_column(path: Path) -> Sequence[Pair]:
    premises = list(dict.fromkeys(p for p, _, _ in pairs(20)))
    names = ["Somebody was there.", "It rained on that day.", "The thing was sold for a lot of money."]
    words = {E: "yes", N: "not stated", C: "no"}
    given = [[p, *((E, N, C)[(at + k) % 3] for k in range(3))] for at, p in enumerate(premises)]
    table(path, ["Advertisement", *names], [(p, *(words[each] for each in said)) for p, *said in given])
    return [(p, name, each) for p, *said in given for name, each in zip(names, said, strict=True)]
