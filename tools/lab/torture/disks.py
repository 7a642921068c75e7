"""Trials with a failing disk: full, slow, or with the database file missing."""

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tools.lab.torture.crowds import write_together
from tools.lab.torture.notebook import Sent
from tools.lab.torture.phone import Answer
from tools.lab.torture.plan import Plan, Stage, Trial, stage
from tools.lab.torture.players import Party
from tools.lab.torture.table import random_hand_fields

# Large enough that the health check accepts the free space.
SIZE, PIECE, LEFT = "96m", 1 << 16, 400_000
FULL, AWAY = 507, 503
MOST_HANDS = 200
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


def full_disk(plan: Plan) -> Trial:
    """Run R25 and R04: the disk fills up during entry, gets free space again, and the power is
    cut.
    """
    trial, dice = Trial("full disk (R25, R04)"), plan.dice("full")
    with _small_disk(plan.folder / "small") as disk:
        if disk is None:
            trial.tell("left out: only root may mount a small disk")
            return trial
        with stage(plan, "full", folder=disk) as on:
            party, ballast = Party(on.club, on.sessions(2)), disk / "ballast"
            party.play(on.phone, dice, "while there was room")
            _fill(ballast)
            refused = _until_refused(on, party, dice, trial, "first")
            trial.want("pages can be read", kept=_sheet(on, party).status == 200)
            trial.want("health is red", kept=on.site.fresh_health() == AWAY)
            trial.hold(on, party.notebook)
            ballast.unlink()
            again = on.phone.post(party.page(refused.session), refused.fields)
            refused.acknowledged = again.saved
            trial.want("the same form is saved when there is room", kept=again.saved)
            trial.want("health is green again", kept=on.site.fresh_health() == 200)
            _fill(ballast)
            _until_refused(on, party, dice, trial, "second")
            on.site.kill()
            trial.kills += 1
            ballast.unlink()
            on.site.start()
            trial.hold(on, party.notebook)
            trial.audit(on.site)
    trial.tell(f"filled twice, killed once, {party.notebook.acknowledged} hands, {trial.verdict}")
    return trial


@contextlib.contextmanager
def _small_disk(folder: Path) -> Iterator[Path | None]:
    """Mount a small file system and yield its folder; None if it cannot be mounted."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tarokk-torture", str(folder)]
    mounted = os.geteuid() == 0 and _done(command)
    try:
        yield folder if mounted else None
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", str(folder)], check=False)


def _done(command: list[str]) -> bool:
    if shutil.which(command[0]) is None:
        return False
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


def _fill(ballast: Path) -> None:
    """Write until the disk is full, then free enough space for a few hands."""
    piece = PIECE
    with ballast.open("wb", buffering=0) as file:
        while piece:
            try:
                file.write(bytes(piece))
            except OSError:
                piece //= 2
        file.truncate(max(0, file.tell() - LEFT))


def _until_refused(on: Stage, party: Party, dice: Random, trial: Trial, name: str) -> Sent:
    """Enter hands until the disk is full; return the hand that was refused, with a clear
    message.
    """
    for number in range(MOST_HANDS):
        session = party.sessions[0]
        form = on.phone.form(party.page(session))
        note = f"{name} fill {number}"
        sent = party.notebook.open(session, note, random_hand_fields(form, dice, note))
        answer = on.phone.post(party.page(session), sent.fields)
        if not answer.saved:
            clear = answer.status in (FULL, AWAY) and "Not saved" in answer.text
            trial.want(f"a clear word, not {answer.status}", kept=clear)
            return sent
        sent.acknowledged = True
    trial.want("the disk runs full", kept=False)
    return sent


def _sheet(on: Stage, party: Party) -> Answer:
    return on.phone.get(on.club.at("sessions", party.sessions[0]))


def lost_file(plan: Plan) -> Trial:
    """Run R26: the database file is moved away under the running site, and put back."""
    trial, dice = Trial("lost file (R26)"), plan.dice("lost")
    with stage(plan, "lost") as on:
        party = Party(on.club, on.sessions(1))
        party.play(on.phone, dice, "before")
        form = on.phone.form(party.page(party.sessions[0]))
        book, aside = on.site.book, on.site.var / "aside.sqlite3"
        sent = party.notebook.open(
            party.sessions[0], "lost", random_hand_fields(form, dice, "lost")
        )
        book.replace(aside)
        statuses = [
            on.phone.post(party.page(sent.session), sent.fields).status for _try in range(3)
        ]
        statuses += [_sheet(on, party).status for _try in range(6)]
        trial.want(f"nothing is called saved, {statuses}", kept={*statuses} <= {200, AWAY})
        trial.want("a form is refused", kept=statuses[:3] == [AWAY] * 3)
        trial.want("health is red", kept=on.site.fresh_health() == AWAY)
        trial.want("no new book is made", kept=not book.exists())
        aside.replace(book)
        saved = on.phone.post(party.page(sent.session), sent.fields).saved
        sent.acknowledged = saved
        trial.want("the form is saved when the file is back", kept=saved)
        trial.want("health is green again", kept=on.site.fresh_health() == 200)
        trial.hold(on, party.notebook)
        trial.audit(on.site)
    trial.tell(f"answers without the file: {sorted({*statuses})}; {trial.verdict}")
    return trial


def slow_disk(plan: Plan) -> Trial:
    """Run R28: every wait for the disk takes five milliseconds longer."""
    trial = Trial("slow disk (R28)")
    shim = plan.folder / "slow.so"
    source = shim.with_suffix(".c")
    source.write_text(SLOW_SYNC)
    if plan.quick or not _done(["cc", "-shared", "-fPIC", "-o", str(shim), str(source), "-ldl"]):
        trial.tell("left out: part of the full run, where there is a C compiler")
        return trial
    return write_together(plan, trial, "slow", tables=plan.phones, more={"LD_PRELOAD": str(shim)})
