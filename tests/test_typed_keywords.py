"""The options of public functions are typed keywords: an editor shows them, and mypy refuses any other.

mypy reads this file in the lint step. There a comment that silences nothing is an error (strict mode), so
each ``type: ignore`` states that something in its line is refused; the lines without one, that nothing is.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from rightreasons import PatternSet, audit, compare, gate, probe, read_pairs, reproduce, train
from rightreasons.errors import OptionError
from rightreasons.jobs.making.hans import make_hans
from rightreasons.jobs.making.items import make_items
from rightreasons.jobs.making.onnx import make_onnx
from rightreasons.jobs.making.patterns import make_downsampled, make_easy_hard, make_patterns
from rightreasons.jobs.making.sets import make_changes, make_swaps
from rightreasons.jobs.options import ChangeOptions, DownsampleOptions, HansOptions, ProbeOptions
from rightreasons.pairs import PairTable

if TYPE_CHECKING:

    def _accepted(table: PairTable, out: Path) -> None:
        audit("x.csv", measures=["lengths"], seed=1, on_duplicate="drop", policy=None, allow=["V101"])
        probe("rule:random", per_group=10, device="cpu", label_map=None, allow=[])
        train("r", table, table, out=out, seeds=2, debias="poe", changes=["epochs=1"])
        compare("a", "b", level=0.9, marks=[out])
        reproduce("liu-2020", items=["table-5"], scale="small")
        gate("a", require=["x >= 1"], baseline="b", allow=[])
        read_pairs("x.csv", columns={"premise": 0}, encoding="utf-8")
        PatternSet.fit(table, max_words=3, threshold=0.6)
        make_hans(out, HansOptions(per_subcase=10, quirks="fixed"))
        make_downsampled(table, out, patterns=_patterns(), options=DownsampleOptions(mode="rand"))

    def _refused(table: PairTable, out: Path) -> None:
        audit("x.csv", nosuch=1)  # type: ignore[call-arg]
        audit("x.csv", on_duplicate="keep-all")  # type: ignore[arg-type]
        probe("rule:random", nosuch=1)  # type: ignore[call-arg]
        probe("rule:random", device="tpu")  # type: ignore[arg-type]
        train("r", table, table, out=out, nosuch=1)  # type: ignore[call-arg]
        compare("a", "b", nosuch=1)  # type: ignore[call-arg]
        reproduce("liu-2020", nosuch=1)  # type: ignore[call-arg]
        gate("a", require=[], nosuch=1)  # type: ignore[call-arg]
        read_pairs("x.csv", nosuch=1)  # type: ignore[call-arg]
        PatternSet.fit(table, nosuch=1)  # type: ignore[call-arg]
        make_easy_hard(table, table, out, _patterns(), nosuch=1)  # type: ignore[call-arg]
        make_downsampled(table, out, _patterns(), nosuch=1)  # type: ignore[call-arg]
        make_patterns(table, out, _patterns(), nosuch=1)  # type: ignore[call-arg]
        make_changes(table, out, nosuch=1)  # type: ignore[call-arg]
        make_hans(out, HansOptions(), nosuch=1)  # type: ignore[call-arg]
        make_items(out, ["hans"], ProbeOptions(), nosuch=1)  # type: ignore[call-arg]
        make_onnx("hf:x", out, nosuch=1)  # type: ignore[call-arg]
        make_swaps(table, out, "antonym", nosuch=1)  # type: ignore[call-arg]
        HansOptions(nosuch=1)  # type: ignore[call-arg]
        ChangeOptions(nosuch=1)  # type: ignore[call-arg]


def _patterns() -> Any:
    """Return options of patterns: which ones is nothing that these lines are about."""


@pytest.mark.parametrize("function", [audit, probe, train, compare, reproduce, read_pairs])
def test_a_wrong_keyword_is_named_before_anything_is_read(function: Any, tmp_path: Path) -> None:
    arguments: dict[Any, tuple[tuple[Any, ...], dict[str, Any]]] = {
        train: (("no-recipe", "no.csv", "no.csv"), {"out": tmp_path / "run"}),
        compare: (("no-run", "no-run"), {}),
    }
    positional, named = arguments.get(function, (("no.csv",), {}))
    with pytest.raises(OptionError, match="nosuch"):
        function(*positional, **named, nosuch=1)
