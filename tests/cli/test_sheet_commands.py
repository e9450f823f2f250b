"""`make sheet` as a user types it: sheets are handed out, filled in, and read back."""

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from tests.cli.records import estimates

LABELS = {"E_H": "entailment", "E_TH": "neutral"}


@pytest.fixture(scope="module")
def swaps(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data") / "swaps"
    folder.mkdir()
    for name, label in LABELS.items():
        rows = [
            {
                "id": f"{name}:{item}", "premise": "A <b>dog</b> runs.", "hypothesis": "=A animal runs.",
                "label": label, "set": name, "item": str(item), "source_id": "s", "pair": "animal/dog",
                "first": "dog", "second": "animal", "relation": "hypernym", "polarity": "entailment",
                "unseen": False, "control_label": "entailment", "gold_changed": label != "entailment",
                "gold_status": "proposed",
            }
            for item in range(6)
        ]  # fmt: skip
        pl.DataFrame(rows).write_ndjson(folder / f"{name}.jsonl")
    return folder


def filled_in(study: Path, folder: Path, people: dict[str, dict[str, str]]) -> Path:
    """Answers by id of the row, put where the sheets have the item."""
    folder.mkdir()
    row_of = dict(pl.read_ndjson(study / "key.jsonl").select("id", "row").iter_rows())
    for who, answers in people.items():
        for sheet in (study / "sheets").glob("*.csv"):
            blank = pl.read_csv(sheet, infer_schema=False)
            own = pl.Series([answers.get(row_of[item]) for item in blank["item"]], dtype=pl.String)
            blank.with_columns(answer=own, participant=pl.lit(who)).write_csv(folder / f"{who}-{sheet.name}")
    return folder


def test_swap_sets_are_judged_and_come_back_with_human_labels(
    command: Any, swaps: Path, tmp_path: Path
) -> None:
    study = tmp_path / "study"
    made = command("make", "sheet", "swaps", swaps, "-o", study)
    assert made.code == 0, made.err
    assert "12" in made.out
    assert "E_H 6" in made.out
    page = (study / "sheets" / "swaps-1.html").read_text(encoding="utf-8")
    assert "<b>" not in page
    assert r"\u00abdog\u00bb" in page
    assert "'=A «animal» runs." in (study / "sheets" / "swaps-1.csv").read_text(encoding="utf-8")
    ann = {f"{name}:{item}": label for name, label in LABELS.items() for item in range(6)}
    bob = ann | {"E_TH:0": "contradiction", "E_TH:1": "incoherent"}
    ann["E_TH:1"] = "incoherent"
    ann["E_TH:2"] = bob["E_TH:2"] = "entailment"
    answers = filled_in(study, tmp_path / "answers", {"ann": ann, "bob": bob})
    shown = command("make", "sheet", "read", answers, "--study", study, "-o", tmp_path / "run")
    assert shown.code == 0, shown.err
    assert "12 of 12 instances are judged; 8.3 % of these make no sense" in shown.out
    assert "1 people disagree" in shown.out
    left = pl.read_ndjson(tmp_path / "run" / "sets" / "E_TH.jsonl")
    assert left.filter(id="E_TH:2").select("label", "gold_changed", "gold_status").row(0) == (
        "entailment",
        False,
        "human",
    )
    assert set(left["id"]) == {f"E_TH:{item}" for item in (2, 3, 4, 5)}
    assert set(pl.read_ndjson(tmp_path / "run" / "sets" / "E_H.jsonl")["item"]) == set("2345")
    again = command("make", "sheet", "read", answers, "--study", study, "-o", tmp_path / "run", "--json")
    figures = estimates(json.loads(again.out)["sheet"]["findings"][0])
    assert figures["agreement"]["value"] == pytest.approx(11 / 12)
    assert (tmp_path / "run" / "report.html").is_file()


def test_cells_of_a_run_are_drawn_asked_about_and_tabled(command: Any, tmp_path: Path) -> None:
    rows = [
        {"id": f"{i}", "premise": f"A man {i} sleeps .", "hypothesis": f"A man {word} .", "label": label}
        for i, label in enumerate(["entailment", "contradiction"] * 8)
        for word in [i if i % 3 else "runs"]  # "A man 1 ." is a subsequence, "A man runs ." is not
    ]
    pl.DataFrame(rows).write_ndjson(tmp_path / "data.jsonl")
    run = tmp_path / "run"
    probed = command("probe", "rule:subsequence", "--on", tmp_path / "data.jsonl", "-o", run)
    assert probed.code == 0, probed.err
    study = tmp_path / "study"
    made = command("make", "sheet", "cells", run, "--per-cell", 2, "--seed", 3, "-o", study)
    assert made.code == 0, made.err
    key = pl.read_ndjson(study / "key.jsonl")
    assert key.group_by("gold", "predicted").len()["len"].to_list() == [2, 2, 2, 2]
    answers = filled_in(study, tmp_path / "answers", {"ann": dict.fromkeys(key["row"], "grammatical")})
    outcome = command("make", "sheet", "read", answers, "--study", study, "--json")
    (finding,) = json.loads(outcome.out)["sheet"]["findings"]
    for gold, predicted in key.select("gold", "predicted").unique().iter_rows():
        assert estimates(finding)[f"{gold}.{predicted}.grammatical"]["value"] == 1.0
    assert "people" in finding["views"]


@pytest.mark.parametrize(
    ("arguments", "code", "exit_code"),
    [
        (("swaps", "absent", "-o", "x"), "RR201", 3),
        (("swaps", "{swaps}", "--set", "I_A", "-o", "x"), "RR002", 2),
        (("cells", "absent", "-o", "x"), "RR201", 3),
        (("cells", "{swaps}", "--question", "grammar", "-o", "x"), "RR002", 2),
        (("cells", "{swaps}", "-o", "x"), "RR602", 3),
        (("read", "absent.csv", "--study", "{swaps}"), "RR201", 3),
    ],
)
def test_wrong_use_ends_in_a_coded_error_and_writes_nothing(
    command: Any,
    swaps: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: Any,
    code: str,
    exit_code: int,
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = command("make", "sheet", *(str(each).replace("{swaps}", str(swaps)) for each in arguments))
    assert (outcome.code, code in outcome.err, outcome.out) == (exit_code, True, ""), outcome.err
    assert not any(tmp_path.iterdir())


def test_a_damaged_study_is_said_to_be_one(command: Any, swaps: Path, tmp_path: Path) -> None:
    study = tmp_path / "study"
    assert command("make", "sheet", "swaps", swaps, "-o", study).code == 0
    answers = filled_in(study, tmp_path / "answers", {"ann": {"E_TH:0": "neutral"}})
    (study / "manifest.json").write_text("{}", encoding="utf-8")
    assert "RR602" in command("make", "sheet", "read", answers, "--study", study).err
