"""The server reads only, on this machine only, and gives nothing but the runs of its folder."""

import re
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from tests.reports.results import data
from tests.reports.viewer.runs import HOSTILE, Ask, Seal, accuracy, finding

from rightreasons.errors import OptionError
from rightreasons.issues import Issue, Verdict
from rightreasons.jobs.compare import compare
from rightreasons.jobs.view import view
from rightreasons.references import Scope
from rightreasons.reports.viewer.catalogue import Catalogue

Serve = Callable[[Path], Ask]
WORDS = "the words of another folder"


@pytest.fixture
def shown(seal: Seal, tmp_path: Path) -> Path:
    """A folder with one run, beside a file and a run that are none of its business."""
    (tmp_path / "secret.txt").write_text(WORDS)
    seal(tmp_path / "outside", "audit", report=WORDS)
    seal(tmp_path / "shown" / "run", "audit", finding("label_balance"))
    return tmp_path / "shown"


def keys(folder: Path) -> dict[str, str]:
    return {entry.name: key for key, entry in Catalogue(folder).listing().entries.items()}


def state(folder: Path) -> dict[str, bytes | None]:
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
    }


def test_the_list_and_a_report_are_served(shown: Path, ask: Serve) -> None:
    asked = ask(shown)
    page = asked("/")
    assert page.status == 200
    assert ">run</bdi></a>" in page.text
    assert "It gives much away." in page.text
    report = asked(f"/report?run={keys(shown)['run']}")
    assert (report.status, report.text) == (200, "<p>Report.</p>")


def test_nothing_may_be_loaded_from_elsewhere_and_a_report_has_an_origin_of_its_own(
    shown: Path, ask: Serve
) -> None:
    asked = ask(shown)
    policy = asked("/").headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    report = asked(f"/report?run={keys(shown)['run']}").headers["Content-Security-Policy"]
    assert report.startswith("sandbox ")
    assert "allow-same-origin" not in report
    assert "default-src 'none'" in report
    assert "connect-src" not in report
    assert asked("/").headers["X-Content-Type-Options"] == "nosniff"


OUTSIDE = [
    "/../secret.txt",
    "/..%2fsecret.txt",
    "/%2e%2e/secret.txt",
    "/%252e%252e%252fsecret.txt",
    "/..\\secret.txt",
    "//etc/passwd",
    "/run/../../secret.txt",
    "/run/report.html",
    "/viewer.css/../../secret.txt",
    "/report?run=../outside",
    "/report?run=..%2foutside",
    "/report?run=%00",
    "/report?run[]=run",
    "/report",
    "/compare?run=../outside&run=run",
    "/figures?run=/etc/passwd&run=run",
    "http://localhost/../secret.txt",
    "file:///etc/passwd",
    "/nothing",
]


def test_no_address_leads_out_of_the_folder(shown: Path, ask: Serve) -> None:
    secret, asked = shown.parent / "secret.txt", ask(shown)
    for target in (*OUTSIDE, str(secret), f"/{secret}", f"/report?run={quote(str(secret))}"):
        answer = asked(target)
        assert (target, answer.status) == (target, 404)
        assert WORDS not in answer.text
        assert "root:" not in answer.text


@pytest.mark.parametrize("linked", ["run", "report", "items"])
def test_links_lead_nowhere(linked: str, shown: Path, ask: Serve) -> None:
    if linked == "run":
        (shown / "link").symlink_to(shown.parent / "outside")
    elif linked == "report":
        (shown / "run" / "report.html").unlink()
        (shown / "run" / "report.html").symlink_to(shown.parent / "outside" / "report.html")
    else:
        (shown / "run" / "items.parquet").symlink_to(shown.parent / "secret.txt")
    asked = ask(shown)
    page = asked("/")
    assert page.status == 200
    assert WORDS not in page.text
    assert "link</bdi>" not in page.text
    if linked != "run":
        assert "damaged" in page.text
        assert asked(f"/report?run={keys(shown)['run']}").status == 404


def test_a_page_of_another_host_is_refused(shown: Path, ask: Serve) -> None:
    asked = ask(shown)
    others = ("evil.example", "127.0.0.1.evil.example:8000", "localhost.evil.example", "[::1]x", "")
    for hosts in (*([host] for host in others), [], ["127.0.0.1", "evil.example"]):
        answer = asked("/", headers=[("Host", host) for host in hosts])
        assert (hosts, answer.status) == (hosts, 403)
        assert "run" not in answer.text


def test_a_tunnel_may_change_the_port(shown: Path, ask: Serve) -> None:
    asked = ask(shown)
    for host in ("localhost", "LOCALHOST:9000", "127.0.0.1:1"):
        assert asked("/", headers=[("host", host)]).status == 200


def test_other_sites_may_link_here_and_load_nothing(shown: Path, ask: Serve) -> None:
    asked = ask(shown)
    host = ("Host", "localhost")
    cross = ("Sec-Fetch-Site", "cross-site")
    assert asked("/rows", headers=[host, cross, ("Sec-Fetch-Dest", "empty")]).status == 403
    assert asked("/", headers=[host, cross, ("Sec-Fetch-Dest", "iframe")]).status == 403
    assert asked("/", headers=[host, cross, ("Sec-Fetch-Dest", "document")]).status == 200
    same = ("Sec-Fetch-Site", "same-origin")
    assert asked("/rows", headers=[host, same, ("Sec-Fetch-Dest", "empty")]).status == 200


def test_only_reading_is_possible(shown: Path, ask: Serve) -> None:
    asked = ask(shown)
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "NONE"):
        answer = asked("/", method)
        assert (method, answer.status) == (method, 405)
        assert answer.headers["Allow"] == "GET, HEAD"


def test_the_head_of_a_page_has_no_body(shown: Path, ask: Serve) -> None:
    asked = ask(shown)
    answer = asked("/", "HEAD")
    assert (answer.status, answer.text) == (200, "")
    assert int(answer.headers["Content-Length"]) == len(asked("/").text.encode())


def test_what_is_no_request_is_refused_and_the_server_goes_on(shown: Path) -> None:
    server = view(shown)
    with server.in_background():
        for sent in (b"\x16\x03\x01\x02\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\r\n" * 3):
            with socket.create_connection(("127.0.0.1", server.server_port), timeout=20) as connection:
                connection.sendall(sent)
                connection.shutdown(socket.SHUT_WR)
                assert b"bdi" not in b"".join(iter(lambda c=connection: c.recv(4096), b""))  # type: ignore[misc]
        with socket.create_connection(("127.0.0.1", server.server_port), timeout=20) as connection:
            connection.sendall(b"GET / HTTP/1.0\r\nHost: localhost\r\n\r\n")
            assert connection.recv(15) == b"HTTP/1.0 200 OK"


def test_it_listens_on_the_loopback_address_alone(shown: Path) -> None:
    server = view(shown)
    with server.in_background() as url:
        assert server.server_address[0] == "127.0.0.1"
        assert url == f"http://127.0.0.1:{server.server_port}/"
        with pytest.raises(OptionError, match="cannot be taken"):
            view(shown, port=server.server_port)


def test_two_probes_are_compared_as_the_command_does(probed: Path, ask: Serve) -> None:
    found = keys(probed)
    first, second = found["always-entailment"], found["lexical-overlap"]
    # One of two kinds right, 20 of 40; Wilson-based bounds of Newcombe's paired interval come from `compare`.
    (finding,) = compare(probed / "always-entailment", probed / "lexical-overlap").findings
    page = ask(probed)(f"/compare?run={second}&run={first}&reference={first}")
    assert page.status == 200
    assert finding.headline in page.text
    assert "100.0 % instead of 50.0 %, +50.0 points" in page.text
    assert {line[0] for line in next(iter(finding.views.values())).lines} <= set(
        re.findall(r"<tr><td[^>]*>([^<]*)</td>", page.text)
    )
    for note in finding.notes:
        assert note in page.text
    assert "Dogs." in page.text
    turned = ask(probed)(f"/compare?run={second}&run={first}&reference={second}")
    assert "50.0 % instead of 100.0 %, -50.0 points" in turned.text


def test_audits_stand_side_by_side_figure_by_figure(seal: Seal, tmp_path: Path, ask: Serve) -> None:
    for name, value in (("snli", 0.67), ("mnli", 0.54)):
        figures = [accuracy(value, 1000)]
        seal(tmp_path / name, "audit", finding("hypothesis_only", figures=figures))
    found = keys(tmp_path)
    page = ask(tmp_path)(f"/compare?run={found['snli']}&run={found['mnli']}")
    assert page.status == 200
    assert "hypothesis_only.accuracy" in page.text
    assert "67.0 % (66.0 to 68.0)" in page.text
    assert "54.0 % (53.0 to 55.0)" in page.text


def test_a_invalidated_figure_is_in_no_table(seal: Seal, tmp_path: Path, ask: Serve) -> None:
    verdict = Verdict(
        "Not proved.", (Issue("V101", "blocker", "Not proved.", invalidates=(Scope("hypothesis_only"),)),)
    )
    for name, more in (("snli", {"verdict": verdict}), ("mnli", {})):
        seal(tmp_path / name, "audit", finding("hypothesis_only", figures=[accuracy(0.67, 1000)]), **more)
    asked = ask(tmp_path)
    for target in ("/datasets", f"/figures?{'&'.join(f'run={key}' for key in keys(tmp_path).values())}"):
        page = asked(target).text
        assert page.count("67.0 %") == 1
        assert page.count("no result: V101") >= 1
    assert 'class="severity blocker">blocker' in asked("/").text


def test_what_cannot_stand_side_by_side_is_told(seal: Seal, probed: Path, tmp_path: Path, ask: Serve) -> None:
    seal(tmp_path / "audit", "audit", finding("label_balance"))
    seal(tmp_path / "one", "probe", model={"name": "bert"})
    seal(tmp_path / "two", "probe", model={"name": "bert"})
    found, asked = keys(tmp_path), ask(tmp_path)
    one = asked(f"/compare?run={found['audit']}")
    assert (one.status, "two runs or more" in one.text) == (422, True)
    mixed = asked(f"/compare?run={found['audit']}&run={found['one']}")
    assert (mixed.status, "runs of one kind" in mixed.text) == (422, True)
    without_items = asked(f"/compare?run={found['one']}&run={found['two']}")
    assert without_items.status == 422
    assert "Their figures side by side" in without_items.text
    assert asked(f"/compare?{'run=x&' * 300}").status == 422


def test_names_and_words_are_only_ever_text(seal: Seal, tmp_path: Path, ask: Serve) -> None:
    name = HOSTILE.replace("/", "")
    for each in ("a", "b"):
        hostile = finding(HOSTILE, HOSTILE, HOSTILE, [accuracy(0.5, 9, set=HOSTILE)])
        seal(tmp_path / name / each, "audit", hostile, data=[data(HOSTILE)], verdict=Verdict(HOSTILE))
    seal(tmp_path / "moved" / "run", "audit")  # we write to no such name, others may move a run there
    (tmp_path / "moved").rename(tmp_path / os_name(b"not-utf8-\xff"))
    found, asked = keys(tmp_path), ask(tmp_path)
    runs = "&".join(f"run={key}" for name, key in found.items() if "img" in name)
    for target in ("/", "/rows", "/datasets", "/models", "/accuracy", f"/compare?{runs}"):
        page = asked(target)
        assert page.status == 200
        assert "<img" not in page.text
        assert "\u202e" not in page.text
    assert "&lt;img src=x" in asked("/").text
    assert len(found) == 3


def os_name(name: bytes) -> str:
    return name.decode("utf-8", errors="surrogateescape")


def test_looking_writes_nothing(probed: Path, ask: Serve) -> None:
    before, asked = state(probed), ask(probed)
    runs = "&".join(f"run={key}" for key in keys(probed).values())
    for target in ("/", "/rows", "/datasets", "/models", "/accuracy", f"/compare?{runs}", f"/figures?{runs}"):
        assert asked(target).status == 200
    assert state(probed) == before


def test_many_at_once_get_the_same(probed: Path, ask: Serve) -> None:
    asked = ask(probed)
    pages: list[str] = []
    runs = "&".join(f"run={key}" for key in keys(probed).values())
    targets = ["/", f"/compare?{runs}", "/models"] * 3
    threads = [threading.Thread(target=_keep, args=(pages, asked, target)) for target in targets]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(pages) == 9
    assert len(set(pages)) == 3


def _keep(pages: list[str], asked: Any, target: str) -> None:
    pages.append(asked(target).text)


def test_slow_clients_are_cut_off_and_a_crowd_is_answered_meanwhile(
    shown: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rightreasons.reports.viewer.server._PATIENCE", 1.0)
    server = view(shown)
    before = threading.active_count()
    with server.in_background():
        address = ("127.0.0.1", server.server_port)
        slow = [socket.create_connection(address) for _ in range(100)]
        most = 0

        def answered(_: int) -> bool:
            nonlocal most
            with socket.create_connection(address, timeout=60) as one:
                one.sendall(b"GET / HTTP/1.0\r\nHost: localhost\r\n\r\n")
                most = max(most, threading.active_count())
                return one.makefile("rb").readline() == b"HTTP/1.0 200 OK\r\n"

        with ThreadPoolExecutor(200) as crowd:
            assert all(crowd.map(answered, range(200)))
        for one in slow:
            one.settimeout(30)
            assert one.recv(1) == b""
            one.close()
    assert most <= before + 1 + 64 + 200


def test_whoever_keeps_the_server_waiting_makes_room_for_others(seal: Seal, tmp_path: Path) -> None:
    seal(tmp_path / "run", "audit", finding("label_balance"), report="x" * 6_000_000)
    report = f"GET /report?run={keys(tmp_path)['run']} HTTP/1.0\r\nHost: localhost\r\n\r\n".encode()
    server, done = view(tmp_path), threading.Event()

    def a_byte_at_a_time(client: socket.socket) -> None:
        for place in range(len(report) - 1):
            if done.wait(1.0):
                return
            try:
                client.sendall(report[place : place + 1])
            except OSError:
                return

    with server.in_background():
        address = ("127.0.0.1", server.server_port)
        clients = [socket.create_connection(address) for _ in range(150)]
        for client in clients[30:]:
            threading.Thread(target=a_byte_at_a_time, args=(client,), daemon=True).start()
        for client in clients[:30]:
            client.sendall(report)  # and never reads it
        began = time.monotonic()
        with socket.create_connection(address, timeout=60) as one:
            one.sendall(b"GET / HTTP/1.0\r\nHost: localhost\r\n\r\n")
            assert one.makefile("rb").readline() == b"HTTP/1.0 200 OK\r\n"
        assert time.monotonic() - began < 10  # the patience with one, where there is room
        began = time.monotonic()
    assert time.monotonic() - began < 5
    done.set()
    for client in clients:
        client.close()
