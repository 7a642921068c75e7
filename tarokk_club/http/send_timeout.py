"""A timeout for clients that do not read their response; the server itself has none."""

import contextlib
import os
import socket
import stat
from collections.abc import Iterator
from pathlib import Path

# A phone in a tunnel comes back sooner, or sends the request again.
UNREAD_SECONDS = 60
# The send buffer for an unread response; the kernel doubles it.
UNREAD_BYTES = 128 * 1024
_OPEN_FILES = Path("/proc/self/fd")


def set_send_timeout(port: int, seconds: int = UNREAD_SECONDS) -> bool:
    """Limit the time that a client may take to read; return whether a listening socket was found.

    Set on the listening socket, the limit applies to every connection. Only Linux has this option;
    elsewhere return True.
    """
    option = getattr(socket, "TCP_USER_TIMEOUT", None)
    if option is None:
        return True
    is_found = False
    for line in _iter_listening_sockets(port):
        line.setsockopt(socket.IPPROTO_TCP, option, seconds * 1000)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD_BYTES)
        is_found = True
    return is_found


def _iter_listening_sockets(port: int) -> Iterator[socket.socket]:
    """Yield this process's listening sockets on this port."""
    for name in os.listdir(_OPEN_FILES) if _OPEN_FILES.is_dir() else ():
        # Do not duplicate other descriptors: pipes and the database would stay open.
        if not _is_socket(int(name)):
            continue
        with contextlib.suppress(OSError), socket.socket(fileno=os.dup(int(name))) as line:
            listens = line.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)
            of_the_net = line.family in (socket.AF_INET, socket.AF_INET6)
            if listens and of_the_net and line.getsockname()[1] == port:
                yield line


def _is_socket(number: int) -> bool:
    try:
        return stat.S_ISSOCK(os.fstat(number).st_mode)
    except OSError:
        # Closed since the listing.
        return False
