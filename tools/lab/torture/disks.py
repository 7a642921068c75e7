"""Trials with a failing disk: full, slow, or with the database file missing."""

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tools.lab.torture.club import choose_random_hand_fields
from tools.lab.torture.crowds import write_together
from tools.lab.torture.notebook import SentHand
from tools.lab.torture.phone import Response
from tools.lab.torture.plan import Plan, Stage, Trial, set_stage
from tools.lab.torture.players import Party

# Large enough that the health check accepts the free space.
DISK_SIZE, PIECE_BYTES, SPACE_LEFT = "96m", 1 << 16, 400_000
DISK_FULL, UNAVAILABLE = 507, 503
MAX_HANDS = 200
# A preloaded library that makes every sync take five milliseconds longer.
SLOW_SYNC = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>
static int (*real_sync)(int), (*real_data)(int);
int fsync(int fd) {
    if (!real_sync) real_sync = dlsym(RTLD_NEXT, "fsync");
    usleep(5000);
    return real_sync(fd);
}
int fdatasync(int fd) {
    if (!real_data) real_data = dlsym(RTLD_NEXT, "fdatasync");
    usleep(5000);
    return real_data(fd);
}
"""


def run_full_disk(plan: Plan) -> Trial:
    """Run R25 and R04: the disk fills up during entry, is freed, fills again, and power is cut."""
    trial, rng = Trial("full disk (R25, R04)"), plan.make_rng("full")
    with _mount_small_disk(plan.folder / "small") as disk:
        if disk is None:
            trial.add_figure("left out: only root may mount a small disk")
            return trial
        with set_stage(plan, "full", folder=disk) as stage:
            party, ballast = Party(stage.club, stage.start_sessions(2)), disk / "ballast"
            party.play_hand(stage.phone, rng, "while there was room")
            _fill_disk(ballast)
            refused = _enter_until_refused(stage, party, rng, trial, "first")
            trial.check("pages can be read", held=_load_sheet(stage, party).status == 200)
            trial.check("health is red", held=stage.site.fetch_fresh_health_status() == UNAVAILABLE)
            trial.check_database(stage, party.notebook)
            ballast.unlink()
            response = stage.phone.post(party.build_entry_path(refused.session), refused.fields)
            refused.acknowledged = response.saved
            trial.check("the same form is saved when there is room", held=response.saved)
            trial.check("health is green again", held=stage.site.fetch_fresh_health_status() == 200)
            _fill_disk(ballast)
            _enter_until_refused(stage, party, rng, trial, "second")
            stage.site.kill()
            trial.kills += 1
            ballast.unlink()
            stage.site.start()
            trial.check_database(stage, party.notebook)
            trial.run_audit(stage.site)
    trial.add_figure(
        f"filled twice, killed once, {party.notebook.acknowledged} hands, {trial.verdict}"
    )
    return trial


@contextlib.contextmanager
def _mount_small_disk(folder: Path) -> Iterator[Path | None]:
    """Mount a small file system and yield its folder, or None if it cannot be mounted."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={DISK_SIZE}", "tarokk-torture", str(folder)]
    mounted = os.geteuid() == 0 and _run_successfully(command)
    try:
        yield folder if mounted else None
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", str(folder)], check=False)


def _run_successfully(command: list[str]) -> bool:
    if shutil.which(command[0]) is None:
        return False
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


def _fill_disk(ballast: Path) -> None:
    """Fill the disk, then free enough space for a few hands."""
    piece = PIECE_BYTES
    with ballast.open("wb", buffering=0) as file:
        while piece:
            try:
                file.write(bytes(piece))
            except OSError:
                piece //= 2
        file.truncate(max(0, file.tell() - SPACE_LEFT))


def _enter_until_refused(
    stage: Stage, party: Party, rng: Random, trial: Trial, name: str
) -> SentHand:
    """Enter hands until the disk is full; return the refused hand, and check the message."""
    for number in range(MAX_HANDS):
        session = party.sessions[0]
        form = stage.phone.load_form(party.build_entry_path(session))
        note = f"{name} fill {number}"
        sent = party.notebook.record(session, note, choose_random_hand_fields(form, rng, note))
        response = stage.phone.post(party.build_entry_path(session), sent.fields)
        if not response.saved:
            is_clear = response.status in (DISK_FULL, UNAVAILABLE) and "Not saved" in response.text
            trial.check(f"a clear word, not {response.status}", held=is_clear)
            return sent
        sent.acknowledged = True
    trial.check("the disk runs full", held=False)
    return sent


def _load_sheet(stage: Stage, party: Party) -> Response:
    return stage.phone.get(stage.club.build_path("sessions", party.sessions[0]))


def run_lost_file(plan: Plan) -> Trial:
    """Run R26: the database file is moved away under the running site, and put back."""
    trial, rng = Trial("lost file (R26)"), plan.make_rng("lost")
    with set_stage(plan, "lost") as stage:
        party = Party(stage.club, stage.start_sessions(1))
        party.play_hand(stage.phone, rng, "before")
        form = stage.phone.load_form(party.build_entry_path(party.sessions[0]))
        book, moved_file = stage.site.database_file, stage.site.var / "aside.sqlite3"
        sent = party.notebook.record(
            party.sessions[0], "lost", choose_random_hand_fields(form, rng, "lost")
        )
        book.replace(moved_file)
        statuses = [
            stage.phone.post(party.build_entry_path(sent.session), sent.fields).status
            for _attempt in range(3)
        ]
        statuses += [_load_sheet(stage, party).status for _attempt in range(6)]
        trial.check(f"nothing is called saved, {statuses}", held={*statuses} <= {200, UNAVAILABLE})
        trial.check("a form is refused", held=statuses[:3] == [UNAVAILABLE] * 3)
        trial.check("health is red", held=stage.site.fetch_fresh_health_status() == UNAVAILABLE)
        trial.check("no new book is made", held=not book.exists())
        moved_file.replace(book)
        saved = stage.phone.post(party.build_entry_path(sent.session), sent.fields).saved
        sent.acknowledged = saved
        trial.check("the form is saved when the file is back", held=saved)
        trial.check("health is green again", held=stage.site.fetch_fresh_health_status() == 200)
        trial.check_database(stage, party.notebook)
        trial.run_audit(stage.site)
    trial.add_figure(f"answers without the file: {sorted({*statuses})}; {trial.verdict}")
    return trial


def run_slow_disk(plan: Plan) -> Trial:
    """Run R28: every wait for the disk takes five milliseconds longer."""
    trial = Trial("slow disk (R28)")
    library = plan.folder / "slow.so"
    source = library.with_suffix(".c")
    source.write_text(SLOW_SYNC)
    if plan.quick or not _run_successfully(
        ["cc", "-shared", "-fPIC", "-o", str(library), str(source), "-ldl"]
    ):
        trial.add_figure("left out: part of the full run, where there is a C compiler")
        return trial
    return write_together(
        plan, trial, "slow", tables=plan.phones, variables={"LD_PRELOAD": str(library)}
    )
