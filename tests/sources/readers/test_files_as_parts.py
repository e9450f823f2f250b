"""Files that are parts of samples, texts with stand-off annotation, and tables on their side."""
# ruff: noqa: E501 - files as they are written, a line each

import tarfile
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import polars as pl
import pytest

from rightreasons.errors import EmptyDataError, InputError
from rightreasons.sources.opening.file_samples import samples_among
from rightreasons.sources.opening.paths import open_path
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.raw import HIDDEN, RawTable
from rightreasons.sources.read import read_pairs
from rightreasons.sources.recipes.sideways import turned


def written(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_d_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def frame(path: Path) -> pl.DataFrame:
    ((raw, _),) = open_path(path, ReadOptions().resolved()).parts
    return raw.parsed.frame.drop(HIDDEN)


PARTS = {
    f"{n}_d_{part}_d_txt": f"{part} {n}\n" for n in (9, 10, 11) for part in ("premise", "hypothesis", "label")
}


def test_parts_of_a_sample_are_columns_in_the_order_of_numbers(tmp_path: Path) -> None:
    found = frame(written(tmp_path, **PARTS))
    assert found.columns == ["sample", "hypothesis", "label", "premise"]
    assert found.row(1) == ("10", "hypothesis 10", "label 10", "premise 10")


def test_a_shard_is_read_as_the_folder_is(tmp_path: Path) -> None:
    folder = written(tmp_path / "x", **PARTS)
    with tarfile.open(tmp_path / "x.tar", "w") as opened:
        for path in sorted(folder.iterdir()):
            data = path.read_bytes()
            info = tarfile.TarInfo(path.name)
            info.size = len(data)
            opened.addfile(info, BytesIO(data))
    assert frame(tmp_path / "x.tar").equals(frame(folder))


def test_a_table_beside_a_text_gives_a_row_each_and_a_record_its_fields(tmp_path: Path) -> None:
    texts = {f"r{n}_d_txt": f"Text {n}." for n in range(3)}
    tables = {f"r{n}_d_claims_d_csv": f"claim,verdict\nOne {n}.,yes\nTwo {n}.,no\n" for n in range(3)}
    found = frame(written(tmp_path / "a", **texts, **tables))
    assert found.rows()[1] == ("r0", "Text 0.", "Two 0.", "no")
    assert found.height == 6
    records = {f"r{n}_d_json": f'{{"claim": "One {n}.", "text": "x"}}' for n in range(3)}
    assert frame(written(tmp_path / "b", **texts, **records)).row(2) == ("r2", "Text 2.", "One 2.", "x")


def test_a_folder_a_sample(tmp_path: Path) -> None:
    files = {f"s{n}__{part}_d_txt": f"{part} {n}" for n in (1, 2, 3) for part in ("premise", "claim")}
    assert frame(written(tmp_path, **files)).row(0) == ("s1", "claim 1", "premise 1")


@pytest.mark.parametrize(
    "names",
    [
        [
            "train.premise.txt",
            "train.label.txt",
            "dev.premise.txt",
            "dev.label.txt",
            "test.premise.txt",
            "test.label.txt",
        ],
        ["a.txt", "a.json", "b.txt", "b.json"],
        ["a.txt", "a.json", "b.txt", "b.json", "c.txt"],
        ["a.csv", "a.json", "b.csv", "b.json", "c.csv", "c.json"],
        ["1/train.txt", "1/dev.txt", "2/train.txt", "2/dev.txt", "3/train.txt", "3/dev.txt"],
        ["a.txt", "b.txt", "c.txt"],
    ],
)
def test_other_files_are_no_samples(names: list[str]) -> None:
    assert samples_among(names) == {}


ANN = "T1\tPremise 0 6\tA dog.\nT2\tHypothesis 7 15\tIt runs.\nR1\tEntails Arg1:T1 Arg2:T2\t\nA1\tSure R1 high\n"


def test_a_relation_of_brat_is_a_row(tmp_path: Path) -> None:
    files = {"a_d_txt": "A dog. It runs.", "a_d_ann": ANN, "annotation_d_conf": "[entities]"}
    found = frame(written(tmp_path, **files))
    assert found.to_dicts() == [
        {
            "document": "a",
            "relation": "Entails",
            "Premise": "A dog.",
            "Hypothesis": "It runs.",
            "Sure": "high",
        }
    ]


def test_places_of_one_type_are_called_by_their_roles_and_may_lack_their_text(tmp_path: Path) -> None:
    ann = "T1\tSent 0 6\nT2\tSent 7 9;10 15\nR1\tno Arg1:T2 Arg2:T1\n"
    found = frame(written(tmp_path, a_d_txt="A dog. It runs.", a_d_ann=ann))
    assert found.row(0) == ("a", "no", "It runs.", "A dog.")


def test_without_relations_what_is_said_of_places_is_a_row(tmp_path: Path) -> None:
    ann = "T1\tClaim 7 15\tIt runs.\nA1\tVerdict T1 yes\n#1\tAnnotatorNotes T1\tsure\n"
    found = frame(written(tmp_path, a_d_txt="A dog. It runs.", a_d_ann=ann))
    assert found.row(0) == ("a", "A dog. It runs.", "Claim", "It runs.", "yes", "sure")


def test_files_beside_an_annotation_are_told(tmp_path: Path) -> None:
    folder = written(
        tmp_path, a_d_txt="A dog. It runs.", a_d_ann=ANN, pairs_d_tsv="premise\thypothesis\na\tb\n"
    )
    assert open_path(folder, ReadOptions().resolved()).notes == (f"skipped in {tmp_path.name}: 'pairs.tsv'",)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("T3 Claim 0 6", "line 5 is no annotation"),
        ("T3\tClaim 0 99", "line 5 marks a place that the text does not have"),
        ("T3\tClaim 0 " + "1" * 5_000, "line 5 is no annotation"),
        ("T1\tClaim 0 6\tA dog.", "line 5 has 'T1' a second time"),
        ("A2\tSure R1 low", "line 5 has 'Sure' a second time"),
        ("R2\tEntails Arg1:T1 Arg2:T9", "speaks of 'T9'"),
        ("A2\tSure T9 low", "speaks of 'T9'"),
    ],
)
def test_annotation_that_is_not_understood_is_refused(tmp_path: Path, line: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        frame(written(tmp_path, a_d_txt="A dog. It runs.", a_d_ann=f"{ANN}{line}\n"))


def test_annotation_that_makes_no_rows_is_counted(tmp_path: Path) -> None:
    folder = written(
        tmp_path,
        a_d_txt="A dog. It runs.",
        a_d_ann=f"{ANN}T3\tWord 2 5\tdog\nE1\tRun:T3 Arg:T1\n*\tEquiv T1 T3\n",
    )
    ((raw, _),) = open_path(folder, ReadOptions().resolved()).parts
    assert raw.parsed.notes == (
        "lines of annotation that are not read (events, names in knowledge bases): 2",
        "marked places that stand in no relation: 1",
    )


def test_attributes_called_as_columns_of_ours_stay_apart(tmp_path: Path) -> None:
    found = frame(written(tmp_path, a_d_txt="A dog. It runs.", a_d_ann=f"{ANN}A2\trelation R1 strict\n"))
    assert found.row(0, named=True)["relation"] == "Entails"
    assert found.row(0, named=True)["relation (annotation)"] == "strict"


def test_texts_that_would_be_repeated_without_bounds_are_refused(tmp_path: Path) -> None:
    long = "x" * 300_000
    marks = "".join(f"T{n}\tClaim 0 1\tx\n" for n in range(1_000))
    with pytest.raises(InputError, match="300,000,000 characters"):
        frame(written(tmp_path / "a", a_d_txt=long, a_d_ann=marks))
    claims = "claim,label\n" + "a,b\n" * 1_000
    files = {f"r{n}_d_txt": long for n in range(3)} | {f"r{n}_d_claims_d_csv": claims for n in range(3)}
    with pytest.raises(InputError, match="in every row"):
        frame(written(tmp_path / "b", **files))


def test_texts_that_are_tables_are_no_parts_of_samples(tmp_path: Path) -> None:
    pairs = "premise\thypothesis\tlabel\nA dog.\tIt runs.\tneutral\n"
    files = {f"r{n}_d_txt": pairs for n in range(3)} | {f"r{n}_d_json": '{"by": "x"}' for n in range(3)}
    opened = open_path(written(tmp_path, **files), ReadOptions().resolved())
    assert [raw.columns for raw, _ in opened.parts] == [["premise", "hypothesis", "label"]] * 3


def test_a_malformed_row_of_a_part_is_refused(tmp_path: Path) -> None:
    texts = {f"r{n}_d_txt": f"Text {n}." for n in range(3)}
    tables = {f"r{n}_d_claims_d_csv": "claim,verdict\na,b\nc\n" for n in range(3)}
    with pytest.raises(InputError, match=r"r0\.claims\.csv line 3"):
        frame(written(tmp_path, **texts, **tables))


def test_a_field_of_both_has_one_name_however_many_rows_there_are(tmp_path: Path) -> None:
    texts = {f"r{n}_d_txt": f"Text {n}." for n in range(3)}
    tables = {f"r{n}_d_claims_d_csv": "text,verdict\na,b\n" + "c,d\n" * n for n in range(3)}
    found = frame(written(tmp_path, **texts, **tables))
    assert found["text of claims.csv"].to_list() == ["a", "a", "c", "a", "c", "c"]


def test_a_table_on_its_side_is_turned_by_a_recipe(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("field,A dog.,A dog.,A cat.\nhyp,It runs.,It sits.,It barks.\nlabel,e,c,c\n")
    meant = {"e": "entailment", "c": "contradiction"}
    recipe = {
        "sideways": True,
        "columns": {"premise": "field", "hypothesis": "hyp", "label": "label"},
        "label_map": meant,
    }
    found = read_pairs(path, recipe=recipe)
    assert found.frame.select("premise", "hypothesis", "label").rows() == [
        ("A dog.", "It runs.", "entailment"),
        ("A dog.", "It sits.", "contradiction"),
        ("A cat.", "It barks.", "contradiction"),
    ]


def test_only_a_table_of_whole_rows_is_turned(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("a,b,c\n1,2,3\n1,2\n")
    with pytest.raises(InputError):
        read_pairs(path, recipe={"sideways": True, "columns": {"premise": "a", "hypothesis": "b"}})


def test_rows_of_one_item_are_merged_the_last_filled_value_first(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    lines = [
        '{"item": 1, "premise": "A dog.", "hypothesis": "It runs."}',
        '{"item": 2, "premise": "A cat.", "hypothesis": "It barks."}',
        '{"item": 1, "label": "neutral", "user": "a"}',
        '{"item": 2, "label": "contradiction"}',
        '{"item": 1, "label": "entailment"}',
    ]
    path.write_text("\n".join(lines))
    found = read_pairs(path, recipe={"merge": "item"}).frame
    assert found.select("premise", "label", "user").rows() == [
        ("A dog.", "entailment", "a"),
        ("A cat.", "contradiction", None),
    ]


def test_rows_without_an_item_are_not_merged(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text(
        "id,premise,hypothesis,label\n,A dog.,It runs.,neutral\n1,A cat.,It sits.,neutral\n"
        '" ",A cow.,It eats.,neutral\n,A hen.,It sings.,neutral\n1,,It barks.,\n'
    )
    found = read_pairs(path, recipe={"merge": "id"})
    assert found.frame.select("premise", "hypothesis").rows() == [
        ("A dog.", "It runs."),
        ("A cat.", "It barks."),
        ("A cow.", "It eats."),
        ("A hen.", "It sings."),
    ]


def test_a_row_may_be_called_as_a_column_of_the_turned_table_is(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text(",q1,q2\nitem,a,b\nlabel,c,d\n")
    ((raw, _),) = open_path(path, ReadOptions().resolved()).parts
    assert turned(raw).parsed.frame.drop(HIDDEN).to_dicts() == [
        {"item (1)": "q1", "item (2)": "a", "label": "c"},
        {"item (1)": "q2", "item (2)": "b", "label": "d"},
    ]
    asked = replace(raw, parsed=replace(raw.parsed, asked={"q1": "Which?"}))
    names = [turned(each).columns for each in (asked, _renamed(asked, "asked"))]
    assert names == [["item (1)", "asked", "item (2)", "label"], ["item", "asked (1)", "asked (2)", "label"]]


def _renamed(raw: RawTable, name: str) -> RawTable:
    """Return a table whose first row is called so."""
    first = raw.parsed.frame.columns[0]
    frame = raw.parsed.frame.with_columns(pl.Series(first, [name, "label"]))
    return replace(raw, parsed=replace(raw.parsed, frame=frame))


def test_what_a_survey_asked_stands_beside_its_answers(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text(
        'Start,Q1,Q2\nStart date,A dog. It runs.,A cat. It barks.\n"{""ImportId"": 1}","{""ImportId"": 2}","{""ImportId"": 3}"\n'
        "9:00,yes,no\n9:05,yes,yes\n"
    )
    ((raw, _),) = open_path(path, ReadOptions().resolved()).parts
    assert turned(raw).parsed.frame.drop(HIDDEN).rows() == [
        ("Q1", "A dog. It runs.", "yes", "yes"),
        ("Q2", "A cat. It barks.", "no", "yes"),
    ]


def test_a_folder_of_samples_with_a_file_too_few_is_refused_by_its_files(tmp_path: Path) -> None:
    for sample, parts in {"0": "ab", "1": "ab", "2": "ab", "3": "a"}.items():
        (tmp_path / sample).mkdir()
        for part in parts:
            (tmp_path / sample / f"{part}.txt").write_text("A dog runs.\n")
    with pytest.raises(EmptyDataError, match=r"no file in .* has rows: '0/a\.txt', '0/b\.txt'"):
        open_path(tmp_path, ReadOptions().resolved())
