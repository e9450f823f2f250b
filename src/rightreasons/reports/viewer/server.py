"""The server of the viewer: what each address answers, on this machine alone, reading only."""

import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from email.message import Message
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import parse_qs, urlsplit

from rightreasons.errors import FileMissingError, OptionError, RightReasonsError
from rightreasons.reports.viewer import pages
from rightreasons.reports.viewer.catalogue import Catalogue
from rightreasons.reports.viewer.entries import Entry

# What keeps the viewer to this machine and its pages to themselves: hosts, origins, policies.


LOOPBACK = "127.0.0.1"
HOSTS = ("127.0.0.1", "localhost")

OWN_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# A report may come from somebody else's run. Its scripts run in an origin of their own, which can read
# neither the list nor other reports, and reach no network; what it allows itself is in its own <meta>.
REPORT_POLICY = (
    "sandbox allow-scripts allow-downloads allow-modals; default-src 'none'; "
    "style-src 'unsafe-inline'; script-src 'unsafe-inline' 'unsafe-eval'; img-src data: blob:; "
    "font-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def refusal(headers: Message) -> str | None:
    """Return why a request is not answered, or None.

    Parameters
    ----------
    headers
        Of the request.

    Notes
    -----
    A page that a name server has moved to this machine (DNS rebinding) still names its own host. A page of
    another site may link here, and may not load anything from here.
    """
    if [_host(each) for each in headers.get_all("Host", [])] not in [[host] for host in HOSTS]:
        return f"this page is for {' or '.join(HOSTS)} alone"
    site, into = headers.get("Sec-Fetch-Site", "none"), headers.get("Sec-Fetch-Dest", "document")
    if site not in ("none", "same-origin") and into != "document":
        return "other sites may not load this"
    return None


def _host(header: str) -> str:
    """Return the host without its port, which a tunnel may change."""
    name, separator, port = header.rpartition(":")
    return (name if separator and port.isdecimal() else header).lower()


# What each address of the viewer answers; addresses name runs by key, never by path.


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
            "/datasets": lambda: pages.grid_page("datasets", pages.many(pages.DATASETS, self._all())),
            "/models": lambda: pages.grid_page("models", pages.many(pages.MODELS, self._all())),
        }
        self._of_runs: dict[str, Callable[[Sequence[Entry]], str]] = {
            "/compare": self._comparison,
            "/figures": lambda entries: pages.grid_page("figures", pages.side_by_side(entries), entries),
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


# The server of the viewer: on this machine alone, reading only, and nothing but what `Answers` gives.


_PATIENCE = 10.0  # seconds that a request may take to arrive, and an answer to be taken
_AT_ONCE = 64
_TEXT = "text/plain"


class ViewServer(ThreadingHTTPServer):
    """Serves the runs of one folder on the loopback address.

    Parameters
    ----------
    answers
        What is answered.
    port
        Where to listen; 0 takes a free one.

    Raises
    ------
    OptionError
        If nothing can listen there.
    """

    daemon_threads = True
    request_queue_size = 512  # the operating system lets so many wait

    def __init__(self, answers: Answers, port: int = 0) -> None:
        self.answers = answers
        self.arriving: dict[socket.socket, float] = {}
        self._room = threading.BoundedSemaphore(_AT_ONCE)
        try:
            super().__init__((LOOPBACK, port), _Handler)
        except (OSError, OverflowError) as error:
            raise OptionError(
                f"port {port} cannot be taken", "a free port", "choose another --port, or leave it out"
            ) from error

    @property
    def url(self) -> str:
        """Where to look."""
        return f"http://{LOOPBACK}:{self.server_port}/"

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer in a thread; where there are enough of them, the others wait for their turn."""
        while not self._room.acquire(timeout=0.2):
            self.service_actions()
        self.arriving[request] = time.monotonic() + _PATIENCE
        try:
            super().process_request(request, client_address)
        except BaseException:
            self._room.release()
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer, and make room for the next."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.arriving.pop(request, None)
            self._room.release()

    def service_actions(self) -> None:
        """Cut off whoever takes too long to ask."""
        for request, latest in list(self.arriving.items()):
            if time.monotonic() > latest:
                self.arriving.pop(request, None)
                with suppress(OSError):
                    request.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Keep quiet of clients that went away; whatever else goes wrong is told once."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)

    @contextmanager
    def in_background(self) -> Iterator[str]:
        """Serve while the context lasts; gives the address."""
        thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield self.url
        finally:
            self.shutdown()
            self.server_close()
            thread.join()


class _Handler(BaseHTTPRequestHandler):
    """Reads one request and sends its answer."""

    server: ViewServer
    timeout = _PATIENCE
    server_version = "rightreasons"
    sys_version = ""

    def do_GET(self) -> None:
        """Send a page."""
        self._send(self._answer())

    def do_HEAD(self) -> None:
        """Send the headers of a page."""
        self._send(self._answer(), with_body=False)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse what is no GET or HEAD, and whatever is malformed."""
        unknown = code == HTTPStatus.NOT_IMPLEMENTED
        status = HTTPStatus.METHOD_NOT_ALLOWED if unknown else HTTPStatus(code)
        self.close_connection = True
        self._send(Answer((message or explain or status.phrase).encode(), status, _TEXT))

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - http.server's name
        """Keep quiet: the terminal belongs to whoever started the server."""

    def _answer(self) -> Answer:
        self.server.arriving.pop(self.connection, None)
        why = refusal(self.headers)
        if why is not None:
            return Answer(why.encode(), HTTPStatus.FORBIDDEN, _TEXT)
        return self.server.answers.answer(self.path)

    def _send(self, answer: Answer, *, with_body: bool = True) -> None:
        self.send_response(answer.status)
        headers = {
            "Content-Type": f"{answer.kind}; charset=utf-8",
            "Content-Length": str(len(answer.body)),
            "Content-Security-Policy": answer.policy,
            **HEADERS,
        }
        if answer.status == HTTPStatus.METHOD_NOT_ALLOWED:
            headers["Allow"] = "GET, HEAD"
        for name, value in headers.items():
            self.send_header(name, value)
        try:
            self.end_headers()
            if with_body:
                self.wfile.write(answer.body)
        except (ConnectionError, TimeoutError):
            self.close_connection = True  # nobody waits for it any more
