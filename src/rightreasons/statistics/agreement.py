"""Agreement of annotators beyond chance: Cohen's kappa, Fleiss' kappa, Krippendorff's alpha (nominal)."""

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.checks import FloatArray, count_table


def cohen_kappa(table: npt.ArrayLike) -> float | None:
    """Return Cohen's kappa of two annotators.

    Parameters
    ----------
    table
        Counts, of shape (categories, categories): the first annotator's category by the second's.

    Returns
    -------
    float or None
        From -1 to 1. None where it is undefined: no items, or both annotators use one and the same
        category throughout, so that chance alone agrees on everything.

    Raises
    ------
    ValueError
        For a table that is not square or holds no counts.

    References
    ----------
    Cohen (1960), "A coefficient of agreement for nominal scales".
    """
    counts = count_table("the table of ratings", table)
    if counts.shape[0] != counts.shape[1]:
        raise ValueError(f"annotators share their categories; the table is square, not {counts.shape}")
    if counts.sum() == 0 or np.count_nonzero(counts.sum(axis=0) + counts.sum(axis=1)) == 1:
        return None
    shares = counts / counts.sum()
    by_chance = float(shares.sum(axis=1) @ shares.sum(axis=0))
    return _beyond_chance(float(np.trace(shares)), by_chance)


def fleiss_kappa(counts: npt.ArrayLike) -> float | None:
    """Return Fleiss' kappa, also where items have different numbers of ratings.

    Each item counts once, whatever its number of ratings: observed agreement is the mean over items of
    the share of agreeing pairs, the share of a category is the mean of its shares within items. With
    equal numbers of ratings this is Fleiss' own formula.

    Parameters
    ----------
    counts
        How many ratings put an item into a category, of shape (items, categories). Items with fewer than
        two ratings do not enter.

    Returns
    -------
    float or None
        At most 1. None where it is undefined: no item has two ratings, or all ratings that enter name
        one category.

    Raises
    ------
    ValueError
        For an array that is not two-dimensional or holds no counts.

    References
    ----------
    Fleiss (1971), "Measuring nominal scale agreement among many raters".
    Gwet (2014), "Handbook of inter-rater reliability", chapter 2 (missing ratings).
    """
    rated = _rated_twice(counts)
    if _is_uniform(rated):
        return None
    ratings = rated.sum(axis=1)
    agreeing = ((rated**2).sum(axis=1) - ratings) / (ratings * (ratings - 1))
    shares = (rated / ratings[:, np.newaxis]).mean(axis=0)
    return _beyond_chance(float(agreeing.mean()), float(shares @ shares))


def krippendorff_alpha_nominal(counts: npt.ArrayLike) -> float | None:
    """Return Krippendorff's alpha for nominal categories.

    Parameters, the cases of None, and errors as in `fleiss_kappa`. Here each rating counts once, and
    chance is that of drawing two of all ratings without putting the first back.

    References
    ----------
    Krippendorff (2011), "Computing Krippendorff's alpha-reliability", section C.
    """
    rated = _rated_twice(counts)
    if _is_uniform(rated):
        return None
    ratings = rated.sum(axis=1, keepdims=True)
    by_category, n = rated.sum(axis=0), rated.sum()
    agreeing = (rated * (rated - 1) / (ratings - 1)).sum() / n
    by_chance = (by_category * (by_category - 1)).sum() / (n * (n - 1))
    return _beyond_chance(float(agreeing), float(by_chance))


def _rated_twice(values: npt.ArrayLike) -> FloatArray:
    counts = count_table("the table of ratings", values)
    enough: npt.NDArray[np.bool_] = counts.sum(axis=1) >= 2
    return np.compress(enough, counts, axis=0)


def _is_uniform(rated: FloatArray) -> bool:
    return bool(np.count_nonzero(rated.sum(axis=0)) < 2)


def _beyond_chance(observed: float, by_chance: float) -> float:
    return (observed - by_chance) / (1 - by_chance)
