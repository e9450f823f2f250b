"""Labels of points: no two boxes overlap, none covers a point, none is cut, in any wider plot either."""

from itertools import combinations, pairwise
from math import hypot

from hypothesis import given
from hypothesis import strategies as st

from rightreasons.charts.label_layout import HEIGHT, MARK, NEAR, Anchor, Box, laid_out, text_width

SHARES = st.floats(0, 1, allow_nan=False)
ANCHORS = st.lists(st.builds(Anchor, SHARES, SHARES, st.text(min_size=1, max_size=14)), max_size=25)


def at(box: Box, anchor: Anchor, width: float) -> tuple[float, float, float, float]:
    """Return left, top, right, bottom of a label in a plot of some width, as a renderer places it."""
    left = anchor.x * width + box.dx
    return left, box.y - HEIGHT / 2, left + text_width(anchor.text), box.y + HEIGHT / 2


def gap(box: Box, anchor: Anchor, point: tuple[float, float], width: float) -> float:
    """Return how far a point is from a label, along the axis on which it is further."""
    left, top, right, bottom = at(box, anchor, width)
    x, y = point
    return max(left - x, x - right, top - y, y - bottom)


@given(ANCHORS, st.integers(200, 700), st.integers(120, 400), st.floats(1, 5))
def test_labels_neither_overlap_nor_are_cut_nor_cover_points(
    anchors: list[Anchor], width: int, height: int, wider: float
) -> None:
    boxes = laid_out(anchors, width, height)
    for plot in (width, width * wider):
        placed = [
            at(box, anchor, plot) for box, anchor in zip(boxes, anchors, strict=True) if box is not None
        ]
        for left, top, right, bottom in placed:
            assert left >= -1e-6
            assert top >= -1e-6
            assert right <= plot + 1e-6
            assert bottom <= height + 1e-6
            for anchor in anchors:
                x, y = anchor.x * plot, anchor.y * height
                across, down = max(left - x, x - right), max(top - y, y - bottom)
                assert max(across, down) >= MARK - 1e-6
        for (left, top, right, bottom), (other_left, other_top, other_right, other_bottom) in combinations(
            placed, 2
        ):
            across = min(right, other_right) - max(left, other_left)
            down = min(bottom, other_bottom) - max(top, other_top)
            assert across <= 1e-6 or down <= 1e-6


@given(ANCHORS, st.integers(200, 700), st.integers(120, 400), st.floats(1, 5))
def test_a_label_without_a_line_to_its_point_is_nearer_to_it_than_to_any_other_that_can_be_told_from_it(
    anchors: list[Anchor], width: int, height: int, wider: float
) -> None:
    for anchor, box in zip(anchors, laid_out(anchors, width, height), strict=True):
        if box is None or box.is_apart:
            continue
        for plot in (width, width * wider):
            own = gap(box, anchor, (anchor.x * plot, anchor.y * height), plot)
            assert own <= NEAR + 1e-6
            for other in anchors:
                apart = hypot((other.x - anchor.x) * width, (other.y - anchor.y) * height)
                assert apart < 2 or gap(box, anchor, (other.x * plot, other.y * height), plot) > own


@given(ANCHORS, st.integers(200, 700), st.integers(120, 400), st.floats(1, 5))
def test_the_line_from_a_point_to_its_label_ends_at_the_label_and_crosses_no_other_mark(
    anchors: list[Anchor], width: int, height: int, wider: float
) -> None:
    for anchor, box in zip(anchors, laid_out(anchors, width, height), strict=True):
        if box is None or not box.is_apart:
            continue
        across, down = box.end
        for plot in (width, width * wider):
            end = anchor.x * plot + across, anchor.y * height + down
            assert gap(box, anchor, end, plot) <= 2 + 1e-6
            for other in anchors:
                to_x, to_y = (other.x - anchor.x) * plot, (other.y - anchor.y) * height
                along = (to_x * across + to_y * down) / (across**2 + down**2)
                along = min(max(along, 0), 1)
                away = hypot(to_x - along * across, to_y - along * down)
                assert hypot(to_x, to_y) < 2 * wider or away >= MARK - 1e-6


@given(ANCHORS, st.lists(st.tuples(SHARES, SHARES), min_size=2, max_size=6), st.floats(1, 2.5))
def test_no_label_covers_a_line(anchors: list[Anchor], line: list[tuple[float, float]], wider: float) -> None:
    for anchor, box in zip(anchors, laid_out(anchors, 300, 200, lines=[line]), strict=True):
        if box is None:
            continue
        for (x, y), (to_x, to_y) in pairwise(line):
            for part in range(201):
                share = part / 200
                point = (x + share * (to_x - x)) * 300 * wider, (y + share * (to_y - y)) * 200
                assert gap(box, anchor, point, 300 * wider) > 0


def test_a_label_without_room_beside_its_point_stands_at_the_end_of_a_line() -> None:
    crowd = [Anchor(0.5 + across, 0.5, "") for across in (-0.06, 0.06)]
    (box,) = laid_out([Anchor(0.5, 0.5, "several words")], 300, 300, crowd)
    assert box is not None
    assert box.is_apart


@given(ANCHORS)
def test_the_layout_is_the_same_each_time(anchors: list[Anchor]) -> None:
    assert laid_out(anchors, 300, 200) == laid_out(anchors, 300, 200)


def test_points_far_apart_are_all_named_and_close_ones_as_far_as_there_is_room() -> None:
    grid = [Anchor(x / 4, y / 4, "word") for x in range(1, 4) for y in range(1, 4)]
    assert all(box is not None for box in laid_out(grid, 300, 300))
    heap = [Anchor(0.5, 0.5, "several words") for _ in range(40)]
    named = [box for box in laid_out(heap, 300, 300) if box is not None]
    assert 2 <= len(named) < 40


def test_a_label_covers_no_point_without_a_label() -> None:
    anchor, plot = Anchor(0.5, 0.5, "word"), 300
    (alone,) = laid_out([anchor], plot, plot)
    assert alone is not None
    in_its_place = Anchor((alone.left + alone.width / 2) / plot, alone.y / plot, "")
    (moved,) = laid_out([anchor], plot, plot, [in_its_place])
    assert moved is not None
    assert (moved.dx, moved.dy) != (alone.dx, alone.dy)


def test_wide_letters_take_more_room() -> None:
    assert text_width("漢字") > text_width("ab")
