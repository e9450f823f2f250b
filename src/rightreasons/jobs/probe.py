"""Which shortcuts does a model take? Its predictions on challenges, scored and kept."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Unpack
from uuid import uuid4

from rightreasons.challenges.ordinary_pairs import ordinary_pairs
from rightreasons.engine.engines import opened_engine
from rightreasons.engine.progress import Progress, silent
from rightreasons.errors import LabelOrderError
from rightreasons.jobs.datasets import listed
from rightreasons.jobs.options import ProbeOptions, VerdictOptions, WorkerOptions
from rightreasons.jobs.outcome import Outcome, outcome_of
from rightreasons.jobs.probing.challenges import (
    CONTROLS,
    challenges_named,
    controlled_among,
    is_named,
)
from rightreasons.jobs.probing.expected import Expected, expected
from rightreasons.jobs.probing.models import ProbedModel, Reader
from rightreasons.jobs.probing.plan import ProbePlan
from rightreasons.jobs.probing.preparation import drawn_fallback, fitted, model_in_order, order_findings
from rightreasons.jobs.probing.sections import Found, challenge_found, controls_found
from rightreasons.jobs.probing.session import PredictionSession
from rightreasons.jobs.probing.stored import STORE
from rightreasons.keywords import ProbeKeywords
from rightreasons.measures.label_mapping.finding import MEASURE as ORDER
from rightreasons.options import divided, options_shown
from rightreasons.pairs import PairTable
from rightreasons.predictors.options import ModelOptions
from rightreasons.predictors.store.store import Store
from rightreasons.references import SCORE, NotTested
from rightreasons.runs.claims import one_writer
from rightreasons.runs.workspace import Workspace, finished_run
from rightreasons.sentences.templates import fill
from rightreasons.sources.catalogue.challenge_sets import ALL, sets_in
from rightreasons.sources.predictions.keys import OnFaulty
from rightreasons.sources.readings import DataReader
from rightreasons.text.language import is_known


class Probe(Outcome):
    """The result of a probe: one finding a challenge and measure."""

    @property
    def model(self) -> str:
        """What the model is called."""
        return "" if self.manifest.model is None else self.manifest.model.name


_OPTIONS = (ProbeOptions, ModelOptions, VerdictOptions, WorkerOptions)


@options_shown(*_OPTIONS)
@one_writer
def probe(
    model: Any,
    on: Any = (),
    *,
    train: Any = None,
    calibrate: Any = None,
    fit_threshold: Any = None,
    out: str | Path | None = None,
    store: str | Path | None = None,
    progress: Progress = silent,
    **options: Unpack[ProbeKeywords],
) -> Probe:
    """Test a model for shortcuts.

    Parameters
    ----------
    model
        ``KIND:NAME`` as ``hf:FOLDER``, predictions (a file, or a frame that `read_predictions` takes), a run
        to be scored again, or a `Predictor`.
    on
        Challenges: names of `CHALLENGES`, ``"controls"`` (of the other data named, or of ordinary pairs), or
        labelled data. None: ``hans`` for a model that reads, the HANS set that was predicted for a file.
    train
        Labelled data: its artifacts divide the items; baselines and word swaps come from it.
    calibrate, fit_threshold
        Labelled data that prove the order of the labels in place of ordinary pairs (needed for models whose
        outputs have no names), and labelled data that the threshold of the score is fitted on.
    out, store
        Folder of the run, where the same work is taken up again and other work is an error; file of
        responses, shared with other probes (None: in that folder).
    progress
        Where long work says how far it is.
    **options
        Fields of `ProbeOptions`, `ModelOptions`, `VerdictOptions` and `WorkerOptions`.

    Returns
    -------
    Probe
        With ``incomplete`` where the model failed; responses are stored, and the same call goes on.

    Raises
    ------
    LabelOrderError, RightReasonsError
        If another order of the labels fits labelled pairs far better; other bad input. Nothing is written.

    Examples
    --------
    >>> probe("rule:subsequence").finding("hans").figures["subsequence.non-entailment"].value
    0.0
    """
    probing, loading, judging, workers = divided(options, *_OPTIONS)
    plan = _plan(model, listed(on), _Tables.read(train, calibrate, fit_threshold), probing, loading)
    by, manifest, folder = judging.settings(), plan.manifest(), None if out is None else Path(out)
    if folder is not None and (done := finished_run(folder, manifest)) is not None:
        return Probe(**outcome_of(done), by=by)
    workspace = Workspace(folder, manifest) if folder is not None else None
    with _opened(plan, store, workspace, workers.engine) as ready:
        found, missing = _found(ready, workspace, progress)
    found.not_measured += _not_there(listed(on), probing)
    return Probe(manifest, *found.parts, incomplete=missing, by=by).sealed(workspace)


def _not_there(named: Sequence[Any], options: ProbeOptions) -> list[NotTested]:
    """Return the published sets that the folder of all of them lacks, where all are asked for."""
    lacking = sets_in(options.data)[1] if is_named(ALL, named) else {}
    return [NotTested(SCORE, name, reason) for name, reason in lacking.items()]


def dry_run(
    model: Any,
    on: Any = (),
    *,
    train: Any = None,
    calibrate: Any = None,
    fit_threshold: Any = None,
    store: str | Path | None = None,
    **options: Unpack[ProbeKeywords],
) -> tuple[Expected, ...]:
    """Return how much a probe would ask, part by part; parameters as of `probe`.

    Raises
    ------
    RightReasonsError
        A coded error, as of `probe`; nothing is asked or written.
    """
    probing, loading, *_ = divided(options, *_OPTIONS)
    tables = _Tables.read(train, calibrate, fit_threshold)
    plan = _plan(model, listed(on), tables, probing, loading)
    existing = store if store is not None and Path(store).exists() else None
    with Store.open(existing) as opened:
        return expected(plan, opened, uuid4().hex)


@dataclass(frozen=True)
class _Tables:
    """Labelled data that a probe uses without scoring them."""

    train: PairTable | None
    calibration: PairTable | None
    fitting: PairTable | None

    @classmethod
    def read(cls, *data: Any) -> "_Tables":
        """Read data to train on, to calibrate with and to fit a threshold on, each None where not given."""
        return cls(*(None if each is None else DataReader().read(each).with_gold() for each in data))


def _plan(
    model: Any,
    on: Sequence[Any],
    tables: "_Tables",
    probing: ProbeOptions,
    loading: ModelOptions,
) -> ProbePlan:
    """Say what is to be done; nothing is asked yet."""
    faulty: OnFaulty = "drop" if probing.allow_partial else "error"
    reader = model_in_order(model, replace(loading, train=tables.train), faulty, tables.calibration)
    named = list(on) or list(reader.default_challenges())
    challenges = challenges_named(named, probing, tables.train)
    language_known = is_known(probing.language)
    ordinary = ordinary_pairs() if language_known else drawn_fallback(challenges, probing.seed)
    return ProbePlan(
        reader,
        challenges,
        controlled_among(challenges) if is_named(CONTROLS, named) else (),
        tables.train,
        (tables.calibration or ordinary) if _is_provable(reader, probing) else None,
        tables.fitting,
        probing,
    )


def _is_provable(model: ProbedModel, options: ProbeOptions) -> bool:
    """Return whether the order of the labels is one to be proved before anything is asked."""
    return isinstance(model, Reader) and not model.declared.are_known and options.label_check


@contextmanager
def _opened(
    plan: ProbePlan, store: str | Path | None, workspace: Workspace | None, engine: str | None
) -> Iterator[ProbePlan]:
    """Give the plan with a model whose responses are stored, and which is asked where it is to be."""
    if not isinstance(plan.model, Reader):
        yield plan
        return
    own = workspace.path / STORE if workspace is not None else None
    with ExitStack() as held:
        opened = held.enter_context(Store.open(store if store is not None else own))
        model = plan.model.stored_in(opened, workspace.run_id if workspace else uuid4().hex)
        if engine is not None:
            model = model.asked_at(held.enter_context(opened_engine(engine)))
        yield replace(plan, model=model)


def _found(plan: ProbePlan, workspace: Workspace | None, progress: Progress) -> tuple[Found, tuple[str, ...]]:
    """Return what was found, and what could not be asked."""
    found, first = Found(), Found()
    plan = _ready(plan, first, workspace, progress)
    session = PredictionSession(plan.model, progress)
    for position, challenge in enumerate(plan.challenges):
        progress("challenges", position, len(plan.challenges))
        challenge_found(plan, session, challenge, found, workspace)
    for base in plan.controlled:
        controls_found(plan, session, base, found)
    progress("challenges", len(plan.challenges), len(plan.challenges))
    found.findings += first.findings
    found.not_measured += first.not_measured
    return found, tuple(session.incomplete)


def _ready(plan: ProbePlan, found: Found, workspace: Workspace | None, progress: Progress) -> ProbePlan:
    """Prove the order of the labels and fit the threshold, before anything else is asked."""
    if isinstance(plan.model, Reader) and plan.calibration is not None:
        try:
            found.findings += order_findings(
                plan.model, plan.calibration, plan.challenges, plan.options.seed, progress
            )
        except LabelOrderError:
            if workspace is not None:
                workspace.discard()
            raise
    elif _is_provable(plan.model, plan.options) and not is_known(plan.options.language):
        lacking = NotTested(ORDER, None, fill("probed.needs_english"), fill("probed.add_pairs"))
        found.not_measured.append(lacking)
    if plan.fitting is None:
        return plan
    threshold, finding = fitted(plan.model, plan.fitting, progress)
    found.findings.append(finding)
    return replace(plan, model=plan.model.with_threshold(threshold))
