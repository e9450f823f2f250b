"""`audit --encoder`: a stronger hypothesis-only baseline, from an encoder that is checked."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest
from tests.predictors.tiny_models import tiny_model

from rightreasons import audit
from rightreasons.errors import FileMissingError, ModelError
from rightreasons.figures import figures_of
from rightreasons.findings import Finding
from rightreasons.references import NotTested
from rightreasons.runs.manifest import Manifest, manifest_from
from rightreasons.statistics.results import Estimate, Interval
from rightreasons.verdicts.giveaways import baselines
from rightreasons.verdicts.policy import default_policy

NAMED = "hypothesis_only_encoder"


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_model(tmp_path_factory.mktemp("encoders") / "tiny")


def test_an_encoder_adds_its_measure_and_is_named_without_its_folder(
    encoder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    found = audit(measures=["label_balance"], encoder=str(encoder), limit=300)
    assert [finding.measure for finding in found.findings] == ["label_balance", NAMED]
    assert found.finding(NAMED).settings["encoder"] == "tiny"
    recorded = found.manifest.options["encoder"]
    assert recorded["name"] == "tiny"
    assert len(recorded["sha256"]) == 64
    assert str(tmp_path) not in str(found.manifest.to_json())
    assert len(list((tmp_path / "cache/rightreasons/features").iterdir())) == 1


def test_without_an_encoder_nothing_of_it_is_there() -> None:
    found = audit(measures=["label_balance"], limit=300)
    assert "encoder" not in found.manifest.options
    assert NAMED not in {each.measure for each in found.not_measured}


def test_an_encoder_is_checked_before_anything_is_measured(tmp_path: Path) -> None:
    with pytest.raises(FileMissingError):
        audit(encoder=str(tmp_path / "nowhere at all"), limit=300)
    (tmp_path / "empty").mkdir()
    with pytest.raises(ModelError):
        audit(encoder=str(tmp_path / "empty"), limit=300)


@dataclass(frozen=True)
class Taken:
    """A record of one finding."""

    findings: tuple[Finding, ...]
    manifest: Manifest = field(default_factory=lambda: manifest_from({"job": "audit"}))
    not_measured: tuple[NotTested, ...] = ()
    incomplete: tuple[str, ...] = ()


@pytest.mark.parametrize(("missed", "codes"), [(0.05, ["V201"]), (0.01, []), (-0.05, [])])
def test_the_verdict_speaks_of_it_only_where_it_is_shown_to_get_more(missed: float, codes: list[str]) -> None:
    values = {"accuracy": 0.6, "gain": 0.25, "gain_own": 0.25, "missed_by_ngrams": missed}
    quantities = {"accuracy": "accuracy", "gain": "gain", "gain_own": "gain"}
    estimates = {
        name: Estimate(value, "proportion", 900, Interval(value - 0.02, value + 0.02, 0.95, "made up"))
        for name, value in values.items()
    }
    made = figures_of(estimates, quantities | {"missed_by_ngrams": "difference"})
    finding = Finding(NAMED, "-", "-", "-", made)
    found = list(baselines(Taken((finding,)), default_policy()))
    assert [each.code for each in found] == codes
    assert all("encoder features" in each.sentence for each in found)
