"""Small helpers about the machine, for the set-up. Standard library only."""

import os
import shutil
import subprocess
import sys


def say(sentence: str) -> None:
    """Tell the person at the terminal something that is not the command's own output."""
    sys.stderr.write(sentence + "\n")
    sys.stderr.flush()


def is_root() -> bool:
    """Whether packages of the system may be installed without asking."""
    return os.geteuid() == 0


def apt_install(*packages: str) -> bool:
    """Install Debian packages when this is root on Debian; say whether it worked."""
    apt = shutil.which("apt-get")
    if not (apt and is_root()):
        return False
    say(f"Installing {', '.join(packages)} from the system's packages, once ...")
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for step in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
        # Somebody else may be installing at this moment; wait for the lock.
        command = [apt, "-qq", "-o", "DPkg::Lock::Timeout=300", *step]
        done = subprocess.run(
            command, check=False, env=environment, stdout=sys.stderr, stdin=subprocess.DEVNULL
        )
        if done.returncode:
            return False
    return True
