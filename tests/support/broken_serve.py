"""Run `manage.py serve` without the transaction around a write: a mutant for the torture."""

import sys
from contextlib import nullcontext
from types import SimpleNamespace

from tarokk_club.serving import preparing, serve

_prepare_site = preparing.run_system_checks


def check() -> bool:
    """Remove the transaction; called before the worker is forked."""
    from tarokk_club.database import write_lock

    vars(write_lock)["transaction"] = SimpleNamespace(atomic=lambda **_: nullcontext())
    return _prepare_site()


if __name__ == "__main__":
    preparing.run_system_checks = check
    sys.exit(serve.main(sys.argv[1:]))
