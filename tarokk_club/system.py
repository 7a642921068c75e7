"""Messages and system packages for the set-up; uses only the standard library."""

import os
import shutil
import subprocess
import sys


def print_message(sentence: str) -> None:
    """Print a message to standard error, apart from the command's own output."""
    sys.stderr.write(sentence + "\n")
    sys.stderr.flush()


def is_root() -> bool:
    """Return whether this process runs as root, who may install system packages."""
    return os.geteuid() == 0


def install_apt_packages(*packages: str) -> bool:
    """Install Debian packages if this is root on Debian; return whether it worked."""
    apt = shutil.which("apt-get")
    if not (apt and is_root()):
        return False
    print_message(f"Installing {', '.join(packages)} from the system's packages, once ...")
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for step in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
        # Another installation may be running, so wait for the lock.
        command = [apt, "-qq", "-o", "DPkg::Lock::Timeout=300", *step]
        done = subprocess.run(
            command, check=False, env=environment, stdout=sys.stderr, stdin=subprocess.DEVNULL
        )
        if done.returncode:
            return False
    return True
