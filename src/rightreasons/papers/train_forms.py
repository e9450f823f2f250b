"""The whole training set that a paper has and the part of it that is public: the forms that a step takes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rightreasons.papers.compared.reproduction import Basis
from rightreasons.papers.trained.trainings import forms

_PUBLIC_TESTS: Mapping[str, str] = {"mnli-mismatched": "mnli-mismatched-part"}


@dataclass(frozen=True)
class TrainForm:
    """A training set in one of its forms.

    Parameters
    ----------
    name
        The set.
    min_count
        Instances that must hold a pattern.
    small
        Whether it is the public part.
    """

    name: str
    min_count: int
    small: bool

    def test(self, name: str) -> str:
        """Return the test set that goes with it: with the public part, what is public of the test set."""
        return _PUBLIC_TESTS.get(name, name) if self.small else name

    @property
    def basis(self) -> Basis:
        """In what a figure of it is not the paper's."""
        return "other data" if self.small else "same"


def train_forms(data: str) -> Iterator[TrainForm]:
    """Return the forms of a training set: the paper's, then the public part where the whole is not public.

    Parameters
    ----------
    data
        As `rightreasons.papers.trained.trainings.forms` names it.
    """
    of_data = forms(data)
    yield TrainForm(of_data.paper.train, of_data.paper.min_count, small=False)
    if of_data.small is not None:
        yield TrainForm(of_data.small.train, of_data.small.min_count, small=True)
