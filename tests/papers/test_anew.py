"""Models behind cells are planned, trained, probed and judged; what is finished is not done again."""

import gzip
import json
import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
import torch

from rightreasons.errors import OptionError, UnreadableFileError
from rightreasons.papers import PAPERS
from rightreasons.papers.answers.sources import ModelSources
from rightreasons.papers.inputs import ModelFigures
from rightreasons.papers.options import ExperimentOptions
from rightreasons.papers.reproduce import Reproduced, reproduce
from rightreasons.papers.trained.experiments import ExperimentPlan
from rightreasons.papers.trained.retrain import planned, reproduce_by_training
from rightreasons.papers.trained.trainings import form_at
from rightreasons.papers.trained.trainings import forms as data_forms
from rightreasons.references import SCORE, FigureRef
from rightreasons.runs.folder import read_run
from rightreasons.sources.bundled import bundled_splits
from rightreasons.statistics.results import Estimate

torch.set_num_threads(1)
TINY = ("epochs=1", "settings.hidden=4", "settings.mlp_hidden=4", "words.size=4", "batches.pairs=128")
CHOSEN = ExperimentOptions(
    runs=2, changes=TINY, only=("InferSent", "InferSent-debias-0.8", "dInferSent"), workers=1
)


def made_up(data: Path, size: int) -> Path:
    """Write made-up pairs under the names of SNLI's files, every third pair of test published as hard."""
    folder = data / "snli"
    folder.mkdir()
    train, test = bundled_splits(size, 400)
    files = {"train.jsonl": train, "dev.jsonl.gz": test.head(200), "test.jsonl.gz": test}
    for name, pairs in files.items():
        rows = pairs.frame.select(
            pairID="id",
            captionID=pl.lit("made up"),
            sentence1="premise",
            sentence2="hypothesis",
            gold_label=pl.col("label").cast(pl.String),
        )
        opened = gzip.open if name.endswith(".gz") else open
        with opened(folder / f"snli_1.0_{name}", "wb") as file:
            file.write(rows.write_ndjson().encode())
    hard = (pl.int_range(len(test), eager=True) % 3 == 0).cast(pl.Int64)
    marks = pl.DataFrame({"pairID": test.frame["id"], "hardness": hard}).with_row_index("idx")
    marks.write_csv(folder / "snli_test_hardness.csv")
    return data


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_up(tmp_path_factory.mktemp("data"), 2_000)


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("anew")


@pytest.fixture(scope="module")
def made(published: Path, out: Path) -> Reproduced:
    """Made in two calls, of which the second asks for more."""
    first = replace(CHOSEN, only=("InferSent",))
    assert len(reproduce_by_training("liu-2020", out, first, items=["table-7"], data=published).rows) == 48
    return reproduce_by_training("liu-2020", out, CHOSEN, items=["table-7"], data=published)


def ours(made: Reproduced, row: str) -> dict[str, Estimate]:
    return {
        each.cell.column: each.ours
        for each in made.rows
        if each.cell.row == row and each.cell.split == "SNLI" and isinstance(each.ours, Estimate)
    }


def right_by_seed(out: Path, model: str, ids: pl.Series | None = None) -> list[float]:
    shares = []
    for seed in (1, 2):
        items = read_run(out / "trainings" / f"{model}-seed-{seed}").items()
        items = items.filter(pl.col("set") == "snli-test")
        chosen = items if ids is None else items.filter(pl.col("id").is_in(ids.implode()))
        right = chosen["label"] == chosen[f"seed-{seed}_predicted"]
        shares.append(int(right.sum()) / len(right))
    return shares


def test_cells_are_means_over_seeds_on_all_easy_and_hard_instances(made: Reproduced, out: Path) -> None:
    found = ours(made, "dInferSent")
    marks = pl.read_ndjson(out / "marks" / "SNLI" / "patterns" / "marks.jsonl")
    ids = {mark: marks.filter(pl.col("mark") == mark)["id"] for mark in ("easy", "hard")}
    full = right_by_seed(out, "dInferSent")
    easy, hard = (right_by_seed(out, "dInferSent", ids[mark]) for mark in ("easy", "hard"))
    expected = [sum(shares) / 2 * 100 for shares in (full, easy, hard)]
    assert [found[column].value for column in ("Full", "Easy", "Hard")] == pytest.approx(expected)
    assert found["∆ Easy-Hard"].value == pytest.approx(expected[1] - expected[2])
    assert not any(each.interval for each in found.values())  # of two seeds there is none that covers


def test_a_changed_recipe_is_never_held_against_what_is_printed(made: Reproduced) -> None:
    answered = [row for row in made.rows if row.cell.split == "SNLI" and row.ours is not None]
    trained = [row for row in answered if row.cell.row in ("InferSent", "InferSent+DS(λ=0.8)", "dInferSent")]
    assert len(trained) == 3 * 4
    assert {row.verdict for row in trained} == {"other data"}
    assert all("epochs=1" in row.by for row in trained)
    files = ("snli/snli_1.0_train.jsonl", "snli/snli_1.0_dev.jsonl.gz", "snli/snli_1.0_test.jsonl.gz")
    assert all(f"not the published file: {', '.join(files)}" in row.by for row in trained)


def test_what_was_not_trained_says_why(made: Reproduced) -> None:
    reasons = {row.cell.model: row.reason for row in made.rows if row.ours is None}
    assert "omitted by --only" in reasons["dInferSent+Guidance"]


def test_all_figures_stand_in_a_table_with_both_notions_of_hard(made: Reproduced) -> None:
    table = made.finding("liu-2020.trained").views["figures"]
    rows = {(str(row[0]), str(row[1])): row for row in table.lines}
    assert rows["InferSent", "published_easy_hard.hard"][5] == -(-400 // 3)
    assert rows["InferSent", "accuracy.snli-test.mean"][2] == pytest.approx(
        rows["InferSent", "easy_hard_accuracy.full"][2]
    )


def test_findings_that_are_kept_fill_the_same_cells(
    made: Reproduced, published: Path, out: Path, tmp_path: Path
) -> None:
    shutil.copy(out / "table-7-paper-2-runs" / "findings.json", tmp_path / "table-7.json")
    answers = {
        model: {"files": ["table-7.json"], "model": model}
        for model in ("InferSent", "InferSent-debias-0.8", "dInferSent")
    }
    (tmp_path / "answers.yaml").write_text(json.dumps({"liu-2020": answers}), encoding="utf-8")
    kept = reproduce("liu-2020", items=["table-7"], data=published, models=ModelSources(results=tmp_path))
    for row in ("InferSent", "InferSent+DS(λ=0.8)", "dInferSent"):
        assert len(ours(kept, row)) == 4
        assert ours(kept, row) == ours(made, row)
    assert {each.cell.row for each in kept.rows if each.verdict == "other data"} == {
        "InferSent",
        "InferSent+DS(λ=0.8)",
        "dInferSent",
    }


def test_claims_are_judged_by_what_was_trained(made: Reproduced) -> None:
    claims = made.finding("liu-2020.claims")
    compared = [(row[0], row[1], row[2]) for row in claims.views["comparisons"].lines]
    assert compared == [("claim_2", "InferSent", "dInferSent"), ("claim_4", "InferSent", "InferSent")]
    verdicts = {name: figure.value for name, figure in claims.figures.items() if name.startswith("claim_2")}
    assert sum(value or 0 for value in verdicts.values()) == 1


def written(folder: Path) -> Mapping[str, int]:
    return {str(path): path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}


def test_the_same_again_trains_nothing(made: Reproduced, published: Path, out: Path) -> None:
    before = written(out)
    again = reproduce_by_training("liu-2020", out, CHOSEN, items=["table-7"], data=published)
    assert written(out) == before
    assert [row.ours for row in again.rows] == [row.ours for row in made.rows]


def test_models_that_are_finished_are_taken_though_they_are_not_asked_for(
    made: Reproduced, published: Path, out: Path
) -> None:
    fewer = replace(CHOSEN, only=("InferSent-debias-0.8",))
    again = reproduce_by_training("liu-2020", out, fewer, items=["table-7"], data=published)
    assert [row.ours for row in again.rows] == [row.ours for row in made.rows]


def test_every_training_is_an_ordinary_run_with_its_method(made: Reproduced, out: Path) -> None:
    method = read_run(out / "trainings" / "InferSent-debias-0.8-seed-2").manifest.options["debias"]
    assert (method["name"], method["mode"], method["threshold"]) == ("downsampling", "debias", 0.8)
    manifest = json.loads((out / "table-7-paper-2-runs" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["trained"]["runs"] == 2


def test_a_method_that_the_data_do_not_suffice_for_leaves_the_others(tmp_path: Path) -> None:
    options = replace(CHOSEN, runs=1, only=("InferSent", "InferSent-debias-0.8"))
    made = reproduce_by_training(
        "liu-2020", tmp_path / "out", options, items=["table-7"], data=made_up(tmp_path, 150)
    )
    filled = {row.cell.model for row in made.rows if row.verdict == "other data"}
    assert filled == {"InferSent"}
    reasons = {row.reason for row in made.rows if row.cell.model == "InferSent-debias-0.8"}
    assert any("could go by" in reason for reason in reasons)


def plan(paper: str, item: str, options: ExperimentOptions, data: Path, scale: str) -> ExperimentPlan:
    return planned(paper, data / "out", options, items=[item], data=data, scale=scale)


def test_samples_at_random_differ_from_seed_to_seed(published: Path) -> None:
    found = plan("liu-2020", "table-5", ExperimentOptions(runs=2, only=("InferSent*",)), published, "paper")
    methods = [each.options.debias for each in found.experiments["InferSent-rand-0.6"].seeds]
    assert methods == [f"downsampling:mode=rand,lambda=0.6,seed={seed},min-count=50" for seed in (1, 2)]
    assert len(found.trainings) == 2 * 9


def test_several_models_are_trained_on_each_sample_if_asked(published: Path) -> None:
    """Liu et al. (2020), section 3.1.1: 5 samples, 3 models on each; 5 models of what is not drawn."""
    options = ExperimentOptions(runs=5, inits=3, only=("InferSent-*-0.6",))
    found = plan("liu-2020", "table-5", options, published, "paper").experiments
    drawn = [each.options for each in found["InferSent-rand-0.6"].seeds]
    assert [each.seed for each in drawn] == list(range(1, 16))
    samples = [str(each.debias).partition("seed=")[2].partition(",")[0] for each in drawn]
    assert samples == [str(sample) for sample in range(1, 6) for _ in range(3)]
    assert len(found["InferSent-debias-0.6"].seeds) == 5


def test_on_the_whole_data_only_figures_of_other_sets_are_of_other_data(published: Path) -> None:
    forms = {
        paper: form_at(data, "paper") for paper, data in (("liu", "MultiNLI"), ("poliak", "MultiNLI matched"))
    }
    assert (forms["liu"].dev, forms["liu"].test) == (
        "mnli-matched",
        "mnli-mismatched",
    )  # captions of Tables 4, 6, 7
    figures = ModelFigures({}, "made up", of_other_data=data_forms("MultiNLI for HANS").remark_of)
    assert figures.basis_of(FigureRef("accuracy", None, "mnli-matched.mean")) == "other data"
    assert figures.basis_of(FigureRef(SCORE, "hans", "lexical_overlap.entailment")) == "same"
    swaps = ModelFigures({}, "made up", of_other_data=data_forms("SNLI with swaps").remark_of)
    asked = {cell.selection for cell in PAPERS.load("sanchez-2018").printed.cells if cell.model} - {None}
    of_swaps = [
        FigureRef(each.measure, None, str(each.figure))
        for each in asked
        if each and each.measure != "accuracy"
    ]  # the sets were not published; the dev set was
    assert {swaps.basis_of(figure) for figure in of_swaps} == {"other data"}
    assert swaps.basis_of(FigureRef("accuracy", None, "dev.mean")) == "same"


def test_an_adversary_trains_longer_in_the_small_form_only(published: Path, shared_data: Path) -> None:
    options = ExperimentOptions(changes=("batches.pairs=8",))
    small = planned("liu-2020", "out", options, items=["table-7"], data=shared_data, scale="small")
    whole = plan("liu-2020", "table-7", options, published, "paper")
    for experiments, changes in ((small, ("epochs=20", "patience=4")), (whole, ())):
        plain, adversarial = (experiments.experiments[name].seeds[0] for name in ("InferSent", "dInferSent"))
        assert plain.options.changes == ("batches.pairs=8",)
        assert adversarial.options.changes == (*changes, "batches.pairs=8")


def test_an_encoder_is_needed_and_taken(published: Path) -> None:
    without = plan("liu-2020", "table-4", ExperimentOptions(), published, "paper")
    assert without.untrainable["BERT"].startswith("no local weights of bert-base-uncased")
    named = ExperimentOptions(encoders={"bert-base-uncased": "weights"}, vectors=("glove.txt",))
    (seed,) = plan("liu-2020", "table-4", named, published, "paper").experiments["BERT"].seeds
    assert seed.options.changes == ("settings.checkpoint=weights",)
    assert seed.options.vectors == ()


@pytest.mark.parametrize(
    ("named", "basis"),
    [  # the data that it is tried on are made up
        ("bert-base-uncased", "other data"),
        ("minilm", "other model"),
        ("org/mini", "other model"),
    ],
)
def test_another_encoder_in_place_of_the_papers_is_another_model(
    named: str, basis: str, published: Path, tmp_path: Path
) -> None:
    place = tmp_path / named
    if "/" not in named:
        place.mkdir()
    options = ExperimentOptions(encoders={"bert-base-uncased": named if "/" in named else str(place)})
    found = plan("liu-2020", "table-4", options, published, "paper").experiments["BERT"]
    assert found.basis == basis
    assert (f"checkpoint {named} in place of bert-base-uncased" in found.by) == (basis == "other model")


def test_without_the_whole_training_set_the_small_scale_is_named(tmp_path: Path) -> None:
    found = plan("mccoy-2019", "table-3", ExperimentOptions(), tmp_path, "paper")
    assert "--scale small" in found.untrainable["DA"]
    assert found.trainings == ()


def test_a_broken_training_set_is_the_reason_of_its_models_and_named_once(tmp_path: Path) -> None:
    train = made_up(tmp_path, 150) / "snli/snli_1.0_train.jsonl"
    train.write_bytes(gzip.compress(train.read_bytes())[:3_000])
    made = reproduce_by_training("liu-2020", tmp_path / "out", CHOSEN, items=["table-5"], data=tmp_path)
    reasons = {row.reason for row in made.rows if row.cell.model == "InferSent"}
    assert any("snli_1.0_train.jsonl" in reason for reason in reasons)
    assert len(made.broken) == 1
    with pytest.raises(UnreadableFileError, match=r"snli_1\.0_train\.jsonl"):
        made.check_complete()


def test_no_runs_are_an_error() -> None:
    with pytest.raises(OptionError, match="runs="):
        ExperimentOptions(runs=0)
