"""The losses: what they come to by hand, where they fall together, and which way they push the model."""

import math

import pytest
import torch
from torch import Tensor
from torch.nn import functional

from rightreasons.debiasing.confidence_regularisation import confidence_regularisation
from rightreasons.debiasing.focal import debiased_focal, focal
from rightreasons.debiasing.learned_mixin import Gate, learned_mixin
from rightreasons.debiasing.product_of_experts import product_of_experts
from rightreasons.debiasing.reweighting import reweighting
from rightreasons.debiasing.self_debiasing import annealed

LOGITS = torch.randn(6, 3, generator=torch.Generator().manual_seed(1))
GOLD = torch.tensor([0, 1, 2, 2, 1, 0])
BIAS = torch.randn(6, 3, generator=torch.Generator().manual_seed(2)).log_softmax(dim=1)
TEACHER = torch.randn(6, 3, generator=torch.Generator().manual_seed(3)).log_softmax(dim=1)
UNIFORM = torch.full((6, 3), 1 / 3).log()
PLAIN = functional.cross_entropy(LOGITS, GOLD)
ONE_HOT = functional.one_hot(GOLD, 3).float()


def gradient(loss: Tensor, logits: Tensor) -> Tensor:
    (found,) = torch.autograd.grad(loss, logits)
    return found


def test_with_a_uniform_bias_every_loss_with_a_bias_model_is_plain_cross_entropy() -> None:
    torch.testing.assert_close(product_of_experts(LOGITS, GOLD, UNIFORM), PLAIN)
    torch.testing.assert_close(reweighting(LOGITS, GOLD, UNIFORM), PLAIN)
    torch.testing.assert_close(learned_mixin(LOGITS, GOLD, UNIFORM, gate=torch.rand(6)), PLAIN)
    # of debiased focal, all pairs count (1 - 1/3) to the power of gamma
    torch.testing.assert_close(debiased_focal(LOGITS, GOLD, UNIFORM, gamma=2), PLAIN * 4 / 9)


def test_reweighting_by_hand() -> None:
    # p(gold) = 1/2 and 1/4; b(gold) = 0.9 and 0.2: (0.1 ln 2 + 0.8 ln 4) / 0.9
    logits = torch.tensor([[0.5, 0.25, 0.25], [0.5, 0.25, 0.25]]).log()
    bias = torch.tensor([[0.9, 0.05, 0.05], [0.4, 0.2, 0.4]]).log()
    loss = reweighting(logits, torch.tensor([0, 1]), bias)
    assert loss.item() == pytest.approx((0.1 * math.log(2) + 0.8 * math.log(4)) / 0.9, rel=1e-5)


def test_a_bias_model_that_is_sure_of_every_gold_label_leaves_nothing_to_learn() -> None:
    sure = torch.log(ONE_HOT.clamp(min=1e-30)).log_softmax(dim=1)
    assert reweighting(LOGITS, GOLD, sure).item() == 0
    assert debiased_focal(LOGITS, GOLD, sure, gamma=0.5).item() == pytest.approx(0, abs=1e-5)
    assert product_of_experts(LOGITS, GOLD, sure).item() == pytest.approx(0, abs=1e-6)


def test_the_product_of_experts_pushes_by_what_both_together_get_wrong() -> None:
    logits = LOGITS.clone().requires_grad_()
    together = (LOGITS + BIAS).softmax(dim=1)
    found = gradient(product_of_experts(logits, GOLD, BIAS), logits)
    torch.testing.assert_close(found, (together - ONE_HOT) / 6)


def test_the_learned_mixin_with_an_open_gate_is_the_product_and_with_a_closed_one_plain() -> None:
    torch.testing.assert_close(
        learned_mixin(LOGITS, GOLD, BIAS, gate=torch.ones(6)), product_of_experts(LOGITS, GOLD, BIAS)
    )
    torch.testing.assert_close(learned_mixin(LOGITS, GOLD, BIAS, gate=torch.zeros(6)), PLAIN)


def test_the_price_of_entropy_is_highest_where_the_gate_is_closed() -> None:
    closed = learned_mixin(LOGITS, GOLD, BIAS, gate=torch.zeros(6), entropy=0.3)
    assert closed.item() == pytest.approx(PLAIN.item() + 0.3 * math.log(3), rel=1e-5)
    gate = torch.zeros(6, requires_grad=True)
    prices = [learned_mixin(LOGITS, GOLD, BIAS, gate=gate, entropy=weight) for weight in (0.0, 5.0)]
    opened = gradient(prices[0] - prices[1], gate)
    assert (opened >= 0).all()  # with H, the gate opens further


def test_the_gate_is_softplus_of_a_linear_layer() -> None:
    gate, hidden = Gate(4), torch.randn(5, 4)
    by_hand = torch.log1p(torch.exp(hidden @ gate.linear.weight[0] + gate.linear.bias[0]))
    torch.testing.assert_close(gate(hidden), by_hand)


def test_confidence_regularisation_without_bias_is_distillation() -> None:
    # no bias: the bias model gives the gold label no chance
    unbiased = torch.log((1 - ONE_HOT) / 2 + 1e-30)
    loss = confidence_regularisation(LOGITS, GOLD, unbiased, teacher_log_probabilities=TEACHER)
    torch.testing.assert_close(loss, functional.cross_entropy(LOGITS, TEACHER.exp()))


def test_where_the_bias_is_certain_the_model_shall_be_uniform() -> None:
    certain = torch.log(ONE_HOT + 1e-30)
    logits = LOGITS.clone().requires_grad_()
    loss = confidence_regularisation(logits, GOLD, certain, teacher_log_probabilities=TEACHER)
    torch.testing.assert_close(gradient(loss, logits), (LOGITS.softmax(dim=1) - 1 / 3) / 6)


def test_focal_losses_by_hand_and_with_gamma_0() -> None:
    logits = torch.tensor([[0.75, 0.125, 0.125]]).log()
    gold, bias = torch.tensor([0]), torch.tensor([[0.5, 0.25, 0.25]]).log()
    assert focal(logits, gold, gamma=2).item() == pytest.approx(-(0.25**2) * math.log(0.75), rel=1e-5)
    by_bias = debiased_focal(logits, gold, bias, gamma=3)
    assert by_bias.item() == pytest.approx(-(0.5**3) * math.log(0.75), rel=1e-5)
    torch.testing.assert_close(focal(LOGITS, GOLD, gamma=0), PLAIN)
    torch.testing.assert_close(debiased_focal(LOGITS, GOLD, BIAS, gamma=0), PLAIN)


def test_focal_has_the_slope_of_its_equation() -> None:
    logits = LOGITS.clone().requires_grad_()
    found = gradient(focal(logits, GOLD, gamma=2), logits)
    p = LOGITS.double().softmax(dim=1)
    gold = (p * ONE_HOT).sum(dim=1, keepdim=True)
    # d/dz of -(1 - p)^2 ln p, by the chain rule over p of gold
    by_gold = 2 * (1 - gold) * gold.log() - (1 - gold) ** 2 / gold
    torch.testing.assert_close(found.double(), by_gold * gold * (ONE_HOT - p) / 6, atol=1e-6, rtol=1e-4)


@pytest.mark.parametrize("loss", [product_of_experts, debiased_focal])
def test_weights_scale_the_share_of_each_pair_and_their_sum_divides_nothing(loss: object) -> None:
    assert callable(loss)
    whole = loss(LOGITS, GOLD, BIAS, torch.tensor([2.0, 0, 0, 0, 0, 0]))
    torch.testing.assert_close(whole, loss(LOGITS[:1], GOLD[:1], BIAS[:1]) * 2 / 6)


def test_gold_that_may_be_either_of_two_labels_counts_both() -> None:
    # 3: non-entailment beside three labels
    bias = torch.tensor([[0.2, 0.5, 0.3]]).log()
    logits = torch.tensor([[0.4, 0.1, 0.5]]).log()
    loss = product_of_experts(logits, torch.tensor([3]), bias)
    assert loss.item() == pytest.approx(-math.log((0.05 + 0.15) / (0.08 + 0.05 + 0.15)), rel=1e-5)


def test_annealing_ends_in_a_uniform_bias() -> None:
    torch.testing.assert_close(annealed(BIAS, 1), BIAS)
    torch.testing.assert_close(annealed(BIAS, 0), UNIFORM)
    rooted = BIAS.exp().sqrt()
    torch.testing.assert_close(annealed(BIAS, 0.5).exp(), rooted / rooted.sum(dim=1, keepdim=True))
