"""The manifest of a run: what was done, on which data, by which model, with which options and versions."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from rightreasons.errors import RunUnreadableError
from rightreasons.pairs import Nouns
from rightreasons.printable import printable

_SEALING = ("work", "work_key", "policy")
"""What sealing adds."""


class _Part(BaseModel):
    """A part of a manifest: read whole or not at all, and never changed."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class RowCount(_Part):
    """How many rows something happened to, and where it happened first."""

    reason: str
    rows: int
    where: list[str] = []
    chosen: bool = False


class RowAccount(_Part):
    """What became of every row that was read: kept, or dropped for a stated reason."""

    read: int
    kept: int
    dropped: list[RowCount] = []
    cleaned: list[RowCount] = []


class FileRead(_Part):
    """A file that was read, by name without folders and by the SHA-256 of its bytes.

    The encoding of its text is None for UTF-8.
    """

    name: str
    sha256: str | None = None
    format: str | None = None
    encoding: str | None = None


class NounsUsed(_Part):
    """What the data call premise and hypothesis, one and several of them: evidence, claim, ..."""

    premise: str
    premises: str
    hypothesis: str
    hypotheses: str


class DataRead(_Part):
    """One set of pairs: its rows, where they came from, what was dropped, how it was read and is called.

    The rule of gold chose the one label of a row where the source has several. The language is None where
    it is English.
    """

    name: str
    rows: int
    content_sha256: str
    labels: dict[str, int]
    account: RowAccount
    files: list[FileRead] = []
    columns: dict[str, str] = {}
    label_map: dict[str, str | None] = {}
    dataset: str | None = None
    notes: list[str] = []
    groups: list[str] = []
    split: str | None = None
    nouns: NounsUsed | None = None
    gold_rule: str | None = None
    language: str | None = None


class ModelUsed(_Part):
    """The model of a run: what makes it the same model, and what its labels mean."""

    name: str
    labels: list[str] = []
    threshold: float | None = None
    identities: list[dict[str, Any]] = []
    files: list[FileRead] = []
    label_map: dict[str, str | None] = {}


class Blocked(_Part):
    """A blocker of a run that another one is about, whether it was waived there or not."""

    code: str
    sentence: str


class RunUsed(_Part):
    """A run that this one is about, or a file of answers, and why its figures cannot be read, if so."""

    name: str
    model: str | None = None
    work_key: str | None = None
    findings_sha256: str | None = None
    unfinished: str | None = None
    blockers: list[Blocked] = []
    is_file: bool = False


class Manifest(_Part):
    """Everything that the result of a run depends on.

    Parameters
    ----------
    job
        ``audit``, ``probe``, ``train``, ``compare``, ...
    data
        The sets that it is about; of an audit or a training the first is that of training.
    options, versions
        Options by name; versions of whatever can change a result.
    model
        The model that was probed or trained.
    runs, baseline
        The runs that were compared or judged.
    bundled
        Whether the data are the bundled corpus.
    controls_on
        Sets whose items were also asked changed.
    train, calibration, fitting
        Sets that a probe used without scoring them.
    paper, answers_from, trained
        Of a reproduction: the paper, the runs that its cells come from, what was trained for it.
    grid, debiasing
        Of a training: what was searched; what the debiasing method learned first.
    kind
        Of a sheet of labels: which.
    policy
        The policy of the verdict, by name and SHA-256.
    work, work_key
        What was asked for and its SHA-256, added when the run is sealed.
    """

    job: str
    data: list[DataRead] = []
    options: dict[str, Any] = {}
    versions: dict[str, str] = {}
    model: ModelUsed | None = None
    runs: list[RunUsed] = []
    baseline: RunUsed | None = None
    bundled: bool = False
    controls_on: list[str] = []
    train: DataRead | None = None
    calibration: DataRead | None = None
    fitting: DataRead | None = None
    paper: str | None = None
    answers_from: list[dict[str, Any]] = []
    trained: dict[str, Any] | None = None
    grid: dict[str, Any] | None = None
    debiasing: dict[str, Any] | None = None
    kind: str | None = None
    policy: dict[str, str] | None = None
    work: dict[str, Any] | None = None
    work_key: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the manifest as plain JSON values: what was given, and nothing else."""
        return self.model_dump(mode="json", exclude_unset=True)

    def with_work(self, work: Mapping[str, Any], key: str) -> "Manifest":
        """Return the manifest of a run that is sealed."""
        return self.model_copy(update={"work": dict(work), "work_key": key})

    def without_work(self) -> "Manifest":
        """Return the manifest as the job made it."""
        return manifest_from({name: each for name, each in self.to_json().items() if name not in _SEALING})

    @property
    def nouns(self) -> Nouns:
        """What the first set calls premise and hypothesis."""
        stated = self.data[0].nouns if self.data else None
        return Nouns() if stated is None else Nouns(**stated.model_dump())

    @property
    def subject(self) -> str:
        """The model and the data, or the runs, that the run is about."""
        names = [self.model.name] if self.model is not None else []
        sets = ", ".join(data.name for data in self.data)
        if self.runs:
            return " · ".join(run.name for run in self.runs)
        return " on ".join([*names, sets] if sets else names)


def manifest_from(payload: Mapping[str, Any], place: str = "") -> Manifest:
    """Return a manifest from JSON values.

    Parameters
    ----------
    payload
        What `Manifest.to_json` returned.
    place
        What the run is called, for the error.

    Raises
    ------
    RunUnreadableError
        If it is not what rightreasons writes; the field is named.
    """
    try:
        return Manifest.model_validate(dict(payload))
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"])) or "the whole"
        raise RunUnreadableError(
            f"{printable(field, 200)} of the manifest{f' of {place}' if place else ''}: "
            f"{printable(first['msg'], 200)}",
            "a manifest as this version writes it",
            "run it again",
        ) from error
