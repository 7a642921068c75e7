"""Check accounting files with beancount's own checker."""

import subprocess
import sys
from decimal import Decimal
from pathlib import Path

from beancount import loader
from beancount.core.inventory import Inventory

Balances = dict[tuple[str, str], Decimal]


def bean_check(content: bytes, folder: Path) -> str:
    """Return the output of bean-check for a file; "" if the file has no errors."""
    path = folder / "club.beancount"
    path.write_bytes(content)
    program = Path(sys.executable).parent / "bean-check"
    done = subprocess.run([program, "--no-cache", path], capture_output=True, text=True)
    assert bool(done.returncode) == bool(done.stderr)
    return done.stderr


def balances_of(content: bytes) -> Balances:
    """Return the balance of each account by currency or kind of points, as beancount adds it up."""
    entries, errors, _options = loader.load_string(content.decode())
    assert errors == []
    accounts: dict[str, Inventory] = {}
    for entry in entries:
        for posting in getattr(entry, "postings", ()):
            accounts.setdefault(posting.account, Inventory()).add_position(posting)
    return {
        (account, position.units.currency): position.units.number
        for account, sums in accounts.items()
        for position in sums
    }
