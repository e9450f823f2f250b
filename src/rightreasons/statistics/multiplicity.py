"""Many tests at once: p-values adjusted after Bonferroni, Holm, and Benjamini and Hochberg."""

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.checks import FloatArray, probability_array


def bonferroni(p: npt.ArrayLike) -> FloatArray:
    """Adjust p-values by the number of tests; parameters, result and errors as in `holm`.

    It keeps what `holm` keeps and never rejects more; it is here because papers use it.

    References
    ----------
    Dunn (1961), "Multiple comparisons among means".
    """
    values = _p_values(p)
    return np.minimum(values * values.size, 1.0)


def holm(p: npt.ArrayLike) -> FloatArray:
    """Adjust p-values so that rejecting those up to a level keeps the family-wise error at that level.

    Parameters
    ----------
    p
        P-values, of shape (tests,); may be empty.

    Returns
    -------
    ndarray
        Adjusted p-values, in the order given.

    Raises
    ------
    ValueError
        For an array that is not one-dimensional, or a number outside [0, 1].

    References
    ----------
    Holm (1979), "A simple sequentially rejective multiple test procedure".
    """
    values = _p_values(p)
    ascending = np.argsort(values)
    scaled = values[ascending] * np.arange(values.size, 0, -1)
    return _in_given_order(np.minimum(np.maximum.accumulate(scaled), 1.0), ascending)


def benjamini_hochberg(p: npt.ArrayLike) -> FloatArray:
    """Adjust p-values so that rejecting those up to a level keeps the false discovery rate at that level.

    Parameters, result and errors as in `holm`. Valid for independent or positively dependent tests.

    References
    ----------
    Benjamini and Hochberg (1995), "Controlling the false discovery rate".
    """
    values = _p_values(p)
    ascending = np.argsort(values)
    # In place: there may be many millions.
    factors = np.arange(1, values.size + 1, dtype=np.float64)
    np.divide(values.size, factors, out=factors)
    scaled = values[ascending]
    scaled *= factors
    del factors
    np.minimum.accumulate(scaled[::-1], out=scaled[::-1])
    return _in_given_order(np.minimum(scaled, 1.0, out=scaled), ascending)


def _p_values(p: npt.ArrayLike) -> FloatArray:
    values = probability_array("p", p)
    if values.ndim != 1:
        raise ValueError(f"p-values come as one row, not in {values.ndim} dimensions")
    return values


def _in_given_order(adjusted: FloatArray, order: npt.NDArray[np.intp]) -> FloatArray:
    # `order` says where each sorted value came from; it is not the rank of the values.
    returned = np.empty_like(adjusted)
    returned[order] = adjusted
    return returned
