"""What each address of the viewer answers; addresses name runs by key, never by path."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from threading import Lock
from urllib.parse import parse_qs, urlsplit

from rightreasons.errors import FileMissingError, OptionError, RightReasonsError
from rightreasons.reports.viewer import grids, pages
from rightreasons.reports.viewer.catalogue import Catalogue
from rightreasons.reports.viewer.entries import Entry
from rightreasons.reports.viewer.isolation import OWN_POLICY, REPORT_POLICY

Compare = Callable[[Sequence[Path]], pages.Compared]
_HTML = "text/html"
_MOST_RUNS = 200
_COMPARED = "probe"


@dataclass(frozen=True)
class Answer:
    """A response.

    Parameters
    ----------
    body
        Its content.
    status
        HTTP's status.
    kind
        Media type; texts are UTF-8.
    policy
        Content-Security-Policy.
    """

    body: bytes
    status: HTTPStatus = HTTPStatus.OK
    kind: str = _HTML
    policy: str = OWN_POLICY


class Answers:
    """Answers requests about the runs of one folder.

    Parameters
    ----------
    catalogue
        Its runs.
    compare
        Compares finished probes, the first being the reference.
    """

    def __init__(self, catalogue: Catalogue, compare: Compare) -> None:
        self.catalogue = catalogue
        self._compare = compare
        self._one_at_a_time = Lock()
        self._pages: dict[str, Callable[[], str]] = {
            "/": lambda: pages.list_page(catalogue.root.name, catalogue.listing()),
            "/rows": lambda: pages.list_rows(catalogue.listing()),
            "/datasets": lambda: pages.grid_page("datasets", grids.many(grids.DATASETS, self._all())),
            "/accuracy": lambda: pages.grid_page("accuracy", grids.many(grids.ACCURACY, self._all())),
            "/models": lambda: pages.grid_page("models", grids.many(grids.MODELS, self._all())),
        }
        self._of_runs: dict[str, Callable[[Sequence[Entry]], str]] = {
            "/compare": self._comparison,
            "/figures": lambda entries: pages.grid_page("figures", grids.side_by_side(entries), entries),
        }

    def answer(self, target: str) -> Answer:
        """Answer a request.

        Parameters
        ----------
        target
            As it stands in the request: path and query.
        """
        entries: tuple[Entry, ...] = ()
        try:
            path, keys = _parsed(target)
            if path.removeprefix("/") in pages.ASSETS:
                name = path.removeprefix("/")
                return Answer(pages.asset(name), kind=pages.ASSETS[name])
            if path in self._pages:
                return _page(self._pages[path]())
            if path == "/report":
                return Answer(self.catalogue.report("".join(keys[:1])), policy=REPORT_POLICY)
            entries = self.catalogue.entries(keys)
            return _page(_page_maker(self._of_runs, path)(_comparable(entries)))
        except RightReasonsError as error:
            missing = isinstance(error, FileMissingError)
            status = HTTPStatus.NOT_FOUND if missing else HTTPStatus.UNPROCESSABLE_ENTITY
            return _page(pages.error_page(error, entries), status)

    def _all(self) -> Sequence[Entry]:
        return sorted(self.catalogue.listing().entries.values(), key=lambda entry: entry.name)

    def _comparison(self, entries: Sequence[Entry]) -> str:
        if entries[0].job != _COMPARED:
            return self._of_runs["/figures"](entries)
        with self._one_at_a_time:  # a comparison takes a processor and memory for a while
            return pages.comparison_page(self._compare([entry.path for entry in entries]), entries)


def _parsed(target: str) -> tuple[str, list[str]]:
    """Return path and keys of runs, the reference first."""
    try:
        parts = urlsplit(target)
        query = parse_qs(parts.query, max_num_fields=_MOST_RUNS)
    except ValueError as error:
        raise OptionError("an address that cannot be read", "one of a page", "go back to the list") from error
    return parts.path, [*query.get("reference", []), *query.get("run", [])]


def _page_maker(of_runs: dict[str, Callable[[Sequence[Entry]], str]], path: str) -> Callable[..., str]:
    if path not in of_runs:
        raise FileMissingError("no such page", "a page of the viewer", "go back to the list")
    return of_runs[path]


def _comparable(entries: Sequence[Entry]) -> Sequence[Entry]:
    if len(entries) < 2:
        raise OptionError(f"{len(entries)} run", "two runs or more", "go back to the list and tick them")
    unfinished = [entry.name for entry in entries if entry.state != "finished"]
    if unfinished:
        raise OptionError(f"'{unfinished[0]}', which is not finished", "finished runs", "tick others")
    jobs = sorted({entry.job for entry in entries})
    if len(jobs) > 1:
        raise OptionError(f"runs of {' and '.join(jobs)}", "runs of one kind", "tick runs of one kind")
    return entries


def _page(text: str, status: HTTPStatus = HTTPStatus.OK) -> Answer:
    return Answer(text.encode("utf-8", errors="backslashreplace"), status)
