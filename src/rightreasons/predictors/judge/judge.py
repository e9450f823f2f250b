"""A chat model behind an OpenAI-compatible API that is asked for labels."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from rightreasons.errors import MissingExtraError, OptionError
from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.predictions import Predictions
from rightreasons.predictors.identity import Identity
from rightreasons.predictors.judge.addresses import address, check_options
from rightreasons.predictors.judge.combining import combined
from rightreasons.predictors.llm.asking import Endpoint, opened
from rightreasons.predictors.llm.costs import ExpectedUse, expected_use
from rightreasons.predictors.llm.faults import as_error, is_known
from rightreasons.predictors.llm.judging import responses_to
from rightreasons.predictors.llm.label_probabilities import ENOUGH
from rightreasons.predictors.llm.parameters import TEMPERATURE
from rightreasons.predictors.llm.prompt_files import chosen_prompts
from rightreasons.predictors.llm.prompts import Prompt
from rightreasons.predictors.llm.streaming import streamed
from rightreasons.predictors.options import ModelOptions
from rightreasons.predictors.response import Response, predictions_of
from rightreasons.printable import quoted

ADDS = {"predictor": {"llm": "load_judge"}}


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
        """Return what the prompts say together, see `rightreasons.predictors.judge.combining.combined`."""
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
        other errors are those of `rightreasons.predictors.llm.prompt_files.chosen_prompts`.
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
