"""Calls a server: what is sent, retries with growing pauses, and many questions at once."""

import asyncio
import re
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from itertools import islice
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, TypeVar

from rightreasons.engine.interrupts import ending_soon
from rightreasons.predictors.llm.bounded_replies import ACCEPTED, bound_reply
from rightreasons.predictors.llm.faults import code_of, complaint, is_passing, seconds_asked_for
from rightreasons.predictors.llm.keys import api_key
from rightreasons.predictors.llm.prompts import Prompt, shipped
from rightreasons.predictors.llm.replies import MOST_ALTERNATIVES, NoCompletionError, Reply, reply_of
from rightreasons.predictors.options import JudgeOptions

if TYPE_CHECKING:
    from openai import AsyncOpenAI
    from tenacity import AsyncRetrying, RetryCallState

# What is sent along with the messages, and what is left out for a server that does not take it.


TEMPERATURE = 0.0

Parameters = Mapping[str, Any]


def first_parameters(prompt: Prompt, seed: int) -> Parameters:
    """Return what a request is sent with at first."""
    sent = {"temperature": TEMPERATURE, "seed": seed, "max_tokens": prompt.max_tokens}
    if prompt.answer == "json":  # its first token is a bracket, whatever the label
        return sent
    return sent | {"logprobs": True, "top_logprobs": MOST_ALTERNATIVES}


def without_logprobs(parameters: Parameters) -> Parameters:
    """Return the parameters for a server that gives no logprobs."""
    return {name: value for name, value in parameters.items() if name not in ("logprobs", "top_logprobs")}


def fewer(parameters: Parameters, complaint: str) -> Parameters:
    """Return the parameters without those that a server complains of, or the same if it names none of them.

    ``max_tokens`` becomes ``max_completion_tokens``, its name for models that think.
    """
    accepted = dict(parameters)
    if _names(complaint, "logprobs") or _names(complaint, "top_logprobs"):
        accepted = dict(without_logprobs(accepted))
    if "max_tokens" in accepted and _names(complaint, "max_tokens"):
        accepted["max_completion_tokens"] = accepted.pop("max_tokens")
    return {
        name: value
        for name, value in accepted.items()
        if name not in ("seed", "temperature") or not _names(complaint, name)
    }


def left_out(parameters: Parameters, prompt: Prompt, seed: int) -> tuple[str, ...]:
    """Return the names of what is no longer sent."""
    return tuple(
        name for name in first_parameters(prompt, seed) if name not in parameters and name != "max_tokens"
    )


def _names(complaint: str, parameter: str) -> bool:
    return re.search(rf"(?<![a-z_]){parameter}(?![a-z_])", complaint) is not None


# Asks a server: again with growing pauses where that may help, without what it does not take.


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


# Asks many questions at once and hands the answers out as they come; none that came is thrown away.


_WAIT = 0.2  # seconds
Opened = Callable[[], AbstractAsyncContextManager[Asker]]
Question = tuple[str, Messages]
Answer = tuple[str, Reply]
Read = TypeVar("Read")


@dataclass(frozen=True)
class _End:
    fault: BaseException | None


def streamed(
    opened: Opened,
    questions: Iterable[Question],
    concurrency: int,
    read: Callable[[list[Answer]], Iterable[Read]],
) -> Iterator[Read]:
    """Ask all questions and yield what is read from the answers, as they come in.

    The first question goes alone: with its answer it is known what the server takes. When one fails for good,
    no further one is begun, and those under way are waited for; so on an interrupt, but for 5 s, and they are
    given up at the second. Either is raised after the last answer was yielded.

    Parameters
    ----------
    opened
        Opens the connection.
    questions
        Ids and messages.
    concurrency
        Questions under way at once.
    read
        Reads the answers that came in since the last time; called again with them if an interrupt stops it.
    """
    work = _Work(opened, questions, concurrency)
    work.start()
    interrupt: KeyboardInterrupt | None = None
    end: _End | None = None
    try:
        with ending_soon() as asked:
            while end is None:
                if asked.asked:
                    work.begin_no_more()
                try:
                    came = work.wait()
                    answers = [each for each in came if not isinstance(each, _End)]
                    found = list(read(answers)) if answers else []
                except KeyboardInterrupt as error:
                    interrupt = error
                    asked.dropped = f"requests under way were dropped: {work.under_way:,} are sent again"
                    work.give_up()
                    continue
                end = next((each for each in came if isinstance(each, _End)), None)
                work.forget(len(came))
                yield from found
    finally:
        work.give_up()
    fault = interrupt or end.fault
    if fault is not None:
        raise fault


class _Work:
    """The questions and their answers; a thread of its own has the loop, as a notebook has one already."""

    def __init__(self, opened: Opened, questions: Iterable[Question], concurrency: int) -> None:
        self._opened = opened
        self._questions = iter(questions)
        self._concurrency = concurrency
        self._came: SimpleQueue[Answer | _End] = SimpleQueue()
        self._held: list[Answer | _End] = []
        self._begun = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._asker: Asker | None = None
        self.under_way = 0

    def start(self) -> None:
        """Start the thread, and wait until its loop can be cancelled."""
        self._thread.start()
        self._begun.wait()

    def wait(self) -> list[Answer | _End]:
        """Wait for a while and return all that came and is not forgotten."""
        with suppress(Empty):
            # Not for ever: where a signal goes to another thread, Ctrl-C is seen only between two waits.
            self._held.append(self._came.get(timeout=_WAIT))
            while True:
                self._held.append(self._came.get_nowait())
        return list(self._held)

    def forget(self, number: int) -> None:
        """Drop so many of the first that came."""
        self._held = self._held[number:]

    def begin_no_more(self) -> None:
        """Begin no further question."""
        if self._asker is not None:
            with suppress(RuntimeError):  # the loop may have ended by itself
                self._loop.call_soon_threadsafe(self._asker.stopping.set)

    def give_up(self) -> None:
        """Cancel what is under way and wait until it is."""
        with suppress(RuntimeError):  # the loop may have ended by itself
            self._loop.call_soon_threadsafe(self._cancel)
        self._thread.join()

    def _run(self) -> None:
        fault: BaseException | None = None
        try:
            asyncio.run(self._all())
        except asyncio.CancelledError:
            pass
        except BaseException as error:  # raised where the answers are taken
            fault = error
        self._came.put(_End(fault))

    async def _all(self) -> None:
        work = asyncio.ensure_future(self._asked())
        self._loop, self._cancel = asyncio.get_running_loop(), work.cancel
        self._begun.set()
        await work

    async def _asked(self) -> None:
        async with self._opened() as asker:
            self._asker = asker
            faults = [await self._worker(asker, islice(self._questions, 1))]
            workers = (self._worker(asker, self._questions) for _ in range(self._concurrency))
            faults += await asyncio.gather(*workers)
        fault = next((each for each in faults if each is not None), None)
        if fault is not None:
            raise fault

    async def _worker(self, asker: Asker, questions: Iterator[Question]) -> Exception | None:
        """Ask one question after another; return what stopped it."""
        while not asker.stopping.is_set() and (question := next(questions, None)) is not None:
            self.under_way += 1
            try:
                reply = await asker.ask(question[1])
            except Exception as fault:  # raised when the others are done
                asker.stopping.set()
                return fault
            self.under_way -= 1
            self._came.put((question[0], reply))
        return None
