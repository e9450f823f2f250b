"""Every engine gives what a loop gives, in order, and the errors of blocks as they are."""

import socket
from collections.abc import Iterator
from typing import Any

import pytest

from rightreasons.engine.engines import opened_engine
from rightreasons.engine.on_daft import OnDaft
from rightreasons.errors import MalformedRowError, OptionError, PlaceError

ENGINES = ["local", "daft"]


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    """The name of an engine that runs on this machine."""
    if request.param == "daft":
        pytest.importorskip("daft", reason="the extra [scale] is not installed")
    return str(request.param)


def _squared(number: int) -> int:
    return number * number


def _faulty(number: int) -> int:
    if number == 3:
        raise MalformedRowError("line 3 is cut", "a whole line", "mend it")
    return number


def test_results_are_those_of_a_loop_in_order(engine: str) -> None:
    with opened_engine(engine) as place:
        assert list(place.map(_squared, range(20))) == [number**2 for number in range(20)]
        assert list(place.map(_squared, [])) == []


def test_the_error_of_a_block_is_raised_as_it_is(engine: str) -> None:
    with opened_engine(engine) as place:
        results = place.map(_faulty, range(6))
        assert [next(results) for _ in range(3)] == [0, 1, 2]
        with pytest.raises(MalformedRowError) as raised:
            next(results)
    assert raised.value.expected == "a whole line"


def test_an_unknown_engine_is_refused() -> None:
    with pytest.raises(OptionError, match="local, daft, ray or ray://ADDRESS"), opened_engine("sparc"):
        pass


def test_an_address_at_which_no_cluster_listens_is_refused_at_once() -> None:
    pytest.importorskip("ray", reason="the extra [scale] is not installed")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    with pytest.raises(PlaceError, match="no Ray cluster answers"), opened_engine(f"ray://127.0.0.1:{port}"):
        pass


def test_a_cluster_that_does_not_let_us_in_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = pytest.importorskip("ray", reason="the extra [scale] is not installed")

    def refused(**_: object) -> None:
        raise ConnectionAbortedError("Starting Ray client server failed")

    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", refused)
    with pytest.raises(PlaceError, match="Starting Ray client server failed"), opened_engine("ray"):
        pass


class _Losing(OnDaft):
    """A cluster that loses a node after so many blocks, again and again."""

    def _handed_over(self, function: Any, blocks: dict[int, Any]) -> Iterator[tuple[int, Any]]:
        for number, place in enumerate(reversed(blocks)):
            if number == self.daft:
                raise RuntimeError("a node is gone")
            yield place, function(blocks[place])


def test_blocks_that_a_cluster_lost_are_done_again_and_each_comes_once() -> None:
    assert list(_Losing(3, on_cluster=True).map(_squared, range(20))) == [number**2 for number in range(20)]


def test_a_cluster_on_which_nothing_is_done_is_given_up() -> None:
    with pytest.raises(PlaceError, match=r"answers no more \(RuntimeError: a node is gone\)"):
        list(_Losing(0, on_cluster=True).map(_squared, range(20)))


def test_what_fails_on_this_machine_is_not_tried_again() -> None:
    with pytest.raises(RuntimeError, match="a node is gone"):
        list(_Losing(3, on_cluster=False).map(_squared, range(20)))
