"""Lines whose other end reads nothing: the system hangs up on them, as the server never would."""

import contextlib
import os
import socket
import stat
from collections.abc import Iterator
from pathlib import Path

# A phone in a tunnel comes back sooner, or asks anew.
UNREAD_SECONDS = 60
# Of an answer that is not read, the system itself may hold as much; the kernel doubles it.
UNREAD_BYTES = 128 * 1024
_OPEN_FILES = Path("/proc/self/fd")


def give_up_unread(port: int, seconds: int = UNREAD_SECONDS) -> bool:
    """Let no answer wait longer than this for its reader; whether the listening line was found.

    The server has no such limit of its own. Said of the listening line, it holds for every line
    that is taken from it; only Linux can say it.
    """
    option = getattr(socket, "TCP_USER_TIMEOUT", None)
    if option is None:
        return True
    found = False
    for line in _listening(port):
        line.setsockopt(socket.IPPROTO_TCP, option, seconds * 1000)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD_BYTES)
        found = True
    return found


def _listening(port: int) -> Iterator[socket.socket]:
    """This process's own listening lines at this port."""
    for name in os.listdir(_OPEN_FILES) if _OPEN_FILES.is_dir() else ():
        # A second handle of anything else would stay open, and keep pipes and the book from ending.
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
        # Closed since it was listed.
        return False
