"""Where the labels of points stand: none covers another or a point, none is cut, and each shows its point."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from math import ceil, copysign
from typing import Literal, get_args

HEIGHT = 15
"""Pixels a label takes from top to bottom."""
_LETTER, _WIDE_LETTER = 7.0, 13.0
MARK = 5
"""Pixels from the middle of a mark to its edge."""
NEAR = 7
"""Pixels between the middle of a mark and a label beside it."""
_CLEAR = 10  # pixels between the middle of any other mark and a label that has no line to its own
_GAP = 2  # pixels between a label and the end of the line to it
_RINGS = 4
_STEP = 0.01  # of a plot
Place = tuple[float, float]
"""Shares of a plot, from its left and from its top."""
Align = Literal["left", "right", "center"]
_ALIGNED: tuple[Align, ...] = get_args(Align)


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
    """A label in place, in pixels of a plot; it stands at the end of its box that is next to its point.

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

    @property
    def is_beside(self) -> bool:
        """Whether it stands left or right of its point, and not above or below."""
        return self.dx > 0 or self.dx + self.width < 0

    @property
    def is_apart(self) -> bool:
        """Whether it needs a line to its point, since it is not at its height, nor next above or below."""
        return abs(self.dy) > (0 if self.is_beside else NEAR + self.height / 2)

    @property
    def end(self) -> tuple[float, float]:
        """From the point to where a line to it ends: the middle of the side that faces the point."""
        if self.is_beside:
            return self.dx - _GAP if self.dx > 0 else self.dx + self.width + _GAP, self.dy
        return 0.0, self.dy - copysign(self.height / 2, self.dy)

    @property
    def align(self) -> Align:
        """Which end of the label is placed: the one next to the point, however wide letters are."""
        return "center" if not self.is_beside else "left" if self.dx > 0 else "right"

    @property
    def at(self) -> float:
        """From the point to that end of the label, from left to right."""
        return {"left": self.dx, "center": 0.0, "right": self.dx + self.width}[self.align]

    @property
    def line(self) -> "Box":
        """What the line from the point to the label takes."""
        across, down = self.end
        top = self.y - self.dy
        return Box(self.anchor, min(across, 0.0), down / 2, top + down / 2, abs(across), abs(down))


def text_width(text: str) -> float:
    """Return how many pixels a label takes at most, in letters of 12 pixels."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return _WIDE_LETTER * wide + _LETTER * (len(text) - wide)


def laid_out(
    anchors: Sequence[Anchor],
    width: float,
    height: float,
    others: Sequence[Anchor] = (),
    lines: Sequence[Sequence[Place]] = (),
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
    lines
        Lines from place to place, as shares of the plot, which no label covers; its own line may cross them.
    """
    on_lines = [point for line in lines for point in _along(line)]
    placed: list[Box] = []
    found: list[Box | None] = []
    for anchor in anchors:
        points = [each for each in (*anchors, *others) if not _is_same(each, anchor, width, height)]
        free = (
            box
            for box in _tries(anchor, width, height)
            if not any(_collide(part, other) for part in _parts(box) for other in placed)
            and not any(_hides(box, point, width, height) for point in points)
            and not any(_covers(box, point, (width, height), _GAP) for point in on_lines)
        )
        box = next(free, None)
        found.append(box)
        if box is not None:
            placed += _parts(box)
    return found


def _along(line: Sequence[Place]) -> Iterator[Anchor]:
    """Yield points of a line that are so near to each other that no label stands between two of them."""
    for (x, y), (next_x, next_y) in pairwise(line):
        steps = max(1, ceil(max(abs(next_x - x), abs(next_y - y)) / _STEP))
        for step in range(steps + 1):
            part = step / steps
            yield Anchor(x + part * (next_x - x), y + part * (next_y - y), "")


def _is_same(point: Anchor, other: Anchor, width: float, height: float) -> bool:
    """Return whether two marks cover each other, so that a label of one is beside both."""
    return abs(point.x - other.x) * width < 1 and abs(point.y - other.y) * height < 1


def _parts(box: Box) -> tuple[Box, ...]:
    """Return a label, and its line to its point where it needs one."""
    return (box, box.line) if box.is_apart else (box,)


def _hides(box: Box, point: Anchor, width: float, height: float) -> bool:
    """Return whether a label covers a mark that is not its own, or is taken for that of this mark."""
    if not box.is_apart:
        return _covers(box, point, (width, height), _CLEAR)
    return any(_covers(part, point, (width, height), MARK) for part in _parts(box))


def _tries(anchor: Anchor, width: float, height: float) -> Iterator[Box]:
    """Yield places within the plot around a point, the nearest first."""
    size = text_width(anchor.text)
    x, y = anchor.x * width, anchor.y * height
    for ring, align, sign in product(range(_RINGS), _ALIGNED, (-1, 1)):
        away = ring * HEIGHT * 0.8
        room = NEAR + min(away, HEIGHT / 2) / 2
        dx = {"left": room, "right": -size - room, "center": -size / 2}[align]
        dy = sign * (NEAR + HEIGHT / 2 + away if align == "center" else away)
        box = Box(x, dx, dy, y + dy, size)
        if box.left >= 0 and box.right <= width and HEIGHT / 2 <= box.y <= height - HEIGHT / 2:
            yield box


def _collide(box: Box, other: Box) -> bool:
    """Return whether two boxes overlap, here or in a wider plot."""
    if abs(box.y - other.y) >= (box.height + other.height) / 2:
        return False
    first, second = sorted((box, other), key=lambda each: each.left)
    return not (first.right <= second.left and first.anchor <= second.anchor)


def _covers(box: Box, point: Anchor, plot: tuple[float, float], clear: float) -> bool:
    """Return whether a box comes this near to the middle of a mark, here or in a wider plot."""
    width, height = plot
    if abs(box.y - point.y * height) >= box.height / 2 + clear:
        return False
    x = point.x * width
    right_of_it = box.left >= x + clear and box.anchor >= x
    left_of_it = box.right <= x - clear and box.anchor <= x
    return not (right_of_it or left_of_it)
