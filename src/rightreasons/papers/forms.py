"""The whole training set that a paper has and the part of it that is public: the forms that a step takes."""

from collections.abc import Iterator
from dataclasses import dataclass

from rightreasons.papers.reproduction import Basis
from rightreasons.papers.trainings import forms


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

    @property
    def basis(self) -> Basis:
        """In what a figure of it is not the paper's."""
        return "other data" if self.small else "same"


def train_forms(data: str) -> Iterator[TrainForm]:
    """Return the forms of a training set: the paper's, then the public part where the whole is not public.

    Parameters
    ----------
    data
        As `rightreasons.papers.trainings.forms` names it.
    """
    known = forms(data)
    yield TrainForm(known.paper.train, known.paper.min_count, small=False)
    if known.small is not None:
        yield TrainForm(known.small.train, known.small.min_count, small=True)
