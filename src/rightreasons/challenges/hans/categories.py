"""The 114 categories of appendix E: a template with the word around which it was built."""

from functools import lru_cache

import numpy as np
import polars as pl

from rightreasons.challenges.hans.grammar import Choices, Grammar, Numbers


def categories(grammar: Grammar) -> tuple[str, ...]:
    """Return the names of all categories, in the order of the templates and of the words in their list.

    McCoy et al. (2019, appendix E) count 114 for their vocabulary, "covering all possible variations of the
    template used to generate the example and the specific word around which the template was built", and list
    none. Here prepositions, relative pronouns and adjectives are not such words, and singular and plural
    passives are one category, which gives 114.
    """
    return _table(grammar)[0]


def category_of(grammar: Grammar, choices: Choices) -> pl.Series:
    """Return the category of every pair, e.g. ``"temp37:believed"``; strings of shape (n,)."""
    names, numbers = _table(grammar)
    key = np.array([-1 if key is None else key for key in grammar.key_column])[choices.shape]
    word = np.where(key >= 0, choices.words[np.arange(len(choices)), key], 0)
    return pl.Series("category", names, dtype=pl.String).gather(numbers[choices.shape, word])


@lru_cache(maxsize=16)
def _table(grammar: Grammar) -> tuple[tuple[str, ...], Numbers]:
    """Return the names, and their numbers by shape and key word (0 for none)."""
    names: dict[str, int] = {}
    numbers = np.zeros((len(grammar.shapes), len(grammar.words)), dtype=np.int64)
    for place, (shape, key) in enumerate(zip(grammar.shapes, grammar.key_column, strict=True)):
        base = shape.template.category or shape.template.id
        if key is None:
            name = f"{base}:{shape.key}" if shape.key else base
            numbers[place, 0] = names.setdefault(name, len(names))
            continue
        for word in grammar.pools[list(shape.slots.values())[key]].tolist():
            numbers[place, word] = names.setdefault(f"{base}:{grammar.words[word]}", len(names))
    return tuple(names), numbers
