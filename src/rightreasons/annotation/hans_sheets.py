"""What `make human-study` does: write the sheets of the human study of HANS, and judge what was answered."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import polars as pl

from rightreasons.annotation.answers import read_answers
from rightreasons.annotation.hans_answers import human_study, judgements
from rightreasons.annotation.hans_study import study_key, study_plan
from rightreasons.annotation.options import StudyOptions
from rightreasons.annotation.study import described_responses, write_sheets
from rightreasons.errors import FileMissingError
from rightreasons.jobs.datasets import versions
from rightreasons.jobs.outcome import Outcome, outcome_of
from rightreasons.printable import printable
from rightreasons.runs.made_folders import made_folder
from rightreasons.runs.manifest import manifest_from
from rightreasons.runs.workspace import Workspace, finished_run
from rightreasons.streams.files import file_bytes

KEY = "key.csv"


def make_human_study(out: Path, options: StudyOptions | None = None) -> Mapping[str, Any]:
    """Write the sheets of the human study, and the key that they are judged by.

    Parameters
    ----------
    out
        A folder: ``sheets/NAME.csv`` and ``sheets/NAME.html`` for 200 participants' sheets and the one for
        experts, ``key.csv`` (what people must not see), ``manifest.json``.
    options
        See `rightreasons.annotation.hans_study.study_key`.

    Returns
    -------
    Mapping
        The manifest.

    Raises
    ------
    RunExistsError
        If `out` holds something else.
    """
    chosen = options or StudyOptions()
    work = {"job": "make human-study", "options": chosen.recorded(), "versions": versions()}

    def fill(folder: Path) -> Mapping[str, Any]:
        key = study_key(chosen.seed, chosen.quirks)
        key.write_csv(folder / KEY)
        write_sheets(folder, key, study_plan().sheet)
        return {"counts": _key_counts(key)}

    return made_folder(out, work, fill)


def judge_human_study(answers: Sequence[str | Path], study: Path, out: Path | None = None) -> Outcome:
    """Judge what people answered.

    Parameters
    ----------
    answers
        Files that the pages saved, filled-in CSV sheets, or folders of them.
    study
        The folder that `make_human_study` wrote.
    out
        Folder of the run; its items are one row an item and person.

    Raises
    ------
    FileMissingError, AnswersError
        If there is no such study, or the answers do not fit it.
    """
    key = _key(study)
    answered, files = read_answers(answers, study_plan().sheet.choices)
    judged = judgements(key, answered)
    manifest = manifest_from(
        {
            "job": "human-study",
            "data": [described_responses(judged, files)],
            "options": {},
            "versions": versions(),
        }
    )
    done = finished_run(out, manifest) if out is not None else None
    if done is not None:
        return Outcome(**outcome_of(done))
    workspace = Workspace(out, manifest) if out is not None else None
    finding = human_study(judged, study.name)
    return Outcome(manifest, (finding,), (), judged).sealed(workspace)


def _key(study: Path) -> pl.DataFrame:
    if not (study / KEY).is_file():
        raise FileMissingError(
            f"no '{KEY}' in '{printable(str(study))}'",
            "the folder that `rightreasons make human-study` wrote",
            "correct --study",
        )
    return pl.read_csv(BytesIO(file_bytes(study / KEY)), infer_schema=False)


def _key_counts(key: pl.DataFrame) -> dict[str, Any]:
    sheets = key.select("who", "sheet").unique()["who"].value_counts().sort("who", descending=True)
    items = key.filter(pl.col("pair").is_not_null())
    return {
        "sheets": dict(sheets.iter_rows()),
        "items": items["pair"].n_unique(),
        "categories": items["category"].n_unique(),
    }
