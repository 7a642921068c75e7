"""Remember what the columns of a bank's table hold."""

from collections.abc import Sequence
from hashlib import sha256
from uuid import UUID

from tarokk_club.club.models import MoneyRules
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club

# A club has one bank or two; the oldest layout gives way.
_MOST_LAYOUTS = 20


def remember_bank_layout(
    *, club_id: UUID, form: Submission, header: str, columns: Sequence[str], order: str
) -> None:
    """Remember the columns of tables with this header for the next time.

    order: of days with slashes, "" where it does not matter
    """
    content = {"do": "bank_layout", "header": header, "columns": list(columns), "order": order}

    def change(write: ClubWrite) -> None:
        rules = MoneyRules.objects.filter(club=write.club).first() or MoneyRules(club=write.club)
        layouts = {**(rules.bank_layouts or {})}
        layouts.pop(layout_key(header), None)
        layouts[layout_key(header)] = {"columns": list(columns), "order": order}
        rules.bank_layouts = dict(list(layouts.items())[-_MOST_LAYOUTS:])
        rules.save()

    write_to_club(
        club_id,
        Command(form, Right.SETTLE, content),
        change,
        repeated=lambda write: None,
    )


def layout_key(header: str) -> str:
    """Return under what a layout is stored."""
    return sha256(header.encode("utf-8", "surrogatepass")).hexdigest()[:32]
