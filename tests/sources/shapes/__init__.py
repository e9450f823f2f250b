"""Files of shapes that nobody has named, each with the pairs that were meant: for `test_proposals`.

Names, labels and structures differ from file to file.
"""

from tests.sources.shapes import (  # noqa: F401 - each adds its shapes
    afterwards,
    choices,
    containers,
    counted,
    documents,
    flat,
    keys,
    languages,
    later,
    nested,
    parts,
    plain_texts,
    published,
    surveys,
    texts,
    unseen,
    unseen_tables,
    wide,
)
from tests.sources.shapes.made import SHAPES, C, E, N, Pair, Shape, pairs

__all__ = ["SHAPES", "C", "E", "N", "Pair", "Shape", "pairs"]
