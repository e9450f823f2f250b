"""A model that reads 64 tokens, and premises of 300 words."""

import numpy as np
from tests.predictors.tiny_models import tiny_model
from tests.verdicts.making import changed, clean, sentence, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Nearly all premises are cut, and the order of the labels is not what this is about."""
    rng = np.random.default_rng(15)
    data = changed(clean(60, 15), lambda _: {"premise": sentence(rng, 200, 300)})
    model = tiny_model(place.folder / "tiny")
    options = {"on": (written(place, "test.jsonl", data),), "label_check": False}
    return Command("probe", (f"hf:{model}",), options)


SITUATION = Situation(make, issues={"V259": "severe"}, worst="blocker")
