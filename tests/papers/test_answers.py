"""Runs, files of findings and kept results answer for the models of a paper."""

import json
from pathlib import Path
from typing import Any

import pytest
from scipy import stats

from rightreasons.errors import (
    FigureReferenceError,
    FileMissingError,
    OptionError,
    RightReasonsError,
    RunUnreadableError,
    UnknownNameError,
    UnreadableFileError,
)
from rightreasons.figures import figures_of
from rightreasons.findings import Finding, findings_payload
from rightreasons.issues import Verdict
from rightreasons.papers.answers.sources import ModelSources
from rightreasons.papers.reproduce import Reproduced, reproduce
from rightreasons.references import SCORE
from rightreasons.runs.manifest import manifest_from
from rightreasons.runs.workspace import Workspace
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate

FIGURE = "lexical_overlap.entailment"


def findings_file(path: Path, right: int, *, measure: str = SCORE, figure: str = FIGURE) -> Path:
    figures = figures_of({figure: proportion(right, 100)}, "accuracy")
    parts = (measure, "made up", "made up", "made up", figures)
    finding = Finding(*parts, on="hans", role="score") if measure == SCORE else Finding(*parts)
    path.write_text(json.dumps(findings_payload([finding], ())), encoding="utf-8")
    return path


def ours(found: Reproduced) -> dict[tuple[str, str], tuple[Estimate, str]]:
    return {
        (row.cell.model, row.cell.figure): (row.ours, row.verdict)
        for row in found.rows
        if isinstance(row.ours, Estimate)
    }


def test_several_files_of_one_model_are_its_seeds(tmp_path: Path) -> None:
    shares = [0.74, 0.77, 0.78]
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
    assert verdict == "other data"  # a file of findings does not show what was trained


def test_the_interval_of_a_share_over_seeds_ends_at_0_and_1(tmp_path: Path) -> None:
    shares = (0.2, 0.97, 0.98)
    low, high = stats.t.interval(0.95, 2, loc=sum(shares) / 3, scale=stats.sem(shares))
    assert low < 0
    assert high > 1
    files = [findings_file(tmp_path / f"{at}.json", round(100 * share)) for at, share in enumerate(shares)]
    sources = ModelSources([f"ESIM={file}" for file in files])
    ((figure, _),) = ours(reproduce("mccoy-2019", items=["table-3"], models=sources)).values()
    assert figure.interval is not None
    assert (figure.interval.low, figure.interval.high) == (0, 1)


def test_files_with_figures_of_their_own_add_up(tmp_path: Path) -> None:
    probe = findings_file(tmp_path / "probe.json", 98)
    train = findings_file(tmp_path / "train.json", 77, measure="accuracy", figure="mnli.mean")
    models = ModelSources([f"ESIM={probe}", f"ESIM={train}"])
    found = ours(reproduce("mccoy-2019", items=["table-3"], models=models))
    assert sorted(each.value or 0 for each, _ in found.values()) == [0.77, 0.98]


def run_folder(path: Path, manifest: dict[str, Any]) -> Path:
    figures = figures_of({"full": proportion(876, 1000)}, "accuracy")
    findings = [Finding("easy_hard_accuracy", "-", "-", "-", figures)]
    made = manifest_from(manifest)
    Workspace(path, made).seal(made, findings, (), Verdict("-"))
    return path


SNLI = {"entailment": 183416, "neutral": 182764, "contradiction": 183187}  # Bowman et al. 2015
FULL = {"small": False, "set": [], "seeds": [1], "labels": list(SNLI), "augment": None, "debias": None}


def training_run(**changes: Any) -> dict[str, Any]:
    rows = sum(SNLI.values())
    data = {"name": "snli", "rows": rows, "labels": SNLI, "dataset": "snli", "files": []}
    data |= {"content_sha256": "0" * 64, "account": {"read": rows, "kept": rows}}
    options = FULL | {"vectors": [{"name": "glove"}]} | changes.get("options", {})
    recipe = changes.get("recipe", "esim-liu2020")
    return {
        "job": changes.get("job", "train"),
        "model": {"name": recipe},
        "data": [data | changes.get("data", {})],
        "options": options,
    }


def of_esim(place: Path, scale: str = "paper") -> tuple[str, str]:
    models = ModelSources([f"ESIM={place}"])
    found = reproduce("liu-2020", items=["table-5"], models=models, scale=scale)
    ((verdict, by),) = [
        (row.verdict, row.by)
        for row in found.rows
        if row.cell.model == "ESIM" and row.cell.figure == "easy_hard_accuracy.full"
    ]
    return verdict, by


def test_a_run_that_shows_the_papers_training_is_held_against_what_is_printed(tmp_path: Path) -> None:
    verdict, by = of_esim(run_folder(tmp_path / "run", training_run()))
    assert verdict == "matches"  # 87.6
    assert "esim-liu2020, full version, 1 seed, trained on 549,367 pairs (snli)" in by


@pytest.mark.parametrize(
    "changes",
    [
        {"options": {"small": True}},
        {"options": {"set": ["epochs=1"]}},
        {"options": {"augment": "hans"}},
        {"options": {"debias": {"name": "focal"}}},
        {"options": {"labels": ["entailment", "non-entailment"]}},
        {"options": {"vectors": []}},
        {"recipe": "infersent-conneau2017"},
        {"data": {"labels": {"entailment": 9000, "neutral": 9000, "contradiction": 4897}, "rows": 22897}},
        {"data": {"dataset": "mnli"}},
        {"job": "probe"},
    ],
)
def test_any_other_run_is_of_other_data(changes: dict[str, Any], tmp_path: Path) -> None:
    place = run_folder(tmp_path / "run", training_run(**changes))
    assert of_esim(place)[0] == "other data"


def test_at_the_small_scale_no_run_is_held_against_what_is_printed(tmp_path: Path) -> None:
    place = run_folder(tmp_path / "run", training_run())
    assert of_esim(place, "small")[0] == "other data"


def test_a_training_says_its_recipe_version_and_size(tmp_path: Path) -> None:
    changes = {"data": {"rows": 22897}, "options": {"small": True, "set": ["epochs=3"], "seeds": [1, 2]}}
    place = run_folder(tmp_path / "run", training_run(**changes))
    by = "esim-liu2020, small version with epochs=3, 2 seeds, trained on 22,897 pairs (snli)"
    assert by in of_esim(place)[1]


def test_a_training_says_checkpoint_pairs_seeds_sample_and_command(tmp_path: Path) -> None:
    options = {
        "small": True,
        "set": ["epochs=3"],
        "seeds": [2, 3],
        "augment": "hans:1000",
        "debias": {"name": "downsampling", "mode": "rand", "threshold": 0.7, "seed": None},
    }
    by = of_esim(run_folder(tmp_path / "run", training_run(options=options)))[1]
    assert "checkpoint: none; word vectors glove; 549,367 training pairs; seeds: 2, 3;" in by
    assert "sample: snli of snli, with HANS-like examples (hans:1000);" in by
    command = (
        "rightreasons train esim-liu2020 --small --train snli --augment hans:1000 "
        "--debias downsampling:mode=rand,lambda=0.7 --set epochs=3 --vectors glove --seed 2 --seeds 2"
    )
    assert by.endswith(command)


ENCODED = {"settings": {"checkpoint": "bert-base-uncased"}}


@pytest.mark.parametrize(
    ("options", "verdict", "by"),
    [
        ({"encoder": {"name": "minilm", "sha256": "0" * 64}}, "other model", "train minilm"),
        ({"recipe": {"settings": {"checkpoint": "/made/up/minilm"}}}, "other model", "checkpoint: minilm;"),
        ({"recipe": ENCODED}, "other data", "checkpoint: bert-base-uncased;"),  # data are not MultiNLI
    ],
)
def test_another_encoder_is_another_model_and_its_folder_is_not_shown(
    options: dict[str, Any], verdict: str, by: str, tmp_path: Path
) -> None:
    if by.startswith("train"):
        options |= {"recipe-name": "encoder"}
        by = "rightreasons train encoder --train snli --encoder minilm "
    run = training_run(recipe="bert-mccoy2019", options=options | {"vectors": []})
    place = run_folder(tmp_path / "run", run)
    probe = findings_file(tmp_path / "probe.json", 50)
    models = ModelSources([f"BERT={place}", f"BERT={probe}"])
    found = reproduce("mccoy-2019", items=["table-3"], models=models)
    (row,) = [row for row in found.rows if row.cell.model == "BERT" and row.cell.figure.endswith(FIGURE)]
    assert row.verdict == verdict
    assert by in row.by
    assert "/made/up" not in row.by


def test_a_file_of_findings_says_that_nothing_is_recorded(tmp_path: Path) -> None:
    models = ModelSources([f"ESIM={findings_file(tmp_path / 'probe.json', 98)}"])
    found = reproduce("mccoy-2019", items=["table-3"], models=models)
    (by,) = {row.by for row in found.rows if row.verdict == "other data"}
    assert "how the model was made is not recorded there" in by


@pytest.mark.parametrize(("model", "figure"), [("SICK-dev", "dev.mean"), ("SICK-test", "sick.mean")])
def test_models_of_dev_and_test_take_the_accuracy_on_theirs(model: str, figure: str, tmp_path: Path) -> None:
    both = [Finding("accuracy", "-", "-", "-", figures_of({"dev.mean": proportion(60, 100)}, "accuracy"))]
    both += [Finding("accuracy", "-", "-", "-", figures_of({"sick.mean": proportion(70, 100)}, "accuracy"))]
    file = tmp_path / "both.json"
    file.write_text(json.dumps(findings_payload(both, ())), encoding="utf-8")
    found = reproduce("poliak-2018", items=["table-2"], models=ModelSources([f"{model}={file}"]))
    (own,) = [row.ours for row in found.rows if row.cell.model == model]
    assert isinstance(own, Estimate)
    assert own.value == {"dev.mean": 60, "sick.mean": 70}[figure]


def test_a_run_without_the_set_of_a_cell_leaves_it_empty_and_says_so(tmp_path: Path) -> None:
    file = findings_file(tmp_path / "dev.json", 60, measure="accuracy", figure="dev.mean")
    found = reproduce("poliak-2018", items=["table-2"], models=ModelSources([f"SPR-test={file}"]))
    (row,) = [row for row in found.rows if row.cell.model == "SPR-test"]
    assert row.ours is None
    assert row.reason is not None
    assert row.reason.startswith("no single figure 'accuracy.*.mean' in the run for SPR-test")


def test_several_figures_for_one_cell_are_refused(tmp_path: Path) -> None:
    named = [
        findings_file(tmp_path / f"{name}.json", 60, measure="accuracy", figure=f"{name}.mean")
        for name in ("dev", "one", "two")
    ]
    models = ModelSources([f"MPE-test={file}" for file in named])
    with pytest.raises(OptionError, match=r"2 figures.*accuracy\.one\.mean.*accuracy\.two\.mean"):
        reproduce("poliak-2018", items=["table-2"], models=models)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_the_set_i_a_of_sanchez_is_that_of_the_antonym_swap(order: tuple[int, int], tmp_path: Path) -> None:
    parts = [
        Finding(
            "behaviour",
            "-",
            "-",
            "-",
            figures_of({"I_A.accuracy": proportion(right, 100), own: proportion(9, 10)}, "accuracy"),
        )
        for own, right in (("I_TA1.accuracy", 40), ("I_TA2.accuracy", 80))
    ]
    file = tmp_path / "swaps.json"
    file.write_text(json.dumps(findings_payload([parts[at] for at in order], ())), encoding="utf-8")
    found = reproduce("sanchez-2018", items=["table-1"], models=ModelSources([f"ESIM={file}"]))
    own = {
        row.ours.value
        for row in found.rows
        if row.cell.figure == "behaviour.I_A.accuracy" and isinstance(row.ours, Estimate)
    }
    assert own == {0.4}


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
        "  SPINN: {files: [esim-0.json], by: by hand, basis: other model, figures: ['score on hans: *']}\n"
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
    assert len(found.manifest.to_json()["answers_from"]) == 3


def test_what_is_named_goes_before_what_is_kept(tmp_path: Path) -> None:
    folder = results(tmp_path, "mccoy-2019: {ESIM: [esim-0.json]}")
    named = ModelSources([f"ESIM={findings_file(tmp_path / 'named.json', 98)}"], results=folder)
    ((figure, _),) = ours(reproduce("mccoy-2019", items=["table-3"], models=named)).values()
    assert figure.value == 0.98


def test_only_the_figures_that_are_wanted_are_taken(tmp_path: Path) -> None:
    answers = "mccoy-2019: {ESIM: {files: [esim-0.json, dev.json], figures: ['accuracy.*']}}"
    findings_file(tmp_path / "dev.json", 70, measure="accuracy", figure="mnli.mean")
    found = reproduce(
        "mccoy-2019", items=["table-3"], models=ModelSources(results=results(tmp_path, answers))
    )
    assert [each.value for each, _ in ours(found).values()] == [0.7]


@pytest.mark.parametrize(
    ("written", "named"),
    [
        ("accuracy.*", r"ESIM in answers\.yaml refers to 'accuracy\.\*'.*hans\.lexical_overlap\.entailment"),
        ("hans.*", r"refers to 'hans\.\*'"),  # a measure called like the set
        ("score on hans-2019: *", r"refers to 'hans-2019\.\*'"),
        ("hans", r"the reference 'hans'.*MEASURE on SET: FIGURE"),
    ],
)
def test_a_reference_to_a_figure_that_the_files_do_not_have_is_an_error(
    written: str, named: str, tmp_path: Path
) -> None:
    folder = results(tmp_path, f"mccoy-2019: {{ESIM: {{files: [esim-0.json], figures: ['{written}']}}}}")
    with pytest.raises(FigureReferenceError, match=f"(?s){named}") as caught:
        reproduce("mccoy-2019", items=["table-3"], models=ModelSources(results=folder))
    assert caught.value.code == "RR607"


def test_the_score_on_a_set_is_not_the_measure_called_like_it(tmp_path: Path) -> None:
    figures = figures_of({FIGURE: proportion(10, 100)}, "accuracy")
    other = Finding("hans", "-", "-", "-", figures)
    file = findings_file(tmp_path / "score.json", 98)
    (score,) = json.loads(file.read_text(encoding="utf-8"))["findings"]
    both = findings_payload([other], ())
    both["findings"].append(score)
    file.write_text(json.dumps(both), encoding="utf-8")
    answers = "mccoy-2019: {ESIM: {files: [score.json], figures: ['score on hans: *']}}"
    (tmp_path / "answers.yaml").write_text(answers, encoding="utf-8")
    found = ours(reproduce("mccoy-2019", items=["table-3"], models=ModelSources(results=tmp_path)))
    assert [each.value for each, _ in found.values()] == [0.98]


@pytest.mark.parametrize(
    ("answers", "error"),
    [
        ("mccoy-2019: {ESIM: [no-such-file.json]}", FileMissingError),
        ("mccoy-2019: {ESIM: [answers.yaml]}", RunUnreadableError),
        ("mccoy-2019: [ESIM]", UnreadableFileError),
        ("mccoy-2019: {ESIM: {file: esim-0.json}}", UnreadableFileError),
        ("mccoy-2019: {ESIM: {files: [esim-0.json], basis: as good as}}", UnreadableFileError),
        ("{", UnreadableFileError),
        ("mccoy-2019: {ESIMM: [esim-0.json]}", UnknownNameError),
        ("mccoy-2018: {ESIM: [esim-0.json]}", UnknownNameError),
        ("liu-2020: {SPINN: [esim-0.json]}", UnknownNameError),
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
