"""A small WebDriver client over HTTP and over Firefox's Marionette.

A full library needs geckodriver, which the system's packages lack. Both protocols share the few
commands that the tests need, so this client drives all three engines.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar, Protocol

HOST, PATIENCE, PAUSE = "127.0.0.1", 30.0, 0.05
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class DriverError(RuntimeError):
    """The browser refused a command."""


class NotYetError(DriverError):
    """A condition was not met in time."""


class Line(Protocol):
    """A connection to a browser."""

    def say(self, word: str, **more: Any) -> Any:
        """Send a command and return the response.

        Raise DriverError if the browser refuses it.
        """


class HttpLine:
    """A session of chromedriver or WebKitWebDriver.

    PLACES: path of each command.
    """

    PLACES: ClassVar = {
        "Navigate": "url",
        "Back": "back",
        "Forward": "forward",
        "ExecuteScript": "execute/sync",
        "ExecuteAsyncScript": "execute/async",
        "AddCookie": "cookie",
        "SetTimeouts": "timeouts",
        "DeleteAllCookies": "cookie",
    }

    def __init__(self, port: int, capabilities: dict[str, Any]) -> None:
        self.port = port
        wanted = {"capabilities": {"alwaysMatch": capabilities}}
        self.session = self._post("/session", wanted)["sessionId"]

    def say(self, word: str, **more: Any) -> Any:
        """Send a command."""
        if word == "ElementClick":
            return self._post(f"/session/{self.session}/element/{more['id']}/click", {})
        if word == "ElementSendKeys":
            place = f"/session/{self.session}/element/{more['id']}/value"
            return self._post(place, {"text": more["text"]})
        method = "DELETE" if word.startswith("Delete") else "POST"
        return self._post(f"/session/{self.session}/{self.PLACES[word]}", more, method)

    def _post(self, place: str, body: dict[str, Any], method: str = "POST") -> Any:
        connection = http.client.HTTPConnection(HOST, self.port, timeout=2 * PATIENCE)
        with contextlib.closing(connection):
            # WebKitWebDriver does not accept chunked bodies.
            data = json.dumps(body).encode()
            connection.request(method, place, data, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            value = json.loads(answer.read() or b"{}").get("value")
        if answer.status >= 400:
            raise DriverError(f"{place}: {value}")
        return value


class Marionette:
    """A connection to Firefox, in which each message starts with its length."""

    def __init__(self, port: int) -> None:
        self.socket = _line(port)
        self.number = 0
        self._read()
        self.say("NewSession", capabilities={"alwaysMatch": {}})

    def say(self, word: str, **more: Any) -> Any:
        """Send a command."""
        self.number += 1
        if word in ("ExecuteScript", "ExecuteAsyncScript"):
            more |= {"newSandbox": False, "sandbox": None}
        command = word if ":" in word else f"WebDriver:{word}"
        data = json.dumps([0, self.number, command, more]).encode()
        self.socket.sendall(f"{len(data)}:".encode() + data)
        _kind, _number, error, result = self._read()
        if error:
            raise DriverError(f"{word}: {error['error']}: {error['message']}")
        return result.get("value") if isinstance(result, dict) and "value" in result else result

    def _read(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self._some(1)
        left, data = int(length[:-1]), b""
        while len(data) < left:
            data += self._some(left - len(data))
        return json.loads(data)

    def _some(self, most: int) -> bytes:
        found = self.socket.recv(most)
        if not found:
            raise DriverError("Firefox went away.")
        return found


def _line(port: int) -> socket.socket:
    def connected() -> socket.socket:
        return socket.create_connection((HOST, port), timeout=2 * PATIENCE)

    found: socket.socket = wait_for(connected, OSError)
    return found


def wait_for(done: Callable[[], Any], *faults: type[Exception]) -> Any:
    """Call the function until it returns something true, and return that; ignore these errors.

    Raise NotYetError if the time is over.
    """
    until, last = time.monotonic() + PATIENCE, "nothing"
    while time.monotonic() < until:
        try:
            if found := done():
                return found
        except faults as fault:
            last = str(fault)
        time.sleep(PAUSE)
    raise NotYetError(f"not in {PATIENCE:.0f} s: {last[:300]}")


@contextlib.contextmanager
def running(command: Sequence[str], log: Path, **more: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program with its output in a file; kill it and its children at the end of the block."""
    with log.open("ab") as words:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=words,
            stderr=words,
            env=os.environ | more,
            start_new_session=True,
        )
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(PATIENCE)
