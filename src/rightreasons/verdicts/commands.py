"""The line to paste that an issue leads to: filled from its own sentence and from what a run was made of."""

from collections.abc import Iterator

from rightreasons.issues import Issue
from rightreasons.runs.manifest import Manifest
from rightreasons.sentences.sentence import Sentence
from rightreasons.sentences.templates import fill, templates
from rightreasons.verdicts.policy import codes

_ANY = "any"


def command_of(issue: Issue, manifest: Manifest) -> str:
    """Return the command of an issue.

    Parameters
    ----------
    issue
        The issue; which of the commands of its code it is, its sentence decides.
    manifest
        What the run was made of: its data are ``{data}``, its first test ``{test}``, its training data
        ``{train}``, its model ``{model}``, its runs ``{first_run}`` and ``{second_run}``.

    Returns
    -------
    str
        Empty where the code has no command, or the run lacks what stands in it.
    """
    template = next((name for name in _names(issue) if name in templates()), None)
    if template is None:
        return ""
    known = _of_run(manifest) | _of_sentence(issue.sentence)
    asked = templates()[template].asked
    if not set(asked) <= set(known):
        return ""
    return fill(template, **{name: known[name] for name in asked})


def _names(issue: Issue) -> Iterator[str]:
    """Yield the names that a command of an issue may have."""
    said = issue.sentence.template if isinstance(issue.sentence, Sentence) else issue.sentence
    kind = codes().get(issue.code)
    for name, sentence in kind.sentences.items() if kind is not None else ():
        if sentence == said:
            yield f"{issue.code}.command.{name}"
    yield f"{issue.code}.command.{_ANY}"


def _of_run(manifest: Manifest) -> dict[str, str]:
    """Return what can stand in a command, by name."""
    names = [data.name for data in manifest.data]
    runs = [run.name for run in manifest.runs]
    of_data = {} if manifest.bundled else dict(zip(("data", "test"), names, strict=False))
    of_train = {} if manifest.train is None else {"train": manifest.train.name}
    of_model = {} if manifest.model is None else {"model": manifest.model.name}
    return of_data | of_train | of_model | dict(zip(("first_run", "second_run"), runs, strict=False))


def _of_sentence(sentence: str) -> dict[str, str]:
    """Return the names and nouns that a sentence holds, by field."""
    if not isinstance(sentence, Sentence):
        return {}
    return {
        key.partition(":")[0]: str(each.text if each.value is None else each.value)
        for key, each in sentence.fields.items()
    }
