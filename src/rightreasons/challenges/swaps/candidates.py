"""Candidates for the transformation: training instances that hold a pair of words, in any of their forms."""

import polars as pl

from rightreasons.artifacts.words_of_pairs import Words, co_occurrences
from rightreasons.challenges.swaps.forms import Forms
from rightreasons.text.word_pairs import ALL_POS, WordPairs, pairs_frame
from rightreasons.text.wordnet import WordNet

REVERSED = {"hypernym": "hyponym", "hyponym": "hypernym"}
"""What the first word is to the second, where it is another thing than the second to the first."""


def candidates(words: Words, pairs: WordPairs, forms: Forms) -> pl.DataFrame:
    """Return every instance with every pair of words that it holds in the one or the other order.

    Parameters
    ----------
    words
        The words of the training instances.
    pairs
        Pairs of lemmas; each is looked for in both orders.
    forms
        Tells the lemmas of inflected forms.

    Returns
    -------
    pl.DataFrame
        Distinct rows, ascending by ``row``: ``row`` (position of the instance), ``first`` (lemma in the
        premise), ``second`` (lemma in the hypothesis), ``pos``, ``relation`` (what ``second`` is to
        ``first``).
    """
    ordered = both_orders(pairs, forms.wordnet)
    inflected = _forms(words, ordered, forms)
    of_pairs = (
        ordered.with_row_index("pair")
        .join(inflected.rename({"form": "first_form"}), left_on=["first", "pos"], right_on=["lemma", "pos"])
        .join(inflected.rename({"form": "second_form"}), left_on=["second", "pos"], right_on=["lemma", "pos"])
    )
    distinct = of_pairs.select("first_form", "second_form").unique(maintain_order=True)
    rows, found = co_occurrences(words, distinct["first_form"].to_numpy(), distinct["second_form"].to_numpy())
    hits = distinct[found].with_columns(row=pl.Series(rows))
    held = hits.join(of_pairs, on=["first_form", "second_form"]).select("row", "pair").unique()
    return (
        held.sort("row", "pair")
        .join(ordered.with_row_index("pair"), on="pair", maintain_order="left")
        .select("row", "first", "second", "pos", "relation")
    )


def both_orders(pairs: WordPairs, wordnet: WordNet) -> pl.DataFrame:
    """Return each pair as it stands and reversed: ``first``, ``second``, ``pos``, ``relation``.

    A pair without a part of speech stands once for each that WordNet knows both words as. Pairs that stand in
    the relation both ways (by different senses) are left out: which way it holds cannot be told.
    """
    there = _with_pos(pairs, wordnet)
    back = there.select(
        first="second", second="first", pos="pos", relation=pl.col("relation").replace(REVERSED)
    )
    both = pl.concat([there, back]).unique(maintain_order=True)
    return both.filter(pl.len().over("first", "second", "pos") == 1, pl.col("first") != pl.col("second"))


def _with_pos(pairs: WordPairs, wordnet: WordNet) -> pl.DataFrame:
    def roles(word: str) -> list[str]:
        return [pos for pos in ALL_POS if word in wordnet.lemmas(word, pos)]

    stated = pairs.frame.filter(pl.col("pos").is_not_null())
    rows = [
        (first, second, pos, relation)
        for first, second, relation in pairs.frame.filter(pl.col("pos").is_null())
        .select("first", "second", "relation")
        .iter_rows()
        for pos in roles(first)
        if pos in roles(second)
    ]
    return pl.concat([stated, pairs_frame(rows)]).unique(maintain_order=True)


def _forms(words: Words, pairs: pl.DataFrame, forms: Forms) -> pl.DataFrame:
    """Return which words of the vocabulary are forms of which lemmas: ``form`` (id), ``lemma``, ``pos``."""
    lemmas = pl.concat([pairs.select("pos", lemma=side) for side in ("first", "second")]).unique()
    parts_of_speech = set(lemmas["pos"].to_list())
    found = [
        (form, lemma, str(pos))
        for pos in ALL_POS
        if pos in parts_of_speech
        for form, word in enumerate(words.vocabulary.to_list())
        for lemma in forms.lemmas(word, pos)
    ]
    schema = {"form": pl.Int32, "lemma": pl.String, "pos": pl.String}
    inflected = pl.DataFrame(found, schema=schema, orient="row")
    return inflected.join(lemmas, on=["lemma", "pos"], how="semi", maintain_order="left")
