"""What the bundled corpus says, before it is put into words: arrays of positions in the vocabulary."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rightreasons.sources.bundled.vocabulary import Numbers

Flags = npt.NDArray[np.bool_]
NOTHING = -1


# Columns of everything that is drawn a hypothesis: the order of labels.THREE_WAY.
ENTAILMENT, NEUTRAL, CONTRADICTION = range(3)


@dataclass(frozen=True)
class Clauses:
    """What is said of somebody, for many clauses at once; `NOTHING` where a part is absent.

    Parameters
    ----------
    determiner, frame, subject, verb, direct_object, detail, second_detail
        Positions in the vocabulary, all of one shape; `subject` counts through `Vocabulary.subjects`.
    fillings
        Positions in the wordings of what is planted; that shape with an axis of length ``len(SLOTS)`` more.
    """

    determiner: Numbers
    frame: Numbers
    subject: Numbers
    verb: Numbers
    direct_object: Numbers
    detail: Numbers
    second_detail: Numbers
    fillings: Numbers

    def __getitem__(self, key: object) -> "Clauses":
        """Return the clauses that a numpy index of the common axes selects."""
        return Clauses(**{name: part[key] for name, part in vars(self).items()})


@dataclass(frozen=True)
class Premises:
    """The clauses of premises, each of shape (groups,).

    Parameters
    ----------
    first
        Says of the first person what the entailed hypothesis says.
    second
        Says of the second person what the neutral hypothesis says, without its detail.
    third
        Says something of a third person.
    has_third
        Whether the third clause is spoken.
    """

    first: Clauses
    second: Clauses
    third: Clauses
    has_third: Flags
