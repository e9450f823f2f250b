"""Which item stands on which sheet, under an id that gives nothing away, and whose answer belongs to it."""

import numpy as np
import polars as pl

from rightreasons.errors import AnswersError
from rightreasons.printable import quoted


def dealt(rows: pl.DataFrame, name: str, seed: int, per_sheet: int) -> pl.DataFrame:
    """Return rows in random order with the sheet on which each stands, and its id there.

    Parameters
    ----------
    rows
        Items; their column ``id`` becomes ``row``.
    name
        First part of the names of the sheets.
    seed
        For the order.
    per_sheet
        The most items of a sheet; sheets differ by one item at most.

    Returns
    -------
    pl.DataFrame
        ``sheet`` (``NAME-1``), ``id`` (``NAME-1-001``), ``row``, then the other columns.
    """
    order = np.random.default_rng(seed).permutation(rows.height)
    sheets = -(-rows.height // per_sheet)
    parts = np.array_split(order, sheets)
    digits = len(str(sheets))
    frames = [
        rows[part].with_columns(sheet=pl.lit(f"{name}-{number:0{digits}}"))
        for number, part in enumerate(parts, start=1)
    ]
    place = pl.int_range(1, pl.len() + 1).over("sheet").cast(pl.String).str.zfill(3)
    return (
        pl.concat(frames)
        .rename({"id": "row"})
        .with_columns(id=pl.format("{}-{}", "sheet", place))
        .select("sheet", "id", "row", pl.exclude("sheet", "id", "row"))
    )


def placed(key: pl.DataFrame, answers: pl.DataFrame) -> pl.DataFrame:
    """Return the answers that were given, each beside its item.

    Parameters
    ----------
    key
        As `dealt` returns it.
    answers
        As `rightreasons.annotation.answers.read_answers` returns them.

    Returns
    -------
    pl.DataFrame
        ``participant``, ``answer``, ``seconds`` and the columns of `key`; nothing for what was left out.

    Raises
    ------
    AnswersError
        If an answer is of an item that does not stand on that sheet, or nothing was answered.
    """
    refuse_unknown(answers, key)
    given = answers.drop_nulls("answer")
    if not given.height:
        raise AnswersError("no item is answered", "at least one answer", "fill in the sheets")
    given_answers = given.select("participant", "sheet", "id", "answer", "seconds")
    return given_answers.join(key, on=["sheet", "id"], how="left", maintain_order="left")


def refuse_unknown(answers: pl.DataFrame, key: pl.DataFrame) -> None:
    """Raise `AnswersError` if an answer is of an item that does not stand on that sheet of the key."""
    unknown = answers.join(key, on=("sheet", "id"), how="anti", maintain_order="left")
    if unknown.height:
        sheet, item = unknown.select("sheet", "id").row(0)
        raise AnswersError(
            f"{unknown.height:,} answers of unknown items: {quoted([str(item), str(sheet)])}",
            "answers to the sheets of this study",
            "correct --study, or hand in the files as the sheets made them",
        )


def majorities(placed_answers: pl.DataFrame) -> pl.DataFrame:
    """Return what people say of each item that somebody judged.

    Returns
    -------
    pl.DataFrame
        ``row``, ``answer`` (of more than half of those who judged it; null where there is none),
        ``judgements``.
    """
    counts = placed_answers.group_by("row", "answer", maintain_order=True).len("votes")
    judgements = pl.col("votes").sum().over("row")
    agreed = counts.with_columns(judgements=judgements).with_columns(
        answer=pl.when(pl.col("votes") * 2 > pl.col("judgements")).then("answer")
    )
    return agreed.group_by("row", maintain_order=True).agg(
        pl.col("answer").drop_nulls().first(), pl.col("judgements").first()
    )
