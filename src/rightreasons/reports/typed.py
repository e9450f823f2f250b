"""Data of a run as they stand on a command line, with the options that read them as the run did."""

import shlex
from collections.abc import Mapping
from pathlib import Path

from rightreasons.labels import read_labels
from rightreasons.runs.manifest import DataRead, Manifest
from rightreasons.sources.columns.roles import is_label
from rightreasons.sources.columns.spellings import aliases, last_part
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.proposals.stated import written
from rightreasons.verdicts.commands import RULES_OF_RUN, RUN

Typed = Mapping[str, str]
"""By name of data in a run what stands on a command line for them, with the options that read them."""
_ROLES = ("premise", "hypothesis", "label")
_JOINS = (",", "=", " + ")
"""What stands in no name of one column that an option can name."""


def typed_again(manifest: Manifest) -> dict[str, str]:
    """Return what stands on a command line for the data of a run that their names alone do not read.

    Runs that are files of answers stand there by the names of their files.
    """
    options = {data.name: reading_options(data) for data in manifest.data}
    files = {run.name: shlex.quote(run.model or "") for run in manifest.runs if run.is_file}
    return files | {name: f"{shlex.quote(name)} {words}" for name, words in options.items() if words}


def of_folder(folder: Path) -> dict[str, str]:
    """Return what stands on a command line for a run and its rules, where their folder is known."""
    return {RUN: shlex.quote(str(folder)), RULES_OF_RUN: shlex.quote(str(folder / "rules.yaml"))}


def of_written(results: object) -> dict[str, str]:
    """Return the same of a result that was written, or read from its folder, by the name of that folder."""
    path = getattr(getattr(results, "run", results), "path", None)
    return of_folder(Path(path.name)) if isinstance(path, Path) else {}


def reading_options(data: DataRead) -> str:
    """Return the options that say columns and labels, where these have other names than the usual ones."""
    if data.dataset is not None or not data.files:
        return ""
    columns = {role: data.columns[role] for role in _ROLES if role in data.columns}
    nameable = not any(join in column for column in columns.values() for join in _JOINS)
    label_map = {} if _are_usual_labels(data.label_map) else data.label_map
    if not nameable or len(columns) < len(_ROLES):
        columns = {}
    return written(ReadOptions(columns={} if _are_usual(columns) else columns, label_map=label_map or None))


def _are_usual(columns: Mapping[str, str]) -> bool:
    """Return whether columns are found by their names."""
    if not columns:
        return True
    premise, hypothesis = ([last_part(columns[role])] for role in ("premise", "hypothesis"))
    pairs = any(
        (shape["premise"], shape["hypothesis"]) == (premise, hypothesis) for shape in aliases()["shapes"]
    )
    return pairs and is_label(columns["label"])


def _are_usual_labels(label_map: Mapping[str, str | None]) -> bool:
    """Return whether labels are known by how they are spelled."""
    for indicator in (False, True):
        reading = read_labels(label_map, indicator=indicator)
        told = {found: label and label.value for found, label in reading.meaning.items() if found is not None}
        if not reading.unknown and told == dict(label_map):
            return True
    return False
