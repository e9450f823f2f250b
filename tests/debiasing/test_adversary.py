"""The adversary: reversed gradients, guidance by patterns, and weights that follow the gap."""

from types import SimpleNamespace
from typing import Any, cast

import polars as pl
import pytest
import torch
from torch import Tensor, nn

from rightreasons.debiasing.adversarial.dynamic_reweighting import (
    DynamicReweighting,
    WeightSchedule,
    easy_hard_gap,
    next_alpha,
)
from rightreasons.debiasing.adversarial.gradient_reversal import reversed_gradient
from rightreasons.debiasing.adversary import (
    AdversarialObjective,
    Discriminators,
    Strength,
    discriminator_weights,
)
from rightreasons.debiasing.guidance import classifier_weights, guided
from rightreasons.labels import THREE_WAY
from rightreasons.pairs import LABEL_TYPE, Provenance
from rightreasons.predictions import Predictions

STATE = cast("Any", SimpleNamespace(see=lambda *_: None))
BIASED = torch.tensor([True, False, True, False, False])


class Toy(nn.Module):
    """A premise encoder, a hypothesis encoder, a classifier."""

    def __init__(self) -> None:
        super().__init__()
        self.premise, self.hypothesis = nn.Linear(4, 3), nn.Linear(4, 3)
        self.classifier = nn.Linear(6, 3)

    def forward(self, batch: Any) -> Tensor:
        both = [self.premise(batch.premise), self.hypothesis(batch.hypothesis)]
        logits: Tensor = self.classifier(torch.cat(both, dim=1))
        return logits


def read(model: Any, batch: Any) -> tuple[Tensor, Tensor]:
    return model(batch), model.hypothesis(batch.hypothesis)


@pytest.fixture
def batch() -> Any:
    torch.manual_seed(0)
    rows = torch.arange(5)
    gold = torch.tensor([0, 1, 2, 0, 1])
    return SimpleNamespace(premise=torch.randn(5, 4), hypothesis=torch.randn(5, 4), gold=gold, rows=rows)


def adversarial(gamma: float, alpha1: float = 1, alpha2: float = 1, k: int = 1) -> AdversarialObjective:
    torch.manual_seed(1)
    return AdversarialObjective(Discriminators(3, 8, 3, k), read, BIASED, Strength(gamma, alpha1, alpha2))


def gradients(module: nn.Module, loss: Tensor) -> list[Tensor]:
    return list(torch.autograd.grad(loss, list(module.parameters()), retain_graph=True, allow_unused=True))


def adversary_loss(module: AdversarialObjective, model: Toy, batch: Any, reduction: str = "mean") -> Tensor:
    """What the first discriminator gets wrong, without reversal."""
    logits = module.discriminators(read(model, batch)[1])[0]
    return nn.functional.cross_entropy(logits, batch.gold, reduction=reduction)


def test_the_layer_hands_values_on_and_turns_gradients_round() -> None:
    values = torch.randn(3, 2, dtype=torch.float64, requires_grad=True)
    assert torch.equal(reversed_gradient(values, 3), values)
    (found,) = torch.autograd.grad((reversed_gradient(values, 3) ** 2).sum(), values)
    torch.testing.assert_close(found, -3 * 2 * values.detach())


@pytest.mark.parametrize("gamma", [0.0, 0.5, 1.0, 3.0])
def test_the_encoder_descends_on_the_classifier_minus_gamma_times_the_adversary(
    batch: Any, gamma: float
) -> None:
    model, module = Toy(), adversarial(gamma)
    loss = module.objective(model, batch, STATE)
    plain = nn.functional.cross_entropy(model(batch), batch.gold)
    adversary = adversary_loss(module, model, batch)
    torch.testing.assert_close(loss, plain + adversary)
    for whole, own, other in zip(
        gradients(model.hypothesis, loss),
        gradients(model.hypothesis, plain),
        gradients(model.hypothesis, adversary),
        strict=True,
    ):
        torch.testing.assert_close(whole, own - gamma * other)  # equation 4
    for part, alone in (
        (model.premise, plain),
        (model.classifier, plain),
        (module.discriminators, adversary),
    ):
        for found, expected in zip(gradients(part, loss), gradients(part, alone), strict=True):
            torch.testing.assert_close(found, expected)  # equations 2 and 3; the premise knows no adversary


def test_alpha_1_is_the_plain_loss(batch: Any) -> None:
    model = Toy()
    plain = nn.functional.cross_entropy(model(batch), batch.gold)
    torch.testing.assert_close(guided(model(batch), batch.gold, BIASED, alpha2=1), plain)


def test_guidance_weighs_biased_pairs_for_the_discriminator_and_others_for_the_classifier(batch: Any) -> None:
    assert discriminator_weights(BIASED, 5).tolist() == [5, 1, 5, 1, 1]
    assert classifier_weights(BIASED, 5).tolist() == [1, 5, 1, 5, 5]
    model, module = Toy(), adversarial(1, alpha1=3, alpha2=10)
    each = nn.functional.cross_entropy(model(batch), batch.gold, reduction="none")
    adversary = adversary_loss(module, model, batch, "none")
    by_hand = (each * torch.tensor([1, 10, 1, 10, 10])).sum() / 5
    by_hand += (adversary * torch.tensor([3, 1, 3, 1, 1])).sum() / 5
    torch.testing.assert_close(module.objective(model, batch, STATE), by_hand)
    weighted = (each * torch.tensor([1, 10, 1, 10, 10])).sum() / 5  # the mean over pairs, not over weights
    torch.testing.assert_close(guided(model(batch), batch.gold, BIASED, alpha2=10), weighted)


def test_several_discriminators_differ_and_count_as_one(batch: Any) -> None:
    model, module = Toy(), adversarial(2, k=3)
    logits = module.discriminators(read(model, batch)[1])
    assert not torch.equal(logits[0], logits[1])
    mean = torch.stack([nn.functional.cross_entropy(each, batch.gold) for each in logits]).mean()
    plain = nn.functional.cross_entropy(model(batch), batch.gold)
    torch.testing.assert_close(module.objective(model, batch, STATE), plain + mean)


@pytest.mark.parametrize(
    ("alpha", "gap", "after"),
    [
        (5.0, 0.38, 5.5),  # the gap of InferSent on SNLI (Table 7): 5 + 0.5
        (5.5, 0.15, 6.0),  # phi itself counts as reached
        (6.0, 0.149, 5.5),
        (5.0, 0.109, 5.0),  # never below alpha_0
        (5.0, -0.2, 5.0),
        (40.0, 0.2, 40.5),  # no upper bound
    ],
)
def test_equation_7_by_hand(alpha: float, gap: float, after: float) -> None:
    assert next_alpha(alpha, gap, WeightSchedule(step=0.5, gap=0.15, least=5.0)) == after


def answering(labels: list[str]) -> Predictions:
    ids = [str(place) for place in range(len(labels))]
    frame = pl.DataFrame({"id": ids, "label": pl.Series(labels, dtype=LABEL_TYPE)})
    return Predictions(frame, THREE_WAY, Provenance("model"))


def marked() -> pl.DataFrame:
    gold = pl.Series(["neutral", "entailment", "contradiction"], dtype=LABEL_TYPE)
    return pl.DataFrame({"id": ["3", "0", "1"], "label": gold, "mark": ["hard", "easy", "easy"]})


def test_the_gap_is_easy_minus_hard_by_id() -> None:
    # easy: 0 right, 1 wrong; hard: 3 right; 2 has no mark
    predictions = answering(["entailment", "neutral", "neutral", "neutral"])
    assert easy_hard_gap(predictions, marked()) == pytest.approx(0.5 - 1)


def test_both_alphas_move_together_and_are_kept_with_the_module() -> None:
    module = adversarial(3, alpha1=5, alpha2=2)
    schedules = (WeightSchedule(0.5, 0.15, 5), WeightSchedule(0.5, 0.15, 2))
    hook = DynamicReweighting(marked(), lambda gap: module.move(gap, schedules))
    state: Any = SimpleNamespace(figures={})
    for _ in range(2):
        hook(answering(["entailment", "contradiction", "neutral", "entailment"]), state)  # easy 1, hard 0
    assert state.figures == {"gap": 1.0, "alpha1": 6.0, "alpha2": 3.0}
    assert module.alphas.tolist() == [6, 3]
    other = adversarial(3, alpha1=5, alpha2=2)
    other.load_state_dict(module.state_dict())
    assert other.alphas.tolist() == [6, 3]
    for _ in range(4):
        hook(answering(["neutral", "neutral", "neutral", "neutral"]), state)  # easy 0, hard 1
    assert module.alphas.tolist() == [5, 2]
