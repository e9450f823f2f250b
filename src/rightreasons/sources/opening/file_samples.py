"""Folders and archives whose files of one name are the parts of one sample: ``7.txt`` beside ``7.json``.

So are shards of WebDataset (``000.premise.txt``, ``000.label.txt``), documents with their claims beside them
(``report.txt``, ``report.claims.csv``), and folders of a sample each (``7/premise.txt``, ``7/label.txt``).
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePosixPath

import polars as pl

from rightreasons.errors import UnreadableFileError
from rightreasons.pairs import SourceFile
from rightreasons.printable import printable
from rightreasons.sources.formats.json_lines import parsed_json
from rightreasons.sources.opening.folders import Loader
from rightreasons.sources.opening.plain_tables import is_plain_table
from rightreasons.sources.python_values import frame_of
from rightreasons.sources.raw import HIDDEN, Content, Parsed, RawTable, natural_key, numbered
from rightreasons.sources.splits import split_in

SAMPLE = "sample"
"""What the column is called that has the name that files of one sample share."""
_TEXTS = (".txt", ".text", ".md", ".cls", ".label", ".lab", ".premise", ".hypothesis", ".claim", ".doc")
_TABLES = (".csv", ".tsv", ".jsonl", ".json")
_LEFT_OUT = (".png", ".jpg", ".jpeg", ".wav", ".mp3", ".flac", ".npy", ".pth", ".pdf", ".xml", ".html")
_LEAST_SAMPLES, _LEAST_PARTS, _MOST_PARTS = 3, 2, 12
_NOT_SAMPLES = ("readme", "license", "licence", "citation", "changelog", "dataset_info", "metadata")
_MOST_BYTES = 256 * 2**20


def samples_among(names: Sequence[str]) -> Mapping[str, Mapping[str, str]]:
    """Return the files of each sample by part; nothing where files are no such parts.

    Parameters
    ----------
    names
        The paths of the files of a folder or archive.
    """
    for split in (_by_stem, _by_folder):
        found: dict[str, dict[str, str]] = {}
        others = 0
        for name in names:
            path = PurePosixPath(name)
            if path.name.lower().startswith((".", *_NOT_SAMPLES)) or path.suffix.lower() in _LEFT_OUT:
                continue
            sample, part = split(path)
            others += not part
            if part:
                found.setdefault(sample, {})[part] = name
        if not others and _are_samples(found):
            return dict(sorted(found.items(), key=lambda each: natural_key(each[0])))
    return {}


def _by_stem(path: PurePosixPath) -> tuple[str, str]:
    stem, _, part = path.name.partition(".")
    return str(path.with_name(stem)), part.lower()


def _by_folder(path: PurePosixPath) -> tuple[str, str]:
    return str(path.parent), path.name.lower() if len(path.parts) > 1 else ""


def _are_samples(found: Mapping[str, Mapping[str, str]]) -> bool:
    """Whether all samples have the same parts, a text among them, and none is a split of data."""
    kinds = {frozenset(parts) for parts in found.values()}
    if len(kinds) != 1 or len(found) < _LEAST_SAMPLES:
        return False
    parts = next(iter(kinds))
    known = all(f".{part}".endswith((*_TEXTS, *_TABLES)) for part in parts)
    texts = any(f".{part}".endswith(_TEXTS) for part in parts)
    splits = any(split_in(PurePosixPath(name).name) for name in found) or any(map(split_in, parts))
    return known and texts and not splits and _LEAST_PARTS <= len(parts) <= _MOST_PARTS


def sample_table(
    name: str,
    samples: Mapping[str, Mapping[str, str]],
    files: Mapping[str, Loader],
    table: Callable[[Content], RawTable],
    text: Callable[[Content], str],
) -> RawTable | None:
    """Return the samples as one table, a row each, or one for each row of a table that is a part of them.

    Parameters
    ----------
    name
        What to call the table.
    samples
        The files of each sample, by part.
    files
        How to load each.
    table, text
        Read one as a table, or as a text.

    Returns
    -------
    RawTable or None
        None where two parts have several rows, or all texts of one part are tables.

    Raises
    ------
    UnreadableFileError
        If the table would be without bounds, or a row of a table among the parts is malformed.
    """
    rows: list[dict[str, object]] = []
    tables: Counter[str] = Counter()
    sources: list[SourceFile] = []
    size = 0
    for sample, parts in samples.items():
        contents = {part: files[file]() for part, file in sorted(parts.items())}
        sources += [SourceFile(each.name, each.sha256, "samples", None) for each in contents.values()]
        texts = {part: each for part, each in contents.items() if f".{part}".endswith(_TEXTS)}
        tables.update(part for part, each in texts.items() if is_plain_table(each))
        own: dict[str, object] = {SAMPLE: PurePosixPath(sample).name}
        for part, each in texts.items():
            own[_column(part, own)] = text(each).strip()
        several: dict[str, list[dict[str, object]]] = {}
        for part in (part for part in contents if part not in texts):
            found = _rows(contents[part], table, text)
            if len(found) == 1:
                own |= _apart(found[0], own, part)
            elif found:
                several[part] = found
        if len(several) > 1:
            return None
        part, own_rows = next(iter(several.items()), ("", [{}]))
        size += sum(len(each.data) for each in contents.values())
        size += sum(len(value) for value in own.values() if isinstance(value, str)) * (len(own_rows) - 1)
        _check_size(name, size)
        rows += [{**own, **_apart(row, own, part)} for row in own_rows]
    if any(n == len(samples) for n in tables.values()):
        return None
    note = f"{len(samples):,} samples of {len(next(iter(samples.values())))} files each"
    return RawTable(name, Parsed(numbered(frame_of(rows)), notes=(note,)), tuple(sources))


def _check_size(name: str, size: int) -> None:
    if size > _MOST_BYTES:
        raise UnreadableFileError(
            f"{printable(name)} makes a table of {size:,} bytes, with its texts in every row",
            f"at most {_MOST_BYTES:,}",
            "give the texts once, by a recipe with `look_up`",
        )


def _apart(row: Mapping[str, object], own: Mapping[str, object], whose: str) -> dict[str, object]:
    """Return the fields of a row, under names of their own."""
    found: dict[str, object] = {}
    for key, value in row.items():
        name = key
        while name in own or (name != key and name in row):
            name = f"{name} of {whose}"
        found[name] = value
    return found


def _rows(
    content: Content, table: Callable[[Content], RawTable], text: Callable[[Content], str]
) -> list[dict[str, object]]:
    if content.name.lower().endswith(".json"):
        found, problem = parsed_json(text(content))
        if not problem and isinstance(found, dict):
            return [{str(key): value for key, value in found.items()}]
    parsed = table(content).parsed
    for bad in parsed.malformed[:1]:
        raise UnreadableFileError(
            f"{printable(content.name)} line {bad.line or bad.row + 1} {bad.problem}",
            "whole rows in the tables of samples",
            "correct the file",
        )
    frame: pl.DataFrame = parsed.frame.drop(HIDDEN)
    return frame.to_dicts()


def _column(part: str, taken: Mapping[str, object]) -> str:
    """Return what a text is called: by what stands before its ending, or by that."""
    stem, _, ending = part.rpartition(".")
    plain = stem or (
        "text" if ending in ("txt", "text", "md") else "label" if ending in ("cls", "lab") else ending
    )
    return plain if plain not in taken else part
