"""Whatever changes, pages drawn with warm caches are those drawn without any."""

import gc
import re
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any
from uuid import UUID

from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from scoring.core.problem import RefusedError
from support.club_factories import END, House, a_catch, a_form, a_hand, a_session, recorded
from support.season_tables import an_evening, the_season
from tarokk_club.club.merging.usecases.merges import merge_players, unmerge_players
from tarokk_club.club.models import Entry, Merge, Player, Session
from tarokk_club.club.people.usecases.players import (
    admit_guest,
    rename_player,
    set_player_hidden,
)
from tarokk_club.club.session.usecases.events import correct_event, delete_event, restore_event
from tarokk_club.club.session.usecases.sessions import bin_session, restore_session
from tarokk_club.club.writing.errors import ConflictError
from tarokk_club.database import prepared_rows

STEPS = 9
# The keys of forms, which are new each time.
CHANGING = re.compile(
    r'name="(csrfmiddlewaretoken|key|undo-key)" value="[^"]*"|data-until="\d+"|X-CSRFToken[^}]*'
)
DAYS = ("2026-03-02", "2026-03-09", "2026-03-16", "2026-03-23")


def test_warm_pages_are_those_drawn_without_caches(house: House) -> None:
    rng = Random(41)
    for number, day in enumerate(DAYS):
        table = a_session(house, date=day)
        recorded(house, table, a_hand(house), a_catch(house, "Anna"), a_hand(house, result="lost"))
        if number % 2:
            recorded(house, table, END)
    clients = [open_client(house, user, code) for user, code in (("anna", "en"), ("bela", "hu"))]
    changes: list[Callable[[House, Random], None]] = [
        *(correct_hand, delete_hand, restore_hand, record_hand, rename, bin_or_unbin, merge, hide)
    ]

    for client in clients:
        draw_pages(house, client)
    for _step in range(STEPS):
        # A merge cannot always be undone, and a refused change changes nothing.
        with suppress(ConflictError, RefusedError):
            rng.choice(changes)(house, rng)
        warm = [draw_pages(house, client) for client in clients]
        clear_caches()
        # Drawing the pages without caches also fills the caches for the next step.
        assert warm == [draw_pages(house, client) for client in clients]


def test_an_admitted_guest_is_on_the_tables_at_once(anna: Client, house: House) -> None:
    Player.objects.filter(pk=house.players["Csaba"]).update(guest=True)
    an_evening(house, "2026-03-01", "Anna")
    pages = [
        reverse("club:season", args=[house.club.slug, the_season(house).id]),
        reverse("club:standings_file", args=[house.club.slug]),
    ]
    assert not any("Csaba" in anna.get(page).content.decode() for page in pages)

    admit_guest(
        club_id=house.club.id, form=a_form(house.anna), player_id=UUID(house.players["Csaba"])
    )

    assert all("Csaba" in anna.get(page).content.decode() for page in pages)


def open_client(house: House, name: str, language: str) -> Client:
    """Return the signed-in browser of a member, who reads this language."""
    user = {"anna": house.anna, "bela": house.bela}[name]
    user.language = language
    user.save()
    client = Client()
    client.force_login(user)
    return client


def draw_pages(house: House, client: Client) -> dict[str, str]:
    """Return the leaderboards, the players and the sheets, without what differs each time."""
    season, slug = the_season(house).id, house.club.slug
    addresses = [
        reverse("club:season", args=[slug, season]) + query
        for query in ("", "?race=places", "?sort=name", f"?player={house.players['Dóra']}")
    ]
    for name in ("Anna", "Béla"):
        player = reverse("club:career", args=[slug, house.players[name]])
        addresses += [player, f"{player}?season=all"]
    sheets = Session.objects.filter(club=house.club, binned_at=None).order_by("date", "id")[:1]
    addresses += [reverse("club:sheet", args=[slug, session.pk]) for session in sheets]
    pages = {}
    for address in addresses:
        response: Any = client.get(address)
        assert response.status_code == 200, address
        pages[address] = CHANGING.sub("", response.content.decode())
    return pages


def clear_caches() -> None:
    """Empty all caches, those in the memory of the process as well."""
    for shared in caches.all():
        shared.clear()
    prepared_rows._converted.clear()
    for stored in find_stored_results():
        stored.cache_clear()


@cache
def find_stored_results() -> list[Any]:
    """Return the functions of the site that store what they return."""
    return [
        found
        for found in gc.get_objects()
        if hasattr(type(found), "cache_clear") and found.__module__.startswith("tarokk_club.club")
    ]


def pick_entry(house: House, rng: Random, *, deleted: bool) -> Entry | None:
    """Return a hand of a random open session."""
    entries = Entry.objects.filter(
        session__club=house.club, session__closed=False, session__binned_at=None, deleted=deleted
    )
    hands = [entry for entry in entries.order_by("pk") if entry.record.get("type") == "hand"]
    return rng.choice(hands) if hands else None


def correct_hand(house: House, rng: Random) -> None:
    """Turn the result of a hand round."""
    entry = pick_entry(house, rng, deleted=False)
    if entry:
        result = "lost" if entry.record["result"] == "won" else "won"
        correct_event(
            session_id=entry.session_id,
            form=a_form(house.anna),
            entry_id=entry.pk,
            raw={**entry.record, "result": result},
        )


def delete_hand(house: House, rng: Random) -> None:
    """Delete a hand."""
    entry = pick_entry(house, rng, deleted=False)
    if entry:
        delete_event(session_id=entry.session_id, form=a_form(house.anna), entry_id=entry.pk)


def restore_hand(house: House, rng: Random) -> None:
    """Restore a deleted hand."""
    entry = pick_entry(house, rng, deleted=True)
    if entry:
        restore_event(session_id=entry.session_id, form=a_form(house.anna), entry_id=entry.pk)


def record_hand(house: House, rng: Random) -> None:
    """Record one more hand."""
    tables = Session.objects.filter(club=house.club, closed=False, binned_at=None)
    if tables:
        table = rng.choice(list(tables.order_by("pk")))
        seats = [name for name, player in house.players.items() if player in table.seats]
        declarer, partner = rng.sample(sorted(seats), 2)
        recorded(house, table, a_hand(house, declarer, partner))


def rename(house: House, rng: Random) -> None:
    """Give a player another name."""
    name = rng.choice(["Anna", "Béla", "Csaba", "Dóra"])
    rename_player(
        club_id=house.club.pk,
        form=a_form(house.anna),
        player_id=UUID(house.players[name]),
        name=f"{name} {rng.randrange(1000, 9999)}",
    )


def bin_or_unbin(house: House, rng: Random) -> None:
    """Put a session into the bin, or take one out."""
    table = rng.choice(list(Session.objects.filter(club=house.club).order_by("pk")))
    change = restore_session if table.binned_at else bin_session
    change(session_id=table.pk, form=a_form(house.anna))


def merge(house: House, _rng: Random) -> None:
    """Merge Csaba into Cili, or undo that."""
    merged = Merge.objects.filter(club=house.club, undone_at=None).first()
    if merged:
        unmerge_players(club_id=house.club.pk, form=a_form(house.anna), merge_id=merged.pk)
    else:
        gone, into = (UUID(house.players[name]) for name in ("Csaba", "Cili"))
        merge_players(club_id=house.club.pk, form=a_form(house.anna), gone=gone, into=into)


def hide(house: House, rng: Random) -> None:
    """Hide a player from guests."""
    set_player_hidden(
        club_id=house.club.pk,
        form=a_form(house.anna),
        player_id=UUID(house.players["Béla"]),
        hidden=bool(rng.getrandbits(1)),
    )
