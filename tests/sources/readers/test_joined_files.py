"""Folders whose files belong together by a key: claims and pages, statements and reports, answers and sources."""
# ruff: noqa: E501 - rows as they are written, a line each

import json
import shlex
import shutil
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from rightreasons.errors import ColumnError, InputError, RecipeError
from rightreasons.sources.read import read_pairs

E, N, C, X = "entailment", "neutral", "contradiction", "non-entailment"
Row = tuple[str, str, str]


def lines(path: Path, rows: Sequence[Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


def by_first_line(data: Path) -> list[Row]:
    """Return what the first line reads that the refusal of a folder proposes."""
    with pytest.raises(InputError) as refused:
        read_pairs(data)
    line = next(
        each for each in refused.value.lines.split("\n") if each.startswith("    rightreasons audit ")
    )
    _, _, name, option, recipe = shlex.split(line)
    assert option == "--recipe"
    found = read_pairs(name, recipe=json.loads(recipe)).frame
    return found.select("premise", "hypothesis", "label").rows()


CITIES = ("Oslo", "Riga", "Bern", "Rome", "Lima", "Baku")


def test_claims_take_the_numbered_sentences_of_pages_in_several_files(tmp_path: Path) -> None:
    for part in (0, 1):
        pages = [
            {
                "id": f"{city}_town",
                "text": f"{city} is old. It lies on a river.",
                "lines": f"0\t{city} is old.\t{city}\n1\t\n2\tIt lies on a river in {city} land.",
            }
            for city in CITIES[part::2]
        ]
        lines(tmp_path / "pages" / f"wiki-00{part}.jsonl", pages)
    claims: list[dict[str, Any]] = []
    for at, city in enumerate(CITIES):
        label = ("SUPPORTS", "REFUTES")[at % 2]
        one = [[7, at, f"{city}_town", 2]]
        both = [[7, at, f"{city}_town", 0], [7, at, f"{city}_town", 2]]
        claims.append(
            {"label": label, "claim": f"{city} has a river.", "evidence": [both, one] if at == 0 else [one]}
        )
        claims.append(
            {"label": "NOT ENOUGH INFO", "claim": f"{city} is rich.", "evidence": [[[8, None, None, None]]]}
        )
    lines(tmp_path / "train.jsonl", claims)
    meant = [("Oslo is old. It lies on a river in Oslo land.", "Oslo has a river.", E)]
    meant += [
        (f"It lies on a river in {city} land.", f"{city} has a river.", (E, C)[at % 2])
        for at, city in enumerate(CITIES)
    ]
    assert sorted(by_first_line(tmp_path)) == sorted(meant)


def test_statements_take_the_section_of_one_report_or_of_two(tmp_path: Path) -> None:
    for at, city in enumerate(CITIES):
        path = tmp_path / "reports" / f"R{at}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(
            json.dumps(
                {
                    "Id": f"R{at}",
                    "Diet": [f"Diet in {city}:", "bread daily"],
                    "Sleep": [f"Sleep in {city}: eight hours"],
                }
            )
        )

    def statement(at: int, section: str, other: int | None) -> dict[str, Any]:
        second = {} if other is None else {"Second": f"R{other}"}
        label = ("Entailment", "Contradiction")[at % 2]
        return {
            "First": f"R{at}",
            **second,
            "Section": section,
            "Statement": f"Patients of {CITIES[at]} did well",
            "Label": label,
        }

    train = {
        f"u{at}": statement(at, ("Diet", "Sleep")[at // 2 % 2], 5 - at if at % 2 else None) for at in range(6)
    }
    dev = {f"v{at}": statement(at, "Sleep", 0 if at == 1 else None) for at in range(4)}
    (tmp_path / "train.json").write_text(json.dumps(train))
    (tmp_path / "dev.json").write_text(json.dumps(dev))

    def section(at: int, name: str) -> str:
        return (
            f"Diet in {CITIES[at]}: bread daily" if name == "Diet" else f"Sleep in {CITIES[at]}: eight hours"
        )

    meant = []
    for at in range(6):
        name = ("Diet", "Sleep")[at // 2 % 2]
        premise = f"{section(at, name)} {section(5 - at, name)}" if at % 2 else section(at, name)
        meant.append((premise, f"Patients of {CITIES[at]} did well", (E, C)[at % 2]))
    for at in range(4):
        premise = f"{section(1, 'Sleep')} {section(0, 'Sleep')}" if at == 1 else section(at, "Sleep")
        meant.append((premise, f"Patients of {CITIES[at]} did well", (E, C)[at % 2]))
    assert sorted(by_first_line(tmp_path)) == sorted(meant)


def test_answers_take_their_source_and_marked_places_say_what_is_wrong(tmp_path: Path) -> None:
    sources: list[dict[str, Any]] = []
    for at, city in enumerate(CITIES):
        text = f"The town of {city} has {at + 3} bridges, and a mayor was elected there last year."
        info = text if at % 2 else {"question": f"What of {city}?", "passages": text}
        sources.append({"source_id": f"{at + 40}", "source_info": info})
    answers: list[dict[str, Any]] = []
    for at, city in enumerate(CITIES):
        answers.append(
            {
                "source_id": f"{at + 40}",
                "model": "m",
                "labels": [],
                "response": f"{city} has {at + 3} bridges.",
            }
        )
        span = {
            "start": 0,
            "end": 4,
            "text": city,
            "label_type": ("Evident Conflict", "Evident Baseless Info")[at % 2],
        }
        answers.append(
            {
                "source_id": f"{at + 40}",
                "model": "n",
                "labels": [span for _ in range(1 + at % 2)],
                "response": f"{city} has no mayor.",
            }
        )
    lines(tmp_path / "response.jsonl", answers)
    lines(tmp_path / "source_info.jsonl", sources)
    meant = []
    for at, city in enumerate(CITIES):
        text = f"The town of {city} has {at + 3} bridges, and a mayor was elected there last year."
        meant += [(text, f"{city} has {at + 3} bridges.", E), (text, f"{city} has no mayor.", X)]
    assert by_first_line(tmp_path) == meant


PAGES = [
    {"id": "a", "said": ["One.", "Two."], "more": {"x": ["Three.", "Four."]}},
    {"id": "b", "said": ["Five."], "more": {"x": []}},
]


@pytest.mark.parametrize(
    ("row", "take", "meant"),
    [
        ({"doc": "a", "n": 1}, "said", "Two."),
        ({"doc": ["a", "b"], "n": [1, 0]}, "said", "Two. Five."),
        ({"doc": "a", "n": [1, 0]}, "said", "Two. One."),
        ({"doc": ["a", "b"], "n": 0}, "said", "One. Five."),
        ({"doc": "a", "n": "x"}, "more", "Three. Four."),
        ({"doc": "a", "n": 7}, "said", None),
        ({"doc": "z", "n": 0}, "said", None),
        ({"doc": ["a", "b", "a"], "n": [0, 1]}, "said", None),
    ],
)
def test_a_key_and_an_item_lead_to_a_part_of_a_row(
    tmp_path: Path, row: dict[str, Any], take: str, meant: str | None
) -> None:
    lines(tmp_path / "pages.jsonl", PAGES)
    lines(tmp_path / "claims.jsonl", [{**row, "claim": "It is so.", "label": label} for label in (E, N)])
    value = {"look_up": "doc[]", "item": "n[]", "in_file": "pages.jsonl", "by": "id", "take": take}
    columns = {
        "premise": {"first": [value, {"constant": "nothing"}]},
        "hypothesis": "claim",
        "label": "label",
    }
    found = read_pairs(tmp_path / "claims.jsonl", recipe={"columns": columns}).frame["premise"].to_list()
    assert found == [meant or "nothing"] * 2


def test_an_item_beside_a_record_of_the_row_is_refused(tmp_path: Path) -> None:
    lines(
        tmp_path / "claims.jsonl", [{"k": "a", "n": 0, "in": {"a": ["One."]}, "claim": "It is.", "label": E}]
    )
    value = {"look_up": "k", "item": "n", "in": "in"}
    with pytest.raises(RecipeError, match="'item' beside 'in'"):
        read_pairs(
            tmp_path / "claims.jsonl",
            recipe={"columns": {"premise": value, "hypothesis": "claim", "label": "label"}},
        )


def test_a_foreign_key_goes_before_an_id_that_counts_as_far(tmp_path: Path) -> None:
    texts = [
        {"id": at + 1, "body": f"The town of {city} has a market every week."}
        for at, city in enumerate(CITIES)
    ]
    claims = [
        {"id": at + 1, "text_id": at + 1, "claim": f"{city} has a weekly market."}
        for at, city in enumerate(CITIES)
    ]
    verdicts = [{"id": at + 1, "claim_id": 6 - at, "code": (10, 20)[at % 2]} for at in range(6)]
    codes = [{"code": 10, "name": "confirmed"}, {"code": 20, "name": "contradicted"}]
    for name, rows in (("texts", texts), ("claims", claims), ("verdicts", verdicts), ("codes", codes)):
        lines(tmp_path / f"{name}.jsonl", rows)
    meant = [
        (
            f"The town of {CITIES[5 - at]} has a market every week.",
            f"{CITIES[5 - at]} has a weekly market.",
            (E, C)[at % 2],
        )
        for at in range(6)
    ]
    assert by_first_line(tmp_path) == meant


def test_evidence_by_the_ids_of_few_documents_is_read_from_them(tmp_path: Path) -> None:
    documents: list[dict[str, Any]] = [
        {
            "doc_id": 4000 + 7 * at,
            "title": city,
            "abstract": [f"{city} lies in the north.", f"{city} is old."],
        }
        for at, city in enumerate(CITIES)
    ]
    claims: list[dict[str, Any]] = []
    meant: list[Row] = []
    for at, document in enumerate(documents):
        number, text = document["doc_id"], " ".join(document["abstract"])
        for label, said, ours in (("SUPPORT", "old", E), ("CONTRADICT", "new", C), (None, "rich", N)):
            claim = f"The town of {document['title']} is {said}."
            evidence = {str(number): [{"sentences": [1], "label": label}]} if label else {}
            claims.append(
                {"id": len(claims) + at, "claim": claim, "evidence": evidence, "cited_doc_ids": [number]}
            )
            meant.append((text, claim, ours))
    lines(tmp_path / "claims.jsonl", claims)
    lines(tmp_path / "corpus.jsonl", documents)
    assert sorted(by_first_line(tmp_path)) == sorted(meant)


def test_translations_in_a_list_go_with_the_premise_of_their_language(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {
            "premise": {
                "de": f"Seit vielen Jahren steht in {city} ein Turm am Fluss.",
                "en": f"For many years a tower has stood in {city} by the river.",
            },
            "hypothesis": {
                "language": ["de", "en"],
                "translation": [f"In {city} steht {ding}.", f"There is a {thing} in {city}."],
            },
            "label": label,
        }
        for city in CITIES
        for ding, thing, label in (
            ("ein Turm", "tower", E),
            ("kein Turm", "field", C),
            ("ein Markt", "fair", N),
        )
    ]
    lines(tmp_path / "all.jsonl", rows)
    meant = [
        (row["premise"][language], text, row["label"])
        for row in rows
        for language, text in zip(*row["hypothesis"].values(), strict=True)
    ]
    assert sorted(by_first_line(tmp_path / "all.jsonl")) == sorted(meant)


@pytest.mark.parametrize("ending", ["zip", "gztar"])
def test_a_packed_folder_of_documents_and_a_table_that_names_them(tmp_path: Path, ending: str) -> None:
    folder = tmp_path / "release"
    (folder / "documents").mkdir(parents=True)
    rows, meant = ["document,claim,verdict"], []
    for at, city in enumerate(CITIES):
        text = f"The town of {city} lies in the north and has had a tower by the river for many years."
        (folder / "documents" / f"d{at}.txt").write_text(text)
        for label, thing, ours in (("supported", "tower", E), ("refuted", "desert", C)):
            rows.append(f"d{at}.txt,There is a {thing} in {city}.,{label}")
            meant.append((text, f"There is a {thing} in {city}.", ours))
    (folder / "claims.csv").write_text("\n".join(rows) + "\n")
    packed = shutil.make_archive(str(tmp_path / "packed"), ending, tmp_path, "release")
    assert sorted(by_first_line(Path(packed))) == sorted(meant)


def test_the_tables_of_a_database_are_no_texts_however_many_there_are(tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / "a.sqlite")
    database.execute("create table items (claim text, verdict text)")
    for at, city in enumerate(CITIES):
        values = f"The town of {city} has a bridge number {at}.", ("supported", "refuted")[at % 2]
        database.execute("insert into items values (?, ?)", values)
    for at in range(len(CITIES) - 1):
        database.execute(f"create table other_{at} as select 1 as x")
    database.commit()
    database.close()
    with pytest.raises(ColumnError) as refused:
        read_pairs(tmp_path / "a.sqlite")
    assert "row_of" not in refused.value.lines
    columns = {"premise": {"row_of": "a.sqlite/"}, "hypothesis": "claim", "label": "verdict"}
    with pytest.raises(ColumnError, match="is a table, no text"):
        read_pairs(f"{tmp_path}/a.sqlite!items", recipe={"columns": columns})
