"""What a model said of a challenge, and what has to be told beside it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import polars as pl

from rightreasons.challenges.challenge import Challenge
from rightreasons.challenges.pooling import Pooling
from rightreasons.findings import Finding
from rightreasons.predictions import Predictions
from rightreasons.printable import printable

_REASONS_SHOWN = 5


@dataclass(frozen=True)
class Said:
    """Everything that a model said of the items of a challenge.

    Parameters
    ----------
    predictions
        Of the items that got a label.
    unanswered
        Reason by id of items that were answered without a label; final.
    failed
        Reason by id of items on which the model failed; they are asked again when the probe goes on.
    stopped
        Why the model is out of reach, if it is.
    notes
        What has to be told beside the figures: cut premises, tokens, costs.
    by_prompt
        What was said under each prompt, of a model that was asked under several.
    """

    predictions: Predictions
    unanswered: Mapping[str, str] = field(default_factory=dict)
    failed: Mapping[str, str] = field(default_factory=dict)
    stopped: str | None = None
    notes: tuple[str, ...] = ()
    by_prompt: Mapping[str, Predictions] = field(default_factory=dict)

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to be asked."""
        return not self.failed and self.stopped is None

    @property
    def is_whole(self) -> bool:
        """Whether every item got a label."""
        return self.is_complete and not self.unanswered

    def why_incomplete(self, challenge: Challenge) -> str | None:
        """Return in words what is missing, or None."""
        if self.is_complete:
            return None
        done = len(self.predictions) + len(self.unanswered)
        reasons = [self.stopped] if self.stopped else []
        reasons += _counted(self.failed)
        return f"{challenge.name}: {done:,} of {len(challenge):,} items are answered ({'; '.join(reasons)})"


def told(finding: Finding, said: Said, challenge: Challenge) -> Finding:
    """Return a finding with the items that got no label counted beside its figures.

    Figures: ``unanswered`` (share of items answered without a label) and ``accuracy_unanswered_wrong`` (they
    count as wrong), where there are any.
    """
    notes = (*finding.notes, *said.notes)
    missing = said.why_incomplete(challenge)
    if missing:
        notes = (f"incomplete: {missing}", *notes)
    if not said.unanswered:
        return replace(finding, notes=notes)
    asked = _asked(finding, said, challenge)
    pooling = Pooling.of(challenge.strata, asked)
    figures = {
        **finding.figures,
        "unanswered": pooling.share(asked, "unanswered"),
        "accuracy_unanswered_wrong": pooling.share(asked, "correct"),
    }
    notes = (
        *notes,
        f"no label was given to {len(said.unanswered):,} items: {'; '.join(_counted(said.unanswered))}",
    )
    return replace(finding, figures=figures, notes=notes)


def _asked(finding: Finding, said: Said, challenge: Challenge) -> pl.DataFrame:
    """Return the items asked, with ``correct`` and ``unanswered``; what got no label is not right."""
    known = pl.DataFrame({"id": [*said.predictions.frame["id"], *said.unanswered]}, schema={"id": pl.String})
    right = None if finding.items is None else finding.items.select("id", "correct")
    frame = challenge.items.join(known, on="id", how="semi", maintain_order="left")
    if right is None:
        frame = frame.with_columns(correct=False)
    else:
        frame = frame.join(right, on="id", how="left", maintain_order="left")
    unanswered = pl.col("id").is_in(list(said.unanswered))
    return frame.with_columns(pl.col("correct").fill_null(value=False), unanswered=unanswered)


def detail_notes(details: Mapping[str, Mapping[str, int] | float | int]) -> tuple[str, ...]:
    """Return what is known of pairs beyond their labels, in words: sums of numbers, counts of texts."""
    said = []
    for name, found in details.items():
        shown = name.replace("_", " ")
        if isinstance(found, Mapping):
            said += [f"{shown}: {printable(text)} ({count:,} pairs)" for text, count in found.items()]
        else:
            said.append(f"{shown}: {found:,.6g} in all")
    return tuple(said)


def _counted(reasons: Mapping[str, str]) -> list[str]:
    counts: Sequence[tuple[str, int]] = Counter(reasons.values()).most_common()
    shown = [f"{printable(reason)}: {count:,}" for reason, count in counts[:_REASONS_SHOWN]]
    return [*shown, "..."] if len(counts) > _REASONS_SHOWN else shown
