"""The loop in which every model is trained: batches, optimiser, learning rate, the best epoch kept."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import nn

from rightreasons.engine.progress import NOW, Progress, silent
from rightreasons.errors import ModelError
from rightreasons.labels import Label
from rightreasons.models.data import Batch, Integers, PairData
from rightreasons.numbers import count, decimals
from rightreasons.pairs import PairTable
from rightreasons.training.epoch_batches import epoch_batches
from rightreasons.training.epoch_reports import Report
from rightreasons.training.evaluation import is_right, predicted
from rightreasons.training.gold_records import GoldRecords
from rightreasons.training.hardware import Hardware, Randomness
from rightreasons.training.kept_state import keep, restore
from rightreasons.training.optimisation import clip, optimiser_of, rate_after, rate_at
from rightreasons.training.recipe import Recipe
from rightreasons.training.state import Best, State, TrainingMethod

_SHOW_SECONDS = 0.5


_DECIMALS = 4  # to which Poliak et al. (2018) and InferSent compare accuracies


@dataclass(frozen=True)
class Task:
    """What is trained, on what, and where it is kept.

    Parameters
    ----------
    recipe
        How.
    seed
        Decides the order of batches, and whatever else is random.
    labels
        Label of each output of the model.
    train, dev
        The data as the model reads them.
    dev_pairs
        The pairs of `dev`; every one has a gold label.
    hardware
        Where it computes.
    state_file
        File of the state of training: where it is there, training goes on from it. None: nothing is kept.
    key
        What identifies the work.
    reports
        Called with the figures of all epochs after every epoch.
    progress
        Where training says how far it is.
    records
        Whether the probability of gold of every training row is kept in every epoch.
    """

    recipe: Recipe
    seed: int
    labels: tuple[Label, ...]
    train: PairData
    dev: PairData
    dev_pairs: PairTable
    hardware: Hardware
    state_file: Path | None = None
    key: str = ""
    reports: Sequence[Report] = ()
    progress: Progress = silent
    records: bool = False


def fit(
    task: Task,
    model: nn.Module,
    random: Randomness,
    method: TrainingMethod | None = None,
    *,
    last: bool = False,
) -> State:
    """Train a model, and leave it with the weights of its best epoch.

    Parameters
    ----------
    task
        What is trained.
    model
        From a batch to logits.
    random
        From `rightreasons.training.hardware.randomness`, inside whose context this is called.
    method
        What is minimised; None: cross-entropy.
    last
        Whether it is left with those of its last epoch instead.
    """
    state = _begun(task, model, random, method or TrainingMethod())
    if task.state_file is not None and restore(task.state_file, state, task.key):
        _report(task, state)
    while not state.finished:
        with state.watching():
            _epoch(task, state)
        _look_at_dev(task, state)
        _report(task, state)
        if task.state_file is not None:
            keep(task.state_file, state, task.key)
    if state.best is not None and not last:
        model.load_state_dict(state.best.weights)
    return state


def _begun(task: Task, model: nn.Module, random: Randomness, method: TrainingMethod) -> State:
    device = task.hardware.device
    modules = [each.to(device) for each in (model, method.module) if each is not None]
    optimiser = optimiser_of(modules, task.recipe.optimiser)
    rate = task.recipe.optimiser.learning_rate
    state = State(modules[0], method, optimiser, random, task.labels, device, rate)
    state.loss = state.loss.to(device)
    if task.records:
        state.records = GoldRecords.of(len(task.train.sizes), device)
    return state


def _epoch(task: Task, state: State) -> None:
    """Take the steps of an epoch that are not done yet."""
    recipe = task.recipe
    batches = epoch_batches(task.train.sizes, recipe.batches, task.seed, state.epoch)
    steps = recipe.epochs * len(batches)
    state.model.train()
    if state.method.module is not None:
        state.method.module.train()
    shown = saved = started = time.perf_counter()
    for batch in _batches(task.train, batches[state.done :], state.device):
        _step(task, state, batch, rate_at(recipe.schedule, state.rate, state.step, steps))
        now = time.perf_counter()
        state.seconds += now - started
        started = now
        if now - shown > _SHOW_SECONDS or state.done == len(batches):
            _show(task, state)
            shown = now
        if task.state_file is not None and now - saved >= recipe.checkpoint_seconds:
            keep(task.state_file, state, task.key)
            saved = started = time.perf_counter()


def _batches(data: PairData, batches: Sequence[Integers], device: torch.device) -> Iterator[Batch]:
    """Yield batches on the device; for an accelerator the next one is made while it computes."""
    if device.type == "cpu":
        yield from (data.batch(rows) for rows in batches)
        return
    with ThreadPoolExecutor(1) as executor:
        waiting = [executor.submit(_made, data, rows, device) for rows in batches[:2]]
        for place in range(len(batches)):
            batch = waiting.pop(0).result()
            if place + 2 < len(batches):
                waiting.append(executor.submit(_made, data, batches[place + 2], device))
            yield batch


def _made(data: PairData, rows: Integers, device: torch.device) -> Batch:
    return data.batch(rows).to(device)


def _step(task: Task, state: State, batch: Batch, rate: float) -> None:
    for group in state.optimiser.param_groups:
        group["lr"] = rate
    state.optimiser.zero_grad(set_to_none=True)
    with task.hardware.autocast():
        loss = state.method.objective(state.model, batch, state)
    task.hardware.backward(loss)
    clip(state.optimiser, task.recipe.optimiser)
    state.optimiser.step()
    size = len(batch.rows)
    state.loss += loss.detach() * size
    state.pairs += size
    state.done += 1
    state.step += 1


def _look_at_dev(task: Task, state: State) -> None:
    """Say what the model says of dev, keep it if it is the best, and end the epoch."""
    if not math.isfinite(state.mean_loss):
        raise ModelError(
            f"a loss of {state.mean_loss} in epoch {state.epoch}",
            "a finite loss",
            "give a smaller rate: --set optimiser.learning_rate=..., or --set optimiser.clip_norm=5",
        )
    predictions = predicted(state.model, task.dev, task.dev_pairs.frame["id"], state.labels, task.hardware)
    right = is_right(task.dev_pairs.gold, predictions.frame["label"])
    accuracy = float(right.sum()) / len(right)
    better = state.best is None or round(accuracy, _DECIMALS) > round(state.best.accuracy, _DECIMALS)
    if better:
        weights = {name: value.detach().cpu().clone() for name, value in state.model.state_dict().items()}
        state.best = Best(state.epoch, accuracy, weights)
    state.worse = 0 if better else state.worse + 1
    state.method.after_dev(predictions, state)
    state.history.append(_row(state, accuracy))
    if state.records is not None:
        state.records.end_epoch()
    rate, too_small = rate_after(task.recipe.schedule, state.rate, better=better)
    tired = task.recipe.patience is not None and state.worse >= task.recipe.patience
    state.finished = too_small or tired or state.epoch >= task.recipe.epochs
    state.begin_epoch(state.epoch + 1, rate)


def _row(state: State, accuracy: float) -> dict[str, float | int]:
    added = dict(state.figures)
    state.figures.clear()
    return {
        "epoch": state.epoch,
        "step": state.step,
        "loss": state.mean_loss,
        "rate": state.rate,
        "dev_accuracy": accuracy,
        "seconds": round(state.seconds, 3),
        "pairs_per_second": round(state.pairs_per_second, 1),
        **added,
    }


def _report(task: Task, state: State) -> None:
    for report in task.reports:
        report(state.history)


def _show(task: Task, state: State) -> None:
    size = len(task.train.sizes)
    loss, rate = decimals(state.mean_loss, 3), count(state.pairs_per_second)
    now = f"epoch {state.epoch}, loss {loss}, {rate} pairs/s"
    done = (state.epoch - 1) * size + state.pairs
    task.progress(f"seed {task.seed}{NOW}{now}", done, task.recipe.epochs * size)
