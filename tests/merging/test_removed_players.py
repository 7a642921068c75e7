"""Nothing is booked on a player who was merged away or erased: every use case, every form."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from scoring.core.problem import RefusedError
from support.attackers import World, a_client, a_world, routes
from support.catalogue import row
from support.club_factories import a_form
from support.page_reader import tree_of
from support.shared_rows import create_rows_once
from support.source import use_cases
from support.write_calendar import CALENDAR_ACTS
from support.write_money import MONEY_ACTS
from support.write_notices import NOTICE_ACTS
from support.write_paths import ACTS, Act, Scene
from support.write_people import PEOPLE_ACTS
from support.write_tournaments import TOURNAMENT_ACTS
from tarokk_club.club.models import Balance, Entrant, Erasure, Merge, Player
from tarokk_club.club.models.money import WhenSettled
from tarokk_club.club.money.usecases.money_settings import MoneyRulesChoice, change_money_rules
from tarokk_club.club.people.usecases.invitations import Offer, make_invitation
from tarokk_club.club.privacy.usecases.erasing import erase_person
from tarokk_club.club.writing import unit_of_work
from tarokk_club.club.writing.errors import ConflictError
from tarokk_club.club.writing.removed_players import find_ids_in_content, require_no_removed_players


def change_cash_holder(on: Scene) -> Act:
    custom = MoneyRulesChoice(when=WhenSettled.SEASON, till=str(on.player("Dóra")))
    return lambda: change_money_rules(club_id=on.club, form=on.form, choice=custom)


def inviting_as_player(on: Scene) -> Act:
    offer = Offer(roles=("member",), player_id=on.player("Cili"))
    return lambda: make_invitation(club_id=on.club, form=on.form, offer=offer)


NAMING_ACTS = {"change_money_rules": [change_cash_holder], "make_invitation": [inviting_as_player]}
ALL_ACTS = ACTS | MONEY_ACTS | PEOPLE_ACTS | TOURNAMENT_ACTS | CALENDAR_ACTS | NOTICE_ACTS
STAGES = [
    (name, stage)
    for acts in (ALL_ACTS, NAMING_ACTS)
    for name, stages in acts.items()
    for stage in stages
]
# Use cases about a player's own entry in the book, which look themselves who is gone.
ABOUT_GONE = {
    "archive_player",
    "erase_person",
    "repair_merges",
    "set_player_hidden",
    "merge_players",
    "rename_player",
}
# Of a session they change what stands there, so that an erased player of it may be named.
CORRECTING = {"change_session", "correct_event", "replace_player"}


@pytest.fixture(scope="module")
def _world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with create_rows_once(django_db_blocker, a_world) as world:
        yield world


@pytest.fixture
def world(_world: World, db: None) -> World:
    return deepcopy(_world)


@contextmanager
def taken_back() -> Iterator[None]:
    """Leave nothing of what is written within it."""
    point = transaction.savepoint()
    try:
        yield
    finally:
        transaction.savepoint_rollback(point)


def named_by(act: Act, club: UUID, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The players whom the act names, as the unit of work sees them."""
    met: set[str] = set()

    def noted(club_id: UUID, content: Any, **options: Any) -> None:
        met.update(find_ids_in_content(content))
        require_no_removed_players(club_id, content, **options)

    with monkeypatch.context() as patch, taken_back():
        patch.setattr(unit_of_work, "require_no_removed_players", noted)
        act()
    players = Player.objects.filter(club=club, pk__in=met).values_list("pk", flat=True)
    return sorted(map(str, players))


def merge_by_hand(player: str, into: Player) -> None:
    """A merging that moved nothing, as the act finds it."""
    gone = Player.objects.get(pk=player)
    Player.objects.filter(pk=player).update(archived_at=timezone.now())
    Merge.objects.create(club=into.club, gone=gone, kept=into, at=timezone.now())


def refusal_of(act: Act, prepare: Callable[[], object]) -> RefusedError | None:
    """Why the act is refused once that is prepared."""
    caught = None
    with taken_back():
        prepare()
        try:
            act()
        except RefusedError as refused:
            caught = refused
    return caught


@row("R41")
@pytest.mark.parametrize(("name", "stage"), STAGES, ids=[one.__name__ for _n, one in STAGES])
def test_no_use_case_books_on_a_merged_or_erased_player(
    world: World, name: str, stage: Callable[[Scene], Act], monkeypatch: pytest.MonkeyPatch
) -> None:
    club = world.house.club
    act = stage(Scene(world))
    other = Player.objects.create(club=club, name="Somebody Else")
    sat = {str(one) for one in Balance.objects.values_list("player_id", flat=True)}
    for player in named_by(act, club.pk, monkeypatch):
        merged = refusal_of(act, lambda one=player: merge_by_hand(one, other))  # type: ignore[misc]
        assert merged, (name, player)
        assert [problem.values["merged_into"] for problem in merged.problems] == [str(other.pk)]
        row = Erasure(club=club, player=UUID(player), number=99, at=timezone.now())
        Player.objects.filter(pk=player).update(archived_at=timezone.now())
        erased = refusal_of(act, row.save)
        Player.objects.filter(pk=player).update(archived_at=None)
        if name in CORRECTING and player in sat:
            assert erased is None
        else:
            assert isinstance(erased, ConflictError), (name, player)
            assert {problem.code for problem in erased.problems} == {"erased_named"}


# Use cases that the walk is known to reach by a player.
NAMING = (
    "record_payment",
    "record_opening_balances",
    "charge_players",
    "change_money_rules",
    "write_off_debt",
    "record_event",
    "start_session",
    "enter_players",
    "give_penalty",
    "record_tournament_money",
    "answer_for_player",
    "draw_evening",
    "change_evening_seats",
    "make_invitation",
    "link_player",
    "replace_player",
    "change_session",
    "insert_hand_keeping_dealers",
)


@row("R41")
@pytest.mark.parametrize("name", NAMING)
def test_the_walk_meets_the_use_cases_that_name_players(
    world: World, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (stage, *_others) = (ALL_ACTS | NAMING_ACTS)[name]
    assert named_by(stage(Scene(world)), world.house.club.pk, monkeypatch)


@row("R41")
def test_only_listed_use_cases_check_removed_players_themselves() -> None:
    assert use_cases(re.compile(r"PlayersNamed\.ANYBODY")) == ABOUT_GONE


def an_erased(world: World, name: str) -> Player:
    """A player who was erased, still entered in a tournament."""
    player = Player.objects.create(club=world.house.club, name=name)
    tournament = world.house.club.tournaments.get(pk=world.values["tournament_id"])
    Entrant.objects.create(tournament=tournament, player=player)
    erase_person(club_id=world.house.club.pk, form=a_form(), player_id=player.pk)
    return player


@row("R41")
@pytest.mark.sweep
def test_no_form_offers_a_merged_or_erased_player(world: World) -> None:
    gone = {str(Merge.objects.get().gone_id), str(an_erased(world, "Titkos Tamás").pk)}
    client = a_client(world.people["owner"])
    looked, offers = 0, []
    for name, parts in routes().items():
        if not name.startswith("club:"):
            continue
        answer = client.get(world.address(name, parts))
        if not answer.get("Content-Type", "").startswith("text/html"):
            continue
        for control in tree_of(answer.content.decode()).xpath("//form//*[@value or @name]"):
            looked += 1
            text = f"{control.get('name')} {control.get('value')}"
            offers += [(name, one) for one in gone if one in text]
    assert looked > 1000
    assert offers == []
