"""Every error a user can meet: a code, what was found, what was expected, and what to do."""

from collections.abc import Sequence
from typing import Any

from rightreasons.errors.base import RightReasonsError as RightReasonsError
from rightreasons.errors.nearest import nearest


class UsageError(RightReasonsError):
    """The command or call itself is wrong (exit code 2)."""

    code = "RR001"
    exit_code = 2


class UnknownNameError(UsageError):
    """A name that no registry holds."""

    code = "RR002"

    @classmethod
    def among(
        cls, kind: str, name: str, known: Sequence[str], otherwise: str, more: str = ""
    ) -> "UnknownNameError":
        """Return the error of a name that is none of those known.

        Parameters
        ----------
        kind, name
            What it should be, e.g. ``"challenge"``, and what was given, fit to be printed.
        known
            All names; the nearest becomes the remedy, where one is near.
        otherwise
            The remedy where none is.
        more
            What else is possible, after the names.
        """
        near = nearest(name, known)
        hint = f"did you mean '{near}'?" if near else otherwise
        return cls(f"no {kind} '{name}'", f"one of {', '.join(known)}{more}", hint)


class UnknownKeyError(UnknownNameError, KeyError):
    """A key that a mapping of ours does not hold."""


class OptionError(UsageError):
    """An option whose value cannot be used."""

    code = "RR003"


class RecipeError(OptionError):
    """A recipe of reading that breaks its form; names the file and the line."""

    code = "RR007"


class MissingExtraError(UsageError):
    """A package of an optional extra is not installed."""

    code = "RR004"

    @classmethod
    def unless_installed(cls, packages: Sequence[str], extra: str) -> None:
        """Raise the error unless all packages are installed; `extra` is that of ours which brings them."""
        from importlib.util import find_spec

        missing = [name for name in packages if find_spec(name) is None]
        if missing:
            expected = " and ".join(filter(None, (", ".join(packages[:-1]), packages[-1])))
            raise cls(f"no {', '.join(missing)}", expected, f"pip install 'rightreasons[{extra}]'")


class DuplicateNameError(UsageError):
    """A name, code, size or quantity that two files or plug-ins claim."""

    code = "RR006"


class MeasureSignatureError(UsageError):
    """A measure that asks for something that its job does not offer, or offers under another type."""

    code = "RR005"


class TemplateError(UsageError):
    """A sentence with a field that is unknown, or not filled; names both."""

    code = "RR008"


class UndeclaredColumnError(UsageError):
    """A column of which nothing says what it holds."""

    code = "RR009"


class PlugInError(UsageError):
    """A plug-in that fails, or breaks the contract of what it adds."""

    code = "RR010"


class InputError(RightReasonsError):
    """The input breaks its contract (exit code 3)."""

    code = "RR100"
    ways: tuple[Any, ...] = ()  # how the data may be meant to be read, where that was looked for
    data: str | None = None  # what the user called the data that `ways` read
    address: str = ""  # the name by which options address these data alone, where a command has several
    whole: tuple[str, ...] = ()  # members or sheets that are whole where others are damaged


class UnknownLabelError(InputError):
    """A label string that no alias explains."""

    code = "RR101"


class AmbiguousLabelError(InputError):
    """Labels that could be read in more than one way."""

    code = "RR102"


class MeaninglessLabelError(InputError):
    """Integer labels, or names such as LABEL_0, without a stated order."""

    code = "RR103"


class UnnamedOutputsError(MeaninglessLabelError):
    """A model whose outputs have no names that say what they mean.

    Parameters
    ----------
    found, expected, remedy
        As of every error.
    outputs
        The names as the model has them, in the order of its outputs.
    """

    def __init__(self, found: str, expected: str, remedy: str, outputs: tuple[str, ...]) -> None:
        super().__init__(found, expected, remedy)
        self.outputs = outputs


class MissingGoldError(InputError):
    """Rows without a gold label where the caller asked that there be none."""

    code = "RR104"


class OneClassError(InputError):
    """Data in which every row has the same label: nothing can be measured."""

    code = "RR105"


class LabelOrderError(InputError):
    """A model whose labels are correct in a permutation of the stated order, or in none that is clear."""

    code = "RR106"


class FileMissingError(InputError):
    """A file or folder that is not there."""

    code = "RR201"


class EmptyDataError(InputError):
    """A file without rows, or none left after dropping."""

    code = "RR202"


class UnreadableFileError(InputError):
    """Bytes that are not what the format promises: broken compression, binary junk, invalid UTF-8."""

    code = "RR203"


class MalformedRowError(InputError):
    """A row with the wrong number of fields or broken syntax."""

    code = "RR204"


class ColumnError(InputError):
    """No column fits a role, or more than one does."""

    code = "RR205"


class UnsafeArchiveError(InputError):
    """An archive whose members point outside it, or that expands beyond reason."""

    code = "RR206"


class UnknownFormatError(InputError):
    """A file whose format cannot be told."""

    code = "RR207"


class HubError(InputError):
    """A hub dataset that cannot be reached or read."""

    code = "RR208"


class PlaceError(InputError):
    """A file or folder that the operating system does not let us use."""

    code = "RR209"


class TokenisationError(InputError):
    """A tokenisation that these data do not allow."""

    code = "RR301"


class ParseError(InputError):
    """A bracketed parse that is not well-formed."""

    code = "RR302"


class PredictionError(InputError):
    """A predictions table that breaks its contract."""

    code = "RR401"


class ModelError(InputError):
    """A model that cannot be loaded, or whose outputs are no labels of a pair."""

    code = "RR402"


class MeasureInputError(InputError):
    """A measure was asked for something these data do not hold."""

    code = "RR501"


class NotApplicableError(MeasureInputError):
    """A measure that a run lacks the inputs for: what it asks about was not asked."""

    code = "RR502"


class RunExistsError(UsageError):
    """The output folder holds something else."""

    code = "RR601"


class RunUnreadableError(InputError):
    """A folder that is not a run, or a run that is damaged."""

    code = "RR602"


class ComparisonError(InputError):
    """Runs that cannot be compared: other jobs, no items in common, or another gold label for the same id."""

    code = "RR603"


class RunChangedError(InputError):
    """A run whose files are not those that were sealed."""

    code = "RR605"


class MissingQuantityError(RunUnreadableError):
    """A stored figure of a quantity that nothing declares here: the plug-in of its measure is missing."""

    code = "RR606"


class FigureReferenceError(InputError):
    """A reference to a figure that the run does not have, or text that is no reference to one."""

    code = "RR607"


class AmbiguousNameError(UsageError):
    """A name that means two things: a measure, and a data set called like it."""

    code = "RR608"


class GateFailedError(RightReasonsError):
    """A requirement of a gate does not hold, or cannot be judged (exit code 1)."""

    code = "RR604"
    exit_code = 1


class IncompleteError(RightReasonsError):
    """The work could not be finished; what was done is kept (exit code 4)."""

    code = "RR701"
    exit_code = 4


class BlockedError(RightReasonsError):
    """What was found cannot be used as it stands (exit code 4); the verdict says why."""

    code = "RR702"
    exit_code = 4


class BusyError(RightReasonsError):
    """Another process is at work in the same place (exit code 4)."""

    code = "RR703"
    exit_code = 4


class ExhaustedError(RightReasonsError):
    """No room, memory or open files left (exit code 4); the same work goes on once there is some."""

    code = "RR704"
    exit_code = 4

    @classmethod
    def of_memory(cls, least: str = "more memory") -> "ExhaustedError":
        """Return the error where a limit (``ulimit -v``) leaves less memory than `least`."""
        remedy = "raise ulimit -v, or do less at once (--limit), and start again; what was finished is kept"
        return cls("not enough memory", least, remedy)


class ModelEndedError(RightReasonsError):
    """A model that ended the process it ran in (exit code 4); what it had answered is kept."""

    code = "RR503"
    exit_code = 4


class VocabularyError(InputError):
    """A vocabulary whose words do not fit the templates they are for."""

    code = "RR801"


class SupportError(InputError):
    """More distinct pairs were asked for than templates and vocabulary can make."""

    code = "RR802"


class AnswersError(InputError):
    """Answers that do not fit the sheets that were handed out."""

    code = "RR803"


class PromptError(InputError):
    """A file of prompt templates that breaks its form."""

    code = "RR804"


class SplitError(InputError):
    """Data that cannot be split as asked: too few components, or one that is too large."""

    code = "RR805"


class InternalError(RightReasonsError):
    """A fault of this program (exit code 70)."""

    code = "RR900"
    exit_code = 70
