"""A bank account as it is kept: the name of its holder and its number, both or none."""

from scoring.core.problem import Problem
from tarokk_club.club.money.iban import read_iban
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.typed_text import read_name

# Source: EPC069-12; a code for a bank's app has room for so many bytes.
LONGEST_HOLDER, MOST_BYTES = 70, 140


def read_account(holder: str, iban: str, problems: list[Problem], *, field: str) -> tuple[str, str]:
    """Holder and number; a fault of them is added to `problems`, that of the holder at `field`."""
    if not holder.strip() and not iban.strip():
        return "", ""
    name = read_name(holder, problems, field=field)
    if len(name) > LONGEST_HOLDER or len(name.encode()) > MOST_BYTES:
        problems.append(Problem("text_too_long", field, {"highest": LONGEST_HOLDER}))
    try:
        return name, read_iban(iban, field="iban")
    except RefusedError as wrong:
        problems += wrong.problems
        return name, ""
