"""Each kind of thing that can be added, added from outside: one file and an entry point, then a command."""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import numpy as np
import polars as pl
import pytest
from tests.cli.records import estimates

from rightreasons.figures import quantities
from rightreasons.measures.item_columns import item_columns
from rightreasons.measures.titles import measure_titles
from rightreasons.references import Scope
from rightreasons.runs.folder import read_run
from rightreasons.sentences.templates import templates
from rightreasons.sources.bundled import bundled_pairs
from rightreasons.sources.opening.sniffing import data_endings, formats
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
        sys.modules.pop(module, None)  # that of another test

    of_measures = (item_columns, measure_titles, quantities, templates)
    remembered = (codes, default_policy, formats, data_endings, *of_measures)
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

    TITLES = {"questions": "Questions among hypotheses"}
    ITEM_COLUMNS = {"is_question": "bool truth: Whether the hypothesis asks."}
    QUANTITIES = {
        "asking": {
            "units": ["proportion"],
            "better": "neither",
            "written": "percent",
            "meaning": "Share of the hypotheses that ask something.",
        }
    }
    BLOCKS = "An example, which takes all rows at once."


    def questions(train: PairTable) -> Finding:
        """Count the hypotheses that ask something."""
        asks = train.hypotheses.str.ends_with("?")
        share = Estimate(asks.mean(), "proportion", len(train), reason="no interval: an example")
        figures = (Figure("asking", share),)
        view = View("Questions", ("asks", "rows"), (("yes", int(asks.sum())),), by=("asks",))
        items = train.frame.select("id").with_columns(is_question=asks)
        return Finding(
            "questions", train.name, "Ends with ?.", "Some ask.", figures, {"all": view}, items=items
        )


    def bars(finding: Finding) -> Chart | None:
        """Draw the share."""
        lines = placed([Line("questions", finding.figures["asking"].value, None, None, 1)])
        spec = drawn(forest_plot(lines, "share"), lines.height)
        return Chart("bars", "Hypotheses that ask", "The share of questions.", spec, finding.views["all"])
'''


def test_a_measure_of_data_with_its_chart_its_columns_and_its_quantity(
    command: Any, install: Install, data: Path, tmp_path: Path
) -> None:
    install("own_measure", MEASURE, measure={"questions": "questions"}, chart={"questions.bars": "bars"})
    listed = " ".join(command("ls", "measures").out.split())
    assert "data: Questions among hypotheses. Count the hypotheses that ask" in listed
    run = tmp_path / "run"
    done = command("audit", data, "--measures", "questions", "-o", run)
    assert done.code == 0, done.err
    assert "Some ask." in done.out
    assert "is_question" in {column.name for column in item_columns()}
    assert "Hypotheses that ask" in (run / "report.html").read_text(encoding="utf-8")
    (finding,) = read_run(run).findings
    assert finding.figures["asking"].quantity == "asking"


@pytest.mark.parametrize("declared", [", fitted_to_train=True", ""], ids=["declares it", "does not"])
def test_a_measure_of_data_that_is_fitted_to_training_rows_declares_it_and_a_leak_invalidates_it(
    declared: str, command: Any, install: Install, data: Path, tmp_path: Path
) -> None:
    source = MEASURE.replace("items=items\n", f"items=items{declared}\n")
    assert (source != MEASURE) is bool(declared)
    install("own_measure", source, measure={"questions": "questions"})
    test = tmp_path / "test.jsonl"
    test.write_bytes(data.read_bytes())
    run = tmp_path / "run"
    done = command(
        "audit", data, "--test", test, "--measures", "questions,duplicates,similar_pairs", "-o", run
    )
    assert done.code == 0, done.err
    verdict = read_run(run).verdict
    assert verdict is not None
    assert "V106" in {issue.code for issue in verdict.blockers}
    assert (verdict.invalidator(Scope("questions")) is not None) is bool(declared)
    assert ("Some ask." not in done.out) is bool(declared)


MODEL_MEASURE = '''
    """How sure a model is of what it says."""

    from rightreasons.challenges.challenge import Challenge
    from rightreasons.errors import NotApplicableError
    from rightreasons.figures import Figure
    from rightreasons.findings import Finding
    from rightreasons.predictions import Predictions
    from rightreasons.statistics.results import Estimate

    ITEM_COLUMNS = {"sureness": "float probability: Probability of the label that was given."}


    def sureness(challenge: Challenge, predictions: Predictions, model: str) -> Finding:
        """Average the probability of the label that was given."""
        if not predictions.has_probabilities:
            raise NotApplicableError("no probabilities", "some", "probe a model that gives them")
        highest = predictions.probabilities.max_horizontal()
        mean = Estimate(highest.mean(), "proportion", len(highest), reason="no interval: an example")
        items = predictions.frame.select("id").with_columns(sureness=highest)
        found = [Figure("value", mean)]
        return Finding("sureness", model, "An example.", "Sure.", found, on=challenge.name, items=items)
'''


def test_a_measure_of_a_model(command: Any, install: Install, data: Path, tmp_path: Path) -> None:
    install("own_model_measure", MODEL_MEASURE, model_measure={"sureness": "sureness"})
    listed = json.loads(command("ls", "measures", "--json").out)
    assert listed["sureness"] == "model: Average the probability of the label that was given."
    run, without = tmp_path / "run", tmp_path / "without"
    probe = ("probe", "rule:hypothesis-only", "--train", data, "--on", data, "--allow", "V107")
    done = command(*probe, "-o", run)
    assert done.code == 0, done.err
    read = read_run(run)
    (finding,) = [each for each in read.findings if each.measure == "sureness"]
    assert finding.figures["value"].value == pytest.approx(read.items()["sureness"].mean())
    assert "sureness" in {column.name for column in item_columns()}
    assert command("probe", "rule:lexical-overlap", "--on", data, "-o", without).code == 0
    assert "sureness" not in {
        each.measure for each in read_run(without).findings
    }  # it gives no probabilities


OF_SHORTCUTS = '''
    """How often a model is right on items with an even number."""

    from rightreasons.challenges.challenge import Challenge
    from rightreasons.figures import Figure
    from rightreasons.findings import Finding
    from rightreasons.statistics.results import Estimate


    def even(challenge: Challenge, model: str) -> Finding:
        """Count items."""
        share = Estimate(0.5, "proportion", len(challenge), reason="no interval: an example")
        return Finding(
            "even", model, "An example.", "Half.", [Figure("share", share)], on=challenge.name{declared}
        )
'''


@pytest.mark.parametrize("declared", [", tests_shortcuts=True", ""], ids=["declares it", "does not"])
def test_a_measure_of_a_model_that_tests_shortcuts_declares_it_and_the_headline_names_it(
    declared: str, command: Any, install: Install, tmp_path: Path
) -> None:
    install("own_even", OF_SHORTCUTS.format(declared=declared), model_measure={"even": "even"})
    # Texts that tell nothing of their labels, so that no measure of ours tests shortcuts.
    drawn = np.random.default_rng(1).choice(list("abcdefghijklmnopqrstuvwxyz"), (600, 6))
    labels = ("entailment", "neutral", "contradiction")
    texts = [" ".join(words) for words in drawn]
    rows = [
        {"premise": texts[2 * n], "hypothesis": texts[2 * n + 1], "label": labels[n % 3]} for n in range(300)
    ]
    said = [{"id": f"row-{n}", "label": labels[(n + (n % 10 == 0)) % 3]} for n in range(300)]
    for name, lines in (("pairs", rows), ("answers", said)):
        pl.DataFrame(lines).write_ndjson(tmp_path / f"{name}.jsonl")
    answers = tmp_path / "answers.jsonl"
    done = command("probe", answers, "--on", tmp_path / "pairs.jsonl", "-o", tmp_path / "run")
    assert done.code == 0, done.err
    verdict = read_run(tmp_path / "run").verdict
    assert verdict is not None
    assert ("in what was tested (even)" in verdict.headline) is bool(declared)
    assert ("No shortcut was tested" in verdict.headline) is (not declared)


COMPARISON_MEASURE = '''
    """How often two models say the same."""

    from collections.abc import Sequence

    from rightreasons.figures import Figure
    from rightreasons.findings import Finding
    from rightreasons.measures.comparison.compared_runs import ComparedRun
    from rightreasons.statistics.results import Estimate


    def same_answers(probes: Sequence[ComparedRun], level: float = 0.95) -> tuple[Finding, ...]:
        """Count the items on which two models give the same label."""
        first, *others = probes
        found = []
        for other in others:
            both = first.items.join(other.items, on=["set", "id"], suffix="_other")
            same = (both["predicted"] == both["predicted_other"]).mean()
            share = Estimate(same, "proportion", both.height, reason="no interval: an example")
            found.append(
                Finding("same_answers", f"{other.name} beside {first.name}", "An example.", "Alike.",
                        [Figure("share", share)])
            )
        return tuple(found)
'''


def test_a_measure_of_a_comparison(command: Any, install: Install, data: Path, tmp_path: Path) -> None:
    install("own_comparison", COMPARISON_MEASURE, comparison_measure={"same_answers": "same_answers"})
    listed = json.loads(command("ls", "measures", "--json").out)
    assert listed["same_answers"].endswith("the same label. Needs runs of probe.")
    rules = {name: tmp_path / name for name in ("always-entailment", "random")}
    for name, run in rules.items():
        assert command("probe", f"rule:{name}", "--on", data, "-o", run).code == 0
    done = command("compare", *rules.values(), "-o", tmp_path / "compared")
    assert done.code == 0, done.err
    (finding,) = [each for each in read_run(tmp_path / "compared").findings if each.measure == "same_answers"]
    random = read_run(rules["random"]).items()["predicted"]
    assert finding.figures["share"].value == pytest.approx((random == "entailment").mean())


WRONG_MEASURE = '''
    """A measure that asks for what nobody has."""

    from rightreasons.findings import Finding


    def wrong(train: str) -> Finding:
        """Ask for a text."""
'''


def test_a_measure_that_asks_for_another_type_stops_the_audit_before_it_begins(
    command: Any, install: Install, data: Path, tmp_path: Path
) -> None:
    install("own_wrong", WRONG_MEASURE, measure={"wrong": "wrong"})
    done = command("audit", data, "-o", tmp_path / "run")
    assert (done.code, "[RR005]" in done.err, "train: PairTable" in done.err) == (2, True, True)
    assert not (tmp_path / "run").exists()


FAMILY = '''
    """Whether a pair asks or tells the same on both sides."""

    from rightreasons.labels import Label
    from rightreasons.shortcuts.shortcut import Shortcut, Shortcuts


    def {name}():
        """Whether both sentences begin with the same word."""
        def same(block):
            sides = (block.pairs.premises, block.pairs.hypotheses)
            first, other = (side.str.split(" ").list.first() for side in sides)
            return (first == other).to_numpy()

        sentence = "both sentences begin with the same word"
        return Shortcuts.of("{name}", Shortcut("{name}", "{name}", sentence, Label.ENTAILMENT, same))
'''


def test_a_family_of_shortcuts_makes_the_groups_of_a_method_and_of_a_comparison(
    command: Any, install: Install, data: Path, tmp_path: Path
) -> None:
    install("own_family", FAMILY.format(name="beginning"), shortcut_family={"beginning": "beginning"})
    assert "begin with the same word" in command("ls", "shortcuts").out
    train = ("train", "ngrams-joulin2017", "--train", data, "--dev", data, *QUICK)
    runs = {name: tmp_path / name for name in ("plain", "debiased")}
    assert command(*train, "-o", runs["plain"]).code == 0
    done = command(*train, "--debias", "group-dro:groups=beginning", "-o", runs["debiased"])
    assert done.code == 0, done.err
    sizes = json.loads((runs["debiased"] / "manifest.json").read_text())["debiasing"]["sizes"]
    rows = [json.loads(line) for line in data.read_text().splitlines()]
    same = [row["premise"].split()[0] == row["hypothesis"].split()[0] for row in rows]
    assert 10 < sum(same) < len(rows)
    assert sizes == {
        f"{label}-{name}": count
        for label in ("entailment", "neutral", "contradiction")
        for name, held in (("beginning", True), ("no-beginning", False))
        if (count := sum(row["label"] == label and one == held for row, one in zip(rows, same, strict=True)))
    }
    compared = tmp_path / "compared"
    done = command("compare", *runs.values(), "--groups", "beginning", "-o", compared)
    assert done.code == 0, done.err
    (finding,) = [each for each in read_run(compared).findings if each.measure == "compare_groups"]
    assert {figure.group["group"] for figure in finding.figures.values()} == {*sizes, "worst_group"}


def test_a_family_of_shortcuts_that_is_there_already_is_refused(
    command: Any, install: Install, data: Path
) -> None:
    install("own_family", FAMILY.format(name="negation"), shortcut_family={"negation": "negation"})
    done = command("ls", "shortcuts")
    assert (done.code, done.out) == (2, "")
    assert "[RR006]" in done.err
    said = " ".join(done.err.split())
    assert (
        "the shortcut family 'negation' is that of rightreasons.shortcuts.negation and of the plug-in" in said
    )


RULE = '''
    """A rule about small audits."""

    from collections.abc import Iterator

    from rightreasons.issues import Issue
    from rightreasons.sentences.templates import fill
    from rightreasons.verdicts.policy import Policy
    from rightreasons.verdicts.record import Record, issue

    CODES = {
        "X001": {
            "severity": "severe",
            "name": "tiny",
            "meaning": "Fewer rows than anyone should decide by.",
            "remedy": "get more",
            "sentences": {"few": "Only {rows:count} rows."},
        }
    }
    SIZES = {"tiny_rows": {"value": 1000, "reason": "an example"}}


    def tiny(record: Record, policy: Policy) -> Iterator[Issue]:
        """Find data that are too few."""
        for data in record.manifest.data[:1]:
            if data.rows < policy.size("tiny_rows"):
                yield issue("X001", policy, fill("X001.few", rows=data.rows))
'''


@pytest.mark.parametrize(
    ("used", "other", "said"),
    [
        ('issue("X001"', 'issue("X009"', "the code 'X009' [RR002] expected: one of codes.yaml"),
        ('size("tiny_rows")', 'size("few")', "the size 'few' [RR002] expected: one of policy.yaml"),
    ],
    ids=["code", "size"],
)
def test_a_rule_whose_code_or_size_nothing_declares_is_refused_by_name(
    used: str, other: str, said: str, command: Any, install: Install, data: Path
) -> None:
    install("own_rule", RULE.replace(used, other), verdict_rule={"tiny": "tiny"})
    done = command("audit", data, "--measures", "label_balance")
    assert done.code == 2
    assert f"a verdict rule with {said}" in " ".join(done.err.split())


def test_a_figure_of_a_quantity_that_nothing_declares_is_refused_by_name(
    command: Any, install: Install, data: Path
) -> None:
    source = MEASURE.replace('"asking": {', '"posing": {')
    install("own_measure", source, measure={"questions": "questions"})
    done = command("audit", data, "--measures", "questions")
    assert done.code == 2
    assert "a figure of the quantity 'asking' [RR002]" in " ".join(done.err.split())


@pytest.mark.parametrize(
    ("used", "other"),
    [("items=items\n", 'items=items, role="score"\n'), ("share = Estimate(", "share = 1 / 0, Estimate(")],
)
def test_a_measure_that_breaks_its_contract_or_fails_is_named_with_its_plug_in(
    used: str, other: str, command: Any, install: Install, data: Path
) -> None:
    assert used in MEASURE
    install("own_measure", MEASURE.replace(used, other), measure={"questions": "questions"})
    done = command("audit", data, "--measures", "questions")
    assert done.code == 2
    assert done.err.startswith("the plug-in own_measure (own_measure) failed: "), done.err
    assert "[RR010]" in done.err


def test_a_verdict_rule_with_its_code_and_its_size(
    command: Any, install: Install, data: Path, tmp_path: Path
) -> None:
    audit = ("audit", data, "--measures", "label_balance", "--json")
    assert "X001" not in command(*audit).out
    install("own_rule", RULE, verdict_rule={"tiny": "tiny"})
    for each in (codes, default_policy, templates):
        each.cache_clear()
    verdict = json.loads(command(*audit).out)["audits"][0]["verdict"]
    (found,) = [issue for issue in verdict["issues"] if issue["code"] == "X001"]
    assert (found["severity"], found["remedy"]) == ("severe", "get more")
    assert "waived: X001" in command("audit", data, "--measures", "label_balance", "--allow", "X001").out
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
    assert "shouted" in {finding["on"] for finding in findings if finding["role"] == "score"}


def test_a_challenge_cannot_be_called_as_a_published_set(command: Any, install: Install, data: Path) -> None:
    install("own_challenge", CHALLENGE, challenge={"breaking-nli": "shouted"})
    for words in (("ls", "challenges"), ("probe", "rule:lexical-overlap", "--on", data)):
        done = command(*words)
        assert (done.code, "[RR006]" in done.err) == (2, True)
        said = " ".join(done.err.split())
        assert "'breaking-nli' is that of own_challenge:shouted and of rightreasons.sources.catalogue" in said


def test_a_challenge_that_tests_shortcuts_declares_it_and_the_headline_names_it(
    command: Any, install: Install
) -> None:
    made = 'from_pairs("shouted", pairs, ("planted",))'
    assert made in CHALLENGE
    declared = CHALLENGE.replace("import PairTable", "import PairTable\n    from dataclasses import replace")
    declared = declared.replace(made, f"replace({made}, tests_shortcuts=True)")
    install("own_challenge", declared, challenge={"shouted": "shouted"})
    done = command("probe", "rule:lexical-overlap", "--on", "shouted", "--json")
    assert done.code == 0, done.err
    headline = json.loads(done.out)["probes"][0]["verdict"]["headline"]["text"]
    assert "in what was tested (shouted):" in headline


def test_a_challenge_says_itself_what_a_score_on_it_means(command: Any, install: Install) -> None:
    made = 'from_pairs("shouted", pairs, ("planted",))'
    declared = CHALLENGE.replace("import PairTable", "import PairTable\n    from dataclasses import replace")
    declared = declared.replace(made, f"replace({made}, headline=in_words)")
    declared += """
    def in_words(finding):
        return f"Where it is loud, {finding.figures['accuracy'].n} were asked."
    """
    install("own_challenge", declared, challenge={"shouted": "shouted"})
    done = command("probe", "rule:lexical-overlap", "--on", "shouted", "--json")
    assert done.code == 0, done.err
    found = json.loads(done.out)["probes"][0]["findings"]
    (scored,) = (each for each in found if each["role"] == "score")
    assert scored["headline"] == "Where it is loud, 60 were asked."


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

    from rightreasons.debiasing.bias_models.with_bias_model import WithBiasModel
    from rightreasons.debiasing.objectives import doubts, mean_loss
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
    from rightreasons.models.layers.word_embedding import WordEmbedding
    from rightreasons.models.settings import Size


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


def test_a_format_that_fails_on_what_is_not_its_own_spoils_no_refusal(
    command: Any, install: Install, tmp_path: Path
) -> None:
    install("own_format", FORMAT, format={"triples": "TRIPLES"})
    (tmp_path / "words").write_text("some words\nand more\n")
    done = command("audit", tmp_path / "words")
    assert (done.code, "words begins with 'some words' [RR207]" in done.err) == (3, True), done.err
    (tmp_path / "short.pairs").write_text("%pairs\nA man.\n")
    own = command("audit", tmp_path / "short.pairs")
    assert (own.code, "[RR010]" in own.err, "own_format" in own.err) == (2, True, True), own.err


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


REPORT_FORMAT = r'''
    """A run as tabulars, and a way to write it that is wrong."""

    from rightreasons.runs.folder import Run


    def tabular(run: Run) -> dict[str, str]:
        """Return figures as rows of a tabular, a file a finding."""
        return {
            f"{finding.measure}.tex": "".join(
                f"{figure.value} & {figure.n} \\\\\n"
                for figure in finding.figures.values()
            )
            for finding in run.findings
        }


    def headline(run: Run) -> str:
        """Return the headline alone."""
        return run.verdict.headline


    def outside(run: Run) -> dict[str, str]:
        """Return a file that is not in the folder."""
        return {"../escaped.txt": ""}


    def nothing(run: Run) -> None:
        """Return nothing."""
'''


def test_a_report_format_of_one_file_or_of_a_folder(
    command: Any, install: Install, data: Path, tmp_path: Path
) -> None:
    names = ("tabular", "headline", "outside", "nothing")
    install("own_report", REPORT_FORMAT, report_format={name: name for name in names})
    assert "Return figures as rows of a tabular" in command("ls", "report-formats").out
    run = tmp_path / "run"
    assert command("audit", data, "--measures", "label_balance", "-o", run).code == 0
    done = command("report", run, "--format", "tabular", "-o", tmp_path / "tables")
    assert done.code == 0, done.err
    rows = (tmp_path / "tables" / "label_balance.tex").read_text(encoding="utf-8").splitlines()
    assert len(rows) == len(read_run(run).findings[0].figures)
    assert all(row.endswith("\\\\") for row in rows)
    assert command("report", run, "--format", "headline", "-o", tmp_path / "line.txt").code == 0
    assert (tmp_path / "line.txt").read_text(encoding="utf-8") == read_run(run).verdict.headline


@pytest.mark.parametrize(
    ("name", "found"), [("outside", "'../escaped.txt'"), ("nothing", "NoneType"), ("headlin", "'headline'")]
)
def test_a_report_format_that_gives_no_text_writes_nothing(
    command: Any, install: Install, data: Path, tmp_path: Path, name: str, found: str
) -> None:
    install(
        "own_report", REPORT_FORMAT, report_format={each: each for each in ("outside", "nothing", "headline")}
    )
    run = tmp_path / "run"
    assert command("audit", data, "--measures", "label_balance", "-o", run).code == 0
    out = tmp_path / "out"
    done = command("report", run, "--format", name, "-o", out)
    assert (done.code, found in done.err) == (2, True), done.err
    assert not out.exists()


QUANTITY = '''
    """How surprising a set is, in bits: a quantity of its own."""

    from rightreasons.figures import Figure
    from rightreasons.findings import Finding
    from rightreasons.pairs import PairTable
    from rightreasons.statistics.results import Estimate

    QUANTITIES = {
        "surprise": {
            "units": ["bits"],
            "better": "less",
            "written": "number",
            "meaning": "Bits that the label of a row is worth.",
        }
    }


    def surprise(train: PairTable) -> Finding:
        """Bits of a label."""
        bits = Estimate(1.5, "bits", len(train), reason="no interval: an example")
        return Finding("surprise", train.name, "Bits.", "It has 1.5 bits.", [Figure("surprise", bits)])
'''


def test_a_measure_with_a_quantity_of_its_own(
    command: Any, install: Install, data: Path, tmp_path: Path
) -> None:
    install("own_quantity", QUANTITY, measure={"surprise": "surprise"})
    run = tmp_path / "run"
    done = command("audit", data, "--measures", "surprise", "-o", run)
    assert done.code == 0, done.err
    (finding,) = read_run(run).findings
    assert (finding.figures["surprise"].value, finding.figures["surprise"].unit) == (1.5, "bits")
    assert command("gate", run, "--require", "point(surprise.surprise) <= 2").code == 0


IN_A_VIEW = QUANTITY.replace("import Finding", "import Finding, View").replace(
    "bits)])", 'bits)], {"all": View("Bits", ("surprise",), ((1.5,),))})'
)


@pytest.mark.parametrize("source", [QUANTITY, IN_A_VIEW], ids=["figure", "view"])
def test_a_run_with_a_quantity_whose_plug_in_is_gone_says_so(
    command: Any, install: Install, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    install("own_quantity", source, measure={"surprise": "surprise"})
    run = tmp_path / "run"
    assert command("audit", data, "--measures", "surprise", "-o", run).code == 0
    monkeypatch.setattr(sys, "path", [each for each in sys.path if each != str(tmp_path / "site")])
    quantities.cache_clear()
    done = command("report", run, "-o", tmp_path / "page.html")
    assert (done.code, "[RR606]" in done.err) == (3, True)
    assert "'surprise'" in done.err
    assert "plug-in" in done.err


RULE_WITH = '''
    CODES = {codes}
    SIZES = {sizes}


    def {name}(record, policy):
        """Find nothing."""
        return iter(())
'''
MEASURE_WITH = '''
    QUANTITIES = {quantities}


    def {name}(train):
        """Measure nothing."""
'''
CODE = {"severity": "note", "name": "again", "meaning": "Again.", "remedy": "none"}
SIZE = {"value": 1, "reason": "again"}
BITS = {"units": ["bits"], "better": "less", "written": "number", "meaning": "Again."}


def rule(codes: Any = (), sizes: Any = ()) -> str:
    return RULE_WITH.format(name="again", codes=dict(codes), sizes=dict(sizes))


def measure(**quantities: Any) -> str:
    return MEASURE_WITH.format(name="again", quantities=quantities)


@pytest.mark.parametrize(
    ("source", "group", "name", "claim", "ours"),
    [
        (
            rule({"V321": CODE}),
            "verdict_rule",
            "again",
            "the code 'V321'",
            "rightreasons.verdicts, codes.yaml",
        ),
        (
            rule((), {"gain": SIZE}),
            "verdict_rule",
            "again",
            "the size 'gain'",
            "rightreasons.verdicts, policy.yaml",
        ),
        (rule(), "verdict_rule", "words", "the verdict rule 'words'", "rightreasons.verdicts.giveaways"),
        (
            measure(accuracy=BITS),
            "measure",
            "again",
            "the quantity 'accuracy'",
            "rightreasons, quantities.yaml",
        ),
        (measure(), "measure", "lengths", "the measure 'lengths'", "rightreasons.measures.data.lengths"),
    ],
)
def test_what_one_of_ours_claims_a_plug_in_cannot(
    command: Any, install: Install, data: Path, source: str, group: str, name: str, claim: str, ours: str
) -> None:
    install("own_claim", source, **{group: {name: "again"}})
    done = command("audit", data, "--measures", "label_balance")
    assert (done.code, done.out) == (2, "")
    assert "[RR006]" in done.err
    said = " ".join(done.err.split())
    assert f"{claim} is that of {ours} and of the plug-in own_claim (own_claim" in said


@pytest.mark.parametrize(
    ("source", "group", "name", "claim"),
    [
        (rule({"X001": CODE}), "verdict_rule", "", "the code 'X001'"),
        (rule((), {"tiny": SIZE}), "verdict_rule", "", "the size 'tiny'"),
        (measure(bits=BITS), "measure", "", "the quantity 'bits'"),
        (measure(), "measure", "same", "the measure 'same'"),
    ],
)
def test_what_one_plug_in_claims_another_cannot(
    command: Any, install: Install, data: Path, source: str, group: str, name: str, claim: str
) -> None:
    for module in ("one", "other"):
        install(module, source, **{group: {name or module: "again"}})
    done = command("audit", data, "--measures", "label_balance")
    assert (done.code, "[RR006]" in done.err) == (2, True)
    assert claim in done.err
    assert all(f"the plug-in {module} ({module}" in done.err for module in ("one", "other"))


def test_every_drill_of_the_docs_has_its_plug_in_here() -> None:
    text = (Path(__file__).resolve().parents[2] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = text.partition("| added | files touched | from outside |")[2].partition("\n\n")[0]
    drills = [line.split("|")[3].strip(" `") for line in table.splitlines()[2:]]
    assert len(drills) == 9
    assert set(drills) <= set(globals())
