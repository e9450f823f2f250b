"""What `make hans` does: write a HANS set, or count a vocabulary's verbs in a parsed corpus."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from rightreasons.challenges.hans.generate import generate
from rightreasons.challenges.hans.hans_files import WRITERS
from rightreasons.challenges.hans.hans_set import HansSet
from rightreasons.challenges.hans.recipes import make_recipe, recipes
from rightreasons.challenges.hans.vocabulary.attest import attest
from rightreasons.challenges.hans.vocabulary.files import SHIPPED, named_vocabulary, read_vocabulary
from rightreasons.challenges.hans.vocabulary.words import HansVocabulary
from rightreasons.errors import MeasureInputError, OptionError
from rightreasons.jobs.datasets import described, versions
from rightreasons.jobs.options import HansOptions
from rightreasons.pairs import PairTable
from rightreasons.printable import printable, quoted
from rightreasons.runs.made_files import made_file

SEED = 1


def make_hans(
    out: Path, options: HansOptions, disjoint_from: PairTable | None = None, format_name: str | None = None
) -> Mapping[str, Any]:
    """Write a HANS set and, beside it, a manifest with seed, quirks, vocabulary and version.

    Parameters
    ----------
    out
        The file.
    options
        What it is made of.
    disjoint_from
        Pairs that must not occur.
    format_name
        A name of `WRITERS`; None takes it from the ending of `out`.

    Returns
    -------
    Mapping
        The manifest.

    Raises
    ------
    RunExistsError
        If the file is there.
    OptionError, UnknownNameError, VocabularyError, SupportError
        If the set cannot be made so.
    """
    write = WRITERS[_format(out, format_name)]
    words = vocabulary_named(options.vocabulary)
    apart = disjoint_from if disjoint_from is not None else _kept_apart(options, words)
    work = {
        "job": "make hans",
        "options": {**options.recorded(), "format": _format(out, format_name)},
        "vocabulary": words.model_dump(mode="json") if options.vocabulary not in SHIPPED else words.name,
        "disjoint_from": described(apart) if apart is not None else None,
        "versions": versions(),
    }

    def fill(path: Path) -> Mapping[str, Any]:
        made = _made(options, words, apart)
        write(made, path)
        return _description(made)

    return made_file(out, work, fill)


def attest_verbs(
    tables: Sequence[PairTable], vocabulary: str = "hans", minimum: int = 50, out: Path | None = None
) -> pl.DataFrame:
    """Count each verb of a vocabulary in each frame that it needs, in the parses of a corpus.

    Parameters
    ----------
    tables
        The corpus: premises and hypotheses of all rows count, as often as they stand there.
    vocabulary
        As in `HansOptions`.
    minimum
        How often a verb has to occur in a frame.
    out
        A CSV file for the table, or None.

    Returns
    -------
    pl.DataFrame
        See `rightreasons.challenges.hans.vocabulary.attest.attest`.

    Raises
    ------
    MeasureInputError
        If the corpus has no PTB parses.
    RunExistsError
        If the file is there.
    """
    parses = pl.concat([column for table in tables for column in _parses(table)])
    counted = attest(parses, vocabulary_named(vocabulary), minimum)
    if out is not None:
        work = {
            "job": "make hans --attest",
            "options": {"vocabulary": vocabulary, "min": minimum},
            "data": [described(table) for table in tables],
            "versions": versions(),
        }
        made_file(out, work, lambda path: _write_counts(counted, path))
    return counted


def vocabulary_named(name: str) -> HansVocabulary:
    """Return a vocabulary by its name or by the path of its YAML file; errors as of either."""
    if name not in SHIPPED and (Path(name).suffix or Path(name).exists()):
        return read_vocabulary(Path(name))
    return named_vocabulary(name)


def _made(options: HansOptions, words: HansVocabulary, apart: PairTable | None) -> HansSet:
    if options.recipe is None:
        return generate(
            options.per_subcase,
            SEED if options.seed is None else options.seed,
            options.quirks,
            subcases=options.subcases or None,
            without=options.without,
            vocabulary=words,
            disjoint_from=apart,
            ids=options.ids,
        )
    made = make_recipe(
        options.recipe,
        per_subcase=options.per_subcase,
        seed=options.seed,
        quirks=options.quirks,
        vocabulary=words,
        disjoint_from=apart,
    )
    return made.with_official_ids() if options.ids == "official" else made


def _kept_apart(options: HansOptions, words: HansVocabulary) -> PairTable | None:
    """Return the set that a recipe keeps apart from: with the words of HANS all of what `probe` tests on.

    With other words it is None: the recipe then makes an evaluation set of the same words and size.
    """
    if options.recipe is None:
        return None
    if options.subcases or options.without:
        raise OptionError(
            f"subcases beside the recipe '{printable(options.recipe)}'",
            "either of them",
            "leave out --subcases and --without: the recipe says what is withheld",
        )
    recipe = recipes().get(options.recipe)
    if recipe is None or recipe.disjoint_from is None or words.name != "hans":
        return None
    size = max(options.per_subcase, HansOptions().per_subcase)
    return make_recipe(recipe.disjoint_from, per_subcase=size, vocabulary=words).to_pairs()


def _description(made: HansSet) -> dict[str, Any]:
    by_label = made.frame.group_by("gold_label", maintain_order=True).len()
    return {
        "set": {"name": made.name, "seed": made.seed, "quirks": made.quirks, "vocabulary": made.vocabulary},
        "counts": {
            "pairs": len(made),
            "subcases": made.frame["subcase"].n_unique(),
            "labels": dict(by_label.iter_rows()),
        },
    }


def _format(out: Path, format_name: str | None) -> str:
    name = format_name or {"tsv": "tsv", "txt": "tsv", "jsonl": "jsonl", "parquet": "parquet"}.get(
        out.suffix.removeprefix(".").lower()
    )
    if name is None or name not in WRITERS:
        endings = ", ".join(f".{each}" for each in WRITERS)
        unknown = f"'{printable(out.name)}' has no ending that tells its format"
        shown = f"no format '{printable(name)}'" if name else unknown
        remedy = f"give --format, or name it {printable(out.stem)}.tsv"
        raise OptionError(shown, f"one of {endings}", remedy)
    return name


def _parses(table: PairTable) -> list[pl.Series]:
    names = [name for name in ("premise_parse", "hypothesis_parse") if name in table.frame.columns]
    if not names:
        raise MeasureInputError(
            f"'{printable(table.name)}' has the columns {quoted(table.frame.columns)}",
            "premise_parse or hypothesis_parse: PTB parses of the sentences",
            "give a parsed corpus such as SNLI or MultiNLI, or name its columns",
        )
    return [table.frame[name] for name in names]


def _write_counts(counted: pl.DataFrame, path: Path) -> dict[str, Any]:
    counted.with_columns(pl.col("needed_by").list.join(" ")).write_csv(path)
    return {"counts": {"verbs_in_frames": counted.height, "fall_short": int(counted["falls_short"].sum())}}
