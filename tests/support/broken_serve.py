"""`manage.py serve` with the one transaction around a write taken away: a mutant for the storm."""

import sys
from contextlib import nullcontext
from types import SimpleNamespace

from tarokk_club.serving import preparing, serve

_prepare = preparing.run_system_checks


def check() -> bool:
    """Called when the settings stand and the worker is not yet forked."""
    from tarokk_club.database import write_lock

    vars(write_lock)["transaction"] = SimpleNamespace(atomic=lambda **_: nullcontext())
    return _prepare()


if __name__ == "__main__":
    preparing.run_system_checks = check
    sys.exit(serve.main(sys.argv[1:]))
