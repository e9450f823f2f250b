"""A callback of the Trainer of `transformers`: shortcuts beside the loss, at every evaluation.

Needs the extra ``[train]``. The callback is given the Trainer, since it logs by it: so W&B, MLflow,
TensorBoard and ``trainer_state.json`` get the figures.
"""

from collections.abc import Mapping
from typing import Any

from rightreasons.errors import MissingExtraError

MissingExtraError.unless_installed(("torch", "transformers", "accelerate"), "train")

from transformers import TrainerCallback

from rightreasons.doors.live_model import asked, live_classifier
from rightreasons.doors.shortcut_sets import ShortcutSets, prefixed

PREFIX = "eval_shortcuts/"


class ShortcutCallback(TrainerCallback):  # type: ignore[misc, unused-ignore] # untyped in some versions
    """Ask the model HANS, easy and hard items and controls at every evaluation, and log what it gets.

    Asked on the main process alone and once a step, whatever the number of evaluation sets. The model is used
    as it is in memory, so it must be whole on that process: not one that FSDP or ZeRO-3 has cut.

    Parameters
    ----------
    trainer
        The Trainer that it is added to; its tokenizer is used.
    sets
        What is asked; None: a sample of HANS.
    label_map
        What outputs such as ``LABEL_0`` mean, as ``{"LABEL_0": "entailment", ...}``.
    max_length
        Tokens that a pair is cut to.
    prefix
        What stands before the name of every figure.

    Examples
    --------
    ::

        trainer = Trainer(model, args, train_dataset=..., eval_dataset=..., processing_class=tokenizer)
        sets = ShortcutSets.of(on="dev.jsonl", train="train.jsonl")
        trainer.add_callback(ShortcutCallback(trainer, sets))
        trainer.train()
    """

    def __init__(
        self,
        trainer: Any,
        sets: ShortcutSets | None = None,
        *,
        label_map: Mapping[str, str] | None = None,
        max_length: int | None = None,
        prefix: str = PREFIX,
    ) -> None:
        self.trainer = trainer
        self.label_map = label_map
        self.max_length = max_length
        self.prefix = prefix
        self.sets = ShortcutSets.of() if sets is None else sets
        self.last_step: int | None = None

    def on_evaluate(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        """Ask the model as it is now, and log its figures."""
        del args, control  # what a callback is given
        if not state.is_world_process_zero or state.global_step == self.last_step:
            return
        self.last_step = state.global_step
        model = self.trainer.accelerator.unwrap_model(self.trainer.model)
        tokenizer = self.trainer.processing_class
        with asked(model):
            classifier = live_classifier(model, tokenizer, self.label_map, self.max_length)
            figures = self.sets.figures(classifier.predict)
        self.trainer.log(prefixed(figures, self.prefix))
