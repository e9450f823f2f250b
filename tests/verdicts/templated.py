"""Pairs made from templates, each of which makes one label and has words of its own."""

import numpy as np
import polars as pl
from tests.verdicts.making import VOCABULARY


def templated(
    templates: int,
    each: int,
    seed: int,
    labels: tuple[str, ...],
    column: str,
    words: tuple[str, ...] = VOCABULARY[3:],
    *,
    fixed: int = 3,
) -> pl.DataFrame:
    """Return rows whose hypotheses have some words of their template before three to five random ones.

    Parameters
    ----------
    templates, each, seed
        How many templates, how many rows of each, and by which draw.
    labels, column
        Labels of templates, in turn, and the column that names the template.
    words
        What sentences are made of.
    fixed
        Words of each template.
    """
    rng = np.random.default_rng(seed)
    of_row = np.repeat(np.arange(templates), each)
    own = [rng.choice(words, fixed, replace=False) for _ in range(templates)]

    def text(few: int, first: tuple[str, ...] = ()) -> str:
        return " ".join([*first, *rng.choice(words, few)]) + " ."

    return pl.DataFrame(
        {
            "id": [f"r{row}" for row in range(len(of_row))],
            "premise": [text(int(rng.integers(8, 14))) for _ in of_row],
            "hypothesis": [text(int(rng.integers(3, 6)), tuple(own[template])) for template in of_row],
            "label": [labels[template % len(labels)] for template in of_row],
            column: [f"t{template}" for template in of_row],
        }
    ).sample(fraction=1.0, shuffle=True, seed=seed)
