"""Files of shapes that nobody has named, each with the pairs that were meant: for `test_proposals`.

Names, labels and structures differ from file to file.
"""

from tests.sources.shapes import documents, flat, later, nested, texts, wide  # noqa: F401 - each adds its shapes
from tests.sources.shapes.made import SHAPES, C, E, N, Pair, Shape, pairs

__all__ = ["SHAPES", "C", "E", "N", "Pair", "Shape", "pairs"]
