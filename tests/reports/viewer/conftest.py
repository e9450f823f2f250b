"""Folders of runs, made as jobs make them, and served."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from tests.reports.viewer.runs import HOSTILE, Ask, Response, Seal, work

from rightreasons.findings import Finding
from rightreasons.issues import Issue, Verdict
from rightreasons.jobs.probe import probe
from rightreasons.jobs.view import view
from rightreasons.runs.workspace import Workspace

ROWS = [("A man sleeps.", "A man sleeps.", "entailment"), (f"A {HOSTILE} sleeps.", "Dogs.", "neutral")] * 20
VERDICT = Verdict("It gives much away.", (Issue("V201", "severe", "It gives much away."),))


@pytest.fixture
def seal() -> Seal:
    """Make a finished run without doing its work."""

    def sealed(
        out: Path,
        job: str,
        *findings: Finding,
        report: str = "<p>Report.</p>",
        verdict: Verdict = VERDICT,
        **more: Any,
    ) -> Path:
        out.parent.mkdir(parents=True, exist_ok=True)
        manifest = work(job, **more)
        workspace = Workspace(out, manifest)
        workspace.write_text("report.html", report)
        workspace.seal(manifest, findings, (), verdict)
        return out

    return sealed


@pytest.fixture(scope="session")
def probed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two probes of rules on the same 40 pairs, of which one rule gets 20 and the other all right."""
    folder = tmp_path_factory.mktemp("probed")
    pairs = folder / "pairs.csv"
    pl.DataFrame(ROWS, schema=["premise", "hypothesis", "label"], orient="row").write_csv(pairs)
    for rule in ("always-entailment", "lexical-overlap"):
        probe(f"rule:{rule}", str(pairs), out=folder / rule)
    return folder


@pytest.fixture
def ask() -> Iterator[Callable[[Path], Ask]]:
    """Serve a folder and give what sends it requests; a request sends exactly the headers it is given."""

    def serving(folder: Path) -> Ask:
        server = view(folder)
        stack.enter_context(server.in_background())

        def asked(
            target: str, method: str = "GET", headers: Sequence[tuple[str, str]] | None = None
        ) -> Response:
            connection = HTTPConnection("127.0.0.1", server.server_port, timeout=20)
            connection.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
            given = [("Host", f"127.0.0.1:{server.server_port}")] if headers is None else headers
            for name, value in given:
                connection.putheader(name, value)
            connection.endheaders()
            answer = connection.getresponse()
            found = Response(answer.status, answer.headers, answer.read().decode())
            connection.close()
            return found

        return asked

    with ExitStack() as stack:
        yield serving
