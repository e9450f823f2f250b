"""Logs of evaluation tools as predictions with gold: inspect_ai and lm-evaluation-harness."""

import re
import zipfile
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from rightreasons.errors import PredictionError, UnreadableFileError
from rightreasons.pairs import SourceFile
from rightreasons.printable import printable
from rightreasons.sources.formats.json_lines import parsed_json
from rightreasons.sources.opening.compression import decompressed, load
from rightreasons.sources.opening.encodings import in_utf8
from rightreasons.sources.opening.folders import is_zip
from rightreasons.sources.opening.zip_members import members
from rightreasons.sources.predictions.keys import GOLD, PREDICTED, PredictionTable
from rightreasons.sources.python_values import frame_of
from rightreasons.sources.raw import Content, Parsed, RawTable, numbered
from rightreasons.streams.compression import BROKEN

_SAMPLE = re.compile(r"samples/[^/]+\.json")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def logged(path: Path) -> PredictionTable | None:
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
    except (*BROKEN, ValueError):
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
    from scipy.special import softmax

    values = np.array(logs)
    if not np.isfinite(values).all():
        raise PredictionError(
            f"{printable(content.name)} has log-likelihoods that are no finite numbers", "numbers", "mend it"
        )
    best = values.argmax(axis=1)
    shares = softmax(values, axis=1)
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
