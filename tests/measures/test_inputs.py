"""A measure is called with what its parameters name; one that asks for anything else is refused by name."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import pytest

from rightreasons.errors import MeasureSignatureError, NotApplicableError
from rightreasons.measures import COMPARISON_MEASURES, MEASURES, MODEL_MEASURES
from rightreasons.measures.comparison.inputs import CompareInputs
from rightreasons.measures.data.inputs import AuditInputs
from rightreasons.measures.inputs import Inputs, fits, shown_type
from rightreasons.measures.lacks import Lack
from rightreasons.measures.model.inputs import ProbeInputs
from rightreasons.registry import Registry

if TYPE_CHECKING:
    from rightreasons.pairs import PairTable


@dataclass(frozen=True, eq=False)
class Some(Inputs):
    """A number, a text that may be missing, and what is made of them."""

    number: int
    text: str | None = None
    by_name: Mapping[str, int] | None = None

    LACKS: ClassVar[Mapping[str, Lack]] = {"text": Lack("no text", "a text", "add --text")}

    @cached_property
    def doubled(self) -> int:
        """Twice the number."""
        return 2 * self.number

    @property
    def never(self) -> int:
        """What nobody asks for."""
        raise AssertionError("made though nobody asked")


def test_only_what_is_asked_for_is_made_and_passed() -> None:
    def measure(doubled: int, text: str | None, more: float = 0.5) -> tuple[Any, ...]:
        return doubled, text, more

    assert Some(3).call("measure", measure) == (6, None, 0.5)
    assert Some(3, "a").call("measure", measure) == (6, "a", 0.5)


def test_a_measure_that_cannot_do_without_does_not_apply_where_the_run_lacks_it() -> None:
    def needs(text: str) -> str:
        return text

    def can_do_without(text: str = "usual") -> str:
        return text

    with pytest.raises(NotApplicableError, match=r"no text \[RR502\]\n  expected: a text\n  help: add text="):
        Some(1).call("needs", needs)
    assert Some(1).call("can_do_without", can_do_without) == "usual"


def wants_another(numbers: int) -> None: ...


def wants_another_type(number: str) -> None: ...


def states_no_type(number) -> None: ...  # type: ignore[no-untyped-def]


def by_place(number: int, /) -> None: ...


@pytest.mark.parametrize(
    ("measure", "found"),
    [
        (wants_another, "'numbers'"),
        (wants_another_type, "'number' with the type str"),
        (states_no_type, "'number' with no type"),
    ],
)
def test_what_is_not_offered_is_refused_with_what_there_is(measure: Callable[..., Any], found: str) -> None:
    with pytest.raises(MeasureSignatureError) as caught:
        Some.check("mine", measure)
    assert caught.value.code == "RR005"
    assert f"the measure 'mine' asks for {found}" in caught.value.found
    assert "number: int; text: str | None; by_name: Mapping[str, int] | None" in caught.value.expected


def test_a_parameter_that_can_only_be_passed_by_place_is_refused() -> None:
    with pytest.raises(MeasureSignatureError):
        Some.check("mine", by_place)


def test_types_that_are_imported_for_type_checkers_alone_are_refused_by_name() -> None:
    def mine(number: "PairTable") -> None: ...

    with pytest.raises(MeasureSignatureError, match="'PairTable' is not defined"):
        Some.check("mine", mine)


@pytest.mark.parametrize(
    ("given", "wanted", "expected"),
    [
        (int, int, True),
        (int, Any, True),
        (int, str, False),
        (bool, int, True),
        (int, int | None, True),
        (int | None, int, True),  # such a measure does not apply where it is None
        (int | str, int, False),
        (tuple[str, ...], Sequence[str], True),
        (tuple[str, ...], Sequence[int], False),
        (dict[str, int], Mapping[str, int], True),
        (Mapping[str, int], dict[str, int], False),
        (Mapping[str, int], Mapping, True),
        (Literal["a", "b"], str, True),
        (Literal["a", "b"], int, False),
        (Callable[[int], None], Callable[[int], None], True),
    ],
)
def test_a_type_fits_where_it_may_be_passed(given: Any, wanted: Any, expected: bool) -> None:  # noqa: FBT001
    assert fits(given, wanted) is expected


@pytest.mark.parametrize(
    ("registry", "inputs"),
    [(MEASURES, AuditInputs), (MODEL_MEASURES, ProbeInputs), (COMPARISON_MEASURES, CompareInputs)],
)
def test_every_measure_of_ours_asks_for_what_its_job_offers(registry: Registry, inputs: type[Inputs]) -> None:
    for name in registry.ours():
        inputs.check(name, registry.load(name))


@pytest.mark.parametrize("inputs", [AuditInputs, ProbeInputs, CompareInputs])
def test_everything_that_a_run_may_lack_has_words_for_it(inputs: type[Inputs]) -> None:
    """`None` among the types of an input says that it may be missing."""
    may_lack = {name for name, kind in inputs.offered().items() if fits(None.__class__, kind)}
    assert may_lack - {"sample"} <= set(inputs.LACKS)  # an input that is None where there was no sample


def test_types_are_shown_without_their_modules() -> None:
    assert shown_type(Mapping[str, Lack] | None) == "Mapping[str, Lack] | None"
