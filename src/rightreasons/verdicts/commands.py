"""The line to paste that an issue leads to: filled from its own sentence and from what a run was made of."""

from collections.abc import Iterator
from typing import Any

from rightreasons.issues import Issue
from rightreasons.predictions import FILE_LABELS
from rightreasons.runs.manifest import Manifest
from rightreasons.sentences.sentence import Sentence
from rightreasons.sentences.templates import fill, templates
from rightreasons.verdicts.policy import codes

_ANY, _SAVED = "any", "saved"
_RUNS = ("first_run", "second_run", "third_run", "fourth_run")
"""The runs of a comparison in its commands; none of more runs, since a command would leave some out."""
_CONTROLS = "not_tested.controls_command"
_EVIDENCE = "--evidence"
RUN = "RUN"
"""The folder of this run where it is not known."""
RULES_OF_RUN = f"{RUN}/rules.yaml"
"""What a discovery's own rules are called where the folder of its run is not known."""


def command_of(issue: Issue, manifest: Manifest) -> str:
    """Return the command of an issue.

    Parameters
    ----------
    issue
        The issue; which of the commands of its code it is, its sentence decides.
    manifest
        What the run was made of: its data are ``{data}``, or ``{file}`` where they are files, its first test
        ``{test}``, its training data ``{train}``, rules that it found ``{rules}``, a model that can be asked
        ``{asked}``, a file of predictions ``{saved}``, its runs ``{first_run}`` to ``{fourth_run}``; of a
        training recipe, dev data and twice its epochs are ``{recipe}``, ``{dev}`` and ``{epochs}``.

    Returns
    -------
    str
        Empty where the code has none, the run lacks what stands in it, or has shown the rows that it shows.
    """
    known = _of_run(manifest) | _of_sentence(issue.sentence)
    for name in _names(issue, manifest.job):
        asked = templates()[name].asked if name in templates() else ()
        if name in templates() and set(asked) <= set(known):
            line = fill(name, **{field: known[field] for field in asked})
            return "" if _EVIDENCE in line and manifest.options.get("evidence") else line
    return ""


def controls_command(manifest: Manifest) -> str:
    """Return the line that also tests changed inputs; empty of a model that cannot be asked for answers."""
    known = _of_run(manifest)
    asked = templates()[_CONTROLS].asked
    return fill(_CONTROLS, **{field: known[field] for field in asked}) if set(asked) <= set(known) else ""


def _names(issue: Issue, job: str) -> Iterator[str]:
    """Yield the names that a command of an issue may have, the first of which that can be filled is taken."""
    said = issue.sentence.template if isinstance(issue.sentence, Sentence) else issue.sentence
    kind = codes().get(issue.code)
    for name, sentence in kind.sentences.items() if kind is not None else ():
        if sentence == said:
            yield f"{issue.code}.command.{name}"
    for name in (job, _ANY, _SAVED):
        yield f"{issue.code}.command.{name}"


def _of_run(manifest: Manifest) -> dict[str, Any]:
    """Return what can stand in a command, by name."""
    named = [data for data in manifest.data if data.name != FILE_LABELS]
    names = [data.name for data in named]
    runs = [run.name for run in manifest.runs]
    of_runs = dict(zip(_RUNS, runs, strict=False)) if len(runs) <= len(_RUNS) else {}
    if manifest.job == "train":
        return of_runs | _of_training(manifest)
    of_data = {} if manifest.bundled else dict(zip(("data", "test"), names, strict=False))
    of_file = {"file": names[0]} if names and not manifest.bundled and named[0].files else {}
    of_train = {} if manifest.train is None else {"train": manifest.train.name}
    of_rules = {"rules": RULES_OF_RUN} if manifest.job == "discover" else {}
    return of_data | of_file | of_train | _of_model(manifest) | of_runs | of_rules


def _of_model(manifest: Manifest) -> dict[str, str]:
    """Return the model: as one that can be asked, or as a file of its predictions."""
    if manifest.model is None:
        return {}
    return {"asked" if manifest.model.labels else "saved": as_typed(manifest.model.name)}


def as_typed(model: str) -> str:
    """Return the name of a model as it is typed: of a judge without its prompt, which stands behind it."""
    return model.partition("#")[0] if model.startswith("llm:") else model


def _of_training(manifest: Manifest) -> dict[str, Any]:
    """Return recipe and data of a training, its size, and twice its epochs.

    Nothing of one with a method or added examples: a line without them would train something else.
    """
    names, options = [data.name for data in manifest.data], manifest.options
    recipe = options.get("recipe", {})
    epochs = recipe.get("epochs") if isinstance(recipe, dict) else None
    more = any(options.get(each) for each in ("debias", "augment", "encoder", "vectors"))
    if manifest.model is None or not isinstance(epochs, int) or more:
        return {}
    known = dict(zip(("train", "dev"), names, strict=False))
    size = " --small" if options.get("small") else ""
    return known | {"recipe": manifest.model.name, "size": size, "epochs": 2 * epochs}


def _of_sentence(sentence: str) -> dict[str, str]:
    """Return the names and nouns that a sentence holds, by field; gold labels inside a file have no name."""
    if not isinstance(sentence, Sentence):
        return {}
    held = {
        key.partition(":")[0]: str(each.text if each.value is None else each.value)
        for key, each in sentence.fields.items()
    }
    return {field: text for field, text in held.items() if text != FILE_LABELS}
