"""What is said of a split: components that are too large, rows alone, the splits that would do instead."""

from collections.abc import Iterator, Mapping

from rightreasons.artifacts.linked_rows import BOTH, role_of, without_value
from rightreasons.errors import SplitError
from rightreasons.jobs.making.splits import Split
from rightreasons.jobs.options import SplitOptions
from rightreasons.pairs import SENTENCES
from rightreasons.sentences.sentence import in_words
from rightreasons.sentences.templates import fill, joined
from rightreasons.sources.proposals.commands import split_command

Shared = Mapping[str, Mapping[str, int]]


def notes_of(made: Split, shared: Shared) -> tuple[str, ...]:
    """Return what a reader should know of a split, in the words of the data.

    Parameters
    ----------
    made
        The split.
    shared
        By part and side, how many of its rows have a text of train.
    """
    return tuple(str(in_words(each, made.pairs.nouns)) for each in _notes(made, shared))


def components_in_words(other: Split) -> str:
    """Return how many components another split of the same data has, in the words of the data."""
    return str(in_words(_components(other), other.pairs.nouns))


def line_to_paste(options: SplitOptions, typed: str) -> str:
    """Return the line that splits by some options, those named that are not as by default.

    Parameters
    ----------
    options
        By what rows stay together, the shares of the parts, and the seed.
    typed
        The data as of `split_command`.
    """
    default = SplitOptions()
    named = {"shares": options.shares, "seed": str(options.seed)}
    return split_command(
        typed,
        options.by,
        **{name: value for name, value in named.items() if value != str(getattr(default, name))},
    )


def refusal(made: Split, typed: str) -> SplitError:
    """Return the error of a split in which some part lacks a label, with lines to paste that would do.

    Parameters
    ----------
    made
        The split.
    typed
        The data as of `split_command`.
    """
    missing = (made.parts.labels == 0).any(axis=0)
    found = fill(
        "split.refused",
        components=made.parts.n_components,
        data=made.pairs.name,
        by=_by(made),
        rows=made.parts.largest,
        all=len(made.pairs),
        share=made.largest_share,
        label=made.pairs.labels[int(missing.argmax())],
    )
    expected = "rows of every label in every part"
    lines = [_to_paste(each, made, typed) for each in (*made.by_one_side(), *made.without_dev())]
    remedy = f"split otherwise, and paste one of:{''.join(lines)}" if lines else "add rows of this label"
    return SplitError(in_words(found, made.pairs.nouns), expected, remedy)


def _to_paste(other: Split, made: Split, typed: str) -> str:
    line = line_to_paste(other.options, typed)
    because = (
        components_in_words(other) if other.options.by != made.options.by else str(fill("split.without_dev"))
    )
    return f"\n    {line}\n        {because}"


def _notes(made: Split, shared: Shared) -> Iterator[str]:
    for part, sides in shared.items():
        rows = int((made.parts.part == list(made.options.parts).index(part)).sum())
        yield from (
            fill("split.shared", part=part, rows=common, all=rows, side=side, share=common / rows)
            for side, common in sides.items()
            if common
        )
    if alone := without_value(made.pairs, made.options.by):
        yield fill("split.no_value", rows=alone, by=_by(made))
    if made.small_parts:
        asked = (fill("split.asked", part=name, share=share) for name, share in made.small_parts.items())
        yield fill(
            "split.too_large",
            by=_by(made),
            rows=made.parts.largest,
            all=len(made.pairs),
            share=made.largest_share,
            parts=joined(asked),
        )


def _components(other: Split) -> str:
    return fill(
        "split.instead",
        by=_by(other),
        components=other.parts.n_components,
        rows=other.parts.largest,
        share=other.largest_share,
    )


def _by(made: Split) -> str:
    role = role_of(made.pairs, made.options.by)
    if role == BOTH:
        return fill("split.both")
    return fill("split.side", side=role) if role in SENTENCES else fill("split.column", column=role)
