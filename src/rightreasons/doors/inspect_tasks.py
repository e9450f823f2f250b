"""A task and a scorer of inspect_ai: a chat model asked for labels of a challenge, or of your data.

Needs the extra ``[inspect]``. Its logs are read by `probe LOG`, without it.
"""

from collections.abc import Iterator
from typing import Any

from rightreasons.errors import MissingExtraError

MissingExtraError.unless_installed(("inspect_ai",), "inspect")

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageAssistant, ChatMessageSystem, ChatMessageUser, GenerateConfig
from inspect_ai.scorer import CORRECT, INCORRECT, Score, Scorer, Target, accuracy, scorer, stderr
from inspect_ai.solver import TaskState, generate

from rightreasons.challenges.challenge import Challenge
from rightreasons.jobs.options import ProbeOptions
from rightreasons.jobs.probing.challenges import challenges_named
from rightreasons.labels import Label, gold_set
from rightreasons.predictors.llm.judging import parsed, why_not
from rightreasons.predictors.llm.prompt_files import chosen_prompts
from rightreasons.predictors.llm.prompts import Prompt

_MESSAGES = {"system": ChatMessageSystem, "user": ChatMessageUser, "assistant": ChatMessageAssistant}


@task  # type: ignore[untyped-decorator, unused-ignore] # where inspect_ai is not installed
def nli(on: str = "hans", per_group: int | None = 20, prompt: str | None = None, seed: int = 2019) -> Task:
    """Return a task that asks for the label of every pair.

    Parameters
    ----------
    on
        A challenge that needs no training data, or a file of labelled data.
    per_group
        Items of every group; None: all.
    prompt
        Name of a prompt that ships with `probe llm:`; None: the first.
    seed
        For the sample.

    Examples
    --------
    ::

        inspect eval rightreasons/nli --model openai/gpt-4o-mini -T on=hans
        rightreasons probe logs/2026-...-nli.eval
    """
    (challenge,) = challenges_named([on], ProbeOptions(per_group=per_group, seed=seed), None)
    (chosen,) = chosen_prompts(() if prompt is None else (prompt,))
    return Task(
        dataset=MemoryDataset(list(_samples(challenge, chosen)), name=challenge.name),
        solver=generate(),
        scorer=label(chosen.name),
        config=GenerateConfig(max_tokens=chosen.max_tokens),
        name=f"nli-{challenge.name}",
    )


@scorer(metrics=[accuracy(), stderr()])  # type: ignore[untyped-decorator, unused-ignore] # as above
def label(prompt: str) -> Scorer:
    """Return a scorer that reads a label from an answer as `probe llm:` does.

    An answer that states no label is incorrect and left empty, so that `probe` counts it as unanswered; the
    explanation says why it states none. Where gold is
    non-entailment, neutral and contradiction are correct.
    """
    (chosen,) = chosen_prompts((prompt,))

    async def score(state: TaskState, target: Target) -> Score:
        said = state.output.completion
        found = parsed(said, chosen)
        if found is None:
            return Score(value=INCORRECT, answer="", explanation=why_not(said, state.output.stop_reason))
        right = found in gold_set(Label(target.text))
        return Score(value=CORRECT if right else INCORRECT, answer=found.value)

    return score


def _samples(challenge: Challenge, prompt: Prompt) -> Iterator[Sample]:
    """Yield a sample an item: the messages, gold, both sentences and the groups."""
    texts = challenge.with_text().frame.select("id", "premise", "hypothesis")
    items = challenge.items.select("id", "label", *challenge.groups)
    for row in texts.join(items, on="id", how="inner", maintain_order="left").iter_rows(named=True):
        messages: list[Any] = [
            _MESSAGES[each["role"]](content=each["content"])
            for each in prompt.rendered(row["premise"], row["hypothesis"])
        ]
        about = {name: row[name] for name in ("premise", "hypothesis", *challenge.groups)}
        yield Sample(id=row["id"], input=messages, target=str(row["label"]), metadata=about)
