"""What `make sheet` does: sheets for people, of swap sets or of the cells of a run, and what they answer."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import polars as pl

from rightreasons.annotation.answers import read_answers
from rightreasons.annotation.cells import cell_finding, change_finding, draw_cells, draw_changes
from rightreasons.annotation.dealing import dealt, placed
from rightreasons.annotation.options import CellSheetOptions, ChangeSheetOptions, SwapSheetOptions
from rightreasons.annotation.questions import SWAP_LABEL, Question, question_named, question_of, wording
from rightreasons.annotation.sheet import Sheet, SheetItem, sheet_csv, sheet_page
from rightreasons.annotation.swap_items import to_annotate
from rightreasons.annotation.swap_labels import annotation_finding, relabelled
from rightreasons.challenges.swaps.swap_files import read_swap_rows, write_swap_rows
from rightreasons.errors import FileMissingError, OptionError, RunUnreadableError
from rightreasons.findings import Finding
from rightreasons.jobs.datasets import versions, whole_set
from rightreasons.jobs.making.sets import changed_rows
from rightreasons.jobs.outcome import Outcome, outcome_of
from rightreasons.pairs import SourceFile
from rightreasons.printable import printable
from rightreasons.runs.folder import MANIFEST, read_run
from rightreasons.runs.made_folders import made_folder
from rightreasons.runs.manifest import manifest_from
from rightreasons.runs.workspace import Workspace, finished_run
from rightreasons.streams.files import file_bytes

KEY = "key.jsonl"
SHEETS = "sheets"
SETS = "sets"
SWAPS, CELLS, CHANGES = "swaps", "cells", "changes"
CHANGED_CLAIM = "changed-claim"


def make_swap_sheets(swaps: Path, out: Path, options: SwapSheetOptions | None = None) -> Mapping[str, Any]:
    """Write the sheets on which people judge instances of swap sets.

    Parameters
    ----------
    swaps
        A folder of swap sets.
    out
        A folder: ``sheets/NAME.csv`` and ``sheets/NAME.html``; ``key.jsonl`` and ``sets`` (what people
        must not see); ``manifest.json``.
    options
        See `rightreasons.annotation.swap_items.to_annotate`.

    Returns
    -------
    Mapping
        The manifest.

    Raises
    ------
    FileMissingError, UnknownNameError, EmptyDataError, RunExistsError
        If there are no such sets, nothing is to be judged, or `out` holds something else.
    """
    rows, chosen = read_swap_rows(swaps), options or SwapSheetOptions()
    items = to_annotate(rows, chosen.sets, chosen.per_set, chosen.seed)
    work = _work(SWAPS, question_named(SWAP_LABEL), chosen.recorded(), rows)

    def fill(folder: Path) -> Mapping[str, Any]:
        (folder / SETS).mkdir()
        write_swap_rows(folder / SETS, rows)
        by_set = items.join(rows.select("id", "set"), on="id", maintain_order="left")["set"]
        return _filled(folder, items, work, {"sets": dict(by_set.value_counts(sort=True).iter_rows())})

    return made_folder(out, work, fill)


def make_cell_sheets(run: Path, out: Path, options: CellSheetOptions | None = None) -> Mapping[str, Any]:
    """Write the sheets on which people judge items of every cell of gold and predicted label.

    Parameters
    ----------
    run
        A run folder.
    out
        As for `make_swap_sheets`, without ``sets``.
    options
        The question, a name in ``questions.yaml`` or a YAML file; for the rest see
        `rightreasons.annotation.cells.draw_cells`.

    Raises
    ------
    FileMissingError, RunUnreadableError, UnknownNameError, OptionError, MeasureInputError, RunExistsError
        If there is no such run or question, the run does not have what is asked about, or `out` holds
        something else.
    """
    chosen = options or CellSheetOptions()
    question = question_named(chosen.question)
    items = draw_cells(read_run(run).items(), question, chosen.per_cell, chosen.seed, chosen.predicted)
    recorded = {name: value for name, value in chosen.recorded().items() if name != "question"}
    work = _work(CELLS, question, recorded, items)

    def fill(folder: Path) -> Mapping[str, Any]:
        counts = items.group_by("gold", "predicted", maintain_order=True).len()
        cells = {f"{gold} predicted {answer_rows}": n for gold, answer_rows, n in counts.iter_rows()}
        return _filled(folder, items, work, {"cells": cells})

    return made_folder(out, work, fill)


def make_change_sheets(
    changes: Path, out: Path, options: ChangeSheetOptions | None = None
) -> Mapping[str, Any]:
    """Write the sheets on which people judge changed claims.

    Parameters
    ----------
    changes
        The folder that `rightreasons.jobs.making.sets.make_changes` wrote.
    out
        As for `make_swap_sheets`, without ``sets``.
    options
        How many of each change, and the seed of the draw.

    Raises
    ------
    FileMissingError, RunExistsError
        If there are no changed claims, or `out` holds something else.
    """
    chosen = options or ChangeSheetOptions()
    items = draw_changes(changed_rows(changes), chosen.per_change, chosen.seed)
    work = _work(CHANGES, question_named(CHANGED_CLAIM), chosen.recorded(), items)

    def fill(folder: Path) -> Mapping[str, Any]:
        counts = dict(items.group_by("change", maintain_order=True).len().iter_rows())
        return _filled(folder, items, work, {"changes": counts})

    return made_folder(out, work, fill)


def read_sheets(answers: Sequence[str | Path], study: Path, out: Path | None = None) -> Outcome:
    """Read what people answered on the sheets of a study.

    Parameters
    ----------
    answers
        Files that the pages saved, filled-in CSV sheets, or folders of them.
    study
        The folder that `make_swap_sheets` or `make_cell_sheets` wrote.
    out
        Folder of the run; its items are one row an item and person. Of swap sets it also holds the folder
        ``sets``: the sets with human labels in place of the proposed ones.

    Raises
    ------
    FileMissingError, RunUnreadableError, AnswersError, RunExistsError
        If there is no such study, the answers do not fit it, or `out` holds something else.
    """
    begun = _study(study)
    answer_rows, files = read_answers(answers, begun.question.choices)
    found = placed(begun.key, answer_rows)
    manifest = manifest_from(
        {
            "job": "sheet",
            "kind": begun.kind,
            "options": {"study": begun.work_key},
            "data": [described_responses(answer_rows, files)],
            "versions": versions(),
        }
    )
    done = finished_run(out, manifest) if out is not None else None
    if done is not None:
        return Outcome(**outcome_of(done))
    finding, rows = _judged(begun, found, study)
    workspace = Workspace(out, manifest) if out is not None else None
    if workspace is not None and rows is not None:
        (workspace.path / SETS).mkdir(exist_ok=True)
        write_swap_rows(workspace.path / SETS, rows)
    return Outcome(manifest, (finding,), (), found).sealed(workspace)


@dataclass(frozen=True)
class _Study:
    kind: str
    question: Question
    key: pl.DataFrame
    work_key: str


def _judged(begun: _Study, found: pl.DataFrame, study: Path) -> tuple[Finding, pl.DataFrame | None]:
    if begun.kind == CELLS:
        return cell_finding(begun.key, found, begun.question, study.name), None
    if begun.kind == CHANGES:
        return change_finding(begun.key, found, begun.question, study.name), None
    rows = read_swap_rows(study / SETS)
    finding = annotation_finding(rows, found, tuple(begun.question.choices), study.name)
    return finding, relabelled(rows, found).rows


def _work(kind: str, question: Question, options: Mapping[str, Any], data: pl.DataFrame) -> dict[str, Any]:
    return {
        "job": "make sheet",
        "kind": kind,
        "question": question.as_dict(),
        "options": {**options, "items-per-sheet": wording().items_per_sheet},
        "data_sha256": hashlib.sha256(data.write_ndjson().encode()).hexdigest(),
        "versions": versions(),
    }


def _filled(
    folder: Path, items: pl.DataFrame, work: Mapping[str, Any], counts: Mapping[str, Any]
) -> Mapping[str, Any]:
    key = dealt(items, work["kind"], work["options"]["seed"], wording().items_per_sheet)
    key.write_ndjson(folder / KEY)
    write_sheets(folder, key, question_of(work["question"], MANIFEST))
    return {"counts": {"items": key.height, "sheets": key["sheet"].n_unique(), **counts}}


def write_sheets(folder: Path, key: pl.DataFrame, question: Question) -> None:
    """Write every sheet of a study, as CSV and as a page; `key` has the items with ``sheet`` and ``id``."""
    (folder / SHEETS).mkdir()
    for (name,), rows in key.group_by(["sheet"], maintain_order=True):
        sheet = _sheet(str(name), rows, question)
        path = folder / SHEETS / f"{name}.csv"
        path.write_text(sheet_csv(sheet), encoding="utf-8")
        path.with_suffix(".html").write_text(sheet_page(sheet), encoding="utf-8")


def _sheet(name: str, rows: pl.DataFrame, question: Question) -> Sheet:
    shown = rows.select("id", *question.texts.values()).iter_rows()
    return Sheet(
        name=name,
        title=question.title,
        instructions=question.instructions,
        question=question.question,
        choices=question.choices,
        items=tuple(
            SheetItem(identifier, dict(zip(question.texts, texts, strict=True)))
            for identifier, *texts in shown
        ),
    )


def _study(study: Path) -> _Study:
    if not (study / KEY).is_file():
        raise FileMissingError(
            f"no '{KEY}' in '{printable(str(study))}'",
            "the folder that `rightreasons make sheet` wrote",
            "correct --study",
        )
    try:
        manifest = json.loads(file_bytes(study / MANIFEST))
        kind, work_key = str(manifest["kind"]), str(manifest["work_key"])
        question = question_of(manifest["question"], MANIFEST)
        key = pl.read_ndjson(BytesIO(file_bytes(study / KEY)), infer_schema_length=None).cast(pl.String)
        if kind not in (SWAPS, CELLS, CHANGES) or not {"sheet", "id", "row"} <= set(key.columns):
            raise KeyError(kind)
    except (OSError, ValueError, KeyError, TypeError, OptionError, pl.exceptions.PolarsError) as error:
        raise RunUnreadableError(
            f"damaged study in '{printable(study.name)}'", "what `make sheet` wrote", "make the sheets again"
        ) from error
    return _Study(kind, question, key, work_key)


def described_responses(answer_rows: pl.DataFrame, files: Sequence[SourceFile]) -> dict[str, Any]:
    """Return what a manifest says of people's labels: counts, files, and a checksum of all of them."""
    answered = answer_rows["answer"].drop_nulls().cast(pl.String)
    checksum = hashlib.sha256(answer_rows.write_csv().encode()).hexdigest()
    labels = dict(answered.value_counts(sort=True).iter_rows())
    return whole_set("answers", answer_rows.height, checksum, labels) | {
        "files": [asdict(file) for file in files]
    }
