"""The server of the viewer: on this machine alone, reading only, and nothing but what `Answers` gives."""

import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from rightreasons.errors import OptionError
from rightreasons.reports.viewer.answers import Answer, Answers
from rightreasons.reports.viewer.isolation import HEADERS, LOOPBACK, refusal

_PATIENCE = 10.0  # seconds that a request may take to arrive, and an answer to be taken
_PATIENCE_WHEN_FULL = 1.0  # the same where others wait for room
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
        self.since: dict[socket.socket, float] = {}  # when it was that we began to wait for a client
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
            self._cut_off(_PATIENCE_WHEN_FULL)
        self.since[request] = time.monotonic()
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
            self.since.pop(request, None)
            self._room.release()

    def service_actions(self) -> None:
        """Cut off whoever takes too long to ask, or to take an answer."""
        self._cut_off(_PATIENCE)

    def _cut_off(self, patience: float) -> None:
        for request, since in list(self.since.items()):
            if time.monotonic() > since + patience:
                self.since.pop(request, None)
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
        self.server.since.pop(self.connection, None)
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
        self.server.since[self.connection] = time.monotonic()
        try:
            self.end_headers()
            if with_body:
                self.wfile.write(answer.body)
        except (ConnectionError, TimeoutError):
            self.close_connection = True  # nobody waits for it any more
