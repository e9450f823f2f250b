"""Several tables of pairs as one."""

from collections.abc import Sequence

import polars as pl

from rightreasons.pairs import Nouns, PairTable, Provenance


def concatenated(tables: Sequence[PairTable], name: str, *, clash: bool | None = None) -> PairTable:
    """Return the rows of several tables in one; columns that some lack are null there.

    Ids that occur in more than one table (`clash`; None: it is found) are made unique by the name of theirs.
    """
    ids = pl.concat([table.frame["id"] for table in tables])
    clash = ids.n_unique() != len(ids) if clash is None else clash
    prefixes = [f"{position}:{table.name}:" if clash else "" for position, table in enumerate(tables)]
    frames = [_prefixed(table.frame, prefix) for table, prefix in zip(tables, prefixes, strict=True)]
    account = tables[0].account
    for table in tables[1:]:
        account = account + table.account
    provenances = [table.provenance for table in tables]
    merged = Provenance(
        name=name,
        files=tuple(file for each in provenances for file in each.files),
        columns=provenances[0].columns,
        label_map={key: value for each in provenances for key, value in each.label_map.items()},
        dataset=provenances[0].dataset if len({each.dataset for each in provenances}) == 1 else None,
        notes=tuple(dict.fromkeys(note for each in provenances for note in each.notes)),
        nouns=provenances[0].nouns if len({each.nouns for each in provenances}) == 1 else Nouns(),
        gold_rule=", ".join(dict.fromkeys(each.gold_rule for each in provenances if each.gold_rule)),
    )
    every = [(each.several, prefix) for each, prefix in zip(tables, prefixes, strict=True)]
    several = [_prefixed(each, prefix) for each, prefix in every if each is not None]
    left_out = pl.concat(several, how="diagonal_relaxed") if several else None
    bare_ids = [(each.unlabelled, prefix) for each, prefix in zip(tables, prefixes, strict=True)]
    bare = [prefix + each for each, prefix in bare_ids if each is not None]
    unlabelled = pl.concat(bare) if bare else None
    return PairTable(pl.concat(frames, how="diagonal_relaxed"), merged, account, left_out, unlabelled)


def _prefixed(frame: pl.DataFrame, prefix: str) -> pl.DataFrame:
    return frame.with_columns(id=pl.lit(prefix) + pl.col("id"))
