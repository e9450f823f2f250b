"""Where the labels of points stand, so that none covers another or a point, and none is cut."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

HEIGHT = 15
"""Pixels a label takes from top to bottom."""
_LETTER, _WIDE_LETTER = 7.0, 13.0
MARK = 5
"""Pixels from the middle of a mark to its edge."""
_NEAR = 7  # pixels between a point and its label
_RINGS = 3  # further away nobody knows whose label it is


@dataclass(frozen=True)
class Anchor:
    """A point that is to be named.

    Parameters
    ----------
    x, y
        Place of the point as shares of the plot, from its left and from its top.
    text
        The label.
    """

    x: float
    y: float
    text: str


@dataclass(frozen=True)
class Box:
    """A label in place, in pixels of a plot; it stands on the left of its box, in the middle of its height.

    Parameters
    ----------
    anchor
        Place of its point from the left.
    dx, dy
        From the point to the left end and to the middle of the label.
    y
        The middle from the top.
    width, height
        Of the label.
    """

    anchor: float
    dx: float
    dy: float
    y: float
    width: float
    height: float = HEIGHT

    @property
    def left(self) -> float:
        """Where it begins."""
        return self.anchor + self.dx

    @property
    def right(self) -> float:
        """Where it ends."""
        return self.left + self.width


def text_width(text: str) -> float:
    """Return how many pixels a label takes at most, in letters of 12 pixels."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return _WIDE_LETTER * wide + _LETTER * (len(text) - wide)


def laid_out(
    anchors: Sequence[Anchor], width: float, height: float, others: Sequence[Anchor] = ()
) -> list[Box | None]:
    """Return a box for every label, or None where there is no room for it; the first come first.

    Whatever stands beside each other here stands so in every wider plot of the same height: boxes keep their
    distance from their points in pixels, and no two of them change sides.

    Parameters
    ----------
    anchors
        The points, the most important first.
    width, height
        Of the plot, pixels.
    others
        Points without a label, which no label covers either.
    """
    placed: list[Box] = []
    found: list[Box | None] = []
    for anchor in anchors:
        free = (
            box
            for box in _tries(anchor, width, height)
            if not any(_collide(box, other) for other in placed)
            and not any(_covers(box, each, width, height) for each in (*anchors, *others))
        )
        box = next(free, None)
        found.append(box)
        if box is not None:
            placed.append(box)
    return found


def _tries(anchor: Anchor, width: float, height: float) -> Iterator[Box]:
    """Yield places within the plot around a point, the nearest first."""
    size = text_width(anchor.text)
    x, y = anchor.x * width, anchor.y * height
    sides = (_NEAR, -size - _NEAR, -size / 2)
    for ring, dx, sign in product(range(_RINGS), sides, (-1, 1)):
        beside = dx != -size / 2
        dy = sign * (ring * HEIGHT * 0.75 if beside else _NEAR + HEIGHT / 2 + ring * HEIGHT * 0.75)
        box = Box(x, dx, dy, y + dy, size)
        if box.left >= 0 and box.right <= width and HEIGHT / 2 <= box.y <= height - HEIGHT / 2:
            yield box


def _collide(box: Box, other: Box) -> bool:
    """Return whether two boxes overlap, here or in a wider plot."""
    if abs(box.y - other.y) >= (box.height + other.height) / 2:
        return False
    first, second = sorted((box, other), key=lambda each: each.left)
    return not (first.right <= second.left and first.anchor <= second.anchor)


def _covers(box: Box, point: Anchor, width: float, height: float) -> bool:
    """Return whether a box covers the mark of a point, here or in a wider plot."""
    if abs(box.y - point.y * height) >= box.height / 2 + MARK:
        return False
    x = point.x * width
    right_of_it = box.left >= x + MARK and box.anchor >= x
    left_of_it = box.right <= x - MARK and box.anchor <= x
    return not (right_of_it or left_of_it)
