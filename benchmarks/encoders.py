"""Fine-tuning an encoder: `train encoder` beside the Trainer of Hugging Face, by turns on the same pairs.

Both have the same weights, tokens, batch size, epochs, rate, schedule, weight decay, clipping and threads;
the Trainer is left at its usual settings otherwise (batches at random, each padded to its longest pair).
Seconds are those of training alone: no loading, tokenising, saving, or looking at dev. Accuracy is that on
dev after the last epoch.

    OMP_NUM_THREADS=2 python benchmarks/encoders.py ENCODER TRAIN DEV [--only fp32] [--who ours]
        [--seeds 1 2 3] [--pairs 3000] [--epochs 3] [--set batches.pool=1] [--keep FILE]

`--set` changes the recipe: `batches.pool=1` gives our loop batches at random too. With `--keep` every
measurement is a line of a file (one for each `--set`), parts that are there are not measured again, and the
table is that of all of them: so it can be run part by part.
"""

import argparse
import json
import statistics
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from rightreasons import read_pairs
from rightreasons.jobs.training.encoder import pretrained_encoder
from rightreasons.labels import THREE_WAY
from rightreasons.models.encoding import gold_indices
from rightreasons.pairs import PairTable
from rightreasons.training.hardware import randomness
from rightreasons.training.loop import Task, fit
from rightreasons.training.recipe import CHECKPOINT, Recipe
from rightreasons.training.recipe_files import read_recipe
from rightreasons.training.transformers import EncoderModel, encoder_model

PRECISIONS = ("fp32", "bf16")


@dataclass(frozen=True)
class Work:
    """An encoder, a recipe without seed and precision, and pairs."""

    encoder: str
    train: PairTable
    dev: PairTable
    epochs: int
    changes: tuple[str, ...] = ()

    def recipe(self, precision: str) -> Recipe:
        """How both are trained."""
        changes = (f"epochs={self.epochs}", f"precision={precision}", "device=cpu", *self.changes)
        parameters = pretrained_encoder(self.encoder).parameters
        recipe = read_recipe("encoder", changes=changes, parameters=parameters)
        recipe.settings[CHECKPOINT] = self.encoder
        return recipe

    def measured(self, who: str, precision: str, seed: int, seconds: float, accuracy: float) -> "Measurement":
        """Return what one training came to."""
        pairs, rate = len(self.train), self.epochs * len(self.train) / seconds
        return Measurement(who, precision, seed, pairs, self.epochs, rate, accuracy)


@dataclass(frozen=True)
class Measurement:
    """One training: pairs a second, and accuracy on dev."""

    who: str
    precision: str
    seed: int
    pairs: int
    epochs: int
    pairs_per_second: float
    accuracy: float


def ours(work: Work, precision: str, seed: int) -> Measurement:
    """Train by the loop of this project."""
    recipe = work.recipe(precision)
    with randomness(seed, deterministic=False) as random:
        made = encoder_model(recipe, THREE_WAY)
        train, dev = made.data(work.train, gold=True), made.data(work.dev, gold=False)
        task = Task(recipe, seed, THREE_WAY, train, dev, work.dev, made.hardware)
        history = fit(task, made.model, random).history
    seconds = sum(float(row["seconds"]) for row in history)
    return work.measured("ours", precision, seed, seconds, float(history[-1]["dev_accuracy"]))


def trainers(work: Work, precision: str, seed: int) -> Measurement:
    """Train by the Trainer of `transformers`."""
    from transformers import DataCollatorWithPadding, Trainer

    recipe = work.recipe(precision)
    torch.manual_seed(seed)
    made = encoder_model(recipe, THREE_WAY)
    with tempfile.TemporaryDirectory() as folder:
        trainer: Any = Trainer(
            model=made.model.classifier,
            args=_arguments(recipe, folder, seed),
            train_dataset=_rows(made, work.train),
            data_collator=DataCollatorWithPadding(made.tokenizer),
        )
        started = time.perf_counter()
        trainer.train()
        seconds = time.perf_counter() - started
        predicted = trainer.predict(_rows(made, work.dev)).predictions.argmax(axis=1)
    right = float(np.mean(predicted == gold_indices(work.dev, THREE_WAY)))
    return work.measured("trainer", precision, seed, seconds, right)


def _arguments(recipe: Recipe, folder: str, seed: int) -> Any:
    from transformers import TrainingArguments

    arguments: Any = TrainingArguments
    return arguments(
        output_dir=folder,
        use_cpu=True,
        bf16=recipe.precision == "bf16",
        per_device_train_batch_size=recipe.batches.pairs,
        per_device_eval_batch_size=recipe.batches.pairs,
        num_train_epochs=recipe.epochs,
        learning_rate=recipe.optimiser.learning_rate,
        weight_decay=recipe.optimiser.weight_decay,
        adam_epsilon=recipe.optimiser.epsilon,
        max_grad_norm=recipe.optimiser.clip_norm,
        warmup_steps=recipe.schedule.warm_up,  # below 1 it is a share
        seed=seed,
        save_strategy="no",
        logging_strategy="no",
        report_to="none",
        disable_tqdm=True,
    )


def _rows(made: EncoderModel, pairs: PairTable) -> list[dict[str, Any]]:
    data: Any = made.data(pairs, gold=True)
    rows = [
        dict(zip(data.encoded, values, strict=True)) for values in zip(*data.encoded.values(), strict=True)
    ]
    return [row | {"labels": int(gold)} for row, gold in zip(rows, data.gold, strict=True)]


WHO: Mapping[str, Callable[[Work, str, int], Measurement]] = {"ours": ours, "trainer": trainers}


def report(found: list[Measurement]) -> None:
    """Print the mean over seeds of each, and what stands beside what."""
    print(f"{'':<18}{'pairs a second':>15}{'accuracy on dev':>18}{'seeds':>7}")
    speed = {}
    for precision in PRECISIONS:
        for who in WHO:
            cell = [each for each in found if (each.who, each.precision) == (who, precision)]
            if cell:
                speed[who, precision] = statistics.mean(each.pairs_per_second for each in cell)
                shown = f"{speed[who, precision]:>15.1f}{_accuracy(cell):>18}{len(cell):>7}"
                print(f"{who} in {precision:<10}{shown}")
    for one, other in BESIDE:
        if one in speed and other in speed:
            print(f"{' in '.join(one)} beside {' in '.join(other)}: {speed[one] / speed[other]:.2f} times")


BESIDE = [
    (("ours", "fp32"), ("trainer", "fp32")),
    (("ours", "bf16"), ("trainer", "bf16")),
    (("ours", "bf16"), ("trainer", "fp32")),
]


def _accuracy(cell: list[Measurement]) -> str:
    shares = [100 * each.accuracy for each in cell]
    spread = f" ± {statistics.stdev(shares):.1f}" if len(shares) > 1 else ""
    return f"{statistics.mean(shares):.1f}{spread}"


def main() -> None:
    """Measure what is asked for and is not there yet, then show all."""
    args = _command_line()
    limit = {"limit": args.pairs}
    work = Work(
        args.encoder,
        read_pairs(args.train, **limit).with_gold(),
        read_pairs(args.dev, **limit).with_gold(),
        args.epochs,
        tuple(args.set),
    )
    print(
        f"{len(work.train):,} pairs, {torch.get_num_threads()} threads, torch {torch.__version__}", flush=True
    )
    kept = args.keep.read_text(encoding="utf-8").splitlines() if args.keep and args.keep.exists() else []
    read = (Measurement(**json.loads(line)) for line in kept)
    found = [each for each in read if (each.pairs, each.epochs) == (len(work.train), work.epochs)]
    there = {(each.who, each.precision, each.seed) for each in found}
    for seed in args.seeds:
        for precision in args.only:
            for who in args.who:
                if (who, precision, seed) in there:
                    continue
                found.append(WHO[who](work, precision, seed))
                print(found[-1], flush=True)
                if args.keep:
                    with args.keep.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(asdict(found[-1])) + "\n")
    report(found)


def _command_line() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("encoder")
    parser.add_argument("train")
    parser.add_argument("dev")
    parser.add_argument("--only", nargs="+", choices=PRECISIONS, default=list(PRECISIONS))
    parser.add_argument("--who", nargs="+", choices=tuple(WHO), default=list(WHO))
    parser.add_argument("--set", nargs="+", default=[], metavar="KEY=VALUE")
    parser.add_argument("--seeds", nargs="+", type=int, default=[1, 2, 3])
    parser.add_argument("--pairs", type=int, default=3000)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--keep", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
