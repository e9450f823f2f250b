"""Sets of pairs without any artifact, artifacts planted into them, and models that answer as wanted."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import polars as pl
from pytest_httpserver import HTTPServer
from tests.predictors.llm.chat_server import completion, respond
from tests.verdicts.situation import Command, Place
from werkzeug import Request, Response

from rightreasons.challenges.ordinary_pairs import ordinary_pairs, plain_pairs

THREE = ("entailment", "neutral", "contradiction")
TWO = ("entailment", "non-entailment")
_SYLLABLES = ("ba", "do", "ki", "lu", "me", "na", "po", "ri", "sa", "tu")
_MADE_UP = tuple(first + second + third for first in _SYLLABLES for second in _SYLLABLES for third in "nrs")
VOCABULARY = ("the", "and", "with", *_MADE_UP[3:])  # as frequent as they are in English
Answers = dict[str, str]


def clean(
    rows: int, seed: int, labels: Sequence[str] = THREE, *, per_premise: int = 1, shares: Sequence[float] = ()
) -> pl.DataFrame:
    """Return pairs whose words, lengths and repeats say nothing of the label.

    Parameters
    ----------
    rows, seed
        How many, and by which draw.
    labels, shares
        The labels, drawn with these shares; equal ones without.
    per_premise
        Rows that share a premise.
    """
    rng = np.random.default_rng(seed)
    premises = [sentence(rng, 6, 15) for _ in range(-(-rows // per_premise))]
    gold = rng.choice(labels, rows, p=list(shares) or None)
    return pl.DataFrame(
        {
            "id": [f"r{row}" for row in range(rows)],
            "premise": [premises[row // per_premise] for row in range(rows)],
            "hypothesis": [sentence(rng, 4, 10) for _ in range(rows)],
            "label": gold.tolist(),
        }
    )


def sentence(rng: np.random.Generator, shortest: int, longest: int) -> str:
    """Return random words; their frequencies fall off as those of a language."""
    weights = 1 / np.arange(2, len(VOCABULARY) + 2)
    count = int(rng.integers(shortest, longest))
    return " ".join(rng.choice(VOCABULARY, count, p=weights / weights.sum())) + " ."


def changed(
    frame: pl.DataFrame,
    change: Callable[[dict[str, str]], Mapping[str, str]],
    share: float = 1.0,
    seed: int = 5,
) -> pl.DataFrame:
    """Return the frame in which a random share of the rows is changed by a function of the row."""
    chosen = np.random.default_rng(seed).random(frame.height) < share
    rows = [
        {**row, **change(row)} if take else row for row, take in zip(frame.to_dicts(), chosen, strict=True)
    ]
    return pl.DataFrame(rows, schema=frame.schema)


def written(place: Place, name: str, frame: pl.DataFrame) -> str:
    """Write a set as JSON lines and return its name."""
    frame.write_ndjson(place.folder / name)
    return name


def saved(place: Place, name: str, frame: pl.DataFrame, answers: Sequence[str]) -> str:
    """Write predictions of a set by id as CSV and return the name of the file."""
    frame.select("id", label=pl.Series(answers)).write_csv(place.folder / name)
    return name


def answers_of(
    frame: pl.DataFrame, accuracy: float, seed: int = 7, labels: Sequence[str] = THREE
) -> list[str]:
    """Return labels of which a share is right; the wrong ones are spread evenly."""
    rng = np.random.default_rng(seed)
    wrong = {label: [other for other in labels if other != label] for label in labels}
    right = _exactly(rng, frame.height, accuracy)
    return [
        label if hit else str(rng.choice(wrong[label]))
        for label, hit in zip(frame["label"], right, strict=True)
    ]


def _exactly(rng: np.random.Generator, rows: int, share: float) -> npt.NDArray[np.bool_]:
    flags = np.arange(rows) < round(share * rows)
    rng.shuffle(flags)
    return flags


def ordinary(accuracy: float, seed: int = 3) -> Answers:
    """Return answers to the ordinary pairs, and to the plain ones, of which so many are right."""
    answers: Answers = {}
    for pairs in (ordinary_pairs(), plain_pairs()):
        frame = pairs.frame.with_columns(pl.col("label").cast(pl.String))
        answers |= by_pair(frame, answers_of(frame, accuracy, seed))
    return answers


def by_pair(frame: pl.DataFrame, answers: Sequence[str]) -> Answers:
    """Return answers by the two sentences."""
    pairs = zip(frame["premise"], frame["hypothesis"], strict=True)
    return {_key(*pair): answer for pair, answer in zip(pairs, answers, strict=True)}


EXCHANGED = {"entailment": "contradiction", "contradiction": "entailment"}


def exchanged(answers: Answers) -> Answers:
    """Return what a model says whose entailment and contradiction have changed places."""
    return {key: EXCHANGED.get(label, label) for key, label in answers.items()}


def function(place: Place, answers: Answers, otherwise: str = "'neutral'") -> str:
    """Write a model that knows its answers by heart.

    Parameters
    ----------
    place, answers
        Where it is written, and what it says.
    otherwise
        A Python expression of ``premise`` and ``hypothesis`` for pairs that it does not know.
    """
    module = f"model_{place.folder.name}".replace("-", "_")
    (place.folder / f"{module}.json").write_text(json.dumps(answers), encoding="utf-8")
    (place.folder / f"{module}.py").write_text(
        "import json\n"
        "import pathlib\n"
        "KNOWN = json.loads(pathlib.Path(__file__).with_suffix('.json').read_text())\n"
        "labels = ['entailment', 'neutral', 'contradiction']\n"
        "def one(premise, hypothesis):\n"
        f"    found = KNOWN.get(premise + chr(9) + hypothesis)\n"
        f"    return ({otherwise}) if found is None else found\n"
        "def label(premises, hypotheses):\n"
        "    return [one(*pair) for pair in zip(premises, hypotheses)]\n",
        encoding="utf-8",
    )
    return f"py:{module}:label"


def chat(place: Place, answers: Answers, otherwise: str | int = "I would rather not say.") -> str:
    """Start a chat model that knows its answers by heart.

    Parameters
    ----------
    place, answers
        Until when it runs, and what it says.
    otherwise
        What it says to other pairs; a number is the status of an error.
    """
    server = place.stack.enter_context(HTTPServer(threaded=True))

    def reply(request: Request) -> Response:
        prompt = request.get_json()["messages"][-1]["content"]
        answer = answers.get(_key(*(_quoted(prompt, side) for side in ("Premise", "Hypothesis"))), otherwise)
        if isinstance(answer, int):
            return respond({"error": {"message": "overloaded", "type": "error"}}, answer)
        return respond(completion(answer))

    server.expect_request("/v1/chat/completions", "POST").respond_with_handler(reply)
    return f"llm:tiny@{server.url_for('/v1')}"


def probed(
    place: Place, data: pl.DataFrame, said: pl.DataFrame, labels: Sequence[str], *, partial: bool = False
) -> Command:
    """Return a probe of saved predictions.

    Parameters
    ----------
    place, data
        Where files are written, and the items.
    said, labels
        The items that are predicted, and what is said of each.
    partial
        Whether the user allows that items have no prediction.
    """
    on = (written(place, "test.jsonl", data),)
    options = {"on": on, "allow_partial": True} if partial else {"on": on}
    return Command("probe", (saved(place, "said.csv", said, labels),), options)


def scored(place: Place, gold: npt.NDArray[np.bool_], scores: npt.NDArray[np.float64]) -> Command:
    """Return a probe of a file with gold and the scores of a guard."""
    pl.DataFrame({"y_true": gold.astype(int), "y_score": scores}).write_csv(place.folder / "scores.csv")
    return Command("probe", ("scores.csv",))


def half_marked(rows: int, seed: int, labels: Sequence[str] = THREE) -> pl.DataFrame:
    """Return pairs of which half have a last word of the hypothesis that goes with their label."""
    words = dict(zip(labels, ("bar", "don", "kis"), strict=False))
    return changed(
        clean(rows, seed, labels),
        lambda row: {"hypothesis": f"{row['hypothesis']} {words[row['label']]}"},
        0.5,
    )


def right_where_marked(data: pl.DataFrame, seed: int, labels: Sequence[str] = THREE) -> list[str]:
    """Return answers to `half_marked` pairs right in 95 % where they have such a word, else in 60 %."""
    rng = np.random.default_rng(seed)
    marked = np.array([not text.endswith(".") for text in data["hypothesis"]])
    right = rng.random(len(marked)) < np.where(marked, 0.95, 0.6)
    wrong = {label: [other for other in labels if other != label] for label in labels}
    return [
        label if hit else str(rng.choice(wrong[label]))
        for label, hit in zip(data["label"], right, strict=True)
    ]


def answering_some(place: Place, rows: int, answered: int) -> Command:
    """Return a probe with a chat model that answers the ordinary pairs, and of these rows only the first."""
    data = clean(rows, 11)
    some = data.head(answered)
    model = chat(place, ordinary(1.0) | by_pair(some, answers_of(some, 0.8)))
    return Command("probe", (model,), {"on": (written(place, "test.jsonl", data),)})


def _quoted(prompt: str, side: str) -> str:
    line = next(line for line in prompt.splitlines() if line.startswith(f"{side}: "))
    return str(json.loads(line.partition(": ")[2]))


def _key(premise: str, hypothesis: str) -> str:
    return f"{premise}\t{hypothesis}"


def cached(name: str) -> Path:
    """Return where a real model is kept that is not made by a test."""
    return Path.home() / ".cache" / "rightreasons" / name
