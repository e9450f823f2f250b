"""The keyword arguments of public functions, written by `scripts/options`."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from rightreasons.labels import Label

if TYPE_CHECKING:
    from rightreasons.predictors.options import JudgeOptions

__all__ = [
    "ReadKeywords",
    "PatternKeywords",
    "VerdictKeywords",
    "AuditKeywords",
    "ProbeKeywords",
    "TrainKeywords",
    "CompareKeywords",
    "DiscoverKeywords",
    "ReproduceKeywords",
]


class ReadKeywords(TypedDict, total=False):
    """Fields of `ReadOptions`."""

    columns: Mapping[str, str | int]
    label_map: Mapping[str, Label | str | None] | Mapping[int, Label | str | None] | None
    format: str | None
    on_missing_gold: Literal["drop", "error", "keep"]
    on_malformed: Literal["error", "drop"]
    on_duplicate: Literal["keep", "drop"]
    split: str | None
    limit: int | None
    name: str | None
    gold: str | None
    premise_join: str | None
    encoding: str | None
    quoting: Literal["auto", "on", "off"]
    recipe: Any


class PatternKeywords(TypedDict, total=False):
    """Fields of `PatternOptions`."""

    max_words: int
    max_gap: int
    reading: Literal["skipped", "index"]
    min_count: int
    threshold: float
    tokenisation: str | None


class VerdictKeywords(TypedDict, total=False):
    """Fields of `VerdictOptions`."""

    policy: str | Path | None
    allow: Sequence[str]


class AuditKeywords(VerdictKeywords, ReadKeywords, total=False):
    """Fields of `AuditOptions`, `EngineOptions`, `VerdictOptions`, `ReadOptions`."""

    measures: Sequence[str]
    group_by: Sequence[str]
    tokenisation: str | None
    encoder: str | None
    seed: int
    evidence: int
    language: str
    engine: str | None
    sample: int
    spill: str | Path | None


class ProbeKeywords(VerdictKeywords, total=False):
    """Fields of `ProbeOptions`, `ModelOptions`, `VerdictOptions`, `WorkerOptions`."""

    per_group: int | None
    by: Sequence[str]
    pairs: Sequence[str]
    seed: int
    definition: Literal["recommended", "sanchez-2018"]
    pattern_threshold: float
    collapse: Literal["argmax", "sum"]
    allow_partial: bool
    cost: str | None
    language: str
    data: str | None
    label_check: bool
    revision: str | None
    trust_remote_code: bool
    label_map: Mapping[str, Label | None] | None
    score_of: Label
    threshold: float | None
    device: Literal["auto", "cpu", "cuda", "mps"]
    dtype: Literal["auto", "fp32", "bf16", "fastest"]
    int8: bool
    batch_tokens: int | None
    max_length: int | None
    long_premises: Literal["truncate", "max", "mean"]
    model_version: str | None
    prediction_columns: Mapping[str, str | int] | None
    name: str | None
    judge: "JudgeOptions"
    engine: str | None


class TrainKeywords(TypedDict, total=False):
    """Fields of `TrainOptions`."""

    seeds: int
    seed: int
    encoder: str | None
    name: str | None
    small: bool
    changes: Sequence[str]
    vectors: Sequence[str]
    labels: Literal["three", "two"] | None
    augment: Any
    debias: str | None
    workers: int | None
    parser: str | None
    report_to: str | None


class CompareKeywords(VerdictKeywords, total=False):
    """Fields of `CompareOptions`, `VerdictOptions`."""

    level: float
    cost: str | None
    prediction_columns: Mapping[str, str | int] | None
    marks: Sequence[str | Path]
    groups: Sequence[str]


class DiscoverKeywords(VerdictKeywords, ReadKeywords, total=False):
    """Fields of `DiscoverOptions`, `EngineOptions`, `VerdictOptions`, `ReadOptions`."""

    rules: int
    least: int | None
    base: Literal["labels", "hypothesis"]
    splits: int
    seed: int
    level: float
    engine: str | None
    sample: int
    spill: str | Path | None


class ReproduceKeywords(TypedDict, total=False):
    """Fields of `ReproduceOptions`."""

    items: Sequence[str]
    data: str | Path | None
    scale: str
    seed: int
    paper_version: int | None
    definition: str | None
    results: str | Path | None
