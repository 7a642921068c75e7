"""The nginx that the project ships, while one node is away and the other loses a connection."""

import http.client
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

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


@pytest.fixture
def port() -> Iterator[int]:
    """The port of nginx, in front of a node that is away and one that answers."""
    assert nginx.ensure(), "nginx is missing."
    server, port = ThreadingHTTPServer(("127.0.0.1", 0), Node), free_port()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with nginx.private_nginx(port, [free_port(), server.server_address[1]]):
        yield port
    server.shutdown()
    server.server_close()


def status(port: int) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", "/")
    return connection.getresponse().status


def test_a_lost_connection_does_not_take_the_last_node_out_of_the_site(port: int) -> None:
    for _ in range(50):
        try:
            if status(port) == 200:
                break
        except OSError:
            threading.Event().wait(0.1)
    Node.drops = 1

    # Whether nginx has another node for the request itself is luck; those after it are served.
    answers = [status(port) for _ in range(5)]
    assert answers[1:] == [200] * 4, answers
