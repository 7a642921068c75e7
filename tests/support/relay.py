"""A relay between a browser and the site, which can be cut in the same way for every engine."""

import contextlib
import socket
import threading

HOST, MOST = "127.0.0.1", 65_536


class Relay:
    """A relay on a free port, which can be cut and mended repeatedly."""

    def __init__(self, to_port: int) -> None:
        self.to_port = to_port
        self.port = 0
        self._open: list[socket.socket] = []
        self._listener: socket.socket | None = None
        self.mend()

    def mend(self) -> None:
        """Listen again, on the same port."""
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, self.port))
        listener.listen()
        self.port, self._listener = listener.getsockname()[1], listener
        threading.Thread(target=self._listen, args=(listener,), daemon=True).start()

    def cut(self) -> None:
        """Close all connections and accept no new ones."""
        ended = [self._listener, *self._open] if self._listener else []
        self._listener, self._open = None, []
        for one in ended:
            _end(one)

    def _listen(self, listener: socket.socket) -> None:
        while True:
            try:
                near, _ = listener.accept()
                far = socket.create_connection((HOST, self.to_port))
            except OSError:
                return
            self._open += [near, far]
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=_hand_on, args=(one, other), daemon=True).start()


def _hand_on(one: socket.socket, other: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while some := one.recv(MOST):
            other.sendall(some)
    _end(one)
    _end(other)


def _end(one: socket.socket | None) -> None:
    if one is None:
        return
    with contextlib.suppress(OSError):
        # Closing would not wake the thread that waits for the socket.
        one.shutdown(socket.SHUT_RDWR)
    one.close()
