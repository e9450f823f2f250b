"""Each kind of thing that can be added, added from outside: one file and an entry point, then a command."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import polars as pl
import pytest
from tests.cli.records import estimates

from rightreasons.jobs.item_columns import item_columns
from rightreasons.sources.bundled import bundled_pairs
from rightreasons.sources.sniffing import data_endings, formats
from rightreasons.verdicts.policy import codes, default_policy

Install = Callable[..., None]
QUICK = ("--small", "--set", "epochs=1", "--set", "settings.buckets=50", "--set", "words.size=8")


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Return a function that installs a distribution of one module: its source, its names by group."""

    def write(module: str, source: str, **groups: dict[str, str]) -> None:
        site = tmp_path / "site"
        described = site / f"{module}-1.0.dist-info"
        described.mkdir(parents=True)
        (site / f"{module}.py").write_text(dedent(source), encoding="utf-8")
        (described / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
        lines = []
        for group, names in groups.items():
            lines += [f"[rightreasons.{group}]", *(f"{name} = {module}:{at}" for name, at in names.items())]
        (described / "entry_points.txt").write_text("\n".join(lines))
        monkeypatch.syspath_prepend(site)

    remembered = (codes, default_policy, formats, data_endings, item_columns)
    for each in remembered:
        each.cache_clear()
    yield write
    for each in remembered:
        each.cache_clear()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "data.jsonl"
    frame = bundled_pairs(240, 1).frame.select("premise", "hypothesis", "label")
    frame.cast({"label": str}).write_ndjson(path)
    return path


MEASURE = '''
    """Questions among hypotheses."""

    from rightreasons.charts import Chart, Line, drawn, forest_plot, placed
    from rightreasons.figures import Figure
    from rightreasons.findings import Finding, View
    from rightreasons.pairs import PairTable
    from rightreasons.statistics.results import Estimate

    ITEM_COLUMNS = {"is_question": "bool: Whether the hypothesis asks."}


    def questions(train: PairTable) -> Finding:
        """Count the hypotheses that ask something."""
        asks = train.hypotheses.str.ends_with("?")
        share = Estimate(asks.mean(), "proportion", len(train), reason="no interval: an example")
        figures = (Figure("share", share, form="share"),)
        view = View("Questions", ("asks", "rows"), (("yes", int(asks.sum())),), by=("asks",))
        items = train.frame.select("id").with_columns(is_question=asks)
        return Finding(
            "questions", train.name, "Ends with ?.", "Some ask.", figures, {"all": view}, items=items
        )


    def bars(finding: Finding) -> Chart | None:
        """Draw the share."""
        lines = placed([Line("questions", finding.figures["share"].value, None, None, 1)])
        spec = drawn(forest_plot(lines, "share"), lines.height)
        return Chart("bars", "Hypotheses that ask", "The share of questions.", spec, finding.views["all"])
'''


def test_a_measure_with_its_chart_and_its_columns(
    command: Any, install: Install, data: Path, tmp_path: Path
) -> None:
    install("own_measure", MEASURE, measure={"questions": "questions"}, chart={"questions.bars": "bars"})
    assert "Count the hypotheses that ask" in command("ls", "measures").out
    run = tmp_path / "run"
    done = command("audit", data, "--measures", "questions", "-o", run)
    assert done.code == 0, done.err
    assert "Some ask." in done.out
    assert "is_question" in {column.name for column in item_columns()}
    assert "Hypotheses that ask" in (run / "report.html").read_text(encoding="utf-8")


RULE = '''
    """A rule about small audits."""

    from collections.abc import Iterator

    from rightreasons.issues import Issue
    from rightreasons.verdicts.policy import Policy
    from rightreasons.verdicts.record import Record, issue

    CODES = {
        "X001": {
            "severity": "severe",
            "name": "tiny",
            "meaning": "Fewer rows than anyone should decide by.",
            "remedy": "get more",
        }
    }
    SIZES = {"tiny_rows": {"value": 1000, "reason": "an example"}}


    def tiny(record: Record, policy: Policy) -> Iterator[Issue]:
        """Find data that are too few."""
        rows = record.manifest.data[0].rows
        if rows < policy.size("tiny_rows"):
            yield issue("X001", policy, f"Only {rows} rows.")
'''


def test_a_verdict_rule_with_its_code_and_its_size(
    command: Any, install: Install, data: Path, tmp_path: Path
) -> None:
    audit = ("audit", data, "--measures", "label_balance", "--json")
    assert "X001" not in command(*audit).out
    install("own_rule", RULE, verdict_rule={"tiny": "tiny"})
    for each in (codes, default_policy):
        each.cache_clear()
    verdict = json.loads(command(*audit).out)["audits"][0]["verdict"]
    (found,) = [issue for issue in verdict["issues"] if issue["code"] == "X001"]
    assert (found["severity"], found["remedy"]) == ("severe", "get more")
    assert "Waived: X001" in command("audit", data, "--measures", "label_balance", "--allow", "X001").out
    policy = tmp_path / "policy.yaml"
    policy.write_text("name: mine\nsizes: {tiny_rows: {value: 10, reason: enough here}}\n")
    assert "X001" not in command(*audit, "--policy", policy).out


CHALLENGE = '''
    """Pairs whose hypothesis is the premise in capitals."""

    from rightreasons.challenges.challenge import Challenge, ChallengeOptions, from_pairs
    from rightreasons.pairs import PairTable
    from rightreasons.sources.bundled import bundled_pairs


    def shouted(train: PairTable | None, options: ChallengeOptions) -> Challenge:
        """Entailed pairs, shouted."""
        pairs = (train or bundled_pairs(60, options.seed)).named("shouted")
        return from_pairs("shouted", pairs, ("planted",))
'''


def test_a_challenge(command: Any, install: Install) -> None:
    install("own_challenge", CHALLENGE, challenge={"shouted": "shouted"})
    assert "Entailed pairs, shouted." in command("ls", "challenges").out
    done = command("probe", "rule:lexical-overlap", "--on", "shouted", "--json")
    assert done.code == 0, done.err
    findings = json.loads(done.out)["probes"][0]["findings"]
    assert "shouted" in {finding["measure"] for finding in findings}


def test_a_published_set_with_groups_is_a_challenge_without_code(command: Any, tmp_path: Path) -> None:
    """The file as it was published, and what its columns and labels are called."""
    rows = [
        {
            "text": f"A dog number {n} runs.",
            "claim": f"Dog {n} runs.",
            "gold": "Y" if n % 2 else "N",
            "kind": kind,
        }
        for n in range(40)
        for kind in ("negation", "number")
    ]
    (tmp_path / "set.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "published.yaml").write_text(
        "files:\n  - path: set.jsonl\n    columns: {premise: text, hypothesis: claim, label: gold}\n"
        "    label_map: {Y: entailment, N: non-entailment}\n"
    )
    done = command("probe", "rule:always-entailment", "--on", tmp_path / "published.yaml", "--json")
    assert done.code == 0, done.err
    figures = json.loads(done.out)["probes"][0]["findings"][0]["figures"]
    assert {figure.get("group", {}).get("kind") for figure in figures if figure.get("group")} == {
        "negation",
        "number",
    }


PREDICTOR = '''
    """A predictor that knows one word."""

    from rightreasons.labels import THREE_WAY, Label
    from rightreasons.pairs import LABEL_TYPE, PairTable, Provenance
    from rightreasons.predictions import Predictions
    from rightreasons.predictors.options import ModelOptions


    class Always:
        labels = THREE_WAY

        def __init__(self, label: str) -> None:
            self.label = label
            self.name = f"always:{label}"

        def predict(self, pairs: PairTable) -> Predictions:
            import polars as pl

            label = pl.lit(self.label).cast(LABEL_TYPE).alias("label")
            return Predictions(pairs.frame.select("id", label), self.labels, Provenance(self.name))


    def always(rest: str, options: ModelOptions) -> Always:
        """Label every pair alike."""
        return Always(str(Label(rest)))
'''


def test_a_predictor(command: Any, install: Install, data: Path) -> None:
    install("own_predictor", PREDICTOR, predictor={"always": "always"})
    assert "Label every pair alike." in command("ls", "models").out
    done = command("probe", "always:neutral", "--on", data, "--no-label-check", "--allow", "V102", "--json")
    assert done.code == 0, done.err
    found = estimates(json.loads(done.out)["probes"][0]["findings"][0])["accuracy"]
    neutral = (bundled_pairs(240, 1).gold == "neutral").mean()
    assert found["value"] == pytest.approx(neutral)


METHOD = '''
    """A loss that doubles what the bias model doubts."""

    from __future__ import annotations

    from dataclasses import dataclass

    from torch import Tensor

    from rightreasons.debiasing.objectives import WithBiasModel, doubts, mean_loss
    from rightreasons.training.state import log_likelihoods


    @dataclass(frozen=True)
    class Doubled(WithBiasModel):
        """Doubled: a pair counts 1 + times (1 - p_bias(gold)), an example.

        Parameters
        ----------
        times
            How much doubt counts.
        """

        times: float = 2.0

        def loss(self, logits: Tensor, labels: Tensor, bias_log_probabilities: Tensor) -> Tensor:
            weights = 1 + self.times * doubts(bias_log_probabilities, labels)
            return mean_loss(-log_likelihoods(logits, labels), weights)
'''


def test_a_method_of_debiasing(command: Any, install: Install, data: Path, tmp_path: Path) -> None:
    install("own_method", METHOD, method={"doubled": "Doubled"})
    assert "Doubled: a pair counts" in command("ls", "methods").out
    train = ("train", "ngrams-joulin2017", "--train", data, "--dev", data, *QUICK)
    done = command(*train, "--debias", "doubled:times=3,folds=2", "-o", tmp_path / "run")
    assert done.code == 0, done.err
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert manifest["debiasing"]["times"] == 3.0


MODEL = '''
    """The mean of all words of a pair."""

    from dataclasses import dataclass

    import torch
    from torch import Tensor, nn

    from rightreasons.models.batch import PairBatch, PairModel
    from rightreasons.models.checkpoint import Size
    from rightreasons.models.layers import WordEmbedding


    @dataclass(frozen=True)
    class MeanSettings:
        hidden: Size = 4


    class Mean(PairModel):
        """A mean of words, and two layers."""

        settings_type = MeanSettings

        def __init__(self, settings: MeanSettings, words: WordEmbedding, labels: int) -> None:
            super().__init__()
            self.words = words
            self.layers = nn.Sequential(
                nn.Linear(words.size, settings.hidden), nn.ReLU(), nn.Linear(settings.hidden, labels)
            )

        def forward(self, batch: PairBatch) -> Tensor:
            means = [self.words(side.ids).mean(1) for side in (batch.premise, batch.hypothesis)]
            return self.layers(torch.stack(means).mean(0))
'''
RECIPE = """
model: mean-of-words
about: A mean of words, an example
source: nobody
text: {tokenisation: treebank, lower: true}
words: {size: 8, learned: all, given: "none: learned"}
settings: {hidden: 6}
optimiser: {name: adam, learning_rate: 0.01}
schedule: {}
batches: {pairs: 32}
epochs: 1
"""


def test_a_model_with_a_recipe_of_its_own(command: Any, install: Install, data: Path, tmp_path: Path) -> None:
    install("own_model", MODEL, model={"mean-of-words": "Mean"})
    recipe = tmp_path / "mine.yaml"
    recipe.write_text(RECIPE)
    run = tmp_path / "run"
    done = command("train", recipe, "--train", data, "--dev", data, "-o", run)
    assert done.code == 0, done.err
    assert json.loads((run / "manifest.json").read_text())["model"]["name"] == "mine"
    probed = command("probe", run, "--on", data, "--no-label-check", "--allow", "V102")
    assert probed.code == 0, probed.err
    both = command("train", f"{recipe},{recipe}", "--train", data, "--dev", data, "-o", tmp_path / "both")
    assert both.code == 0, both.err
    assert (tmp_path / "both" / "mine" / "manifest.json").is_file()
    other = tmp_path / "other"
    other.mkdir()
    (other / "mine.yaml").write_text(RECIPE)
    same = (f"{recipe},{other / 'mine.yaml'}", "--train", data, "--dev", data, "-o", tmp_path / "same")
    assert "two have one name" in command("train", *same).err
    missing = command("train", tmp_path / "none.yaml", "--train", data, "--dev", data, "-o", tmp_path / "r")
    assert (missing.code, "none.yaml" in missing.err) == (3, True)


FORMAT = '''
    """Pairs in three lines each, below a line ``%pairs``."""

    import polars as pl

    from rightreasons.sources.raw import Content, Format, Parsed, numbered


    def read(content: Content, *, headerless: bool = False) -> Parsed:
        """Read premise, hypothesis and label from three lines each."""
        lines = content.data.decode().splitlines()[1:]
        names = ("premise", "hypothesis", "label")
        return Parsed(numbered(pl.DataFrame({name: lines[place::3] for place, name in enumerate(names)})))


    TRIPLES = Format(read, (".pairs",), matches=lambda content, first, ending: first == "%pairs")
'''


@pytest.mark.parametrize("name", ["data.pairs", "data.txt", "data.unknown"])
def test_a_format_that_is_told_by_name_or_by_content(
    command: Any, install: Install, tmp_path: Path, name: str
) -> None:
    install("own_format", FORMAT, format={"triples": "TRIPLES"})
    rows = bundled_pairs(60, 1).frame.select("premise", "hypothesis", "label").cast(pl.String).rows()
    path = tmp_path / "data" / name
    path.parent.mkdir()
    path.write_text("\n".join(["%pairs", *(cell for row in rows for cell in row)]) + "\n")
    done = command("audit", path, "--measures", "label_balance", "--json")
    assert done.code == 0, done.err
    (read,) = json.loads(done.out)["audits"][0]["manifest"]["data"]
    assert (read["rows"], read["files"][0]["format"]) == (60, "triples")
    assert command("audit", path.parent, "--measures", "label_balance").code == (
        0 if name != "data.unknown" else 3
    )


CHART = '''
    """Another picture of lengths."""

    from rightreasons.charts import Chart, Line, drawn, forest_plot, placed
    from rightreasons.findings import Finding


    def means(finding: Finding) -> Chart | None:
        """Draw the mean lengths."""
        found = finding.figures.where("mean")
        lines = placed(Line(str(each.label), each.value, None, None, each.n) for each in found)
        return Chart("means", "Mean lengths again", "A mean a label.",
                     drawn(forest_plot(lines, "tokens"), lines.height), finding.views["by_label"])
'''


def test_a_chart_of_a_measure_of_ours(command: Any, install: Install, data: Path, tmp_path: Path) -> None:
    install("own_chart", CHART, chart={"lengths.means": "means"})
    run = tmp_path / "run"
    done = command("audit", data, "--measures", "lengths", "-o", run)
    assert done.code == 0, done.err
    assert "Mean lengths again" in (run / "report.html").read_text(encoding="utf-8")
