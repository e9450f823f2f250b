"""An audit of data in blocks: what adds up is counted in all rows, all else is measured on a sample."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from rightreasons.artifacts.component_samples import RowSample, component_sample, few_rows
from rightreasons.artifacts.means import in_words_of
from rightreasons.artifacts.row_tables import Table
from rightreasons.artifacts.templates import template_column
from rightreasons.artifacts.written_rows import NeedsAllRowsError
from rightreasons.cross_fitting.folds import folds_of, largest_allowed
from rightreasons.engine.memory import remembering
from rightreasons.engine.progress import Progress, silent
from rightreasons.engine.running import Workplace
from rightreasons.errors import OptionError
from rightreasons.findings import Finding
from rightreasons.jobs.auditing.blocks import Counted, blocks_of, chosen_rows, counted_source, parts_of
from rightreasons.jobs.auditing.items import evidence_rows
from rightreasons.jobs.auditing.items_in_blocks import ItemBlocks
from rightreasons.jobs.auditing.taking import (
    Audit,
    audit_of,
    check_groups,
    check_labels,
    checked_measures,
    steps,
    taken,
)
from rightreasons.jobs.block_sources import opened_source
from rightreasons.jobs.datasets import AuditData, described, described_rows, gather_tests, versions
from rightreasons.jobs.options import AuditOptions, EngineOptions
from rightreasons.labels import Label
from rightreasons.measures.blocks import Blocks
from rightreasons.measures.data.inputs import AuditInputs, PreparedTexts
from rightreasons.measures.inputs import Measure
from rightreasons.measures.side_by_side import ReadRows, reading
from rightreasons.options import plain
from rightreasons.pairs import SENTENCES, PairTable
from rightreasons.references import NotTested
from rightreasons.runs.claims import one_writer
from rightreasons.runs.manifest import Manifest, manifest_from
from rightreasons.runs.workspace import Workspace, finished_run
from rightreasons.sentences.sentence import Sentence
from rightreasons.sentences.templates import fill
from rightreasons.sources.blocks.source import PairSource
from rightreasons.sources.readings import DataReader
from rightreasons.text.language import language_of
from rightreasons.text.tokenisations import choose_tokenisation
from rightreasons.verdicts import VerdictSettings

MOST_IN_ORDER = 5_000_000
"""Of more rows, patterns, lengths and overlap are of the sample: they take some 400 and 160 bytes a row."""
_OF_LANGUAGE = 1_000
"""Rows that say of which language the data are where there is no sample."""


@one_writer
def audit_in_blocks(
    data: tuple[Any, Any],
    reader: DataReader,
    options: AuditOptions,
    engine: EngineOptions,
    *,
    out: str | Path | None = None,
    progress: Progress = silent,
    by: VerdictSettings | None = None,
) -> Audit | None:
    """Audit data of any size, or return None where they have to be read in one piece.

    Parameters
    ----------
    data
        The data, and the sets to score on, which are read in one piece.
    reader, options, engine
        How they are read, what is measured, and where.
    out, progress, by
        As of `rightreasons.audit`.

    Raises
    ------
    RightReasonsError
        A coded error; nothing is written then.
    """
    audited, tests = data
    with opened_source(audited, reader, engine, options.recorded(), out, progress) as opened:
        if opened is None:
            return None
        source, place = opened
        _refuse_splits(source, tests)
        work = _Work(source, gather_tests(tests, reader, source.name), place, options, engine, progress)
        return work.audit(None if out is None else Path(out), by or VerdictSettings())


def _refuse_splits(source: PairSource, tests: Any) -> None:
    """Refuse several splits in one: each is a set of its own, which is named."""
    if (
        "split" in source.schema
        and not tests
        and any(not each.file.sheet.options.split for each in source.blocks)
    ):
        raise OptionError(
            f"'{source.name}' says of its rows which split they are of",
            "one split, with --engine",
            "name it, and the others as tests: DATA:train --test DATA:dev",
        )


@dataclass(frozen=True)
class _Work:
    """What an audit in blocks is about, and how."""

    source: PairSource
    tests: Mapping[str, PairTable]
    place: Workplace
    options: AuditOptions
    engine: EngineOptions
    progress: Progress

    def audit(self, out: Path | None, by: VerdictSettings) -> Audit:
        """Count all rows, sample some, measure, and write the run."""
        measures = checked_measures(self.options)
        counting = self._counting(tuple(measures))
        tokenisation = self.options.tokenisation or self._tokenisation()
        counted = counted_source(self.source, tuple(counting), tokenisation, self.place, self.progress)
        rows = sum(counted.sizes)
        drawn = self._drawn(counted, rows)
        data = AuditData(self._sample(counted, drawn), self.tests)
        check_labels(data.train)
        check_groups(data, self.options.group_by)
        code = language_of(data.train.premises, data.train.hypotheses, stated=self.options.language)
        manifest = self._manifest(data, counted, tokenisation, code)
        if out is not None and (done := finished_run(out, manifest)) is not None:
            return audit_of(done, self.options, by)
        workspace = None if out is None else Workspace(out, manifest)
        texts = PreparedTexts(data.splits, tokenisation)
        inputs = AuditInputs(
            data.splits,
            texts,
            group_by=self.options.group_by,
            language=code,
            seed=self.options.seed,
            progress=self.progress,
        )
        exact, columns = self._exact(measures, counted, inputs)
        taken_whole = {each.measure for each in exact}
        others = {name: measure for name, measure in measures.items() if name not in taken_whole}
        on_sample, missing = self._on_sample(others, inputs, data, workspace, drawn, rows)
        order = {name: place for place, name in enumerate(measures)}
        findings = tuple(sorted((*exact, *on_sample), key=lambda each: order.get(each.measure, len(order))))
        items = ItemBlocks(self.source, data, on_sample, columns, drawn.rows, counted.sizes, self.progress)
        shown = items.of_sample()
        evidence = evidence_rows(shown, findings, self.options.evidence)
        made = Audit(manifest, findings, missing, shown, evidence, by=by)
        return made.sealed(workspace, items.write)

    def _counting(self, measures: Sequence[str]) -> Mapping[str, Blocks[Any]]:
        """Return what is counted in all rows; of very many no patterns, which would fill memory."""
        found = blocks_of(measures, self.source.schema.names())
        if self.tests or self.options.group_by:
            found = {name: how for name, how in found.items() if not how.alone}
        if self.source.rows <= MOST_IN_ORDER:
            return found
        return {name: how for name, how in found.items() if not how.grows}

    def _tokenisation(self) -> str:
        """Return the tokenisation of all sets: by the first block, and by parses that every row has."""
        first = next(table for table in self.source.pairs() if len(table))
        tables = (first, *self.tests.values())
        parsed = all(each.parse_column(side) for each in self.tests.values() for side in SENTENCES)
        parsed = parsed and all(self.source.has_parses(side) for side in SENTENCES)
        return choose_tokenisation([parsed], [each.hypotheses for each in tables])

    def _drawn(self, counted: Counted, rows: int) -> RowSample:
        if not self.engine.sample:
            return few_rows(rows, _OF_LANGUAGE)
        return component_sample(counted.rows, min(self.engine.sample, rows), self.options.seed)

    def _sample(self, counted: Counted, drawn: RowSample) -> PairTable:
        tables = list(chosen_rows(self.source, counted.sizes, drawn.rows, self.place, self.progress))
        provenance, account = self.source.described(counted.kept)
        if drawn.largest > largest_allowed(folds_of(sum(counted.sizes))):
            provenance = replace(provenance, is_linked=True)
        return PairTable(pl.concat([each.frame for each in tables]), provenance, account)

    def _manifest(self, data: AuditData, counted: Counted, tokenisation: str, code: str) -> Manifest:
        kept = [each.counts for each in counted.kept.values()]
        sums = {label: sum(each.get(label, 0) for each in kept) for label in Label}
        counts = {label: rows for label, rows in sums.items() if rows}
        train = described_rows(data.train, checksum_of_blocks(data.train), counts, code)
        given = {name: value for name, value in self.options.recorded().items() if name != "encoder"}
        return manifest_from(
            {
                "job": "audit",
                "data": [train, *(described(each, self.options.language) for each in self.tests.values())],
                "bundled": False,
                "options": {**given, "tokenisation": tokenisation, "sample": self.engine.sample},
                "versions": versions(),
            }
        )

    def _exact(
        self, measures: Mapping[str, Measure], counted: Counted, inputs: AuditInputs
    ) -> tuple[list[Finding], dict[str, dict[str, Table]]]:
        """Return the findings that are counted in all rows, and what they say of every row, by set."""
        of_tests = {
            name: parts_of(table, tuple(counted.parts), inputs.texts.tokenisation)
            for name, table in self.tests.items()
        }
        read: dict[str, ReadRows] = {name: reading(table) for name, table in self.tests.items()}
        read[inputs.train.name] = self._reading(counted)
        findings: list[Finding] = []
        columns: dict[str, dict[str, Table]] = {}
        on_sample = len(inputs.train) == sum(counted.sizes) or template_column(inputs.train) is not None
        for name, how in blocks_of(tuple(counted.parts)).items():
            if how.alone and on_sample:
                continue
            parts = {inputs.train.name: counted.parts[name]}
            parts |= {test: each[name] for test, each in of_tests.items()}
            for _, test in steps(name, measures[name], self.tests):
                try:
                    found, of_rows = how.finding(parts, test, inputs.language, inputs.seed, read)
                except NeedsAllRowsError:
                    continue
                findings.append(in_words_of(inputs.train.provenance, found))
                for of, frame in of_rows.items():
                    columns.setdefault(of, {})[name] = frame
        return findings, columns

    def _reading(self, counted: Counted) -> ReadRows:
        """Return what gives some of all rows, of the blocks that these are in."""

        def read(places: Sequence[int]) -> Sequence[Mapping[str, Any]]:
            chosen = np.zeros(sum(counted.sizes), dtype=np.bool_)
            chosen[list(places)] = True
            tables = chosen_rows(self.source, counted.sizes, chosen, self.place, silent)
            rows = (row for table in tables for row in reading(table)(range(len(table))))
            found = dict(zip(np.flatnonzero(chosen).tolist(), rows, strict=True))
            return [found[place] for place in places]

        return read

    def _on_sample(
        self,
        measures: Mapping[str, Measure],
        inputs: AuditInputs,
        data: AuditData,
        workspace: Workspace | None,
        drawn: RowSample,
        rows: int,
    ) -> tuple[tuple[Finding, ...], tuple[NotTested, ...]]:
        if not self.engine.sample and len(data.train) < rows:
            reason = fill("blocks.needs_all", all=rows)
            remedy = f"--sample {min(rows, EngineOptions().sample)}"
            return (), tuple(NotTested(name, None, reason, remedy) for name in measures)
        with remembering():  # of the sample alone: each block has a memory of its own
            found, missing = taken(measures, inputs, data, self.options, workspace)
        if len(data.train) == rows:
            return found, missing
        note = self._note(drawn.most_rows, {"rows": len(data.train), "all": rows})
        return tuple(replace(each, notes=(note, *each.notes)) for each in found), missing

    @staticmethod
    def _note(most_rows: tuple[int, ...] | None, of: Mapping[str, int]) -> Sentence:
        """Return of how many rows a measure was taken, and what was drawn together."""
        if most_rows is None:
            return fill("blocks.sampled", **of)
        premise, hypothesis = most_rows
        return fill("blocks.sampled_apart", **of, most_of_premise=premise, most_of_hypothesis=hypothesis)


def checksum_of_blocks(table: PairTable) -> str:
    """Return the SHA-256 of what tells data in blocks apart: their files, and how they are read."""
    told = [plain(each.sha256) for each in table.provenance.files]
    read = [dict(table.provenance.columns), dict(table.provenance.label_map), table.account.kept]
    return hashlib.sha256(json.dumps([told, read], sort_keys=True).encode()).hexdigest()
