"""What goes wrong first, tried one by one: each error names what was typed, its cause and what to do."""

import zipfile
from pathlib import Path
from typing import Any

import pytest

PAIRS = "premise,hypothesis,label\n" + "".join(
    f"A man number {n} sleeps.,A man {n} is {'awake' if n % 2 else 'asleep'}.,"
    f"{'contradiction' if n % 2 else 'entailment'}\n"
    for n in range(20)
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one file of data, which commands run in; the hub is switched off."""
    (tmp_path / "ok.csv").write_text(PAIRS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    return tmp_path


@pytest.fixture
def refused(folder: Path, command: Any) -> Any:
    """What a command that is refused writes: found, expected, help, and what is below them."""

    def tried(*words: str) -> list[str]:
        done = command(*words)
        assert done.code in {2, 3}
        assert done.out == ""
        found, expected, remedy, *below = done.err.splitlines()
        assert found.endswith("]"), found
        assert expected.startswith("  expected: "), expected
        assert remedy.startswith("  help: "), remedy
        return [found, expected, remedy, *below]

    return tried


def test_a_wrong_path_offers_the_file_beside_it(refused: Any) -> None:
    assert refused("audit", "ok.cvs")[0] == "no file or folder 'ok.cvs' [RR201]"
    for words in (("audit", "ok.cvs"), ("audit", "ok.csv", "--test", "ok.cvs"), ("describe", "OK.CSV")):
        assert "did you mean 'ok.csv'?" in refused(*words)[2]
    assert "'ok.csv'" in refused("audit", "ok.jsonl")[2]


def test_a_path_that_nothing_is_like_offers_nothing(refused: Any) -> None:
    assert "did you mean" not in refused("audit", "entirely_different.csv")[2]


def test_what_is_beside_is_named_as_the_path_was_typed(refused: Any, folder: Path) -> None:
    assert "did you mean './ok.csv'?" not in refused("audit", "ok.cvs")[2]
    assert f"did you mean '{folder}/ok.csv'?" in refused("audit", f"{folder}/ok.cvs")[2]


def test_a_wrong_column_is_answered_by_the_columns_to_paste(refused: Any) -> None:
    shown = refused("audit", "ok.csv", "--columns", "premise=premis")
    assert "no column 'premis'" in shown[0]
    assert any("did you mean 'premise'?" in line for line in shown)
    assert any("--columns premise=premise,hypothesis=hypothesis,label=label" in line for line in shown)


def test_unusual_columns_are_answered_by_a_whole_command_to_paste(refused: Any, folder: Path) -> None:
    (folder / "odd.csv").write_text(PAIRS.replace("premise,hypothesis,label", "alpha,beta,gamma"))
    shown = refused("audit", "odd.csv")
    assert any(
        line.strip() == "rightreasons audit odd.csv --columns premise=alpha,hypothesis=beta,label=gamma"
        for line in shown
    )


def test_a_folder_without_data_says_which_endings_were_looked_for(refused: Any, folder: Path) -> None:
    (folder / "docs").mkdir()
    (folder / "docs" / "readme.md").write_text("hello")
    (folder / "docs" / "picture.png").write_text("hello")
    found, expected, *_ = refused("audit", "docs")
    assert found == "no data in the folder 'docs', which has 'picture.png', 'readme.md' [RR202]"
    assert all(ending in expected for ending in (".csv", ".tsv", ".jsonl", ".parquet"))
    (folder / "nothing").mkdir()
    assert refused("audit", "nothing")[0] == "no data in the folder 'nothing', which is empty [RR202]"


def test_broken_quotes_are_answered_by_the_option_that_reads_them(refused: Any, folder: Path) -> None:
    (folder / "quotes.csv").write_text(PAIRS.replace(",A man 7 is", ',"A man "7" is'))
    shown = refused("audit", "quotes.csv")
    assert "--quoting off" in shown[2]


@pytest.mark.parametrize("content", [b"PK\x03\x04 no workbook", None])
def test_a_broken_workbook_is_said_to_be_broken_in_one_line(
    refused: Any, folder: Path, content: bytes | None
) -> None:
    if content is None:
        with zipfile.ZipFile(folder / "pairs.xlsx", "w") as archive:
            archive.writestr("xl/workbook.xml", "<broken")
    else:
        (folder / "pairs.xlsx").write_bytes(content)
    found, expected, remedy = refused("audit", "pairs.xlsx")
    assert found.startswith("pairs.xlsx is no workbook, or a damaged one")
    assert "\\x0a" not in found
    assert expected == "  expected: a whole workbook (xlsx, xlsb, xls or ods)"
    assert "CSV" in remedy


def test_a_name_of_the_hub_without_its_kind_is_offered_with_it(refused: Any) -> None:
    found, _, remedy = refused("probe", "roberta-large-mnli")
    assert found == "no file, folder or kind of model 'roberta-large-mnli' [RR002]"
    assert remedy == "  help: rightreasons probe hf:roberta-large-mnli"
    assert refused("probe", "facebook/bart-large-mnli")[2].endswith("probe hf:facebook/bart-large-mnli")


def test_an_address_is_shown_whole_and_offered_as_one_of_a_language_model(refused: Any) -> None:
    found, _, remedy = refused("probe", "openai:m@http://127.0.0.1:9/v1")
    assert "'openai:m@http://127.0.0.1:9/v1'" in found
    assert remedy.endswith("rightreasons probe llm:MODEL@URL")


def test_a_wrong_kind_of_model_offers_the_kind(refused: Any) -> None:
    assert "did you mean 'rule:subsequence'?" in refused("probe", "rules:subsequence")[2]


def test_a_missing_file_of_predictions_is_said_to_be_missing(refused: Any) -> None:
    assert refused("probe", "missing.csv")[0] == "no file 'missing.csv' [RR201]"
    assert "did you mean 'ok.csv'?" in refused("probe", "ok.csvv")[2]


def test_what_is_there_and_is_no_model_is_not_said_to_be_missing(refused: Any, folder: Path) -> None:
    (folder / "docs").mkdir()
    assert refused("probe", "docs")[0] == "no model in 'docs' [RR002]"


def test_an_unknown_model_of_the_hub_is_named_with_the_cause(refused: Any) -> None:
    found, _, remedy = refused("probe", "hf:nobody/no-such-model")
    assert found == (
        "model 'nobody/no-such-model' is not in the cache, and HF_HUB_OFFLINE keeps it from the hub [RR208]"
    )
    assert "HF_HUB_OFFLINE" in remedy


@pytest.mark.parametrize("name", ["card", "report", "gate"])
def test_data_in_place_of_a_run_offers_the_audit_that_makes_one(refused: Any, name: str) -> None:
    more = {"card": (), "report": ("-o", "x.html"), "gate": ("--require", "label_balance.majority <= 1")}[
        name
    ]
    found, expected, remedy = refused(name, "ok.csv", *more)
    assert found == "'ok.csv' is a file, not a run [RR201]"
    assert expected == "  expected: the folder of a run"
    assert remedy == "  help: rightreasons audit ok.csv -o RUN"
    assert refused(name, "gone.csv", *more)[0] == "no folder 'gone.csv' [RR201]"
    assert refused(name, "/dev/null", *more)[::2] == [
        "'/dev/null' is no folder [RR201]",
        "  help: check the path",
    ]


@pytest.mark.parametrize(
    ("typed", "cause"),
    [
        ("ok.csv/run", "'ok.csv' is a file"),
        ("nowhere/../ok.csv/run", "'ok.csv' is a file"),
        ("../{folder}/ok.csv/a/run", "'../{folder}/ok.csv' is a file"),
        ("/proc/run", "'/proc'"),
        ("{up}proc/a/run", "'{up}proc'"),
    ],
)
def test_where_nothing_can_be_written_path_and_cause_are_named(
    refused: Any, folder: Path, typed: str, cause: str
) -> None:
    if "proc" in typed and not Path("/proc/self").exists():
        pytest.skip("no /proc here")
    names = {"folder": folder.name, "up": "../" * (len(folder.parts) - 1)}
    place = typed.format(**names)
    found, _, remedy = refused("audit", "ok.csv", "--measures", "label_balance", "-o", place)
    assert found.startswith(f"'{place}' cannot be written: ")
    assert cause.format(**names) in found
    assert remedy == "  help: choose another -o"


def test_a_folder_one_may_not_write_to_is_named_as_the_cause(
    refused: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)
    found, *_ = refused("audit", "ok.csv", "--measures", "label_balance", "-o", "run")
    assert found == "'run' cannot be written: you may not write to '.' [RR003]"


def test_an_unknown_option_and_command_have_the_shape_of_every_error(refused: Any) -> None:
    found, _, remedy = refused("audit", "ok.csv", "--mesures", "lengths")
    assert (found, remedy) == ("no such option '--mesures' [RR001]", "  help: did you mean '--measures'?")
    assert refused("adit", "ok.csv")[2] == "  help: did you mean 'audit'?"
    assert "--help" in refused("audit", "ok.csv", "--zzz")[2]


def test_without_what_draws_charts_the_terminal_says_so(
    command: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rightreasons.reports.charts.find_spec", lambda _: None)
    done = command("audit", "ok.csv", "--measures", "label_balance", "-o", "run")
    assert done.code == 0
    assert "without charts: pip install 'rightreasons[report]'" in done.err
    assert "charts" not in command("audit", "ok.csv", "--measures", "label_balance").err


def test_a_format_that_no_name_tells_is_asked_for(refused: Any) -> None:
    found, expected, _ = refused("make", "hans", "-o", "hans")
    assert found.startswith("'hans' has no ending that tells its format")
    assert ".tsv" in expected


def test_a_file_that_is_made_has_its_path_named_as_it_was_typed(refused: Any) -> None:
    found, *_ = refused("make", "hans", "-o", "ok.csv/hans.tsv")
    assert found == "'ok.csv/hans.tsv' cannot be written: 'ok.csv' is a file [RR003]"


def test_a_missing_test_set_says_no_more_than_that(refused: Any) -> None:
    assert refused("audit", "ok.csv", "--test", "ok.cvs")[2] == "  help: did you mean 'ok.csv'?"
