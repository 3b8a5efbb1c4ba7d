"""A real browser for tests: Chromium, headless, driven over the plain HTTP of its chromedriver.

    with Browser() as page:
        page.open(path.as_uri())
        page.script("return document.title")

`MISSING` says what to install where one of the two programs is not there.
"""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from tempfile import TemporaryDirectory
from typing import Any

import pytest

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None
)
DRIVER = shutil.which("chromedriver")
MISSING = (
    ""
    if CHROMIUM and DRIVER
    else "needs Chromium and chromedriver (Debian and Ubuntu: apt install chromium chromium-driver)"
)
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--window-size=1000,1100",
)
PATIENCE = 300.0  # seconds: a guard against hanging
LOOKS = 15_000  # at a page, one after the other


class BrowserError(RuntimeError):
    """The browser refused a command."""


class Browser:
    """One window of a browser with a profile of its own."""

    def __enter__(self) -> Browser:
        self._profile = TemporaryDirectory(ignore_cleanup_errors=True)
        self._driver = subprocess.Popen(
            [str(DRIVER), "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self._open = urllib.request.build_opener(urllib.request.ProxyHandler({})).open
        try:
            self._begin()
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._send("DELETE", "")
        finally:
            self._end()

    def _begin(self) -> None:
        self._address = f"http://127.0.0.1:{self._port()}"
        options = {"binary": CHROMIUM, "args": [*FLAGS, f"--user-data-dir={self._profile.name}"]}
        wanted = {
            "browserName": "chrome",
            "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        }
        made = self._send("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self._address += f"/session/{made['sessionId']}"

    def _end(self) -> None:
        self._driver.terminate()
        self._driver.wait(PATIENCE)
        if self._driver.stdout:
            self._driver.stdout.close()
        self._profile.cleanup()

    def open(self, url: str) -> None:
        """Load a page; what was logged before is forgotten."""
        for kind in ("browser", "performance"):
            self.log(kind)
        self._send("POST", "/url", {"url": url})

    def script(self, code: str, *arguments: Any) -> Any:
        """What some JavaScript returns; `arguments` are there by that name."""
        return self._send("POST", "/execute/sync", {"script": code, "args": list(arguments)})

    def until(self, code: str, what: str) -> None:
        """Wait until some JavaScript returns something true."""
        wait_for(lambda: self.script(code), what)

    def click(self, selector: str) -> None:
        """Click on the first element that a selector finds."""
        found = self._send("POST", "/element", {"using": "css selector", "value": selector})
        (element,) = found.values()
        self._send("POST", f"/element/{element}/click", {})

    def press(self, *keys: str) -> None:
        """Press keys one after the other; a key of two letters or more is held till the end."""
        steps = [{"type": "keyDown", "value": key} for key in keys]
        steps += [{"type": "keyUp", "value": key} for key in reversed(keys)]
        self._send("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": steps}]})

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Press the mouse at a place of the window, move it to another, and let go."""
        steps: list[dict[str, Any]] = [
            {"type": "pointerMove", "duration": 0, "x": start[0], "y": start[1]},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerMove", "duration": 50, "x": end[0], "y": end[1]},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}
        self._send("POST", "/actions", {"actions": [mouse]})

    def hover(self, at: tuple[int, int]) -> None:
        """Move the mouse to a place of the window."""
        steps = [{"type": "pointerMove", "duration": 0, "x": at[0], "y": at[1]}]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}
        self._send("POST", "/actions", {"actions": [mouse]})

    def wheel(self, at: tuple[int, int], down: int) -> None:
        """Turn the wheel of the mouse at a place of the window, so many pixels down."""
        turn = {"type": "scroll", "x": at[0], "y": at[1], "deltaX": 0, "deltaY": down, "duration": 0}
        turn["origin"] = "viewport"
        self._send("POST", "/actions", {"actions": [{"type": "wheel", "id": "wheel", "actions": [turn]}]})

    def emulate(self, **media: str) -> None:
        """Media features as the page sees them: prefers_color_scheme="dark"; none given: as they are."""
        features = [{"name": name.replace("_", "-"), "value": value} for name, value in media.items()]
        self.devtools("Emulation.setEmulatedMedia", features=features)

    def devtools(self, command: str, **parameters: Any) -> Any:
        """A command of the protocol for developers: Page.printToPDF, Emulation.setDeviceMetricsOverride."""
        return self._send("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def log(self, kind: str) -> list[dict[str, Any]]:
        """What was logged since the last call: the console (`browser`) or the network (`performance`)."""
        found: list[dict[str, Any]] = self._send("POST", "/se/log", {"type": kind})
        return found

    def complaints(self) -> list[str]:
        """Errors and warnings on the console."""
        return [entry["message"] for entry in self.log("browser") if entry["level"] in ("SEVERE", "WARNING")]

    def requests(self) -> list[str]:
        """The addresses the page has asked for."""
        events = [json.loads(entry["message"])["message"] for entry in self.log("performance")]
        return [e["params"]["request"]["url"] for e in events if e["method"] == "Network.requestWillBeSent"]

    def screenshot(self) -> bytes:
        """The window as a PNG image."""
        return base64.b64decode(self._send("GET", "/screenshot"))

    def _port(self) -> int:
        assert self._driver.stdout is not None
        for line in self._driver.stdout:
            found = re.search(r"successfully on port (\d+)", line)
            if found:
                return int(found[1])
        message = "chromedriver did not start"
        raise BrowserError(message)

    def _send(self, method: str, path: str, body: Any = None) -> Any:
        data = json.dumps(body).encode() if body is not None else None
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self._address + path, data=data, headers=headers, method=method)
        try:
            with self._open(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            with error:
                said = json.loads(error.read())["value"]
            message = f"{said['error']}: {said['message']}"
            raise BrowserError(message) from None


def wait_for(fact: Callable[[], Any], what: str) -> None:
    """Look, a counted number of times, until something holds."""
    for _ in range(LOOKS):
        if fact():
            return
        time.sleep(0.02)
    pytest.fail(f"this did not happen: {what}")
