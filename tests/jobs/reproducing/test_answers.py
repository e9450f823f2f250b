"""Runs, files of findings and kept results answer for the models of a paper."""

import json
from pathlib import Path

import pytest
from scipy import stats

from rightreasons.errors import FileMissingError, RightReasonsError, RunUnreadableError, UnreadableFileError
from rightreasons.findings import Finding, findings_payload
from rightreasons.jobs.reproduce import Reproduced, reproduce
from rightreasons.jobs.reproducing.answers import ModelSources
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate

FIGURE = "lexical_overlap.entailment"


def findings_file(path: Path, right: int, *, measure: str = "hans", figure: str = FIGURE) -> Path:
    finding = Finding(measure, "made up", "made up", "made up", {figure: proportion(right, 100)})
    path.write_text(json.dumps(findings_payload([finding], {})), encoding="utf-8")
    return path


def ours(found: Reproduced) -> dict[tuple[str, str], tuple[Estimate, str]]:
    return {
        (row.cell.model, row.cell.figure): (row.ours, row.verdict)
        for row in found.rows
        if isinstance(row.ours, Estimate)
    }


def test_several_files_of_one_model_are_its_seeds(tmp_path: Path) -> None:
    shares = [0.94, 0.97, 0.98]
    files = [findings_file(tmp_path / f"{at}.json", round(100 * share)) for at, share in enumerate(shares)]
    named = [f"ESIM={file}" for file in files]
    found = ours(reproduce("mccoy-2019", items=["table-3"], models=ModelSources(named)))
    ((figure, verdict),) = found.values()
    low, high = stats.t.interval(0.95, 2, loc=sum(shares) / 3, scale=stats.sem(shares))
    assert figure.interval is not None
    assert figure.interval.covers == "seeds"
    assert (figure.value, figure.interval.low, figure.interval.high) == pytest.approx(
        (sum(shares) / 3, low, high)
    )
    assert verdict == "differs"  # .963 is no .98


def test_files_with_figures_of_their_own_add_up(tmp_path: Path) -> None:
    probe = findings_file(tmp_path / "probe.json", 98)
    train = findings_file(tmp_path / "train.json", 77, measure="accuracy", figure="mnli.mean")
    models = ModelSources([f"ESIM={probe}", f"ESIM={train}"])
    found = ours(reproduce("mccoy-2019", items=["table-3"], models=models))
    assert [verdict for _, verdict in found.values()] == ["matches", "matches"]


def test_at_the_small_scale_a_run_is_not_held_against_what_is_printed(tmp_path: Path) -> None:
    models = ModelSources([f"ESIM={findings_file(tmp_path / 'probe.json', 98)}"])
    found = ours(reproduce("mccoy-2019", items=["table-3"], models=models, scale="small"))
    assert [verdict for _, verdict in found.values()] == ["other data"]


def results(folder: Path, answers: str) -> Path:
    for at, right in enumerate((90, 92)):
        findings_file(folder / f"esim-{at}.json", right)
    (folder / "answers.yaml").write_text(answers, encoding="utf-8")
    return folder


def test_a_folder_of_results_fills_the_cells_it_speaks_of(tmp_path: Path) -> None:
    folder = results(
        tmp_path,
        "mccoy-2019:\n"
        "  ESIM: [esim-0.json, esim-1.json]\n"
        "  SPINN: {files: [esim-0.json], by: by hand, basis: other model, figures: ['hans.*']}\n"
        "  ESIM+HANS: [esim-0.json]\n"
        "liu-2020: {ESIM: [esim-0.json]}\n",
    )
    found = reproduce("mccoy-2019", items=["table-3"], models=ModelSources(results=folder))
    filled = ours(found)
    assert {model: (each.value, verdict) for (model, _), (each, verdict) in filled.items()} == {
        "ESIM": (pytest.approx(0.91), "other data"),
        "SPINN": (0.9, "other model"),
    }
    assert "by hand" in {row.by for row in found.rows}
    assert len(found.manifest["answers_from"]) == 3


def test_what_is_named_goes_before_what_is_kept(tmp_path: Path) -> None:
    folder = results(tmp_path, "mccoy-2019: {ESIM: [esim-0.json]}")
    named = ModelSources([f"ESIM={findings_file(tmp_path / 'named.json', 98)}"], results=folder)
    ((figure, _),) = ours(reproduce("mccoy-2019", items=["table-3"], models=named)).values()
    assert figure.value == 0.98


def test_only_the_figures_that_are_wanted_are_taken(tmp_path: Path) -> None:
    folder = results(tmp_path, "mccoy-2019: {ESIM: {files: [esim-0.json], figures: ['accuracy.*']}}")
    assert ours(reproduce("mccoy-2019", items=["table-3"], models=ModelSources(results=folder))) == {}


@pytest.mark.parametrize(
    ("answers", "error"),
    [
        ("mccoy-2019: {ESIM: [no-such-file.json]}", FileMissingError),
        ("mccoy-2019: {ESIM: [answers.yaml]}", RunUnreadableError),
        ("mccoy-2019: [ESIM]", UnreadableFileError),
        ("mccoy-2019: {ESIM: {file: esim-0.json}}", UnreadableFileError),
        ("mccoy-2019: {ESIM: {files: [esim-0.json], basis: as good as}}", UnreadableFileError),
        ("{", UnreadableFileError),
    ],
)
def test_results_that_cannot_be_read_are_an_error(
    answers: str, error: type[RightReasonsError], tmp_path: Path
) -> None:
    folder = results(tmp_path, answers)
    with pytest.raises(error):
        reproduce("mccoy-2019", items=["table-3"], models=ModelSources(results=folder))


def test_a_folder_without_answers_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileMissingError, match=r"answers\.yaml"):
        reproduce("mccoy-2019", items=["table-3"], models=ModelSources(results=tmp_path))
