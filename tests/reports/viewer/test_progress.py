"""How far a run in the making is, as its finished steps, kept answers and epochs tell it."""

import json
from pathlib import Path

from tests.reports.results import data, scored
from tests.reports.viewer.runs import finding, work

from rightreasons.labels import TWO_WAY, Label
from rightreasons.measures import MEASURES
from rightreasons.pairs import pair_hash
from rightreasons.predictors.identity import Identity
from rightreasons.predictors.response import Response
from rightreasons.predictors.store.store import Store
from rightreasons.reports.viewer.progress import Progress, progress_of
from rightreasons.runs.manifest import Manifest, manifest_from
from rightreasons.runs.workspace import Workspace
from rightreasons.sentences.templates import joined


def found(workspace: Workspace) -> Progress:
    return progress_of(workspace.path.resolve(), manifest_from(workspace.work))


def keep(folder: Path, answers: int) -> None:
    model = Identity("rule", "always-entailment", TWO_WAY, checksum="1")
    with Store.open(folder / "predictions.sqlite") as store:
        responses = {f"{each:064x}": Response(Label.ENTAILMENT) for each in range(answers)}
        store.put(model, model.fingerprint("run"), responses)


def test_an_audit_has_taken_so_many_of_its_measures(tmp_path: Path) -> None:
    asked = work("audit", options={"measures": ["label_balance", "hypothesis_only", "lengths"]})
    workspace = Workspace(tmp_path / "run", asked)
    workspace.save("label_balance", finding("label_balance", headline="Balanced."))
    workspace.save("hypothesis_only-0", finding("hypothesis_only", headline="On dev."))
    workspace.save("hypothesis_only-1", finding("hypothesis_only", headline="On test."))
    progress = found(workspace)
    assert (progress.unit, progress.done, progress.total) == ("measures", 2, 3)
    assert progress.share == 2 / 3
    assert progress.finished == (
        "label_balance: Balanced.",
        "hypothesis_only: On dev.",
        "hypothesis_only: On test.",
    )


def test_an_audit_that_names_no_measures_takes_all(tmp_path: Path) -> None:
    progress = found(Workspace(tmp_path / "run", work("audit", options={"measures": []})))
    assert (progress.done, progress.total) == (0, len(list(MEASURES)))


def test_a_probe_has_scored_so_many_sets_and_kept_so_many_answers(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path / "run", work("probe", "hans", "snli", calibration=data("mnli", rows=50)))
    workspace.save(f"{pair_hash('hans')[:16]}-score", scored("hans"))
    workspace.save(f"{pair_hash('hans')[:16]}-guard", finding("guard"))
    keep(workspace.path, 125)
    progress = found(workspace)
    assert (progress.done, progress.total) == (1, 2)
    assert (progress.answers, progress.expected_answers) == (125, 250)
    assert progress.share == 0.5


def test_with_controls_nobody_knows_how_many_answers_there_will_be(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path / "run", work("probe", "hans", controls_on=["hans"]))
    keep(workspace.path, 10)
    progress = found(workspace)
    assert (progress.answers, progress.expected_answers, progress.share) == (10, None, 0.0)


def test_a_headline_that_keeps_its_figures_is_shown_as_its_text(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path / "run", work("audit"))
    workspace.save("lengths", finding("lengths", headline=joined(["25.0 %", "of rows."], " ")))
    assert found(workspace).finished == ("lengths: 25.0 % of rows.",)


def test_a_training_has_done_so_many_seeds_and_epochs(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path / "run", work("train", options={"seeds": [1, 2, 3]}))
    (workspace.path / "seed-1").mkdir()
    rows = [{"epoch": each, "dev_accuracy": 0.5 + each / 10} for each in (1, 2)]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (workspace.path / "metrics-seed-1.jsonl").write_text(lines)
    (workspace.path / "metrics-seed-2.jsonl").write_text("{")
    (workspace.path / "metrics-seed-3.jsonl").write_text('{"epoch": "<b>", "dev_accuracy": 1}')
    progress = found(workspace)
    assert (progress.unit, progress.done, progress.total) == ("seeds", 1, 3)
    assert progress.finished == ("seed 1: epoch 2, dev accuracy 70.0 %",)


def test_steps_and_stores_that_are_damaged_or_elsewhere_count_for_nothing(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path / "run", work("probe", "hans"))
    outside = Workspace(tmp_path / "outside", work("probe", "hans"))
    outside.save(f"{pair_hash('hans')[:16]}-score", scored("hans"))
    steps = workspace.path / "steps"
    (steps / "broken").mkdir(parents=True)
    (steps / "broken" / "findings.json").write_text('{"findings": []}')
    (steps / f"{pair_hash('hans')[:16]}-score").symlink_to(next((outside.path / "steps").iterdir()))
    (workspace.path / "predictions.sqlite").write_text("nothing")
    progress = found(workspace)
    assert (progress.done, progress.answers, progress.finished) == (0, None, ())


def test_a_manifest_that_says_nothing_is_no_failure(tmp_path: Path) -> None:
    for job in ("probe", "audit", "train", "something"):
        assert progress_of(tmp_path, Manifest(job=job)).done == 0
