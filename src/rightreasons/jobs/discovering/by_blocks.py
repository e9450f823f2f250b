"""Rules of data in blocks: searched in a sample of whole components, counted and tested in all rows."""

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from rightreasons.artifacts.equal_rows import HashedRows, is_among
from rightreasons.artifacts.overlap.instances import parses_of
from rightreasons.artifacts.row_tables import RowTable
from rightreasons.discovery.discovered import Discovery, Plan, candidates_of, proved_rules
from rightreasons.discovery.options import DiscoverOptions
from rightreasons.discovery.outcomes import Outcomes, gold_outcomes
from rightreasons.discovery.parts import Components
from rightreasons.discovery.proof import Flags
from rightreasons.discovery.stability import found_again
from rightreasons.engine.progress import Progress, silent
from rightreasons.engine.row_columns import RowColumn
from rightreasons.engine.running import Workplace
from rightreasons.errors import EmptyDataError
from rightreasons.findings import Finding
from rightreasons.jobs.auditing.blocks import chosen_rows
from rightreasons.jobs.auditing.by_blocks import checksum_of_blocks
from rightreasons.jobs.auditing.items import evidence_rows
from rightreasons.jobs.auditing.items_in_blocks import ItemBlocks
from rightreasons.jobs.block_sources import opened_source
from rightreasons.jobs.datasets import AuditData, described_rows, listed, versions
from rightreasons.jobs.discovering.counting import CountedRows, Lookup, counted_rows, held_everywhere
from rightreasons.jobs.discovering.result import EVIDENCE_SHOWN, JOB, RULES_FILE, Discovered, check_labels
from rightreasons.jobs.options import EngineOptions
from rightreasons.jobs.outcome import outcome_of
from rightreasons.labels import Label, in_order
from rightreasons.measures.discovery.rules import first_rows, rule_columns, rules
from rightreasons.pairs import LABEL_TYPE, PARSE_COLUMNS, PairTable
from rightreasons.runs.claims import one_writer
from rightreasons.runs.manifest import Manifest, manifest_from
from rightreasons.runs.workspace import Workspace, finished_run
from rightreasons.sentences.templates import fill
from rightreasons.shortcuts.rules import rules_text
from rightreasons.sources.blocks.source import PairSource
from rightreasons.sources.concatenation import concatenated
from rightreasons.sources.readings import DataReader
from rightreasons.text.language import language_of
from rightreasons.verdicts import VerdictSettings


@one_writer
def discover_in_blocks(
    given: tuple[Any, Any],
    reader: DataReader,
    options: DiscoverOptions,
    engine: EngineOptions,
    *,
    out: str | Path | None = None,
    progress: Progress = silent,
    by: VerdictSettings | None = None,
) -> Discovered | None:
    """Discover rules in data of any size, or return None where they have to be read in one piece.

    Parameters
    ----------
    given
        The data, and those that test the rules, which are read in one piece.
    reader, options, engine
        How they are read, how rules are searched, and where.
    out, progress, by
        As of `rightreasons.discover`.

    Raises
    ------
    RightReasonsError
        A coded error; nothing is written then.
    """
    data, test = given
    with opened_source(data, reader, engine, options.recorded(), out, progress) as opened:
        if opened is None:
            return None
        source, place = opened
        tests = tuple(reader.read(each, "test").with_gold() for each in listed(test))
        work = _Work(source, tests, place, options, engine, progress)
        return work.discover(None if out is None else Path(out), by or VerdictSettings())


@dataclass(frozen=True)
class _Work:
    """What is searched in blocks, and how."""

    source: PairSource
    tests: tuple[PairTable, ...]
    place: Workplace
    options: DiscoverOptions
    engine: EngineOptions
    progress: Progress

    def discover(self, out: Path | None, by: VerdictSettings) -> Discovered:
        """Count all rows, search some, test in all, and write the run."""
        counted = counted_rows(self.source, self.place, self.progress)
        of_data = sum(counted.sizes)
        more = self._new(counted.rows)
        rows = _Rows(self, counted.with_tables(more), more)
        check_labels(self.source.name, in_order(set(map(Label, rows.gold[:of_data].unique()))))
        plan = Plan(self.options.seed, self.options.rules, self.options.least, level=self.options.level)
        manifest = self._manifest(rows)
        if out is not None and (done := finished_run(out, manifest)) is not None:
            return Discovered(**outcome_of(done), by=by)
        workspace = None if out is None else Workspace(out, manifest)
        discovery = rows.discovered(plan, whole=bool(more))
        finding = rows.finding(discovery, plan)
        items = rows.items(discovery)
        shown = items.of_sample()
        evidence = evidence_rows(shown, (finding,), 1, "count")[:EVIDENCE_SHOWN]
        if workspace is not None:
            workspace.write_text(RULES_FILE, rules_text(each.candidate.rule for each in discovery.proved))
        made = Discovered(manifest, (finding,), (), shown, evidence, by=by)
        return made.sealed(workspace, items.write)

    def _new(self, rows: HashedRows) -> tuple[PairTable, ...]:
        """Return the rows of the tests whose premise is not in the data."""
        found = []
        for number, table in enumerate(self.tests, start=1):
            own = HashedRows.of(table).rows("exact", "premise")
            known = is_among(own, rows.rows("exact", "premise"))
            new = table.where(pl.Series(~known), "its premise is searched").named(self.source.name)
            ids = pl.lit(f"{number}:{table.name}:") + pl.col("id")
            found.append(replace(new, frame=new.frame.with_columns(id=ids)))
        if self.tests and not any(map(len, found)):
            raise EmptyDataError(
                "no row of the test data has a premise that is not searched",
                "other premises",
                "leave --test out",
            )
        return tuple(found)

    def _manifest(self, rows: "_Rows") -> Manifest:
        provenance, account = self.source.described(rows.counted.kept)
        whole = PairTable(pl.DataFrame(schema=self.source.schema), provenance, account)
        table = concatenated([whole, *rows.more], self.source.name, clash=False)
        found = dict(rows.gold.value_counts().iter_rows())
        counts = {label: int(found[label.value]) for label in rows.labels}
        first = next(each for each in self.source.pairs() if len(each))
        code = language_of(first.premises, first.hypotheses)
        told = described_rows(table, checksum_of_blocks(table), counts, code)
        given = self.options.recorded() | {"sample": self.engine.sample}
        return manifest_from({"job": JOB, "data": [told], "options": given, "versions": versions()})


@dataclass(frozen=True)
class _Rows:
    """All rows: those of the blocks, then those of the tests; as `Labelled` as figures need them.

    Parameters
    ----------
    work
        Where they come from.
    counted
        What they come to.
    more
        Those of the tests.
    """

    work: _Work
    counted: CountedRows
    more: tuple[PairTable, ...]

    @property
    def name(self) -> str:
        """What the data are called."""
        return self.work.source.name

    @cached_property
    def gold(self) -> pl.Series:
        """Gold label of every row."""
        names = pl.Series("label", [label.value for label in Label], dtype=LABEL_TYPE)
        return names.gather(self.counted.rows.labels.whole())

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        """The labels that occur."""
        return in_order(map(Label, self.gold.unique()))

    @cached_property
    def components(self) -> Components:
        """Rows that share a text."""
        return Components.of_hashed(self.counted.rows)

    @cached_property
    def outcomes(self) -> Outcomes:
        """Gold, by position among the labels."""
        by_name = {label.value: place for place, label in enumerate(self.labels)}
        codes = self.gold.cast(pl.String).replace_strict(by_name, return_dtype=pl.Int64).to_numpy()
        return gold_outcomes(self.labels, codes)

    @property
    def lookup(self) -> Lookup:
        """How predicates are looked up in a part of them."""
        parsed = [
            frozenset(name for name in PARSE_COLUMNS if parses_of(each.frame, name)[0] is not None)
            for each in self.more
        ]
        return Lookup(self.counted.words, frozenset.intersection(*self.work.source.parsed, *parsed))

    def discovered(self, plan: Plan, *, whole: bool) -> Discovery:
        """Search a sample of the rows to be searched, and test in all others.

        Parameters
        ----------
        plan
            How.
        whole
            Whether all rows of the blocks are to be searched, and those of the tests test.
        """
        of_data = np.arange(len(self.gold)) < sum(self.counted.sizes)
        own = of_data if whole else self.components.searched(plan.seed, plan.share)
        most = self.work.engine.sample
        searched = own if most >= own.sum() else self.components.part(plan.seed, most, own)
        table = self.table(searched)
        outcomes = replace(self.outcomes, classes=self.outcomes.classes[searched])
        counted = np.ones(len(table), dtype=np.bool_)
        found = candidates_of(self.lookup.block(table), outcomes, counted, plan)
        asked = [each.rule for each in found.candidates]
        held = held_everywhere(
            self.work.source, self.more, asked, self.lookup, self.work.place, self.work.progress
        )
        return proved_rules(found, held, self.outcomes, (searched, ~own), self.components, plan)

    def table(self, chosen: Flags) -> PairTable:
        """Return some rows."""
        work, sizes = self.work, self.counted.sizes
        end = sum(sizes)
        parts = list(chosen_rows(work.source, sizes, chosen[:end], work.place, work.progress))
        for table in self.more:
            parts.append(replace(table, frame=table.frame.filter(chosen[end : end + len(table)])))
            end += len(table)
        return concatenated(parts, self.name, clash=False)

    def finding(self, discovery: Discovery, plan: Plan) -> Finding:
        """Return what was found as a finding, with a note where a sample was searched."""

        def again(other: Plan) -> Discovery:
            return self.discovered(other, whole=False)

        splits = self.work.options.splits
        stability = found_again(discovery, plan, splits, again) if splits else None
        searched, tested = int(discovery.searched.sum()), int(discovery.tested.sum())
        left = len(self.gold) - tested
        found = rules(self, discovery, None, plan.level, stability=stability)
        if searched == left:
            return found
        note = fill("rules.sampled", rows=searched, of=left, tested=tested, all=len(self.gold))
        return replace(found, notes=(note,))

    def items(self, discovery: Discovery) -> ItemBlocks:
        """Return all rows with what is said of them; shown are those searched, and the first of each rule."""
        shown = discovery.searched.copy()
        shown[first_rows(self, discovery)] = True

        def columns(frame: pl.DataFrame) -> pl.DataFrame:
            return rule_columns(discovery, frame["place"].to_numpy())

        places = RowTable({"place": RowColumn.of(np.arange(len(self.gold)))}, columns)
        work = self.work
        data = AuditData(self.table(shown), {})
        said = {data.train.name: {"rules": places}}
        return ItemBlocks(
            work.source, data, (), said, shown, self.counted.sizes, work.progress, more=self.more
        )
