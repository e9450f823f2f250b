"""What is said of a measure where a run lacks what it asks for, and how that is given."""

from collections.abc import Mapping
from dataclasses import dataclass

from rightreasons.measures import COMPARISON_MEASURES, MEASURES, MODEL_MEASURES
from rightreasons.measures.titles import measure_titles
from rightreasons.registry import required, summary


@dataclass(frozen=True)
class Lack:
    """A run without one of the inputs that measures may ask for.

    Parameters
    ----------
    reason
        What is not there.
    expected
        What should be.
    remedy
        How it is given.
    need
        What a measure needs that cannot do without, in a few words; "" where every run has it.
    """

    reason: str
    expected: str
    remedy: str
    need: str = ""


_TEST = Lack("no test set", "a set to score on", "add --test DATA", "--test DATA")
_ENCODER = Lack(
    "no encoder", "the folder of a pretrained encoder", "add --encoder FOLDER", "--encoder FOLDER"
)
OF_AUDIT: Mapping[str, Lack] = {
    **dict.fromkeys(("test", "test_hypothesis_tokens", "test_premise_tokens"), _TEST),
    **dict.fromkeys(("hypothesis_features", "test_hypothesis_features"), _ENCODER),
}

_SCORED = Lack("no set that is scored", "one", "name a challenge, or data, with --on")
_TEXT = Lack("ids and no sentences", "a challenge with text", "name data with --on", "sentences")
_TRAIN = Lack(
    "no training data", "labelled data, whose artifacts divide the items", "add --train DATA", "--train DATA"
)
_COST = Lack("no costs", "what a miss and a block cost", "add --cost miss=N,block=N", "--cost miss=N,block=N")
OF_PROBE: Mapping[str, Lack] = {
    "cost": _COST,
    **dict.fromkeys(("challenge", "scored"), _SCORED),
    **dict.fromkeys(("pairs", "answered"), _TEXT),
    **dict.fromkeys(("train", "train_patterns"), _TRAIN),
    "predictions": Lack("no answer that is a label", "some", "look at why answers hold no label"),
    "declared": Lack(
        "saved predictions", "a model that is asked", "probe the model itself", "a model that can be run"
    ),
    "changeable": Lack("no changed inputs were asked", "some", "add --on controls", "--on controls"),
    "several": Lack(
        "no items with several right labels",
        "some",
        "nothing is to be done",
        "items with several right labels",
    ),
    "calibration": Lack("no pairs that prove the labels", "some", "leave out --no-label-check"),
    "fitting": Lack(
        "no pairs to fit a threshold on", "some", "add --fit-threshold DATA", "--fit-threshold DATA"
    ),
    "by_prompt": Lack("one prompt", "two or more", "repeat --prompt", "--prompt, again"),
    "swaps": Lack(
        "no swap sets",
        "some",
        "add --on antonym-swap or --on hypernym-swap",
        "--on antonym-swap, hypernym-swap",
    ),
    "saved_predictions": Lack(
        "a model that can be asked again",
        "saved predictions",
        "see --on controls instead",
        "saved predictions",
    ),
    "provable_predictions": Lack(
        "no saved predictions that can prove the order of their labels",
        "three labels of both gold and predictions, on enough pairs",
        "probe the model itself",
        "saved predictions with three labels",
    ),
}

_PROBES = Lack(
    "no runs of probe", "two or more", "compare runs of probe, or files of predictions", "runs of probe"
)
OF_COMPARISON: Mapping[str, Lack] = {
    "cost": _COST,
    **dict.fromkeys(("probes", "probe_findings"), _PROBES),
    "trainings": Lack("no runs of train", "two or more", "compare runs of train", "runs of train"),
}


def listed() -> dict[str, str]:
    """Return a line a measure, of data, of a model and of a comparison: what it does, and what it needs.

    Read from the source, nothing of it imported.
    """
    kinds = (
        ("data", MEASURES, OF_AUDIT),
        ("model", MODEL_MEASURES, OF_PROBE),
        ("comparison", COMPARISON_MEASURES, OF_COMPARISON),
    )
    return {
        name: f"{of}: {_title(name)}{summary(target)}{_needs(target, lacks)}"
        for of, registry, lacks in kinds
        for name, target in registry.targets().items()
    }


def _title(name: str) -> str:
    title = measure_titles().get(name)
    return f"{title}. " if title else ""


def _needs(target: str, lacks: Mapping[str, Lack]) -> str:
    """Return what a run may lack of what a measure cannot do without, as a sentence."""
    asked = (name for name, kind in required(target).items() if name in lacks and "None" not in kind)
    needs = dict.fromkeys(lacks[name].need for name in asked if lacks[name].need)
    return f" Needs {' and '.join(needs)}." if needs else ""
