"""Searches rules that predict the gold label, or that a model follows where gold does not."""

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.discovery.beside_gold import beside_gold
from rightreasons.discovery.discovered import Discovery, Found, Plan, discovered
from rightreasons.discovery.options import DiscoverOptions
from rightreasons.discovery.outcomes import gold_outcomes, model_outcomes
from rightreasons.discovery.parts import SEARCHED, SEARCHED_OF_MODEL, Components
from rightreasons.discovery.stability import stability
from rightreasons.engine.progress import Progress, silent
from rightreasons.errors import EmptyDataError, MeasureInputError, OptionError
from rightreasons.findings import Finding
from rightreasons.jobs.auditing.items import all_items, evidence_rows
from rightreasons.jobs.auditing.outgrown import refuse_outgrown
from rightreasons.jobs.datasets import AuditData, described, listed, read_training, versions
from rightreasons.jobs.discovering.by_blocks import discover_in_blocks
from rightreasons.jobs.discovering.result import EVIDENCE_SHOWN, JOB, RULES_FILE, Discovered, check_labels
from rightreasons.jobs.options import EngineOptions, VerdictOptions
from rightreasons.jobs.outcome import outcome_of
from rightreasons.jobs.probed_runs import probed_model
from rightreasons.keywords import DiscoverKeywords
from rightreasons.labels import Label, in_order
from rightreasons.measures.discovery.hypothesis_strata import hypothesis_strata
from rightreasons.measures.discovery.rules import rules
from rightreasons.measures.discovery.wording import Beside
from rightreasons.options import divided, options_shown
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.printable import printable
from rightreasons.runs.claims import one_writer
from rightreasons.runs.folder import Run, read_run
from rightreasons.runs.manifest import Manifest, manifest_from
from rightreasons.runs.workspace import Workspace, finished_run
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.predicates.predicate import TOKENISATION
from rightreasons.shortcuts.rule import Rule
from rightreasons.shortcuts.rules import rules_text
from rightreasons.sources.concatenation import concatenated
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.readings import DataReader
from rightreasons.statistics.clustered import clustered_proportion
from rightreasons.statistics.results import Estimate
from rightreasons.verdicts import VerdictSettings

BYTES_A_PAIR = 5_600
"""Memory that rules in one piece take for a pair, measured on 550,152 (docs/discover.md)."""
_Codes = npt.NDArray[np.int64]


@dataclass(frozen=True)
class _Subject:
    """What rules are sought in.

    Parameters
    ----------
    pairs
        The pairs, every one with gold.
    tested
        Which rows test rules; None: a third of them, or of a model half.
    said
        What the model says of each, where rules of a model are sought.
    model
        Its name.
    """

    pairs: PairTable
    tested: npt.NDArray[np.bool_] | None = None
    said: pl.Series | None = None
    model: str = ""


@options_shown(DiscoverOptions, EngineOptions, ReadOptions, VerdictOptions)
@one_writer
def discover(
    data: Any = None,
    *,
    test: Any = None,
    probe: str | Path | Run | None = None,
    train: Any = None,
    out: str | Path | None = None,
    progress: Progress = silent,
    **options: Unpack[DiscoverKeywords],
) -> Discovered:
    """Search for rules that predict the gold label, or that a model follows where gold does not.

    Parameters
    ----------
    data
        Anything `read_pairs` reads, or a PairTable; None: rules of the model of `probe` are sought. With a
        file of predictions as `probe` it is what was predicted.
    test
        Data that the rules are tested on; None: a third of `data`.
    probe
        A run of `probe`, or a file of predictions.
    train
        With `probe`: whether these data reward its rules.
    out
        Folder of the run; the same work there is taken up again, other work is an error.
    progress
        Where long work says how far it is.
    **options
        Fields of `DiscoverOptions`, `EngineOptions`, `ReadOptions` and `VerdictOptions`.

    Raises
    ------
    OptionError
        If neither data nor a probe is given, or what does not go with it.
    MeasureInputError
        If the probe has no sentences, or data have one label.

    Examples
    --------
    >>> discover("train.jsonl", test="test.jsonl").verdict.headline  # doctest: +SKIP
    """
    chosen, engine, reading, judging = divided(
        options, DiscoverOptions, EngineOptions, ReadOptions, VerdictOptions
    )
    given = (data, test, probe, train)
    return run_discovery(
        given, DataReader(reading), chosen, out, progress, engine=engine, by=judging.settings()
    )


def run_discovery(
    given: tuple[Any, Any, Any, Any],
    reader: DataReader,
    options: DiscoverOptions,
    out: str | Path | None = None,
    progress: Progress = silent,
    *,
    engine: EngineOptions | None = None,
    by: VerdictSettings | None = None,
) -> Discovered:
    """Discover rules in what was given: data, test, probe, train. See `discover`."""
    by, engine = by or VerdictSettings(), engine or EngineOptions()
    data, test, probe, train = given
    if engine.engine is not None:
        _refuse_in_blocks(given, options, engine)
        made = discover_in_blocks((data, test), reader, options, engine, out=out, progress=progress, by=by)
        if made is not None:
            return made
    else:
        refuse_outgrown(data, command="discover", a_pair=BYTES_A_PAIR)
    if probe is not None:
        if options.base == "hypothesis":
            raise OptionError(
                "--base hypothesis with --probe",
                "data: the hypothesis alone is a base model of gold labels",
                "leave --base out",
            )
        _refuse(test, "--test", "--probe: rules of a model are tested on half of what it was probed on")
        subject = _probed(probe, data, reader)
    elif data is None:
        raise OptionError("neither data nor --probe", "one of them", "name a file, or give --probe RUN")
    else:
        _refuse(train, "--train", "data: it tells whether training rewards the rules of a model")
        subject = _of_data(data, test, reader)
    training = {each.name: each for each in (read_training(one, reader) for one in listed(train))}
    manifest = _manifest(subject, training, options)
    folder = Path(out) if out is not None else None
    if folder is not None:
        done = finished_run(folder, manifest)
        if done is not None:
            return Discovered(**outcome_of(done), by=by)
    workspace = Workspace(folder, manifest) if folder is not None else None
    progress("rules", 0, 1)
    finding, found = _finding(subject, training, options)
    progress("rules", 1, 1)
    items = all_items(AuditData(subject.pairs, {}), (finding,))
    if subject.said is not None:
        items = items.with_columns(predicted=subject.said.cast(pl.String))
    evidence = evidence_rows(items, (finding,), 1, "count")[:EVIDENCE_SHOWN]
    if workspace is not None:
        workspace.write_text(RULES_FILE, rules_text(found))
    made = Discovered(manifest, (finding,), (), items, evidence, by=by)
    return made.sealed(workspace)


def _refuse_in_blocks(
    given: tuple[Any, Any, Any, Any], options: DiscoverOptions, engine: EngineOptions
) -> None:
    """Refuse what needs all rows at once."""
    if given[2] is not None:
        found, remedy = "--engine with --probe", "leave --engine out: a probe's answers are in memory"
    elif options.base == "hypothesis":
        found, remedy = "--engine with --base hypothesis", "leave one out: that model needs all rows at once"
    elif not engine.sample:
        found, remedy = "--engine with --sample 0", "give --sample, the rows that are searched"
    else:
        return
    raise OptionError(found, "data, with --base labels, and rows to search", remedy)


def _refuse(value: Any, option: str, beside: str) -> None:
    if listed(value):
        raise OptionError(f"{option} with {beside}", "one of the two", f"leave {option} out")


def _of_data(data: Any, test: Any, reader: DataReader) -> _Subject:
    pairs = reader.read(data).with_gold()
    check_labels(pairs.name, pairs.labels)
    tests = [reader.read(each, "test").with_gold() for each in listed(test)]
    if not tests:
        return _Subject(pairs)
    known = pairs.premises.unique().implode()
    new = [each.where(~pl.col("premise").is_in(known), "its premise is searched") for each in tests]
    both = concatenated([pairs, *new], pairs.name)
    if len(both) == len(pairs):
        raise EmptyDataError(
            "no row of the test data has a premise that is not searched", "other premises", "leave --test out"
        )
    return _Subject(both, np.arange(len(both)) >= len(pairs))


def _probed(probe: Any, data: Any, reader: DataReader) -> _Subject:
    with ExitStack() as stack:
        run = probe if isinstance(probe, Run) else None
        if run is None and Path(probe).is_file():
            folder = Path(stack.enter_context(TemporaryDirectory())) / Path(probe).name.partition(".")[0]
            on = [reader.read(each) for each in listed(data)]
            run = probed_model(Path(probe), on, folder, label_check=True)
        elif data is not None:
            raise OptionError("data with a run as --probe", "one of them", "leave the data out")
        run = read_run(probe) if run is None else run
        return _subject_of(run)


def _subject_of(run: Run) -> _Subject:
    items = run.items()
    name = printable(run.path.name)
    if "answer" not in items.columns:
        raise MeasureInputError(
            f"'{name}' is no probe", "a run of `rightreasons probe`", "probe the model, then give that run"
        )
    answered = items.filter(pl.col("answer").is_not_null() & pl.col("label").is_not_null())
    told = answered.filter(pl.col("premise").is_not_null() & pl.col("hypothesis").is_not_null())
    if not told.height:
        raise MeasureInputError(
            f"the probe '{name}' has no row with sentences, gold and an answer",
            "sentences of what was answered",
            "probe again with the data that were predicted: --on DATA",
        )
    frame = _in_two_labels(told)
    ids = frame["id"] if frame["id"].is_unique().all() else frame["set"] + ":" + frame["id"]
    parts = frame.select(pl.Series("id", ids), "premise", "hypothesis", pl.col("label").cast(LABEL_TYPE))
    lost = items.height - told.height
    account = Account(items.height, told.height)
    account = replace(account).drop("no sentence, gold or answer", lost, chosen=False) if lost else account
    sets = told["set"].unique(maintain_order=True).to_list()
    pairs = PairTable(
        parts, Provenance(" + ".join(sets)), Account(told.height, told.height) if lost else account
    )
    model = run.manifest.model.name if run.manifest.model is not None else run.path.name
    check_labels(pairs.name, pairs.labels)
    return _Subject(pairs, said=frame["answer"].cast(LABEL_TYPE), model=str(model))


def _in_two_labels(frame: pl.DataFrame) -> pl.DataFrame:
    """Return labels and answers as entailment or not where any of either is non-entailment."""
    not_entailed = Label.NON_ENTAILMENT.value
    names = pl.concat([frame["label"].cast(pl.String), frame["answer"].cast(pl.String)]).unique()
    if not_entailed not in names:
        return frame
    return frame.with_columns(
        pl.when(pl.col(name).cast(pl.String) == Label.ENTAILMENT.value)
        .then(pl.lit(Label.ENTAILMENT.value))
        .otherwise(pl.lit(not_entailed))
        .alias(name)
        for name in ("label", "answer")
    )


def _finding(
    subject: _Subject, training: Mapping[str, PairTable], options: DiscoverOptions
) -> tuple[Finding, list[Rule]]:
    pairs, block = subject.pairs, Block(subject.pairs)
    components = Components.of(pairs)
    labels = _labels(subject)
    gold = _places(pairs.gold, labels)
    said = None if subject.said is None else _places(subject.said, labels)
    outcomes = gold_outcomes(labels, gold) if said is None else model_outcomes(labels, gold, said)
    beyond = options.base == "hypothesis"
    plan = Plan(
        options.seed,
        options.rules,
        options.least,
        level=options.level,
        share=SEARCHED if said is None else SEARCHED_OF_MODEL,
        of_pairs=beyond,
    )
    strata = (
        hypothesis_strata(pairs, block.tokens("hypothesis", TOKENISATION), options.seed) if beyond else None
    )
    discovery = discovered(
        pairs,
        outcomes,
        plan,
        strata=strata,
        block=block,
        components=components,
        done=None if subject.tested is None else ~subject.tested,
    )
    again = (
        stability(discovery, block, outcomes, plan, options.splits, strata=strata, components=components)
        if options.splits
        else None
    )
    beside = None
    if said is not None:
        held = [each.proof.rows for each in discovery.rules]
        codes = [labels.index(each.candidate.rule.label) for each in discovery.rules]
        beside = Beside(
            subject.model,
            beside_gold(held, codes, gold, said, ~discovery.searched, components.of_rows, options.level),
            {name: _rewarded(discovery, each, options.level) for name, each in training.items()},
            float((gold != said).mean()),
        )
    found = [each.candidate.rule for each in discovery.proved]
    finding = rules(pairs, discovery, beside, options.level, beyond_hypothesis=beyond, stability=again)
    return finding, found


def _labels(subject: _Subject) -> tuple[Label, ...]:
    names = {*subject.pairs.labels}
    if subject.said is not None:
        names |= {Label(name) for name in subject.said.unique()}
    return in_order(names)


def _places(labels: pl.Series, order: tuple[Label, ...]) -> _Codes:
    by_name = {label.value: place for place, label in enumerate(order)}
    return labels.cast(pl.String).replace_strict(by_name, return_dtype=pl.Int64).to_numpy()


def _rewarded(discovery: Discovery, train: PairTable, level: float) -> tuple[tuple[Estimate, Estimate], ...]:
    """Return of each rule the share of its label in training data where it holds, and elsewhere."""
    train = train.with_gold()
    block, components = Block(train), Components.of(train)
    return tuple(_shares(each, train, block, components, level) for each in discovery.rules)


def _shares(
    found: Found, train: PairTable, block: Block, components: Components, level: float
) -> tuple[Estimate, Estimate]:
    rule = found.candidate.rule
    held = rule.holds(block)
    own = [rule.label.value]
    if rule.label == Label.NON_ENTAILMENT:
        own = [each.value for each in Label if each != Label.ENTAILMENT]
    right = train.gold.cast(pl.String).is_in(own).to_numpy()
    inside, outside = (
        clustered_proportion(right[rows], components.of_rows[rows], level=level)
        if rows.any()
        else Estimate(None, "proportion", 0, reason="no such row")
        for rows in (held, ~held)
    )
    return inside, outside


def _manifest(subject: _Subject, training: Mapping[str, PairTable], options: DiscoverOptions) -> Manifest:
    payload: dict[str, Any] = {
        "job": JOB,
        "data": [described(subject.pairs)],
        "options": options.recorded() | ({"model": subject.model} if subject.said is not None else {}),
        "versions": versions(),
    }
    if training:
        payload["train"] = described(next(iter(training.values())))
    return manifest_from(payload)
