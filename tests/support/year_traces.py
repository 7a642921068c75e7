"""The places where a person can be found after a year of a club, and what must remain."""

from io import BytesIO
from typing import Any
from zipfile import ZipFile, is_zipfile

import pypdfium2
from django.urls import reverse

from support.attackers import routes
from support.club_year import Year
from tarokk_club.club.models import (
    Balance,
    Change,
    Payment,
    PlannedEvening,
    Posting,
    Session,
    Settlement,
    Tournament,
    User,
)

# Words, in any spelling, that occur in no other name, address or phone.
WORDS = ("titkos", "tamás", "tam\\u00e1s", "tam&#xe1;s")


def traces_in(content: bytes) -> set[str]:
    """Return the words that occur in the content after unpacking it."""
    if content.startswith(b"%PDF"):
        pages = pypdfium2.PdfDocument(content)
        content = "".join(one.get_textpage().get_text_bounded() for one in pages).encode()
    if is_zipfile(BytesIO(content)):
        with ZipFile(BytesIO(content)) as packed:
            inside = (packed.read(name) + name.encode() for name in packed.namelist())
            return {word for one in inside for word in traces_in(one)}
    text = content.decode("utf-8", "replace").casefold()
    return {word for word in WORDS if word in text}


def all_that_stays() -> dict[str, Any]:
    """Return all data that an erasure must not change."""
    return {
        "postings": list(Posting.objects.order_by("pk").values_list("pk", "net", "pots", "number")),
        "balances": sorted(Balance.objects.values_list("session", "player", "points", "hands")),
        "hashes": list(Change.objects.order_by("pk").values_list("hash", "prev_hash")),
        "paid": list(Payment.objects.order_by("pk").values_list("pk", "amount", "payer")),
    }


def addresses_about(year: Year, user: User) -> list[tuple[str, str]]:
    """Return the path of each page of the club by route, about Tamás where possible."""
    his = [one for one in year.sessions if str(year.tamas.id) in seats_of(one)]
    session = his[-1]
    values: dict[str, Any] = {
        "slug": year.club.slug,
        "player_id": year.tamas.id,
        "user_id": user.id,
        "season_id": session.season_id,
        "evening_id": PlannedEvening.objects.order_by("date")[2].id,
        "settlement_id": Settlement.objects.latest("number").id,
        "tournament_id": Tournament.objects.get().id,
        "account": str(year.tamas.id),
        "fact_id": Payment.objects.filter(payer=year.tamas)[0].id,
        "payment_id": Payment.objects.filter(payer=year.tamas)[0].id,
        "day": session.date,
        "game": "paskievics",
    }
    found = []
    for name, parts in routes().items():
        for one in (his[1], his[len(his) // 2], session) if "session_id" in parts else (session,):
            of_it = {"session_id": one.id, "entry_id": one.entries.order_by("position")[0].id}
            known = values | of_it
            if name.startswith("club:") and set(parts) <= known.keys():
                address = reverse(name, kwargs={part: known[part] for part in parts})
                found.append((name.removeprefix("club:"), address))
    return found


def seats_of(session: Session) -> list[str]:
    return list(map(str, session.seats))
