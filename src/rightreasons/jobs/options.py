"""The options of every job, each set in one frozen dataclass: light, since the command line reads it first.

Options of reading stand in `rightreasons.sources.options`, those of models in
`rightreasons.predictors.options`, those of patterns in `rightreasons.artifacts.patterns.settings`, those of
swap sets in `rightreasons.challenges.swaps.options`, those of `discover` in
`rightreasons.discovery.options`, those of `reproduce` in `rightreasons.papers.options`,
those of `make sheet` and `make human-study` in `rightreasons.annotation.options`.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from rightreasons.errors import OptionError
from rightreasons.labels import CollapseRule
from rightreasons.options import Option, OptionSet
from rightreasons.printable import printable
from rightreasons.shortcuts import SHORTCUT_FAMILIES, is_mined
from rightreasons.sources.predictions.options import PredictionColumns

if TYPE_CHECKING:
    from rightreasons.verdicts import VerdictSettings

AUDIT_SEED, PROBE_SEED, TRAIN_SEED = 2018, 2019, 1
PARTS = ("train", "dev", "test")
Language = Annotated[str, Option("Language of the data, e.g. en or de; auto detects it from their words.")]
AuditSeed = Annotated[int, Option("Random seed.")]


@dataclass(frozen=True)
class VerdictOptions(OptionSet):
    """How the figures of a run are judged."""

    policy: Annotated[
        str | Path | None,
        Option("Effect-size thresholds (a policy file); default: verdicts/policy.yaml.", metavar="FILE"),
    ] = None
    allow: Annotated[
        tuple[str, ...], Option("Waive this issue, by its code, as V101; may be given again.")
    ] = ()

    def settings(self) -> "VerdictSettings":
        """Return them as `judge` takes them; errors are those of an unreadable policy and unknown codes."""
        from rightreasons.verdicts import VerdictSettings

        return VerdictSettings.of(self.policy, self.allow)


@dataclass(frozen=True)
class AuditOptions(OptionSet):
    """What changes the result of an audit, beyond the data."""

    measures: Annotated[
        tuple[str, ...],
        Option("Run only these measures, e.g. give_away_words,hypothesis_only; none: all.", listed=True),
    ] = ()
    group_by: Annotated[
        tuple[str, ...], Option("Group results by these columns, e.g. genre,annotator.", listed=True)
    ] = ()
    tokenisation: Annotated[str | None, Option("parse, treebank, word-punct, whitespace or characters.")] = (
        None
    )
    encoder: Annotated[
        str | None,
        Option(
            "Also a hypothesis-only model on the features of this pretrained encoder.",
            metavar="FOLDER|NAME",
            loads=True,
        ),
    ] = None
    seed: AuditSeed = AUDIT_SEED
    evidence: Annotated[int, Option("Write this many rows behind each figure.", least=0)] = 0
    language: Language = "auto"


GuardCost = Annotated[
    str | None,
    Option("What either error of a guard costs: miss=10,block=1.", metavar="miss=X,block=Y"),
]


def engine_named(text: str) -> str:
    """Return the name of an engine; any other text is refused."""
    from rightreasons.engine.engines import check_engine

    check_engine(text)
    return text


@dataclass(frozen=True)
class EngineOptions(OptionSet):
    """How data of any size are read and counted in blocks (docs/scale.md)."""

    engine: Annotated[
        str | None,
        Option(
            "Read DATA in blocks, in bounded memory: local, daft, ray or ray://ADDRESS; none: in one piece.",
            parse=engine_named,
            metavar="NAME",
        ),
    ] = None
    sample: Annotated[
        int,
        Option("With --engine: rows for what needs all rows at once; 0: it is left out.", least=0),
    ] = 200_000
    spill: Annotated[
        str | Path | None,
        Option(
            "With --engine: a folder for what is decompressed, and for what memory does not hold.",
            metavar="FOLDER",
        ),
    ] = None


@dataclass(frozen=True)
class WorkerOptions(OptionSet):
    """Where copies of a model are asked (docs/scale.md)."""

    engine: Annotated[
        str | None,
        Option(
            "Ask copies of MODEL in blocks of pairs: local, daft, ray or ray://ADDRESS; none: here.",
            parse=engine_named,
            metavar="NAME",
        ),
    ] = None


@dataclass(frozen=True)
class SampleOptions(OptionSet):
    """Which items of which challenges are asked."""

    per_group: Annotated[
        int | None, Option("Sample this many items of every group; intervals are stratified.", least=1)
    ] = None
    by: Annotated[tuple[str, ...], Option("Group column of labelled data; may be given again.")] = ()
    pairs: Annotated[
        tuple[str, ...], Option("Word pairs of swaps: wordnet, or a file; may be given again.")
    ] = ("wordnet",)
    seed: Annotated[int, Option("Random seed (samples, resampling, controls); hans is fixed.")] = PROBE_SEED


@dataclass(frozen=True)
class ProbeOptions(SampleOptions):
    """What changes the result of a probe, beyond model and challenges."""

    definition: Annotated[Literal["recommended", "sanchez-2018"], Option("Statistics of the behaviour.")] = (
        "recommended"
    )
    pattern_threshold: Annotated[
        float,
        Option(
            "Patterns of --train with p(label | pattern) above this count.", name="lambda", least=0, most=1
        ),
    ] = 0.8
    collapse: Annotated[CollapseRule, Option("How three labels become two; sum needs probabilities.")] = (
        "argmax"
    )
    allow_partial: Annotated[bool, Option("Score only items with a prediction; count the others.")] = False
    cost: GuardCost = None
    language: Language = "auto"
    data: Annotated[
        str | None, Option("Folder with the files of published challenge sets, such as breaking-nli.")
    ] = None
    label_check: Annotated[
        bool, Option("Continue without a verified label mapping; this is recorded.", name="no-label-check")
    ] = True


@dataclass(frozen=True)
class TrainOptions(OptionSet):
    """How a model is trained, beyond recipe and data."""

    seeds: Annotated[int, Option("Number of models, each with its own seed.", least=1)] = 1
    seed: Annotated[int, Option("Seed of the first model; the others follow it.", least=0)] = TRAIN_SEED
    encoder: Annotated[
        str | None,
        Option("The pretrained encoder that is fine-tuned.", metavar="FOLDER|NAME", loads=True),
    ] = None
    name: Annotated[
        str | None, Option("Name of the model; an encoder is named after itself and the data.")
    ] = None
    small: Annotated[bool, Option("The small version of the recipe: minutes on two cores.")] = False
    changes: Annotated[
        tuple[str, ...], Option("KEY=VALUE, as in epochs=3 or settings.hidden=100.", name="set")
    ] = ()
    vectors: Annotated[tuple[str, ...], Option("Word vectors; given again: joined in this order.")] = ()
    labels: Annotated[
        Literal["three", "two"] | None,
        Option("Two merges neutral and contradiction; default: as in the data."),
    ] = None
    augment: Annotated[Any, Option("Add hans[:N], hans-withheld-1 to -5, or data to the training data.")] = (
        None
    )
    debias: Annotated[str | None, Option("METHOD[:KEY=VALUE,...]; see `rightreasons ls methods`.")] = None
    workers: Annotated[int | None, Option("Seeds in parallel; by default as many as fit.", least=1)] = None
    parser: Annotated[
        str | None,
        Option("py:MODULE:FUNCTION: parses of sentences that have none, for a model of trees."),
    ] = None
    report_to: Annotated[str | None, Option("Logger: tensorboard, if installed.")] = None


@dataclass(frozen=True)
class GridOptions(OptionSet):
    """What part of a grid is searched, and by which figure of dev.

    By ``"hard"``, the best is chosen by accuracy on the dev pairs that patterns of the training data make
    hard. Liu et al. (2020) do not say by what they searched. Hard is the default, since the one choice they
    give a reason for, lambda of Table 7, was made so ("performs best on the hard subsets"). Which epoch of a
    training is kept is decided by all of dev, as they say.
    """

    over: Annotated[
        str | None, Option("Search this part of the grid only, as in gamma=1,3:alpha=1,5.", name="grid-over")
    ] = None
    by: Annotated[
        Literal["hard", "full"],
        Option(
            "Select the best point by dev accuracy on pairs that patterns of --train make hard, or on all.",
            name="grid-by",
        ),
    ] = "hard"


BY_SENTENCES = ("overlap", "negation")
"""Families of shortcuts that make groups where nothing is asked for."""


@dataclass(frozen=True)
class CompareOptions(OptionSet):
    """How runs are compared."""

    level: Annotated[float, Option("Nominal coverage of intervals.")] = 0.95
    cost: GuardCost = None
    prediction_columns: PredictionColumns = None
    marks: Annotated[
        tuple[str | Path, ...],
        Option(
            "Of runs of train: a folder of `make easy-hard`, or a CSV with pairID, idx and hardness (1 hard, "
            "0 easy); again: another."
        ),
    ] = ()
    groups: Annotated[
        tuple[str, ...],
        Option(
            "Of runs of train: accuracy by overlap, negation or another family of shortcuts that needs no "
            "training data (`ls shortcuts`), and gold label; again: another."
        ),
    ] = BY_SENTENCES

    def __post_init__(self) -> None:
        super().__post_init__()
        rules = [name for name in SHORTCUT_FAMILIES if not is_mined(name)]
        unknown = [name for name in self.groups if name.partition(":")[0] not in rules]
        if unknown:
            apart = [each.strip() for each in unknown[0].split(",")]
            raise OptionError(
                f"--groups {printable(unknown[0])}, which is no family of shortcuts",
                f"one of {', '.join(rules)}; marks and groups of challenges are compared in any case",
                " ".join(f"--groups {each}" for each in apart) if set(apart) <= set(rules) else "correct it",
            )
        if not 0 < self.level < 1:
            raise OptionError(f"a level of {self.level}", "a number between 0 and 1", "leave --level at 0.95")


@dataclass(frozen=True)
class GateOptions(OptionSet):
    """What runs are held against, and where the files of a gate go."""

    require: Annotated[
        tuple[str, ...],
        Option(
            "'NAME >= NUMBER' (>, <=, <), 'point(NAME) >= NUMBER' or 'NAME no-worse'; may be given "
            "again, and adds to those of --config."
        ),
    ] = ()
    baseline: Annotated[str | None, Option("Run of probe that 'no-worse' compares with.")] = None
    junit: Annotated[Path | None, Option("Write JUnit XML to this file.")] = None
    sarif: Annotated[Path | None, Option("Write SARIF to this file.")] = None
    summary: Annotated[
        Path | None, Option("Add a Markdown table to the end of this file.", env="GITHUB_STEP_SUMMARY")
    ] = None


@dataclass(frozen=True)
class HansOptions(OptionSet):
    """What a HANS set is made of; without a seed that of the recipe is taken, or 1."""

    per_subcase: Annotated[int, Option("Pairs in each subcase.")] = 1000
    seed: Annotated[int | None, Option("The same seed gives the same file; default 1.")] = None
    quirks: Annotated[
        Literal["official", "fixed"], Option("As published, errors included, or corrected.")
    ] = "official"
    subcases: Annotated[
        tuple[str, ...], Option("Make only these, e.g. ln_passive,sn_NP/Z.", listed=True)
    ] = ()
    without: Annotated[tuple[str, ...], Option("Omit these subcases.", listed=True)] = ()
    ids: Annotated[
        Literal["ours", "official"], Option("Ours contain seed and template; official: ex0, ex1, ...")
    ] = "ours"
    vocabulary: Annotated[str, Option("hans, harbour, or a YAML file of your own words.")] = "hans"
    recipe: Annotated[str | None, Option("evaluation, augmentation, withheld-1 to withheld-5.")] = None


Compared = Annotated[bool, Option("Omit the table of gains before and after.", name="no-audit")]


@dataclass(frozen=True)
class SplitOptions(OptionSet):
    """Which rows stay together in a split, and how large its parts are.

    Raises
    ------
    OptionError
        If `shares` are not three numbers that add up to 100, that of train above 0 and one other too.
    """

    by: Annotated[
        str,
        Option("Texts that no two parts share: hypothesis, premise, both, or a column.", metavar="BY"),
    ] = "both"
    shares: Annotated[str, Option("Per cent of the rows for train, dev and test; 0 leaves one out.")] = (
        "80,10,10"
    )
    seed: AuditSeed = AUDIT_SEED
    audit: Compared = True

    def __post_init__(self) -> None:
        super().__post_init__()
        try:
            numbers = [float(each) for each in self.shares.split(",")]
        except ValueError:
            numbers = []
        whole = len(numbers) == len(PARTS) and abs(sum(numbers) - 100) < 1e-6 and min(numbers) >= 0
        if not whole or not numbers[0] or not any(numbers[1:]):
            raise OptionError(
                f"--shares {printable(self.shares)}",
                "per cent for train, dev and test that add up to 100, train and one other above 0",
                "write --shares 80,10,10, or 80,0,20 for no dev",
            )

    @property
    def parts(self) -> dict[str, float]:
        """The share of the rows of every part that is made, by its name."""
        numbers = zip(PARTS, map(float, self.shares.split(",")), strict=True)
        return {name: number / 100 for name, number in numbers if number}


@dataclass(frozen=True)
class DownsampleOptions(OptionSet):
    """How instances are taken out."""

    mode: Annotated[Literal["debias", "rand"], Option("rand: the same size at random.")] = "debias"
    until_clean: Annotated[bool, Option("Repeat until no pattern is left.")] = False
    seed: AuditSeed = AUDIT_SEED
    audit: Compared = True


@dataclass(frozen=True)
class EasyHardOptions(OptionSet):
    """By what instances are easy or hard."""

    notion: Annotated[Literal["patterns", "model"], Option("By patterns, or by a hypothesis-only model.")] = (
        "patterns"
    )
    seed: AuditSeed = AUDIT_SEED


@dataclass(frozen=True)
class ChangeOptions(OptionSet):
    """Which changes are made of supported claims, and of how many."""

    kinds: Annotated[
        tuple[str, ...],
        Option("argument-swap, number-change, name-change or negation; again: another.", name="change"),
    ] = ()
    items: Annotated[int | None, Option("The most claims of each change.", least=1)] = None
    seed: AuditSeed = AUDIT_SEED
