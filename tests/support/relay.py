"""A line between a browser and the site that can be cut, as in a cellar, in every engine alike."""

import contextlib
import socket
import threading

HOST, MOST = "127.0.0.1", 65_536


class Relay:
    """Listens at a port of its own and hands every byte on; `cut` and `mend` as often as wanted."""

    def __init__(self, to_port: int) -> None:
        self.to_port = to_port
        self.port = 0
        self._open: list[socket.socket] = []
        self._listener: socket.socket | None = None
        self.mend()

    def mend(self) -> None:
        """Listen, at the port of before."""
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, self.port))
        listener.listen()
        self.port, self._listener = listener.getsockname()[1], listener
        threading.Thread(target=self._listen, args=(listener,), daemon=True).start()

    def cut(self) -> None:
        """End every line at once and take no new one."""
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
        # Closing alone would not wake the thread that waits for it.
        one.shutdown(socket.SHUT_RDWR)
    one.close()
