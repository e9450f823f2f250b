"""The options of `make sheet` and `make human-study`."""

from dataclasses import dataclass
from typing import Annotated, Literal

from rightreasons.jobs.options import AUDIT_SEED, PROBE_SEED, AuditSeed
from rightreasons.options import Option, OptionSet


@dataclass(frozen=True)
class SwapSheetOptions(OptionSet):
    """Which instances of swap sets people judge; none named: those whose label is not kept."""

    sets: Annotated[
        tuple[str, ...],
        Option("Annotate all of this set; may be given again. Otherwise: labels not kept.", name="set"),
    ] = ()
    per_set: Annotated[int | None, Option("Instances of each set, at random.", least=1)] = None
    seed: AuditSeed = AUDIT_SEED


@dataclass(frozen=True)
class CellSheetOptions(OptionSet):
    """Which items of every cell of gold and predicted label people judge, and what they are asked."""

    question: Annotated[str, Option("Question to ask: grammatical, or a YAML file.")] = "grammatical"
    per_cell: Annotated[int, Option("Items of each cell of gold and predicted label.", least=1)] = 50
    predicted: Annotated[str | None, Option("Column of the predicted label.")] = None
    seed: AuditSeed = AUDIT_SEED


@dataclass(frozen=True)
class ChangeSheetOptions(OptionSet):
    """Which changed claims people judge."""

    per_change: Annotated[int, Option("Changed claims of each change, at random.", least=1)] = 200
    seed: AuditSeed = AUDIT_SEED


@dataclass(frozen=True)
class StudyOptions(OptionSet):
    """Which pairs the human study of HANS asks about."""

    seed: AuditSeed = PROBE_SEED
    quirks: Annotated[Literal["official", "fixed"], Option("Pairs as published, or corrected.")] = "official"
