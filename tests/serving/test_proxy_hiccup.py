"""The nginx that the project ships, while nodes go, come back and lose connections."""

import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

import pytest

from support.served import free_port
from tools.dev import nginx

pytestmark = pytest.mark.cluster


class Node(BaseHTTPRequestHandler):
    """A node that ends a connection without an answer where it is told to."""

    protocol_version = "HTTP/1.1"
    drops = 0

    def do_GET(self) -> None:
        if Node.drops:
            Node.drops -= 1
            self.close_connection = True
            return
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_words: object) -> None:
        """Stay silent."""


class BriefNode(BaseHTTPRequestHandler):
    """A node that ends each connection after its answer, so that none outlives the node."""

    methods: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        BriefNode.methods.append(self.command)
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_POST = do_GET  # noqa: N815 - the name that the server looks for

    def log_message(self, *_words: object) -> None:
        """Stay silent."""


@contextmanager
def brief_node(port: int) -> Iterator[None]:
    """A node at this port for the length of the block."""
    server = ThreadingHTTPServer(("127.0.0.1", port), BriefNode)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def port() -> Iterator[int]:
    """The port of nginx, in front of a node that is away and one that answers."""
    assert nginx.ensure_nginx(), "nginx is missing."
    server, port = ThreadingHTTPServer(("127.0.0.1", 0), Node), free_port()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with nginx.run_private_nginx(port, [free_port(), server.server_address[1]]):
        yield port
    server.shutdown()
    server.server_close()


def status(port: int, method: str = "GET") -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request(method, "/", body=b"key=1" if method == "POST" else None)
    return connection.getresponse().status


def wait_for_nginx(port: int) -> None:
    for _ in range(50):
        try:
            if status(port) == 200:
                return
        except OSError:
            pass
        threading.Event().wait(0.1)


def test_a_lost_connection_does_not_take_the_last_node_out_of_the_site(port: int) -> None:
    wait_for_nginx(port)
    Node.drops = 1

    # Whether nginx has another node for the request itself is luck; those after it are served.
    answers = [status(port) for _ in range(5)]
    assert answers[1:] == [200] * 4, answers


def test_a_node_that_just_came_back_serves_while_the_other_goes() -> None:
    assert nginx.ensure_nginx(), "nginx is missing."
    first, second, port = free_port(), free_port(), free_port()
    with nginx.run_private_nginx(port, [first, second]) as proxy:
        with brief_node(second):
            wait_for_nginx(port)
            # Often enough for nginx to leave the first node alone.
            during = [status(port) for _ in range(10)]
        with brief_node(first):
            BriefNode.methods.clear()
            after = [status(port, method) for method in ("GET", "POST") * 5]

        assert during == [200] * 10
        assert after == [200] * 10, proxy.count_errors()
        assert BriefNode.methods == ["GET", "POST"] * 5
        assert [*proxy.count_errors()] == [
            f"127.0.0.1:{node}: connect() failed (111: Connection refused) while connecting"
            " to upstream"
            for node in (first, second)
        ]
