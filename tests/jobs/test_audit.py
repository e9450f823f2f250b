"""One audit: the planted truth is found, every row is accounted for, the same work is taken up again."""

import json
import random
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import polars as pl
import pytest

from rightreasons import audit, read_pairs, read_run
from rightreasons.errors import (
    MeasureInputError,
    OneClassError,
    RightReasonsError,
    RunExistsError,
    UnknownNameError,
)
from rightreasons.findings import findings_payload
from rightreasons.jobs.auditing.taking import Audit
from rightreasons.measures import MEASURES
from rightreasons.sources.bundled import bundled_splits

QUICK = ("label_balance", "lengths")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Audit:
    train, test = bundled_splits(3_000, 900, 3)
    return audit(train, test=test, out=tmp_path_factory.mktemp("runs") / "run", evidence=2)


def test_every_measure_is_taken_or_its_absence_explained(made: Audit) -> None:
    taken = {finding.measure for finding in made.findings} | {each.measure for each in made.not_measured}
    assert taken == set(MEASURES) - {"hypothesis_only_encoder"}  # nobody gave an encoder


def test_the_planted_artifacts_make_the_premise_needless(made: Audit) -> None:
    figures = made.finding("hypothesis_only").figures
    gain = figures["gain"]
    assert gain.interval is not None
    assert gain.interval.low > 0
    assert figures["accuracy"].n == 900


def test_every_figure_has_an_n_and_every_proportion_an_interval_or_a_reason(made: Audit) -> None:
    for finding in made.findings:
        for name, figure in finding.figures.items():
            assert figure.n >= 0, name
            if figure.unit == "proportion" and figure.value is not None:
                assert figure.interval or figure.reason, f"{finding.measure}.{name}"


def test_the_findings_meet_the_shipped_schema(made: Audit) -> None:
    schema = json.loads(files("rightreasons").joinpath("findings.schema.json").read_text(encoding="utf-8"))
    payload = findings_payload(made.findings, made.not_measured)
    jsonschema.validate(json.loads(json.dumps(payload, allow_nan=False)), schema)


def test_every_row_of_every_set_stands_in_the_items_once(made: Audit) -> None:
    items = made.items
    assert items.height == 3_900
    assert items.select("set", "id").n_unique() == 3_900
    known = {"set", "id", "premise", "hypothesis", "label", "hypothesis_only_probability"}
    assert known <= set(items.columns)
    probabilities = items["hypothesis_only_probability"]
    assert probabilities.null_count() == 0
    assert probabilities.is_between(0, 1).all()


def test_evidence_leads_to_rows_that_are_there(made: Audit) -> None:
    assert made.evidence
    ids = set(made.items["id"])
    for row in made.evidence:
        assert row["id"] in ids
        assert row["hypothesis"]


def test_the_run_folder_holds_what_the_result_holds(made: Audit) -> None:
    assert made.run is not None
    run = read_run(made.run.path)
    assert run.findings == made.findings
    assert sorted(path.name for path in run.path.iterdir()) == [
        "evidence.jsonl",
        "findings.json",
        "items.parquet",
        "manifest.json",
        "report.html",
        "seal.txt",
    ]
    assert run.items().equals(made.items)


def test_a_notebook_shows_the_result(made: Audit) -> None:
    assert "hypothesis_only.accuracy" in made._repr_html_()


def small(out: Path, **options: Any) -> Audit:
    return audit(limit=300, measures=QUICK, out=out, **options)


def test_the_same_work_is_not_done_twice_and_other_work_is_refused(tmp_path: Path) -> None:
    first = small(tmp_path / "run")
    written = (tmp_path / "run" / "findings.json").stat().st_mtime_ns
    again = small(tmp_path / "run")
    assert again.findings == first.findings
    assert (tmp_path / "run" / "findings.json").stat().st_mtime_ns == written
    with pytest.raises(RunExistsError):
        small(tmp_path / "run", seed=4)


@pytest.fixture
def interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A run that was stopped in its second measure."""
    real = MEASURES.load

    def stopping(train: Any) -> Any:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(MEASURES, "load", lambda name: stopping if name == "lengths" else real(name))
        with pytest.raises(KeyboardInterrupt):
            small(tmp_path / "run")
    return tmp_path / "run"


def test_an_interrupted_audit_ends_as_an_undisturbed_one_does(interrupted: Path) -> None:
    assert not interrupted.exists()
    undisturbed = audit(limit=300, measures=QUICK)
    resumed = small(interrupted)
    assert resumed.findings == undisturbed.findings


def test_what_was_done_before_an_interruption_is_not_done_again(
    interrupted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = MEASURES.load

    def refuse(train: Any) -> Any:
        raise AssertionError("label_balance was finished before")

    monkeypatch.setattr(MEASURES, "load", lambda name: refuse if name == "label_balance" else real(name))
    assert len(small(interrupted).findings) == 2


def test_the_same_seed_gives_the_same_findings() -> None:
    options: dict[str, Any] = {"limit": 600, "measures": ("hypothesis_only",)}
    assert audit(**options).findings == audit(**options).findings


def test_one_class_cannot_be_audited() -> None:
    rows = [{"premise": f"p {i}", "hypothesis": f"h {i}", "label": "neutral"} for i in range(9)]
    with pytest.raises(OneClassError, match="'neutral'"):
        audit(rows)


def test_what_the_data_cannot_answer_is_said_unless_it_was_asked_for() -> None:
    labels = ("neutral", "entailment")
    rows = [{"premise": f"p {i}", "hypothesis": f"h {i}", "label": labels[i % 2]} for i in range(60)]
    reasons = {each.measure: each.reason for each in audit(rows).not_measured}
    assert "annotator" in reasons["annotator_agreement"]
    with pytest.raises(MeasureInputError):
        audit(rows, measures=("annotator_agreement",))


def test_a_misspelled_measure_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'lengths'"):
        audit(measures=("length",))


def test_a_folder_with_splits_is_scored_on_the_other_splits(tmp_path: Path) -> None:
    train, test = bundled_splits(600, 300, 5)
    for name, table in (("train", train), ("test", test)):
        table.frame.select("premise", "hypothesis", "label").write_ndjson(tmp_path / f"{name}.jsonl")
    result = audit(tmp_path, measures=("label_balance",))
    assert [data["rows"] for data in result.manifest.to_json()["data"]] == [600, 300]
    assert result.finding("label_balance").figures["majority"].n == 300


def test_groups_are_scored_apart_and_sorted_by_gain(shared_data: Path) -> None:
    """Poliak et al. 2018, Table 4, on the DNC: a row a type of inference."""
    paths = sorted((shared_data / "dnc" / "test").glob("recast_*.json.gz"))
    kept = [path for path in paths if "kg_relations" not in path.name]
    tables = [
        read_pairs(path).frame.select("premise", "hypothesis", "label", "type-of-inference") for path in kept
    ]
    result = audit(pl.concat(tables), measures=("hypothesis_only",), group_by=("type-of-inference",))
    table = next(t for n, t in result.finding("hypothesis_only").views.items() if n.startswith("by_"))
    gains = [row[table.columns.index("gain_percent")] for row in table.lines]
    assert len(table.lines) == pl.concat(tables)["type-of-inference"].n_unique()
    assert gains == sorted(gains, key=lambda gain: -float(str(gain)))


def test_a_list_of_dictionaries_is_one_set_wherever_it_stands() -> None:
    labels = ("neutral", "entailment")
    rows = [{"premise": f"p {i}", "hypothesis": f"h {i % 7}", "label": labels[i % 2]} for i in range(60)]
    result = audit(rows, test=rows[:20], measures=("label_balance",))
    assert [data["rows"] for data in result.manifest.to_json()["data"]] == [60, 20]


def test_tiny_and_odd_data_give_a_result_or_a_coded_error() -> None:
    rng = random.Random(1)  # noqa: S311 - test data
    words = ["a", "dog", "no", "#", "<b>", "\u202e", "1", "''"]
    three, two = ["entailment", "neutral", "contradiction"], ["entailment", "non-entailment"]

    def rows(n: int) -> list[dict[str, str]]:
        labels = rng.choice([three, two])
        texts = [[" ".join(rng.choices(words, k=rng.randint(1, 4))) for _ in "ph"] for _ in range(n)]
        return [{"premise": p, "hypothesis": h, "label": rng.choice(labels)} for p, h in texts]

    done = 0
    for n in (2, 3, 5, 8, 20):
        with suppress(RightReasonsError):
            json.dumps(audit(rows(n), test=rows(rng.choice([1, 2, 9]))).to_json(), allow_nan=False)
            done += 1
    assert done >= 3


def test_the_manifest_holds_encoding_rule_of_gold_and_words_of_the_data(tmp_path: Path) -> None:
    lines = [
        f"Señor {at} sale.\tÉl {at} sale.\t{('SUPPORTS|REFUTES', 'REFUTES')[at % 2]}" for at in range(40)
    ]
    path = tmp_path / "claims.tsv"
    path.write_bytes("\n".join(["evidence\tclaim\tlabel", *lines]).encode("cp1252"))
    audit(path, encoding="CP1252", gold="best", measures=["label_balance"], out=tmp_path / "run")
    data = read_run(tmp_path / "run").manifest.data[0]
    assert (data.files[0].encoding, data.gold_rule) == ("cp1252", "best")
    assert data.nouns is not None
    assert (data.nouns.premise, data.nouns.hypothesis) == ("evidence", "claim")


def test_the_manifest_of_plain_data_has_no_encoding_no_rule_and_no_other_words(made: Audit) -> None:
    data = made.manifest.data[0]
    assert [file.encoding for file in data.files] == [None] * len(data.files)
    assert (data.gold_rule, data.nouns) == (None, None)
