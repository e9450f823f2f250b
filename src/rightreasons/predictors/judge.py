"""A chat model behind an OpenAI-compatible API as a predictor: its address, and several prompts combined."""

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar
from urllib.parse import urlsplit

import polars as pl

from rightreasons.errors import MissingExtraError, OptionError
from rightreasons.labels import Label
from rightreasons.pairs import LABEL_TYPE, PairTable, Provenance
from rightreasons.predictions import Predictions
from rightreasons.predictors.llm.client import TEMPERATURE, Endpoint, opened, streamed
from rightreasons.predictors.llm.faults import as_error, is_known
from rightreasons.predictors.llm.judging import responses_to
from rightreasons.predictors.llm.keys import VARIABLES
from rightreasons.predictors.llm.prompts import Prompt, chosen_prompts
from rightreasons.predictors.llm.replies import ENOUGH, ExpectedUse, expected_use
from rightreasons.predictors.options import JudgeOptions, ModelOptions
from rightreasons.predictors.predictor import Identity
from rightreasons.predictors.response import Response, predictions_of
from rightreasons.printable import printable, quoted

ADDS = {"predictor": {"llm": "load_judge"}}

# Where a judge is and how it may be asked: ``MODEL@URL`` and the options, checked.


_FORM = re.compile(r"(?P<model>.+?)@(?P<url>https?://.+)", re.IGNORECASE | re.DOTALL)


def address(rest: str) -> tuple[str, str]:
    """Return model and URL of ``MODEL@URL``.

    Raises
    ------
    OptionError
        If it is not of that form, or the URL holds credentials; they are not repeated.
    """
    found = _FORM.fullmatch(rest.strip())
    if found is None:
        # What stands behind an @ may be a password.
        raise OptionError(
            f"the model '{printable(rest.partition('@')[0])}' without a URL",
            "llm:MODEL@URL with http:// or https://",
            "give the URL of the server, such as http://localhost:8000/v1",
        )
    try:
        parts = urlsplit(found["url"])
        secret = parts.username is not None or parts.password is not None or parts.query or parts.fragment
        usable = (
            bool(parts.hostname) and (parts.port is None or parts.port > 0) and found["url"].isprintable()
        )
    except ValueError:
        secret, usable = "", False
    if secret or not usable:
        problem = "holds credentials or a query" if secret else "is none"
        raise OptionError(
            f"the URL of '{printable(found['model'])}' {problem}",
            "scheme, host and path only",
            f"give the key in the environment, as {VARIABLES[0]} or {VARIABLES[1]}",
        )
    return found["model"], found["url"].rstrip("/")


def check_options(options: JudgeOptions) -> None:
    """Check the numbers of the options.

    Raises
    ------
    OptionError
        If one makes no sense.
    """
    prices = (options.input_price, options.output_price)
    wrong = {
        f"{options.concurrency} requests at once": options.concurrency < 1,
        f"{options.attempts} attempts": options.attempts < 1,
        f"a timeout of {options.timeout:g} s": not 0 < options.timeout < math.inf,
        f"the prices {prices[0]} and {prices[1]}": prices != (None, None)
        and not all(price is not None and 0 <= price < math.inf for price in prices),
    }
    for found, is_wrong in wrong.items():
        if is_wrong:
            raise OptionError(found, "numbers above 0; both prices or none", "correct the option")


# What a model says under several prompts, put together.


_SAME = 1e-9  # means of the same numbers in another order differ by rounding

_Vote = tuple[Label, Mapping[Label, float]]


def combined(predictions: Sequence[Predictions]) -> Predictions:
    """Return one prediction for every pair that any of several predictions label.

    Where all of them have probabilities, these are averaged over those that label the pair, and the most
    probable label counts; otherwise the label of most. Where labels are even, the first of the predictions
    that says one of them decides.

    Parameters
    ----------
    predictions
        Of the same model under different prompts, the one that goes first being the first.

    Raises
    ------
    ValueError
        If there are none, or they speak of different labels.
    """
    if not predictions or len({each.labels for each in predictions}) > 1:
        raise ValueError("predictions under one prompt at least, all of the same labels")
    labels = predictions[0].labels
    averaged = all(each.has_probabilities for each in predictions)
    votes: dict[str, list[_Vote]] = defaultdict(list)
    for each in predictions:
        for row in each.frame.iter_rows(named=True):
            label = Label(row["label"])
            votes[row["id"]].append(
                (label, {name: row[name] for name in labels} if averaged else {label: 1.0})
            )
    scores = {identifier: _mean(cast, labels) for identifier, cast in votes.items()}
    votes_cast = [_decided(votes[identifier], score) for identifier, score in scores.items()]
    frame = pl.DataFrame(
        [pl.Series("id", list(votes), pl.String), pl.Series("label", votes_cast, LABEL_TYPE)]
    )
    if averaged:
        columns = {name.value: [score[name] for score in scores.values()] for name in labels}
        frame = frame.hstack(pl.DataFrame(columns))
    return Predictions(frame, labels, Provenance(" + ".join(each.name for each in predictions)))


def _mean(votes: Sequence[_Vote], labels: Sequence[Label]) -> Mapping[Label, float]:
    return {label: sum(weights.get(label, 0.0) for _, weights in votes) / len(votes) for label in labels}


def _decided(votes: Sequence[_Vote], score: Mapping[Label, float]) -> Label:
    best = max(score.values()) - _SAME
    even = [label for label, value in score.items() if value >= best]
    return next((label for label, _ in votes if label in even), even[0])


# A chat model behind an OpenAI-compatible API that is asked for labels.


@dataclass(frozen=True)
class Judge:
    """A chat model under one prompt.

    Parameters
    ----------
    endpoint
        Whom to ask, and how.
    version
        What the user states of the model, which has no checksum.
    """

    endpoint: Endpoint
    version: str | None = None
    ends_itself: ClassVar[bool] = True  # on an interrupt it waits for requests under way

    @property
    def prompt(self) -> Prompt:
        """What is asked."""
        return self.endpoint.prompt

    @property
    def name(self) -> str:
        """What to call it: ``llm:MODEL@URL#PROMPT``."""
        return f"llm:{self.endpoint.model}@{self.endpoint.url}#{self.prompt.name}"

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels that it can give."""
        return self.prompt.labels

    @property
    def identity(self) -> Identity:
        """Everything on which its predictions depend, as far as it can be known of a server."""
        return Identity(
            kind="llm",
            name=f"{self.endpoint.model}@{self.endpoint.url}",
            labels=self.labels,
            checksum=self.version,
            label_map=dict(self.prompt.words),
            options={
                "prompt": self.prompt.name,
                "prompt_checksum": self.prompt.checksum,
                "temperature": TEMPERATURE,
                "seed": self.endpoint.seed,
                "label_mass": ENOUGH,
            },
        )

    def batches(self, pairs: PairTable) -> Iterator[Mapping[str, Response]]:
        """Yield responses by id, as they come in.

        Details: ``requests``, ``cost``, ``label_from`` (``"logprobs"`` or ``"text"``), ``log_probabilities``
        where they are not used, ``left_out`` (parameters that the server does not take). On an interrupt no
        further request is sent, and what is answered within 5 s is yielded before it goes on its way.

        Raises
        ------
        IncompleteError
            If the server is out of reach for good, or refuses after it has answered; what was yielded before
            stands.
        ModelError
            If it refuses the first request.
        MissingExtraError
            If the packages of ``[llm]`` are not installed.
        """
        MissingExtraError.unless_installed(("openai", "tenacity"), "llm")
        rows = pairs.frame.select("id", "premise", "hypothesis").iter_rows()
        questions = ((row[0], self.prompt.rendered(row[1], row[2])) for row in rows)
        options = self.endpoint.options
        read = partial(responses_to, prompt=self.prompt, options=options)
        any_answered = False
        try:
            for batch in streamed(partial(opened, self.endpoint), questions, options.concurrency, read):
                any_answered = True
                yield batch
            return
        except Exception as fault:
            if not is_known(fault):
                raise
            error = as_error(fault, self.name, options.attempts, any_answered=any_answered)
        # Out here it does not carry the fault along, which holds the request and what the server sent back.
        raise error

    def predict(self, pairs: PairTable) -> Predictions:
        """Return the label of every pair that gets one, in the order of the pairs; errors as of `batches`."""
        by_id = {key: response for batch in self.batches(pairs) for key, response in batch.items()}
        ordered = {key: by_id[key] for key in pairs.frame["id"] if key in by_id}
        return predictions_of(self.name, self.labels, ordered)


@dataclass(frozen=True)
class Judges:
    """A chat model under several prompts.

    Parameters
    ----------
    prompts
        The model under each of them.
    """

    prompts: tuple[Judge, ...]

    @property
    def name(self) -> str:
        """What to call it: ``llm:MODEL@URL#PROMPT+PROMPT``."""
        return "+".join((self.prompts[0].name, *(judge.prompt.name for judge in self.prompts[1:])))

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels that it can give."""
        return self.prompts[0].labels

    def predict(self, pairs: PairTable) -> Predictions:
        """Return what the prompts say together, see `rightreasons.predictors.judge.combined`."""
        return combined([judge.predict(pairs) for judge in self.prompts])


def load_judge(rest: str, options: ModelOptions) -> Judge | Judges:
    """Return the judge, or one for each prompt if there are several.

    Parameters
    ----------
    rest
        ``MODEL@URL``, the URL as `openai` takes it (it often ends in ``/v1``), without credentials.
    options
        Its `judge`, `seed` and `model_version` are used.

    Raises
    ------
    OptionError
        If the name or URL is not of that form, an option makes no sense, or prompts have different labels;
        other errors are those of `rightreasons.predictors.llm.prompts.chosen_prompts`.
    """
    model, url = address(rest)
    check_options(options.judge)
    prompts = chosen_prompts(options.judge.prompts, options.judge.prompt_file)
    if len({prompt.labels for prompt in prompts}) > 1:
        raise OptionError(
            f"prompts of different labels: {quoted(tuple(prompt.name for prompt in prompts))}",
            "prompts for the same labels",
            "probe with each kind by itself",
        )
    judges = tuple(
        Judge(Endpoint(model, url, prompt, options.seed, options.judge), options.model_version)
        for prompt in prompts
    )
    return judges[0] if len(judges) == 1 else Judges(judges)


def expected(judge: Judge | Judges, pairs: PairTable) -> ExpectedUse:
    """Return how many requests, tokens and what costs asking for these pairs will take; nothing is sent."""
    judges = judge.prompts if isinstance(judge, Judges) else (judge,)
    return expected_use([each.prompt for each in judges], pairs, judges[0].endpoint.options)
