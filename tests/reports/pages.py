"""Helpers of tests that open report pages in a browser."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync",
    "--disable-component-update", "--disable-quic", "--no-first-run", "--disable-ipc-flooding-protection",
)  # fmt: skip
Open = Callable[..., "Chrome"]


def logged(browser: "Chrome", kind: str) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = browser.get_log(kind)  # type: ignore[no-untyped-call] # selenium's own
    return entries


def fetched(browser: "Chrome") -> list[str]:
    messages = [json.loads(entry["message"])["message"] for entry in logged(browser, "performance")]
    sent = [each["params"] for each in messages if each["method"] == "Network.requestWillBeSent"]
    return [str(each["request"]["url"]) for each in sent]


def texts(browser: "Chrome", selector: str) -> list[str]:
    found: list[str] = browser.execute_script(
        "return [...document.querySelectorAll(arguments[0])].map((each) => each.textContent)", selector
    )
    return found


def violations(browser: "Chrome") -> list[Any]:
    from importlib.resources import files

    browser.execute_script(files("axe_core_python").joinpath("axe.min.js").read_text(encoding="utf-8"))
    found: list[Any] = browser.execute_async_script(
        "axe.run({exclude: ['.plot svg']}, {resultTypes: ['violations']}).then(arguments[0])"
    )["violations"]
    return [(each["id"], [node["html"][:200] for node in each["nodes"]]) for each in found]
