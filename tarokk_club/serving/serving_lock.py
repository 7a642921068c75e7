"""The lock on the database: shared by running nodes, exclusive for a restore or a move."""

import fcntl
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext as _

from tarokk_club.database import node_lock
from tarokk_club.serving.backups import BackupError

# A file beside the lock for each serving node, which holds a lock on it.
NODES = "nodes"


@contextmanager
def hold_serving_lock(folder: Path, *, alone: bool) -> Iterator[bool]:
    """Hold the lock of this folder while the block runs; yield False if it is not available.

    alone: whether to take the lock exclusively.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "serve.lock").open("ab") as file:
        try:
            fcntl.flock(file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


@contextmanager
def hold_lock_as_node(port: int, refused: Callable[[], None]) -> Iterator[bool]:
    """Share the lock with other nodes while the block runs; yield False during a restore or move.

    refused: see `database/node_lock.py`.
    """
    name = f"{socket.gethostname()}:{port}"
    with ExitStack() as held:
        locks = [hold_serving_lock(folder, alone=False) for folder in _list_lock_folders()]
        if not all(held.enter_context(each) for each in locks):
            yield False
            return
        for folder in _list_lock_folders():
            held.enter_context(_announce_node(folder, name))
        yield held.enter_context(node_lock.share_server_lock(f"tarokk-club {name}", refused))


@contextmanager
def hold_lock_without_nodes() -> Iterator[None]:
    """Hold the lock exclusively while the block runs.

    Raise BackupError with the names of the nodes if any node is serving this database.
    """
    with ExitStack() as held:
        folders = _list_lock_folders()
        locks = [hold_serving_lock(folder, alone=True) for folder in folders]
        if not all(held.enter_context(each) for each in locks):
            raise _build_running_error(
                {name for folder in folders for name in _iter_running_nodes(folder)}
            )
        if connection.vendor == "postgresql":
            names = held.enter_context(node_lock.take_server_lock())
            if names:
                raise _build_running_error({name.removeprefix("tarokk-club ") for name in names})
        yield


def _build_running_error(names: set[str]) -> BackupError:
    if not names:
        return BackupError(_("The site is running. Stop it first."))
    text = _("The site is running: %(nodes)s. Stop it there first.")
    return BackupError(text % {"nodes": ", ".join(sorted(names))})


def _list_lock_folders() -> list[Path]:
    """Return this node's folder and that of an SQLite file, which several nodes may share."""
    folders = {Path(settings.VAR).resolve()}
    if connection.vendor == "sqlite" and not connection.is_in_memory_db():  # type: ignore[attr-defined]
        folders.add(Path(connection.settings_dict["NAME"]).resolve().parent)
    return sorted(folders)


@contextmanager
def _announce_node(folder: Path, name: str) -> Iterator[None]:
    """Mark the node as serving in this folder, until the block or the process ends."""
    path = folder / NODES / name
    path.parent.mkdir(exist_ok=True, mode=0o700)
    with path.open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_SH)
        try:
            yield
        finally:
            path.unlink(missing_ok=True)


def _iter_running_nodes(folder: Path) -> Iterator[str]:
    """Yield the names of the serving nodes, ignoring unlocked files that a crash left behind."""
    for path in sorted((folder / NODES).glob("*")):
        with path.open("ab") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield path.name
