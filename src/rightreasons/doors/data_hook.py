"""A hook of pre-commit: data files that cannot be read, or hold no label, end a commit.

``python -m rightreasons.doors.data_hook FILE ...``, in ``.pre-commit-hooks.yaml`` as ``rightreasons-data``.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from rightreasons.errors import RightReasonsError
from rightreasons.printable import printable
from rightreasons.sources.read import read_pairs


def faults(paths: Sequence[str]) -> list[str]:
    """Return what is wrong with each file that is no labelled data, in the three lines of an error."""
    found = []
    for path in paths:
        try:
            read_pairs(Path(path)).with_gold()
        except RightReasonsError as error:
            found.append(f"{printable(path, 300)}: {error.lines}")
    return found


def main(paths: Sequence[str]) -> int:
    """Write what is wrong to standard error; 1 where there is something."""
    found = faults(paths)
    sys.stderr.write("".join(f"{each}\n" for each in found))
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
