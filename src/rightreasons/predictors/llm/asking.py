"""Calls a server: what is sent, retries with growing pauses, and many questions at once."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rightreasons.predictors.llm.bounded_replies import ACCEPTED, bound_reply
from rightreasons.predictors.llm.faults import code_of, complaint, is_passing, seconds_asked_for
from rightreasons.predictors.llm.keys import api_key
from rightreasons.predictors.llm.parameters import fewer, first_parameters, left_out, without_logprobs
from rightreasons.predictors.llm.prompt_files import shipped
from rightreasons.predictors.llm.prompts import Prompt
from rightreasons.predictors.llm.replies import NoCompletionError, Reply, reply_of
from rightreasons.predictors.options import JudgeOptions

if TYPE_CHECKING:
    from openai import AsyncOpenAI
    from tenacity import AsyncRetrying, RetryCallState


Messages = list[dict[str, str]]
_FIRST_PAUSE = 0.5  # seconds; the pauses double, and each is drawn between 0 and its bound
_LONGEST_PAUSE = 60.0
_JITTER = 0.25  # seconds, so that not all come back in the moment that the server named


@dataclass(frozen=True)
class Endpoint:
    """Whom to ask and how.

    Parameters
    ----------
    model
        Its name on the server.
    url
        Address of the server, without credentials.
    prompt
        What is asked.
    seed
        Sent along; some servers use it.
    options
        Timeout, attempts, concurrency.
    """

    model: str
    url: str
    prompt: Prompt
    seed: int
    options: JudgeOptions


class Asker:
    """Asks one server; what it does not take is found out once and then left out.

    Parameters
    ----------
    client
        Connection to the server.
    endpoint
        Whom to ask and how.
    stopping
        Once it is set, nothing is tried again.
    """

    def __init__(self, client: "AsyncOpenAI", endpoint: Endpoint, stopping: asyncio.Event) -> None:
        self.stopping = stopping
        self._client = client
        self._endpoint = endpoint
        self._parameters = first_parameters(endpoint.prompt, endpoint.seed)
        self._logprobs_known = False

    async def ask(self, messages: Messages) -> Reply:
        """Return the answer to one request; raise what made it impossible."""
        requests = 0
        while True:
            parameters = self._parameters
            retrying = self._retrying()
            try:
                reply: Reply = await retrying(self._sent, messages, parameters)
            except Exception as fault:
                requests += retrying.statistics["attempt_number"]
                refusal = _of_one_pair(fault)
                if refusal is None:
                    self._parameters = fewer(parameters, complaint(fault))
                    if self._parameters == parameters:
                        raise
                    continue
                reply = refusal
            else:
                requests += retrying.statistics["attempt_number"]
                self._note_logprobs(reply)
            missing: tuple[str, ...] = left_out(self._parameters, self._endpoint.prompt, self._endpoint.seed)
            return replace(reply, requests=requests, left_out=missing)

    def _note_logprobs(self, reply: Reply) -> None:
        """See by the first answer whether the server gives logprobs; it is not looked at again."""
        if self._logprobs_known or reply.refused or not reply.text:
            return
        self._logprobs_known = True
        if reply.alternatives is None:
            self._parameters = without_logprobs(self._parameters)

    async def _sent(self, messages: Messages, parameters: Any) -> Reply:
        start = time.monotonic()
        async with asyncio.timeout(self._endpoint.options.timeout):
            sent: Any = messages  # the library has a type for each role
            try:
                completion = await self._client.chat.completions.create(
                    model=self._endpoint.model, messages=sent, **parameters
                )
            except (ValueError, RecursionError):  # of the JSON: broken, nested too deeply, numbers too long
                raise NoCompletionError("the answer is no JSON that can be read") from None
        return replace(reply_of(completion), milliseconds=1000 * (time.monotonic() - start))

    def _retrying(self) -> "AsyncRetrying":
        from tenacity import AsyncRetrying, retry_if_exception, stop_after_attempt

        enough = stop_after_attempt(self._endpoint.options.attempts)
        return AsyncRetrying(
            retry=retry_if_exception(is_passing),
            stop=lambda state: self.stopping.is_set() or enough(state),
            wait=_pause,
            sleep=self._sleep,
            reraise=True,
        )

    async def _sleep(self, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self.stopping.wait(), seconds)


@asynccontextmanager
async def opened(endpoint: Endpoint) -> AsyncIterator[Asker]:
    """Open the connection to a server."""
    from openai import AsyncOpenAI, DefaultAsyncHttpxClient

    options = endpoint.options
    http = DefaultAsyncHttpxClient(event_hooks={"response": [bound_reply]})
    async with AsyncOpenAI(
        api_key=api_key(),
        base_url=endpoint.url,
        timeout=options.timeout,
        max_retries=0,
        http_client=http,
        default_headers={"Accept-Encoding": ACCEPTED},
    ) as client:
        yield Asker(client, endpoint, asyncio.Event())


def _pause(state: "RetryCallState") -> float:
    from tenacity import wait_random, wait_random_exponential

    fault = state.outcome.exception() if state.outcome else None
    seconds = None if fault is None else seconds_asked_for(fault)
    if seconds is not None:
        return seconds + wait_random(0, _JITTER)(state)
    return wait_random_exponential(multiplier=_FIRST_PAUSE, max=_LONGEST_PAUSE)(state)


def _of_one_pair(fault: Exception) -> Reply | None:
    """Return a refusal that speaks of this pair and not of the server, as an answer without a label."""
    code = code_of(fault)
    if code in shipped().refused_codes:
        return Reply("", refused=True)
    return Reply("", finish="too long") if code in shipped().too_long_codes else None
