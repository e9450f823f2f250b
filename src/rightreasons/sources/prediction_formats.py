"""Files of predictions as evaluation tools write them, each brought to columns that all formats share."""

import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from rightreasons.errors import PredictionError, UnreadableFileError
from rightreasons.labels import TWO_WAY, Label
from rightreasons.pairs import SourceFile
from rightreasons.printable import printable, quoted
from rightreasons.sources.columns import is_label, predicted_label_column, spelling
from rightreasons.sources.compression import decompressed, load
from rightreasons.sources.encodings import in_utf8
from rightreasons.sources.formats.json_text import parsed_json
from rightreasons.sources.objects import object_tables
from rightreasons.sources.opening import is_zip, members, open_path
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.raw import Content, Parsed, RawTable, frame_of, numbered

GOLD, PREDICTED = "gold", "predicted_label"
_LISTS = ("predicted_scores", "logits", "scores", "probs", "probabilities")
_GOLD = ("true", "y_true", "target", GOLD)
_SCORES = ("y_score", "score")
_HUB_ORDER = {"0": Label.ENTAILMENT, "1": Label.NEUTRAL, "2": Label.CONTRADICTION}
_ROUNDED = 0.01
_SAMPLE = re.compile(r"samples/[^/]+\.json")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class PredictionTable:
    """A file of predictions under names that all formats share.

    Parameters
    ----------
    raw
        Columns: the key of a row as far as there is one, `PREDICTED` or another usual name, a column of
        numbers an output, and `GOLD` if the file holds gold labels.
    read_as
        The format in words.
    outputs
        The columns of `raw` that hold probabilities and are called as the outputs were, which may be numbers
        without a meaning.
    documented
        What the format's own documentation says of its labels; a label map of the user goes before it.
    """

    raw: RawTable
    read_as: str
    outputs: tuple[str, ...] = ()
    documented: Mapping[str, Label] | None = None

    @property
    def has_gold(self) -> bool:
        """Whether there are gold labels beside the predictions."""
        return GOLD in self.raw.columns


def prediction_table(
    data: Any, columns: Mapping[str, str | int] | None = None, score_of: Label = Label.ENTAILMENT
) -> PredictionTable:
    """Return predictions of any format; which one is told by the content alone.

    Parameters
    ----------
    data
        A path, or an object as `rightreasons.sources.read.read_pairs` takes it.
    columns
        Role to column: id, premise, hypothesis, gold, predicted, score (one number), scores (a list a row).
    score_of
        What a single score is the score of.

    Raises
    ------
    PredictionError
        If a stated column is not there, or scores do not fit the labels beside them.
    InputError
        For whatever is wrong with the file.
    """
    logged = _logged(Path(data)) if isinstance(data, str | Path) and Path(data).is_file() else None
    if logged is not None and not columns:
        return logged
    stated = {role: str(column) for role, column in (columns or {}).items()}
    raw = _renamed(_single_table(data), stated)
    score = next((name for name in _SCORES if name in raw.columns), None)
    lists = [name for name in _LISTS if isinstance(raw.parsed.frame.schema.get(name), pl.List)]
    raw = _with_gold(raw)
    if score is not None and not lists and (GOLD in raw.columns or "score" in (columns or {})):
        return _of_scores(raw, score, score_of)
    if not lists:
        return PredictionTable(raw, "a table of predictions")
    durrett = lists[0] == "predicted_scores" and {PREDICTED, GOLD} <= set(raw.columns)
    return _of_lists(raw, lists, documented=durrett)


# One table of any format that pairs are read from.


def _single_table(data: Any) -> RawTable:
    if isinstance(data, (str, Path)):
        raws = [raw for raw, _ in open_path(Path(data), ReadOptions()).parts]
    else:
        raws = object_tables(data)
    if len(raws) != 1:
        raise PredictionError(f"{len(raws)} files of predictions", "one", "name one file")
    return raws[0]


def _renamed(raw: RawTable, columns: Mapping[str, str]) -> RawTable:
    """Return the table with the columns that the user names under the names of their roles."""
    names = {"predicted": PREDICTED, "scores": "scores"}
    unknown = [role for role in columns if role not in _ROLES]
    lost = [column for column in columns.values() if column not in raw.columns]
    if unknown or lost:
        raise PredictionError(
            f"{printable(raw.name)}: --columns speaks of {quoted(tuple(unknown or lost))}",
            f"roles of {', '.join(_ROLES)}, columns of {quoted(tuple(raw.columns), 40)}",
            "correct --columns",
        )
    renaming = {column: names.get(role, role) for role, column in columns.items()}
    frame = raw.parsed.frame.drop(
        [name for name in renaming.values() if name not in renaming], strict=False
    ).rename(renaming)
    if "predicted" in columns:  # whatever else is called as a label is none of the prediction
        frame = frame.drop(
            [name for name in frame.columns if spelling(name) in ("label", "gold_label")], strict=False
        )
    return replace(raw, parsed=replace(raw.parsed, frame=frame))


_ROLES = ("id", "premise", "hypothesis", "gold", "predicted", "score", "scores")


def _with_gold(raw: RawTable) -> RawTable:
    """Return the table with its gold labels under `GOLD`, where one column is gold and another predicted."""
    if GOLD in raw.columns:
        return raw
    named = [name for name in raw.columns if spelling(name) in _GOLD]
    has_other = any(spelling(name) in (PREDICTED, "prediction", "predicted", "pred") for name in raw.columns)
    labels = [name for name in raw.columns if is_label(name) and name not in named] if has_other else []
    found = (*named, *labels)[:1]
    return replace(raw, parsed=replace(raw.parsed, frame=raw.parsed.frame.rename(dict.fromkeys(found, GOLD))))


# Scores: one number a row, or a list of numbers a row, one an output.


def _of_scores(raw: RawTable, column: str, score_of: Label) -> PredictionTable:
    """Return a single score as two probabilities; 1 in gold says what the score is the score of."""
    other = next(label for label in TWO_WAY if label is not score_of)
    numbers = raw.parsed.frame[column].cast(pl.String).cast(pl.Float64, strict=False)
    wrong = (~numbers.is_between(0, 1)).fill_null(value=True)
    if wrong.any():
        at = int(wrong.arg_true()[0])
        raise PredictionError(
            f"{printable(raw.name)} column '{printable(column)}' row {at} is "
            f"'{printable(str(raw.parsed.frame[column][at]))}'",
            "a score from 0 to 1 in every row",
            "write probabilities: the sigmoid of a logit, or the score divided by its range",
        )
    frame = raw.parsed.frame.drop(column).with_columns(
        numbers.alias(score_of.value), (1 - numbers).alias(other.value)
    )
    gold = {"1": score_of, "0": other, "1.0": score_of, "0.0": other, "true": score_of, "false": other}
    table = replace(raw, parsed=replace(raw.parsed, frame=frame))
    return PredictionTable(table, f"gold and a score of {score_of}", (), gold)


def _of_lists(raw: RawTable, lists: Sequence[str], *, documented: bool) -> PredictionTable:
    column = next((name for name in ("probs", "probabilities") if name in lists), lists[0])
    values = _matrix(raw, column)
    kind = "logits"
    if (values >= 0).all() and (np.abs(values.sum(axis=1) - 1) <= _ROUNDED).all():
        kind = "probabilities"
    elif column in ("probs", "probabilities"):
        raise PredictionError(
            f"{printable(raw.name)} column '{printable(column)}' holds numbers that do not sum to 1",
            "probabilities from 0 to 1 that sum to 1 in every row",
            f"call the column logits, or name it so: --columns scores={printable(column)}",
        )
    _refuse_unfitting(raw, values, column)
    names = tuple(str(place) for place in range(values.shape[1]))
    own = _normalized(values) if kind == "logits" else values
    outputs = [pl.Series(name, own[:, place]) for place, name in enumerate(names)]
    frame = raw.parsed.frame.drop(*lists, *names, strict=False).with_columns(outputs)
    frame = frame.drop([name for name in ("conf", "index") if name in frame.columns])
    known = _HUB_ORDER if documented and values.shape[1] == len(_HUB_ORDER) else None
    read_as = "eval_predictions of a Hugging Face run" if documented else f"lists of {kind} by position"
    return PredictionTable(replace(raw, parsed=replace(raw.parsed, frame=frame)), read_as, names, known)


def _matrix(raw: RawTable, column: str) -> np.ndarray[Any, np.dtype[np.float64]]:
    rows = raw.parsed.frame[column].to_list()
    widths = {None if row is None else len(row) for row in rows}
    try:
        values = np.array(rows, dtype=np.float64)
    except (TypeError, ValueError):
        values = np.empty(0)
    if len(widths) != 1 or values.ndim != 2 or values.shape[1] < 2 or not np.isfinite(values).all():
        raise PredictionError(
            f"{printable(raw.name)} column '{printable(column)}' holds lists of "
            f"{quoted(tuple(sorted(map(str, widths))))} values, or values that are no finite numbers",
            "the same number of scores in every row, two or more",
            "mend the file",
        )
    return values


def _refuse_unfitting(raw: RawTable, values: np.ndarray[Any, np.dtype[np.float64]], column: str) -> None:
    """Refuse scores whose highest is not the label beside them, where that is a position."""
    name = predicted_label_column(raw, ())
    if name is None or name == GOLD:
        return
    places = raw.parsed.frame[name].cast(pl.String).cast(pl.Int64, strict=False)
    if places.null_count():
        return
    said = places.to_numpy()
    inside = (said >= 0) & (said < values.shape[1])
    fits = inside.copy()
    fits[inside] = values[inside, said[inside]] >= values[inside].max(axis=1)
    if not fits.all():
        raise PredictionError(
            f"{printable(raw.name)}: in {int((~fits).sum()):,} rows the highest of '{printable(column)}' is "
            f"not '{printable(name)}' (first in row {int(np.flatnonzero(~fits)[0])})",
            "scores of which the highest is that of the predicted label",
            "check that scores and labels are of the same model and items",
        )


def _normalized(logits: np.ndarray[Any, np.dtype[np.float64]]) -> np.ndarray[Any, np.dtype[np.float64]]:
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


# Logs of evaluation tools: JSON of a shape of their own.


def _logged(path: Path) -> PredictionTable | None:
    """Return what a log of an evaluation tool holds, or None for any other file."""
    content = decompressed(load(path))
    if is_zip(content):
        samples = _inspect_members(content)
        return None if samples is None else _of_inspect(content, samples)
    text = in_utf8(content, None)[0].data.decode("utf-8", errors="replace").lstrip("\ufeff")
    start = text[:4096].lstrip()
    if '"doc_id"' in text[:200_000] and '"target"' in text and start.startswith("{"):
        return _of_harness(content, text)
    if start.startswith("{") and '"samples"' in text and '"eval"' in text:
        log, problem = parsed_json(text)
        if (
            not problem
            and isinstance(log, Mapping)
            and isinstance(log.get("samples"), list)
            and "eval" in log
        ):
            return _of_inspect(content, log["samples"])
    return None


def _inspect_members(content: Content) -> list[Any] | None:
    try:
        with zipfile.ZipFile(BytesIO(content.data)) as opened:
            names = opened.namelist()
    except (zipfile.BadZipFile, ValueError, OSError):
        return None  # said by whoever opens it as a table
    if "header.json" not in names or not any(map(_SAMPLE.fullmatch, names)):
        return None
    samples = []
    for each in members(content):
        if _SAMPLE.fullmatch(each.name.removeprefix(f"{content.name}/")):
            sample, problem = parsed_json(each.data.decode("utf-8", errors="replace"))
            if problem:
                raise UnreadableFileError(
                    f"{printable(each.name)} {problem}", "a sample of inspect_ai", "copy the log again"
                )
            samples.append(sample)
    return samples


def _of_inspect(content: Content, samples: Sequence[Mapping[str, Any]]) -> PredictionTable:
    """Read samples of inspect_ai: target, answer of the first score, sentences of the metadata.

    Sources: inspect_ai, "Log files" and the reference of EvalSample. Letters of a multiple choice stand for
    the texts of the choices.
    """
    rows = [_inspect_row(sample) for sample in samples if isinstance(sample, Mapping)]
    return PredictionTable(_raw(content, rows, "inspect_ai"), "a log of inspect_ai")


def _inspect_row(sample: Mapping[str, Any]) -> dict[str, Any]:
    choices = sample.get("choices") or ()
    scores = sample.get("scores") or {}
    score: Mapping[str, Any] = next(iter(scores.values()), {}) or {}
    answer = score.get("answer")
    if answer is None:
        answer = (sample.get("output") or {}).get("completion")
    target = sample.get("target")
    target = target[0] if isinstance(target, list) and len(target) == 1 else target
    texts = _sentences(sample.get("metadata") or {})
    row = {PREDICTED: _chosen(answer, choices), GOLD: _chosen(target, choices)}
    return {**(texts or {"id": str(sample.get("id"))}), **row}


def _chosen(value: Any, choices: Sequence[str]) -> str | None:
    text = None if value is None else str(value).strip()
    if text and len(text) == 1 and text in _LETTERS[: len(choices)]:
        return str(choices[_LETTERS.index(text)]).strip()
    return text


def _of_harness(content: Content, text: str) -> PredictionTable | None:
    """Read samples of lm-evaluation-harness: log-likelihoods of the choices, or the text generated.

    Source: ``samples_TASK_TIME.jsonl`` of ``--log_samples``; the choices are the continuations among the
    arguments of a document's requests, and the target is the place of the right one among them.
    """
    samples = []
    for number, line in enumerate(filter(str.strip, text.split("\n")), start=1):
        sample, problem = parsed_json(line)
        if problem or not isinstance(sample, dict) or not {"doc_id", "doc", "target"} <= set(sample):
            if number == 1:
                return None
            raise PredictionError(
                f"{printable(content.name)} line {number} is no sample of lm-evaluation-harness",
                "doc_id, doc and target in every line",
                "mend the file",
            )
        samples.append(sample)
    choices = {_continuations(sample) for sample in samples}
    first = next(iter(choices))
    if len(choices) == 1 and len(first) > 1:
        return _of_choices(content, samples, first)
    if len(choices) > 1 and any(len(each) > 1 for each in choices):
        raise PredictionError(
            f"{printable(content.name)} offers other choices from document to document",
            "the same choices throughout: the labels",
            "name a task of entailment",
        )
    rows = [
        {**_harness_key(sample), PREDICTED: _generated(sample), GOLD: str(sample["target"]).strip()}
        for sample in samples
    ]
    return PredictionTable(_raw(content, rows, "lm-evaluation-harness"), "samples of lm-evaluation-harness")


def _of_choices(
    content: Content, samples: Sequence[Mapping[str, Any]], choices: tuple[str, ...]
) -> PredictionTable:
    rows, logs = [], []
    for number, sample in enumerate(samples):
        found = sample.get("filtered_resps") or sample.get("resps") or ()
        pieces = [
            each[0] if isinstance(each, list) and each and isinstance(each[0], list) else each
            for each in found
        ]
        try:
            logs.append([float(piece[0] if isinstance(piece, list) else piece) for piece in pieces])
        except (TypeError, ValueError, IndexError):
            logs.append([])
        if len(logs[-1]) != len(choices):
            raise PredictionError(
                f"{printable(content.name)} row {number} has {len(logs[-1])} log-likelihoods for "
                f"{len(choices)} choices",
                "one a choice",
                "mend the file",
            )
        target = str(sample["target"]).strip()
        gold = choices[int(target)] if target.isdecimal() and int(target) < len(choices) else target
        rows.append({**_harness_key(sample), GOLD: gold})
    values = np.array(logs)
    if not np.isfinite(values).all():
        raise PredictionError(
            f"{printable(content.name)} has log-likelihoods that are no finite numbers", "numbers", "mend it"
        )
    best = values.argmax(axis=1)
    shares = _normalized(values)
    for row, place, share in zip(rows, best, shares, strict=True):
        row[PREDICTED] = choices[place]
        row.update(zip(choices, share.tolist(), strict=True))
    raw = _raw(content, rows, "lm-evaluation-harness")
    return PredictionTable(raw, "samples of lm-evaluation-harness: log-likelihoods of choices", choices)


def _continuations(sample: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the choices of a document: the last argument of each of its requests, empty if it generates."""
    arguments = sample.get("arguments") or ()
    requests = arguments.values() if isinstance(arguments, Mapping) else arguments
    lasts = []
    for request in requests:
        parts = list(request.values()) if isinstance(request, Mapping) else list(request)
        if len(parts) < 2 or not isinstance(parts[1], str):
            return ()
        lasts.append(parts[1].strip())
    return tuple(lasts)


def _generated(sample: Mapping[str, Any]) -> str | None:
    found: Any = sample.get("filtered_resps") or sample.get("resps")
    while isinstance(found, list) and found:
        found = found[0]
    return None if found is None else str(found).strip()


def _harness_key(sample: Mapping[str, Any]) -> dict[str, Any]:
    doc = sample["doc"] if isinstance(sample["doc"], Mapping) else {}
    return _sentences(doc) or {"id": str(sample["doc_id"])}


_PAIRS = (("premise", "hypothesis"), ("sentence1", "sentence2"), ("evidence", "claim"), ("document", "claim"))


def _sentences(record: Mapping[str, Any]) -> dict[str, Any]:
    for premise, hypothesis in _PAIRS:
        if isinstance(record.get(premise), str) and isinstance(record.get(hypothesis), str):
            return {"premise": record[premise], "hypothesis": record[hypothesis]}
    return {}


def _raw(content: Content, rows: Sequence[Mapping[str, Any]], format_name: str) -> RawTable:
    file = SourceFile(content.name, content.sha256, format_name)
    return RawTable(content.name, Parsed(numbered(frame_of(rows))), (file,))
