"""Commands that mend data, as lines to paste."""

import shlex

from rightreasons.sources.options import ReadOptions
from rightreasons.sources.proposals.stated import written


def typed_data(data: str, options: ReadOptions) -> str:
    """Return data as they stand on a command line, with the options that read them."""
    return f"{shlex.quote(data)} {written(options, of_rows=True)}".rstrip()


def split_command(typed: str, by: str, out: str = "split", shares: str = "", seed: str = "") -> str:
    """Return the line that splits data into train, dev and test.

    Where hypotheses that recur are remembered, or rows of one text have labels that go together, a split by
    that side keeps all rows of a text in one part.

    Parameters
    ----------
    typed
        The data as they stand on a command line, with the options that read them (`typed_data`).
    by
        ``"hypothesis"``, ``"premise"``, ``"both"`` or a column.
    out
        The folder that is written.
    shares
        Per cent of train, dev and test; empty: as they are by default.
    seed
        Random seed; empty: as it is by default.
    """
    stated = {"--shares": shares, "--seed": seed}
    more = "".join(f" {name} {shlex.quote(value)}" for name, value in stated.items() if value)
    return f"rightreasons make split {typed} --by {shlex.quote(by)}{more} -o {shlex.quote(out)}"
