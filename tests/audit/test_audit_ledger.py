"""The audit finds nothing in sound data, and each check finds its sabotaged example."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from datetime import date, timedelta
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from scoring.core.reader import RECORD_SCHEMA
from support.audited_book import a_bit_of_everything
from support.calendar_damage import CALENDAR
from support.catalogue import row
from support.club_factories import (
    House,
    create_denes,
)
from support.money_damage import MONEY
from support.rating_damage import RATINGS
from support.season_damage import SEASONS
from support.shared_rows import create_rows_once
from support.tournament_damage import TOURNAMENTS
from tarokk_club.club.audit.queries import CHECKS, CLUB_CHECKS, iter_findings
from tarokk_club.club.models import (
    Balance,
    Club,
    Entry,
    Erasure,
    GuestLink,
    Membership,
    Merge,
    Player,
    Posting,
    Session,
    Settlement,
    WriteKey,
)
from tarokk_club.club.models.chain import hash_change
from tarokk_club.club.session.queries.replay.session_replay import (
    build_balances,
    build_posting,
    build_replay_items,
    replay_session,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def _book(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[tuple[House, Session]]:
    with create_rows_once(django_db_blocker, a_bit_of_everything) as book:
        yield book


@pytest.fixture
def book(_book: tuple[House, Session], db: None) -> tuple[House, Session]:
    return deepcopy(_book)


@pytest.fixture
def house(book: tuple[House, Session]) -> House:
    return book[0]


@pytest.fixture
def session(book: tuple[House, Session]) -> Session:
    return book[1]


def first_posting(session: Session) -> Posting:
    return session.postings.order_by("position")[0]


def alter(row: Any, **fields: Any) -> None:
    """Change a row behind everybody's back."""
    type(row).objects.filter(pk=row.pk).update(**fields)


def alter_record(session: Session, **keys: Any) -> None:
    entry = session.entries.order_by("position")[0]
    alter(entry, record=entry.record | keys)


def alter_session(**fields: Any) -> Callable[[Session], None]:
    return lambda session: alter(session, **fields)


def alter_posting(**fields: Any) -> Callable[[Session], None]:
    return lambda session: alter(first_posting(session), **fields)


def alter_balance(**fields: Any) -> Callable[[Session], None]:
    return lambda session: alter(session.balances.order_by("pk")[0], **fields)


def alter_change(**fields: Any) -> Callable[[Session], None]:
    return lambda session: alter(session.changes.order_by("seq")[1], **fields)


def alter_entry(**fields: Any) -> Callable[[Session], None]:
    return lambda session: alter(session.entries.order_by("position")[0], **fields)


def one_more_point(session: Session) -> None:
    posting = first_posting(session)
    player = next(iter(posting.net))
    alter(posting, net=posting.net | {player: posting.net[player] + 1})


def one_more_on_a_line(session: Session) -> None:
    posting = first_posting(session)
    lines = posting.lines
    player = next(iter(lines[0]["points"]))
    lines[0]["points"][player] += 1
    alter(posting, lines=lines)


def another_dealer(session: Session) -> None:
    posting = first_posting(session)
    alter(posting, after={**(posting.after or {}), "dealer": str(posting.dealer)})


def drop_first_change(session: Session) -> None:
    change = session.changes.order_by("seq")[1]
    WriteKey.objects.filter(change=change).delete()
    change.delete()


def add_entry(session: Session) -> None:
    now = session.created_at
    record = {"type": "hand", "outcome": "passed_out"}
    Entry.objects.create(session=session, position=90, record=record, created_at=now, deleted=True)


def steal_entry(session: Session) -> None:
    other = Session.objects.exclude(binned_at=None).get()
    alter(session.entries.order_by("position")[0], session=other)


def add_stranger(session: Session) -> None:
    player = Player.objects.get(name="Béla")
    Balance.objects.create(session=session, player=player, points=0, hands=0)


def alter_confirmation(**fields: Any) -> Callable[[Session], None]:
    return lambda session: alter(session.confirmations.order_by("seq")[1], **fields)


def drop_first_confirmation(session: Session) -> None:
    seal = session.confirmations.order_by("seq")[0]
    WriteKey.objects.filter(pk=seal.pk).delete()
    seal.delete()


def foreign_balance(session: Session) -> None:
    other = Player.objects.create(club=create_denes().clubs.get(), name="Denes")
    alter(session.balances.order_by("pk")[0], player=other)


def a_merge(session: Session, **more: Any) -> None:
    """Merge Béla, who has a seat here, into Cili of this club or another player."""
    players = Player.objects.filter(club=session.club)
    people = {"gone": players.get(name="Béla"), "kept": players.get(name="Cili"), **more}
    Merge.objects.create(club=session.club, at=timezone.now(), **people)


def foreign_merge(session: Session) -> None:
    a_merge(session, kept=Player.objects.create(club=create_denes().clubs.get(), name="Denes"))


def an_erasure(**who: Any) -> None:
    """Store an erasure of a person who was not erased."""
    Erasure.objects.create(at=timezone.now(), **who)


def foreign_guest_link(session: Session) -> None:
    now, club = session.created_at, create_denes().clubs.get()
    GuestLink.objects.create(club=club, session=session, made_at=now, token_hash="x")


SABOTAGES: dict[str, Callable[[Session], object]] = {
    "game_known": alter_session(game="snapszer"),
    "rules_readable": lambda session: alter(session, rules=session.rules | {"max_kontra": "x"}),
    "stake_readable": alter_session(per_point="10.5"),
    "seats_of_club": lambda session: alter(session, seats=[*session.seats[:3], str(uuid4())]),
    "players_of_club": lambda session: alter_record(session, partner=str(uuid4())),
    "record_readable": lambda session: alter_record(session, bid="four"),
    "record_canonical": lambda session: alter_record(session, kontra_game=0),
    "record_possible": lambda session: alter_record(
        session, partner=session.entries.order_by("position")[0].record["declarer"]
    ),
    "position_once": alter_entry(position=2),
    "schema_known": alter_entry(schema=RECORD_SCHEMA + 1),
    "posting_missing": lambda session: first_posting(session).delete(),
    "posting_extra": alter_entry(deleted=True),
    "posting_position": alter_posting(position=99),
    "posting_number": alter_posting(number=9),
    "posting_kind": alter_posting(kind="annulled"),
    "posting_dealer": lambda session: alter(first_posting(session), dealer=session.seats[0]),
    "posting_multiplier": alter_posting(multiplier=2),
    "posting_net": one_more_point,
    "posting_pots": alter_posting(pots={"ultimo": 7}),
    "posting_lines": one_more_on_a_line,
    "posting_after": another_dealer,
    "posting_schema": alter_posting(schema=1),
    "read_as_booked": another_dealer,
    "lines_zero": one_more_on_a_line,
    "lines_make_net": one_more_point,
    "net_zero": one_more_point,
    "pots_filled": alter_posting(pots={"ultimo": -1}),
    "balance_missing": lambda session: session.balances.order_by("pk")[0].delete(),
    "balance_extra": add_stranger,
    "balance_points": alter_balance(points=F("points") + 1),
    "balance_hands": alter_balance(hands=99),
    "postings_make_balances": one_more_point,
    "session_zero": alter_balance(points=F("points") + 1),
    "session_hands": alter_session(hands_count=99),
    "session_last_hand": lambda session: alter(
        session, last_hand_at=session.created_at - timedelta(days=1)
    ),
    "session_mayor": lambda session: alter(session, mayor=session.seats[0]),
    "session_closed": alter_session(closed=False),
    "season_of_date": alter_session(season=None),
    "tally_missing": lambda session: session.tally.delete(),
    "tally_facts": lambda session: alter(
        session.tally, facts=session.tally.facts | {"players": {}}
    ),
    "history_seq": drop_first_change,
    "history_version": alter_session(version=F("version") + 1),
    "history_chain": alter_change(prev_hash="0" * 64),
    "history_hash": alter_change(position=7),
    "history_entries": add_entry,
    "history_records": lambda session: alter_record(session, result="double_won"),
    "history_notes": alter_entry(note="más"),
    "history_deleted": alter_entry(deleted=True),
    "history_places": alter_entry(position=77),
    "history_facts": alter_session(date=date(2026, 3, 1)),
    "history_bin": lambda session: alter(session, binned_at=session.created_at),
    "history_effects": alter_change(effect={}),
    "confirmation_seq": drop_first_confirmation,
    "confirmation_count": alter_session(statements_count=9),
    "confirmation_hash": alter_confirmation(hash="0" * 64),
    "confirmation_about": lambda session: session.confirmations.filter(kind="answer").update(
        about=session.confirmations.get(kind="seal")
    ),
    "confirmation_entry": steal_entry,
    "confirmation_player": alter_confirmation(player=None),
    "confirmation_key": lambda session: WriteKey.objects.filter(
        pk=session.confirmations.order_by("seq")[0].pk
    ).delete(),
    "keys_kept": lambda session: WriteKey.objects.filter(session=session)[0].delete(),
    "player_name_key": lambda session: Player.objects.filter(name="Béla").update(name_key="bela"),
    "membership_roles": lambda session: Membership.objects.update(roles=["owner", "king"]),
    "club_has_owner": lambda session: Membership.objects.update(roles=["secretary"]),
    "posting_session": lambda session: alter(
        first_posting(session), session=Session.objects.exclude(binned_at=None).get()
    ),
    "history_session": steal_entry,
    "balance_club": foreign_balance,
    "merged_player_gone": a_merge,
    "merge_club": foreign_merge,
    "key_club": lambda session: WriteKey.objects.filter(session=session).update(
        club=create_denes().clubs.get()
    ),
    "erased_player": lambda session: an_erasure(
        club=session.club, player=Player.objects.get(name="Béla").pk
    ),
    "erased_account": lambda session: an_erasure(user=session.club.founded_by_id),
    "guest_link_club": foreign_guest_link,
    **MONEY,
    **SEASONS,
    **RATINGS,
    **TOURNAMENTS,
    **CALENDAR,
}


def list_failed_checks(club: Club | None = None) -> set[str]:
    return {finding.check for finding in iter_findings(club.pk if club else None)}


@row("R10")
def test_a_clean_book_has_no_finding(session: Session) -> None:
    assert list(iter_findings()) == []


@row("R10")
def test_every_check_has_a_sabotaged_example() -> None:
    assert set(SABOTAGES) == set(CHECKS) | set(CLUB_CHECKS)
    assert len(SABOTAGES) >= 30


@row("R10")
@pytest.mark.sweep
@pytest.mark.parametrize("name", SABOTAGES)
def test_check_finds_its_sabotaged_example(session: Session, name: str) -> None:
    SABOTAGES[name](session)
    assert name in list_failed_checks()


@row("R10")
def test_a_row_on_which_a_check_fails_is_a_finding(session: Session) -> None:
    Settlement.objects.update(step=0)

    assert list_failed_checks() == {"settlement_zero"}


@row("R11")
def test_a_line_of_history_rewritten_with_its_hash_breaks_the_chain(session: Session) -> None:
    change = session.changes.order_by("seq")[1]
    change.after = {**(change.after or {}), "result": "double_won"}
    change.hash = hash_change(change)
    change.save()
    assert "history_hash" not in list_failed_checks()
    assert "history_chain" in list_failed_checks()


@row("R11")
def test_reports_the_hand_of_an_altered_row_with_matching_figures(
    session: Session,
) -> None:
    """Rewrite a hand and its history, and rebuild all postings from them."""
    entry = session.entries.order_by("position")[0]
    record = entry.record | {"result": "double_won"}
    change = session.changes.filter(entry=entry).order_by("seq").last()
    assert change
    alter(entry, record=record)
    alter(change, after=record)
    rebooked(session)

    told = [one for one in iter_findings() if one.check == "history_hash"]

    assert [(one.session_id, one.entry_id) for one in told] == [(session.id, entry.id)]
    assert told[0].detail == f"line {change.seq} was altered"


def rebooked(session: Session) -> None:
    """Every posting and total of the session derived from its current records."""
    replay = replay_session(
        session, build_replay_items(session, session.entries.order_by("position"))
    )
    session.postings.all().delete()
    Posting.objects.bulk_create(build_posting(session, done) for done in replay.played)
    session.balances.all().delete()
    Balance.objects.bulk_create(build_balances(session, replay))


def test_reports_an_unreadable_row(session: Session) -> None:
    alter(first_posting(session), lines=[["game"]])
    assert "lines_zero" in list_failed_checks()


def test_one_club_is_audited_by_itself(house: House, session: Session) -> None:
    other = create_denes().clubs.get()
    alter(session, hands_count=99)
    assert list_failed_checks(house.club) == {"session_hands"}
    assert list_failed_checks(other) == set()


@row("R10")
def test_the_command_prints_differences_and_fails(session: Session) -> None:
    alter(session, hands_count=99)
    out = StringIO()
    with pytest.raises(CommandError) as caught:
        call_command("audit_ledger", stdout=out)
    assert caught.value.returncode == 1
    assert out.getvalue().startswith(f"session_hands session={session.pk} stored 99")


def test_the_command_is_content_with_a_clean_book(house: House, session: Session) -> None:
    out = StringIO()
    call_command("audit_ledger", club=house.club.slug, stdout=out)
    assert f"all {len(SABOTAGES)} checks" in out.getvalue()


def test_the_command_lists_its_checks_with_a_description() -> None:
    out = StringIO()
    call_command("audit_ledger", list=True, stdout=out)
    assert len(out.getvalue().splitlines()) == len(SABOTAGES)
    assert "None" not in out.getvalue()


def test_reports_an_unknown_club(session: Session) -> None:
    with pytest.raises(CommandError) as caught:
        call_command("audit_ledger", club="nincs")
    assert caught.value.returncode == 2
