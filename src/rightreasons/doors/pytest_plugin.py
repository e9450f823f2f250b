"""A fixture and a marker of pytest: a test that holds a run against a requirement.

Load it by ``pytest_plugins = ["rightreasons.doors.pytest_plugin"]`` in the top ``conftest.py``, or by
``pytest -p rightreasons.doors.pytest_plugin``.
"""

from collections.abc import Callable
from typing import Any

import pytest

from rightreasons.jobs.gate import gate

Gated = Callable[..., None]


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker."""
    config.addinivalue_line(
        "markers",
        "rightreasons(*require, baseline=None, allow=(), policy=None): what the runs that the test gives to "
        "the fixture `requires` must hold",
    )


@pytest.fixture
def requires(request: pytest.FixtureRequest) -> Gated:
    """Return a function that fails the test where runs miss what its marker, or the call, requires.

    Examples
    --------
    ::

        @pytest.mark.rightreasons("hans.*.non-entailment >= 0.5")
        def test_model(requires):
            requires("runs/model")
    """
    marker = request.node.get_closest_marker("rightreasons")
    marked: dict[str, Any] = {} if marker is None else dict(marker.kwargs)
    stated = () if marker is None else marker.args

    def hold(*runs: Any, require: tuple[str, ...] | list[str] = (), **options: Any) -> None:
        """Fail the test where a requirement is missed, or a blocker is not waived."""
        __tracebackhide__ = True
        found = gate(*runs, require=[*stated, *require], **{**marked, **options})
        missed = [f"{each.requirement}: {each.reason}" for each in found.checks if not each.holds]
        if missed:
            pytest.fail("\n".join(missed), pytrace=False)

    return hold
