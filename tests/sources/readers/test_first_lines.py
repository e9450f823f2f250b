"""What the first proposed line reads of files in which values, votes and questions are said in unusual places."""
# ruff: noqa: E501 - files as they are written, a line each

import json
import shlex
import zipfile
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from rightreasons.errors import InputError, RecipeError
from rightreasons.labels import parse_label_map
from rightreasons.sources.options import parse_columns
from rightreasons.sources.proposals.thresholds import thresholds
from rightreasons.sources.proposals.told import told
from rightreasons.sources.read import read_pairs

E, N, C, X = "entailment", "neutral", "contradiction", "non-entailment"
TEXTS = [
    ("Heavy rain flooded forty homes in the lower town on Friday.", "Some homes were flooded."),
    ("A nurse with a black jacket eats an ice cream in the park.", "Nobody eats anything here."),
    ("The council voted to raise parking fees from next June on.", "The mayor was against it."),
    ("The museum opened in 1902 and owns over two hundred clocks.", "The museum has many clocks."),
    ("Two goals by Petrov helped the home side to a win.", "The home side lost the match."),
    ("The lamp weighs four kilos and is sold in red or blue.", "The lamp is made in Spain."),
    ("Amara Tran was born in Kirkwall and studied fish there.", "Tran was born in Kirkwall."),
    ("The river rises in the hills and ends in the warm gulf.", "The river ends in a lake."),
    ("The firm will shut its factory by May, with 200 jobs lost.", "The firm has found a buyer."),
    ("Over six months the new drug lowered scores by a third.", "The drug lowered the scores."),
    ("The film was shot in 1985 and lasts ninety minutes in all.", "The film lasts three hours."),
    ("We stayed eight nights and the bread was worth the trip.", "They will come back in May."),
]
READ: dict[str, Any] = {"--recipe": json.loads, "--columns": parse_columns, "--label-map": parse_label_map}
CITIES = [
    "Oslo",
    "Riga",
    "Bern",
    "Rome",
    "Lima",
    "Baku",
    "Bonn",
    "Kyiv",
    "Nice",
    "Turin",
    "Porto",
    "Ghent",
    "Split",
    "Graz",
    "Lyon",
    "Malmo",
    "Bergen",
    "Tartu",
]


def by_first_line(data: Path) -> list[tuple[Any, ...]]:
    with pytest.raises(InputError) as refused:
        read_pairs(data)
    line = next(
        each for each in refused.value.lines.split("\n") if each.startswith("    rightreasons audit ")
    )
    _, _, name, *words = shlex.split(line)
    options = {
        option.removeprefix("--").replace("-", "_"): READ.get(option, str)(value)
        for option, value in zip(words[::2], words[1::2], strict=True)
    }
    return read_pairs(name, **options).frame.select("premise", "hypothesis", "label").rows()


@pytest.mark.parametrize(
    ("values", "text", "meant"),
    [
        (
            ["0", "1", "2"],
            "(`label`): **0** for neutral, **1** for contradiction, **2** for entailment.",
            {"0": N, "1": C, "2": E},
        ),
        (
            ["-1", "0", "1"],
            "1 = premise entails hypothesis, 0 = undetermined, -1 = premise contradicts it",
            {"-1": C, "0": N, "1": E},
        ),
        (["a", "b"], "verdict: a -> supported by the text, b -> refuted", {"a": E, "b": C}),
        (["1", "2", "3"], "1 entailment   2 neutral   3 contradiction", {"1": E, "2": N, "3": C}),
        (["1", "2"], "entailment = 2, contradiction = 1", {"1": C, "2": E}),
        (["1", "2", "3"], "1 = entailment, 2 = neutral", {}),
        (["0", "1"], "label: 1 if the claim is supported, 0\notherwise", {"1": E, "0": X}),
        (["0", "1"], "`1` = supported, otherwise `0`", {"1": E, "0": X}),
        (["0", "1"], "1 if the claim is entailed and 0 if not.", {"1": E, "0": X}),
        (["0", "1"], "1 if contradicted, 0 otherwise", {}),
        (["0", "1"], "1 if not mentioned, 0 otherwise", {}),
        (["0", "1"], "1 if hallucinated, 0 otherwise", {}),
        (["0", "1"], "1 = supported, 0 if not checked", {}),
        (["0", "1"], "1 = supported; 10 otherwise", {}),
        (["0", "1", "2"], "1 = supported, 2 = refuted, 0 otherwise", {}),
        (["1", "2"], "1 = worst, 2 = best", {}),
        (["1", "2"], "1 = supported, 2 = entailed", {}),
        (["1", "12"], "12 = neutral, 112 = entailment, 1 = contradiction", {"1": C, "12": N}),
    ],
)
def test_a_text_says_what_values_mean_or_nothing_of_all(
    values: list[str], text: str, meant: dict[str, str]
) -> None:
    from rightreasons.sources.proposals.told import labels_said

    assert {value: str(label) for value, label in labels_said(told(values, [text])).items()} == meant


def test_labels_of_numbers_are_as_the_file_beside_says(tmp_path: Path) -> None:
    rows = [
        (f"The town of {city} has {at + 3} bridges.", f"{city} has bridges.", str((2, 0, 1)[at % 3]))
        for at, city in enumerate(CITIES)
    ]
    (tmp_path / "train.csv").write_text(
        "premise,hypothesis,label\n" + "".join(f"{p},{h},{label}\n" for p, h, label in rows)
    )
    (tmp_path / "data_description.md").write_text(
        "The label: **0** for contradiction, **1** for entailment, **2** for neutral.\n"
    )
    by_code = {"0": C, "1": E, "2": N}
    assert by_first_line(tmp_path) == [(p, h, by_code[label]) for p, h, label in rows]


def test_comments_above_the_rows_say_what_null_means(tmp_path: Path) -> None:
    claims = "".join(
        f"- text: The town of {city} has a bridge over the river.\n  claims:\n"
        f"  - {{claim: There is a bridge in {city}, holds: true}}\n  - {{claim: No bridge is in {city}, holds: false}}\n  - {{claim: {city} is rich, holds: null}}\n"
        for city in CITIES
    )
    above = "# holds: true -> the text says so\n# holds: false -> the text says the opposite\n# holds: null -> the text does not tell\n"
    (tmp_path / "cases.yaml").write_text(f"{above}passages:\n{claims}")
    found = by_first_line(tmp_path / "cases.yaml")
    assert [label for _, _, label in found] == [E, C, N] * 18
    assert found[5] == ("The town of Riga has a bridge over the river.", "Riga is rich", N)


def test_blocks_with_several_premises_bare_keys_and_numbers(tmp_path: Path) -> None:
    blocks = []
    for at, city in enumerate(CITIES):
        second = f"  P2  It rains in {city} every day.\n" if at % 2 else ""
        answer = ("Yes", "No", "Don't know")[at % 3]
        blocks.append(
            f"problem-{at:03}\n  P1  The town of {city} has a bridge\n      over the river.\n{second}  H   There is a bridge in {city}.\n  A   {answer}\n"
        )
    (tmp_path / "a.txt").write_text("% Inference problems\n\n" + "\n".join(blocks))
    meant = []
    for at, city in enumerate(CITIES):
        premise = f"The town of {city} has a bridge\nover the river."
        premise += f" It rains in {city} every day." if at % 2 else ""
        meant.append((premise, f"There is a bridge in {city}.", (E, C, N)[at % 3]))
    assert by_first_line(tmp_path / "a.txt") == meant


def test_verdicts_behind_an_arrow_and_the_number_of_each_block_are_kept(tmp_path: Path) -> None:
    blocks = [
        f"({at + 1})\nP: The town of {city} has a bridge.\nH: One stands in {city}.\n=> {('YES', 'NO', 'OPEN')[at % 3]}\n"
        for at, city in enumerate(CITIES)
    ]
    (tmp_path / "a.txt").write_text("% YES: follows\n\n" + "\n".join(blocks))
    meant = [
        (f"The town of {city} has a bridge.", f"One stands in {city}.", (E, C, N)[at % 3])
        for at, city in enumerate(CITIES)
    ]
    assert by_first_line(tmp_path / "a.txt") == meant
    columns = {"premise": "P", "hypothesis": "H", "label": "=>"}
    whole = read_pairs(
        tmp_path / "a.txt", recipe={"columns": columns, "label_map": {"YES": E, "NO": C, "OPEN": N}}
    )
    assert whole.frame["item"].to_list() == [f"({at})" for at in range(1, 19)]


def test_a_letter_names_one_of_choices_in_another_order_each_time(tmp_path: Path) -> None:
    names = ["The text supports the claim", "The text contradicts the claim", "The text does not say"]
    samples = []
    for at, city in enumerate(CITIES):
        order = [names[(at + turn) % 3] for turn in range(3)]
        letter = "ABC"[order.index(names[at % 2])]
        samples.append(
            {
                "input": f"Document: The town of {city} has a bridge over the river.\n\nClaim: There is a bridge in {city}.",
                "choices": order,
                "target": letter,
                "answer": "A",
            }
        )
    (tmp_path / "log.json").write_text(json.dumps({"samples": samples}))
    meant = [
        (f"The town of {city} has a bridge over the river.", f"There is a bridge in {city}.", (E, C)[at % 2])
        for at, city in enumerate(CITIES)
    ]
    assert by_first_line(tmp_path / "log.json") == meant


ANSWERS = ["entailment", "neutral", "contradiction"]


def test_answers_count_by_a_list_of_their_own_that_says_which_were_submitted(tmp_path: Path) -> None:
    rows = []
    for at, city in enumerate(CITIES):
        answers, states = (
            [ANSWERS[at % 3], ANSWERS[at % 3], ANSWERS[(at + 1) % 3]],
            ["submitted", "submitted", "draft"],
        )
        rows.append(
            {
                "text": f"The town of {city} has a bridge over the river.",
                "claim": f"There is a bridge in {city}.",
                "status": ("completed", "pending")[at % 2],
                "rel.responses": answers,
                "rel.responses.status": states,
            }
        )
    pl.DataFrame(rows).write_parquet(tmp_path / "a.parquet")
    columns = {
        "premise": "text",
        "hypothesis": "claim",
        "annotator_labels": {"keep": "rel.responses[]", "beside": {"rel.responses.status[]": "submitted"}},
    }
    votes = (
        read_pairs(tmp_path / "a.parquet", recipe={"columns": columns, "gold": "majority"})
        .frame["annotator_labels"]
        .to_list()
    )
    assert votes == [[ANSWERS[at % 3]] * 2 for at in range(18)]
    assert [label for _, _, label in by_first_line(tmp_path / "a.parquet")] == [
        ANSWERS[at % 3] for at in range(18)
    ]


def test_items_beside_a_list_of_another_length_are_none_and_an_empty_condition_is_refused(
    tmp_path: Path,
) -> None:
    rows = [
        {"p": "It rains.", "h": "It is wet.", "v": [E, None, C], "s": ["yes", "yes", "no"]},
        {"p": "It rains.", "h": "It is dry.", "v": [C, E], "s": ["yes"]},
        {"p": "It rains.", "h": "It is so.", "v": [C], "s": [" YES "]},
    ]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    votes = {"keep": "v[]", "beside": {"s[]": "yes"}}
    columns: dict[str, Any] = {"premise": "p", "hypothesis": "h", "annotator_labels": votes}
    found = read_pairs(
        tmp_path / "a.jsonl", recipe={"columns": columns, "gold": "majority", "on_missing_gold": "keep"}
    ).frame
    assert found["label"].to_list() == [E, None, C]
    with pytest.raises(RecipeError, match="'beside' with 'where', or empty"):
        read_pairs(
            tmp_path / "a.jsonl", recipe={"columns": {**columns, "annotator_labels": {**votes, "beside": {}}}}
        )


def test_whole_numbers_beside_a_list_are_alike_whatever_number_stands_among_them(tmp_path: Path) -> None:
    rows = [
        {"p": "It rains.", "h": "It is wet.", "v": [E, C], "s": [1, 0]},
        {"p": "It rains.", "h": "It is dry.", "v": [N, C], "s": [0.5, 1]},
    ]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    votes = {"keep": "v[]", "beside": {"s[]": "1"}}
    columns = {"premise": "p", "hypothesis": "h", "annotator_labels": votes}
    found = read_pairs(tmp_path / "a.jsonl", recipe={"columns": columns, "gold": "majority"}).frame
    assert found["label"].to_list() == [E, C]


def test_answers_to_a_form_are_votes_on_what_its_questions_say(tmp_path: Path) -> None:
    answers = ("Yes, it must be true", "No, it can't be true", "Can't tell")
    asked = [
        f'"{at + 1}. Text: {text}\nStatement: {statement}\nIs the statement true?"'
        for at, (text, statement) in enumerate(TEXTS)
    ]
    lines = [",".join(["Timestamp", "Email", *asked, "Any comments?"])]
    for who in range(3):
        given = [f'"{answers[(at + (who == 2 and at < 3)) % 3]}"' for at in range(12)]
        lines.append(",".join([f"2024/02/0{who + 1} 4:10:32 PM GMT+1", f"s{who}@example.org", *given, ""]))
    (tmp_path / "form.csv").write_text("\n".join(lines) + "\n")
    assert by_first_line(tmp_path / "form.csv") == [
        (*texts, (E, C, N)[at % 3]) for at, texts in enumerate(TEXTS)
    ]


def test_judgements_with_comments_and_times_of_their_own_are_votes_of_one_pair(tmp_path: Path) -> None:
    def judged(at: int, who: int) -> dict[str, Any]:
        return {
            "hit": f"H{at}",
            "worker": f"w{who}",
            "submit_time": f"Tue Mar 05 10:0{who}:{at:02} PST 2024",
            "state_status": ("approved", "rejected")[who == 2],
            "text": f"The town of {CITIES[at]} has a bridge over the river.",
            "sentence": f"There is a bridge in {CITIES[at]}.",
            "judgment": ANSWERS[(at + (who == 2)) % 3],
            "comment": f"I think that it is so {at} {who}." if who else None,
        }

    rows = [judged(at, who) for at in range(18) for who in range(3)]
    pl.DataFrame(rows).write_csv(tmp_path / "a.csv")
    found = by_first_line(tmp_path / "a.csv")
    assert found == [
        (f"The town of {city} has a bridge over the river.", f"There is a bridge in {city}.", ANSWERS[at % 3])
        for at, city in enumerate(CITIES)
    ]


@pytest.mark.parametrize("header", ["premise\thypothesis\tlabel", "anchor\tpositive\tnegative"])
def test_marks_that_enclose_cells_of_a_tsv_are_asked_about(tmp_path: Path, header: str) -> None:
    third = (
        [E, C] * 6 if header.startswith("premise") else [f"Nobody {text[2:-1]} at all." for text, _ in TEXTS]
    )
    rows = [f"{text}\t{statement}\t{third[at]}" for at, (text, statement) in enumerate(TEXTS)]
    rows[0] = f'"He said ""no"" on Friday, and left the room at once."\tHe left.\t{third[0]}'
    rows[1] = f'It rains so hard that nobody sees the other side.\t"It is ""wet""."\t{third[1]}'
    (tmp_path / "a.tsv").write_text("\n".join([header, *rows]) + "\n")
    found = by_first_line(tmp_path / "a.tsv")
    assert 'He said "no" on Friday, and left the room at once.' in [premise for premise, _, _ in found]
    assert 'It is "wet".' in [hypothesis for _, hypothesis, _ in found]


@pytest.mark.parametrize("cell", ['"no" he said', '"a "b" c"', 'a "quoted" word', '"It is wet."'])
def test_marks_that_may_be_text_stay(tmp_path: Path, cell: str) -> None:
    (tmp_path / "a.tsv").write_text(
        f"premise\thypothesis\tlabel\n{cell}\tHe left.\tentailment\nIt rains.\tIt is dry.\tcontradiction\n"
    )
    assert read_pairs(tmp_path / "a.tsv").frame["premise"][0] == cell


def test_answers_that_a_model_chose_from_name_numbers(tmp_path: Path) -> None:
    rows = []
    for at, city in enumerate(CITIES):
        prompt = f"The town of {city} has a bridge. Question: One stands in {city}. True, False or Neither?"
        options = {
            f"gen_args_{n}": {"arg_0": prompt, "arg_1": word}
            for n, word in enumerate((" Neither", " True", " False"))
        }
        rows.append(
            {
                "doc": {
                    "premise": f"The town of {city} has a bridge.",
                    "hypothesis": f"One stands in {city}.",
                    "label": at % 3,
                },
                "arguments": options,
            }
        )
    (tmp_path / "samples.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert [label for _, _, label in by_first_line(tmp_path / "samples.jsonl")] == [
        (N, E, C)[at % 3] for at in range(18)
    ]


@pytest.mark.parametrize(
    ("text", "at", "names"),
    [
        (
            "We count a mean of 4 or more as entailment, 2 or less as contradiction, and the rest as neutral.",
            (2.0001, 4),
            (C, N, E),
        ),
        (
            "A summary counts as consistent if the mean is at least 3.5, and as inconsistent otherwise.",
            (3.5,),
            (X, E),
        ),
        ("Pairs with an average \u2265 60 are entailed.", (60,), (X, E)),
        ("A mean of 4 or more is neutral, 2 or less contradiction.", None, None),
        ("Ratings of 4 or more are entailment.", None, None),
        ("A mean of 2 or more is entailment, 4 or less contradiction.", None, None),
        ("A mean of 4 or more is entailment, of 3 or more neutral.", None, None),
    ],
)
def test_a_text_says_where_means_are_cut_or_nothing(
    text: str, at: tuple[float, ...] | None, names: Any
) -> None:
    found = thresholds(["About the data.", text])
    assert (found.at, found.names) == (at, names) if found else at is None


def test_means_of_raters_are_cut_where_the_file_beside_says(tmp_path: Path) -> None:
    ratings = [(5, 4, 4), (4, 4, 3), (1, 2, 2), (1, 5, 3), (5, 5, 2), (2, 2, 2)]
    ratings += [(3, 3, 5), (4, 1, 1), (2, 1, 1), (5, 3, 4), (4, 5, 4), (1, 1, 1)]
    rows = [
        {"source": text, "sentence": said, **dict(zip(("r1", "r2", "r3"), marks, strict=True))}
        for (text, said), marks in zip(TEXTS * 2, ratings * 2, strict=True)
    ]
    pl.DataFrame(rows).write_csv(tmp_path / "a.csv")
    (tmp_path / "README.txt").write_text(
        "A mean of 4 or more is entailment, 2 or less contradiction, all else neutral.\n"
    )
    assert [label for _, _, label in by_first_line(tmp_path)] == [E, N, C, N, E, C, N, C, C, E, E, C] * 2


def test_a_mean_is_of_the_ratings_that_are_there_and_none_of_what_is_no_number(tmp_path: Path) -> None:
    lines = ["p,h,a,b", "It rains.,It is wet.,4,", "It rains.,It is dry.,1,2", "It rains.,It is so.,5,bad"]
    (tmp_path / "a.csv").write_text("\n".join(lines) + "\n")
    columns = {
        "premise": "p",
        "hypothesis": "h",
        "label": {"cut": {"mean": ["a", "b"]}, "at": [1.6], "names": [C, E]},
    }
    found = (
        read_pairs(tmp_path / "a.csv", recipe={"columns": columns, "on_missing_gold": "keep"})
        .frame["label"]
        .to_list()
    )
    assert found == [E, C, None]


def test_turns_with_a_source_and_an_answer_each_are_a_pair_each(tmp_path: Path) -> None:
    turns = [
        {
            "history": ["Hello."],
            "knowledge": text,
            "response": said,
            "BEGIN": [("Entailment", "Hallucination")[at % 2]],
        }
        for at, (text, said) in enumerate(TEXTS)
    ]
    (tmp_path / "a.json").write_text(
        json.dumps([{"dialog": at, "utterances": turns[at : at + 2]} for at in range(0, 12, 2)])
    )
    assert by_first_line(tmp_path / "a.json") == [(*texts, (E, X)[at % 2]) for at, texts in enumerate(TEXTS)]


def test_votes_on_a_summary_whose_document_is_a_file_called_by_its_number(tmp_path: Path) -> None:
    (tmp_path / "documents").mkdir()
    rows = []
    for at, (text, said) in enumerate(TEXTS):
        (tmp_path / "documents" / f"{970 - at}.document").write_text(text + "\n")
        rows += [
            {"bbcid": 970 - at, "summary": said, "is_factual": ("yes", "no")[at % 2], "worker_id": f"w{who}"}
            for who in range(3)
        ]
    pl.DataFrame(rows).write_csv(tmp_path / "votes.csv")
    assert by_first_line(tmp_path) == [(*texts, (E, X)[at % 2]) for at, texts in enumerate(TEXTS)]


def test_numbered_columns_of_evidence_with_a_label_each_are_a_pair_each(tmp_path: Path) -> None:
    rows = []
    for at in range(0, 12, 3):
        row: dict[str, str] = {"claim": TEXTS[at][1], "claim_label": "SUPPORTS" if at else "REFUTES"}
        for part in range(3):
            row |= {
                f"evidences/{part}/evidence_label": ("SUPPORTS", "REFUTES", "NOT ENOUGH INFO")[part],
                f"evidences/{part}/evidence": TEXTS[at + part][0],
            }
        rows.append(row)
    pl.DataFrame(rows).write_csv(tmp_path / "a.csv")
    meant = [
        (TEXTS[at + part][0], TEXTS[at][1], (E, C, N)[part]) for at in range(0, 12, 3) for part in range(3)
    ]
    assert sorted(by_first_line(tmp_path / "a.csv")) == sorted(meant)


def test_marked_places_say_more_than_the_kinds_of_those_there_are(tmp_path: Path) -> None:
    kinds = ("contradiction", "unsupported")
    rows = [
        {
            "source": text,
            "generation": said,
            "spans": [{"start": 0, "end": 3, "text": said[:3], "category": kinds[at % 2]}] if at % 3 else [],
        }
        for at, (text, said) in enumerate(TEXTS)
    ]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert by_first_line(tmp_path / "a.jsonl") == [
        (*texts, X if at % 3 else E) for at, texts in enumerate(TEXTS)
    ]


@pytest.mark.parametrize("packed", [False, True])
def test_documents_of_one_sample_each_beside_a_header(tmp_path: Path, *, packed: bool) -> None:
    log = tmp_path / "log"
    (log / "samples").mkdir(parents=True)
    (log / "header.json").write_text(
        json.dumps({"version": 2, "status": "success", "eval": {"task": "claims"}})
    )
    for at, (text, said) in enumerate(TEXTS * 2):
        target = ("supported", "refuted", "not mentioned")[at % 3]
        sample = {
            "id": at,
            "input": f"Document: {text}\n\nClaim: {said}",
            "target": target,
            "messages": [{"role": "user", "content": "x"}],
            "output": {"completion": "supported"},
        }
        (log / "samples" / f"{at + 10}_epoch_1.json").write_text(json.dumps(sample))
    if packed:
        with zipfile.ZipFile(tmp_path / "log.eval", "w") as opened:
            for path in sorted(log.rglob("*.json")):
                opened.write(path, path.relative_to(log).as_posix())
    found = by_first_line(tmp_path / "log.eval" if packed else log)
    assert found == [(*texts, (E, C, N)[at % 3]) for at, texts in enumerate(TEXTS * 2)]


def table_and(folder: Path, name: str, text: str) -> None:
    rows = [{"premise": p, "hypothesis": h, "label": at % 3} for at, (p, h) in enumerate(TEXTS)]
    pl.DataFrame(rows).write_csv(folder / "data.csv")
    (folder / name).write_text(text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("x.txt", "2: contradiction\n0: entailment\n1: neutral\n"),
        ("x.txt", "entailment\nneutral\ncontradiction\n"),
        ("classes.txt", "contradiction: 2\nneutral: 1\nentailment: 0\n"),
        ("labels.yaml", "1: neutral\n0: entailment\n2: contradiction\n"),
        ("nli.py", "LABELS = {2: 'contradiction', 0: 'entailment', 1: 'neutral'}\n"),
        ("config.ini", "[labels]\ncontradiction = 2\nneutral = 1\nentailment = 0\n"),
    ],
)
def test_numbers_mean_what_a_file_beside_says_in_whatever_order(tmp_path: Path, name: str, text: str) -> None:
    table_and(tmp_path, name, text)
    assert by_first_line(tmp_path) == [(*texts, (E, N, C)[at % 3]) for at, texts in enumerate(TEXTS)]


def test_lines_that_hold_numbers_behind_their_names_are_no_names_in_their_order(tmp_path: Path) -> None:
    table_and(tmp_path, "x.txt", "neutral 1\nentailment 0\ncontradiction 2\n")
    with pytest.raises(InputError, match="paste the one that says what was meant"):
        read_pairs(tmp_path)
