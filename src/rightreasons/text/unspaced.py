"""Writing that puts no spaces between words: which characters are of it, and whether texts are."""

import polars as pl

CHARACTERS = "characters"
"""Name of the tokenisation."""
UNSPACED = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    r"\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f"  # kana
    r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
)
"""The characters, as ranges that stand inside square brackets. Korean is not among them: it has spaces."""
_ROWS = 2_000
_LEAST_SHARE = 0.5


def is_unspaced(*texts: pl.Series) -> bool:
    """Return whether at least half of the letters of texts are of writing without spaces between words.

    Parameters
    ----------
    *texts
        Series of strings; of many strings some that stand evenly among all are looked at.
    """
    some = [each.drop_nulls().gather_every(max(1, len(each) // _ROWS)) for each in texts]
    every = pl.concat(some)
    letters = int(every.str.count_matches(r"\p{L}").sum())
    return letters > 0 and int(every.str.count_matches(f"[{UNSPACED}]").sum()) >= _LEAST_SHARE * letters
