"""Merging two players who are one person, and undoing it."""

from datetime import date
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.core.problem import RefusedError
from support.club_factories import (
    PASSED_OUT,
    House,
    a_form,
    a_hand,
    a_session,
    a_user,
    create_denes,
    recorded,
)
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.merging.usecases.merges import merge_players, unmerge_players
from tarokk_club.club.models import (
    AuditLine,
    Balance,
    Draft,
    Merge,
    Player,
    Role,
    Session,
    Settlement,
)
from tarokk_club.club.models.money import KITTY
from tarokk_club.club.money.queries.balances.balance_sums import sum_player_open_balances
from tarokk_club.club.money.usecases.payments import NewPayment, record_payment
from tarokk_club.club.people.usecases.players import archive_player
from tarokk_club.club.session.queries.sessions.session_outcomes import load_session_outcome
from tarokk_club.club.session.usecases.events import delete_event, record_event
from tarokk_club.club.session.usecases.sessions import bin_session, close_session
from tarokk_club.club.sheet.exports.document import build_session_document
from tarokk_club.club.statistics.queries.standings import load_club_standings
from tarokk_club.club.writing.errors import ConflictError, ForbiddenError

pytestmark = pytest.mark.django_db


@pytest.fixture
def twice(house: House) -> House:
    """Cili was entered a second time, as Cilike, who played a closed session and one in the bin."""
    cilike = Player.objects.create(club=house.club, name="Cilike")
    house.players["Cilike"] = str(cilike.id)
    for leave in (close_session, bin_session):
        session = an_evening(house, "Cilike")
        leave(session_id=session.id, form=a_form(house.anna))
    an_evening(house, "Cili")
    return house


def an_evening(house: House, fourth: str) -> Session:
    seats = house.ids("Anna", "Béla", "Csaba", fourth)
    session = a_session(house, players=seats, dealer=seats[-1])
    recorded(house, session, a_hand(house, declarer="Anna", partner=fourth))
    return session


def merged(house: House, gone: str = "Cilike", kept: str = "Cili") -> Merge:
    return merge_players(
        club_id=house.club.id,
        form=a_form(house.anna),
        gone=UUID(house.players[gone]),
        into=UUID(house.players[kept]),
    )


def documents() -> list[bytes]:
    return [
        build_session_document(load_session_outcome(one)) for one in Session.objects.order_by("pk")
    ]


def points_of(house: House) -> dict[str, int]:
    return {row.name: row.points for row in load_club_standings(house.club).together.rows}


def test_merged_players_are_one_on_every_page(twice: House) -> None:
    before = points_of(twice)
    merge = merged(twice)

    after = points_of(twice)
    assert after["Cili"] == before["Cili"] + before["Cilike"]
    assert "Cilike" not in after
    assert len(merge.sessions) == 2
    assert not Balance.objects.filter(player__name="Cilike").exists()
    assert list(iter_findings()) == []


def test_undoing_a_merge_restores_identical_documents(twice: House) -> None:
    before = documents()
    balances = set(Balance.objects.values_list("session", "player", "points", "hands"))
    merge = merged(twice)
    assert documents() != before

    unmerge_players(club_id=twice.club.id, form=a_form(twice.anna), merge_id=merge.id)

    assert documents() == before
    assert set(Balance.objects.values_list("session", "player", "points", "hands")) == balances
    assert Player.objects.get(name="Cilike").archived_at is None
    assert list(iter_findings()) == []


def test_later_sessions_stay_with_the_remaining_player(twice: House) -> None:
    merge = merged(twice)
    later = an_evening(twice, "Cili")
    unmerge_players(club_id=twice.club.id, form=a_form(twice.anna), merge_id=merge.id)
    assert Balance.objects.filter(session=later, player__name="Cili").exists()
    assert list(iter_findings()) == []


def test_later_merge_must_be_undone_before_an_earlier_one(twice: House) -> None:
    merge = merged(twice)
    dora = merged(twice, gone="Cili", kept="Dóra")
    with pytest.raises(ConflictError):
        unmerge_players(club_id=twice.club.id, form=a_form(twice.anna), merge_id=merge.id)
    unmerge_players(club_id=twice.club.id, form=a_form(twice.anna), merge_id=dora.id)
    unmerge_players(club_id=twice.club.id, form=a_form(twice.anna), merge_id=merge.id)
    assert list(iter_findings()) == []


def test_history_of_each_session_records_the_merge(twice: House) -> None:
    merge = merged(twice)
    for session in Session.objects.filter(pk__in=merge.sessions):
        last = session.changes.order_by("seq").last()
        assert last and last.after and last.author == twice.anna
        assert last.after["replaced"] == [twice.players["Cilike"], twice.players["Cili"]]


def test_refuses_to_merge_players_of_one_table(twice: House) -> None:
    before = points_of(twice)
    with pytest.raises(ConflictError) as caught:
        merged(twice, gone="Anna", kept="Béla")
    assert [problem.code for problem in caught.value.problems] == ["sat_together"]
    assert points_of(twice) == before


def test_deleted_entry_does_not_count_as_a_table(twice: House) -> None:
    session = an_evening(twice, "Cili")
    join = {"type": "join", "player": twice.players["Dóra"], "after": twice.players["Anna"]}
    entry = record_event(session_id=session.id, form=a_form(twice.anna), raw=join).entry_id
    assert entry
    delete_event(session_id=session.id, form=a_form(twice.anna), entry_id=entry)
    merge = merged(twice, gone="Dóra", kept="Cili")
    assert str(session.id) not in merge.sessions
    assert list(iter_findings()) == []


def test_the_same_form_twice_merges_once(twice: House) -> None:
    form = a_form(twice.anna)
    ids = {"gone": UUID(twice.players["Cilike"]), "into": UUID(twice.players["Cili"])}
    for _ in range(2):
        merge_players(club_id=twice.club.id, form=form, **ids)
    assert Merge.objects.count() == 1


@pytest.mark.parametrize(
    ("gone", "kept", "code"), [("Cili", "Cili", "merged_with_itself"), ("Cilike", "Cili", None)]
)
def test_refuses_to_merge_a_player_with_itself_or_twice(
    twice: House, gone: str, kept: str, code: str | None
) -> None:
    if code is None:
        merged(twice)
    with pytest.raises(ConflictError) as caught:
        merged(twice, gone=gone, kept=kept)
    assert [problem.code for problem in caught.value.problems] == [code or "merged_away"]


def test_merge_moves_the_account_and_undoing_returns_it(twice: House) -> None:
    cili = a_user("cili", club=twice.club, roles=(Role.MEMBER,))
    Player.objects.filter(name="Cilike").update(user=cili)
    merge = merged(twice)
    assert Player.objects.get(name="Cili").user == cili
    assert Player.objects.get(name="Cilike").user is None
    unmerge_players(club_id=twice.club.id, form=a_form(twice.anna), merge_id=merge.id)
    assert Player.objects.get(name="Cili").user is None
    assert Player.objects.get(name="Cilike").user == cili


def test_a_merge_shows_no_name_that_was_hidden_from_guests(twice: House) -> None:
    Player.objects.filter(name="Cilike").update(hidden=True)
    merge = merged(twice)

    assert Player.objects.get(name="Cili").hidden
    unmerge_players(club_id=twice.club.id, form=a_form(twice.anna), merge_id=merge.id)
    hidden = Player.objects.filter(hidden=True).values_list("name", flat=True)
    assert list(hidden) == ["Cilike"]


def test_refuses_to_merge_players_with_two_accounts(twice: House) -> None:
    Player.objects.filter(name="Cili").update(user=twice.bela)
    Player.objects.filter(name="Cilike").update(user=twice.anna)
    with pytest.raises(ConflictError) as caught:
        merged(twice)
    assert [problem.code for problem in caught.value.problems] == ["two_accounts"]


def test_a_merged_player_takes_no_seat(twice: House) -> None:
    merged(twice)
    gone = UUID(twice.players["Cilike"])
    with pytest.raises(ConflictError):
        archive_player(
            club_id=twice.club.id, form=a_form(twice.anna), player_id=gone, archived=False
        )
    with pytest.raises(RefusedError):
        an_evening(twice, "Cilike")


def test_merge_updates_a_hand_in_play(twice: House) -> None:
    session = an_evening(twice, "Cilike")
    draft = Draft.objects.create(
        session=session, record={"partner": twice.players["Cilike"]}, at=session.created_at
    )
    merged(twice)
    draft.refresh_from_db()
    assert (draft.record, draft.revision) == ({"partner": twice.players["Cili"]}, 1)


def test_member_cannot_merge_players(twice: House) -> None:
    with pytest.raises(ForbiddenError):
        merge_players(
            club_id=twice.club.id,
            form=a_form(twice.bela),
            gone=UUID(twice.players["Cilike"]),
            into=UUID(twice.players["Cili"]),
        )


def test_page_merges_players_and_undoes_the_merge(twice: House, anna: Client) -> None:
    here = [twice.club.slug, twice.players["Cilike"]]
    page = anna.get(reverse("club:merge", args=here))
    assert "Cili" in page.content.decode()
    sent = {"key": str(uuid4()), "kept": twice.players["Cili"]}
    answer = anna.post(reverse("club:merge", args=here), sent, follow=True)
    assert "Cilike was merged into this player, with 2 sessions." in answer.content.decode()
    merge = Merge.objects.get()

    answer = anna.post(
        reverse("club:unmerge", args=[twice.club.slug, merge.id]),
        {"key": str(uuid4())},
        follow=True,
    )

    assert "They are two players again." in answer.content.decode()
    acts = list(AuditLine.objects.order_by("pk").values_list("act", flat=True))
    assert acts[-2:] == ["merged", "unmerged"]


def test_the_page_shows_why_a_merge_is_refused(twice: House, anna: Client) -> None:
    url = reverse("club:merge", args=[twice.club.slug, twice.players["Anna"]])
    answer = anna.post(url, {"key": str(uuid4()), "kept": twice.players["Béla"]})
    assert answer.status_code == 409
    assert "so they are two people" in answer.content.decode()


def test_a_player_of_another_club_is_no_choice(twice: House, anna: Client) -> None:
    theirs = Player.objects.create(club=create_denes().clubs.get(), name="Feri")
    url = reverse("club:merge", args=[twice.club.slug, twice.players["Cilike"]])
    answer = anna.post(url, {"key": str(uuid4()), "kept": str(theirs.id)})
    assert answer.status_code == 422
    assert "Feri" not in answer.content.decode()


def test_the_number_of_statements_does_not_grow_with_the_other_sessions(
    twice: House, django_assert_max_num_queries: object
) -> None:
    for _ in range(3):
        recorded(twice, an_evening(twice, "Dóra"), PASSED_OUT)
    with django_assert_max_num_queries(63):  # type: ignore[operator]
        merged(twice)


def test_merge_moves_money_and_undoing_returns_it(twice: House) -> None:
    cilike, cili = (UUID(twice.players[name]) for name in ("Cilike", "Cili"))
    paid = NewPayment(
        currency="HUF", amount=70, payer=str(cilike), receiver=KITTY, date=date(2026, 1, 1)
    )
    record_payment(club_id=twice.club.id, form=a_form(), paid=paid)
    before = sum_player_open_balances(cilike), sum_player_open_balances(cili)
    merge = merged(twice)
    assert sum_player_open_balances(cilike) == {}
    assert sum_player_open_balances(cili)["HUF"] == sum(one.get("HUF", 0) for one in before)
    assert list(iter_findings()) == []
    unmerge_players(club_id=twice.club.id, form=a_form(twice.anna), merge_id=merge.id)
    assert (sum_player_open_balances(cilike), sum_player_open_balances(cili)) == before
    assert list(iter_findings()) == []


def test_refuses_to_merge_players_with_a_payment_between_them(twice: House) -> None:
    paid = NewPayment(
        currency="HUF",
        amount=70,
        payer=twice.players["Cilike"],
        receiver=twice.players["Cili"],
        date=date(2026, 1, 1),
    )
    record_payment(club_id=twice.club.id, form=a_form(), paid=paid)
    with pytest.raises(ConflictError) as caught:
        merged(twice)
    assert [problem.code for problem in caught.value.problems] == ["paid_each_other"]


def test_a_merge_stores_its_settled_rows_under_the_name_of_earlier_releases(twice: House) -> None:
    settlement = Settlement.objects.create(
        club=twice.club,
        number=1,
        currency="HUF",
        scope={},
        carried=True,
        step=5,
        made_at=timezone.now(),
    )
    part = settlement.parts.create(player_id=twice.players["Cilike"], minor=5)
    merge = merged(twice)

    assert merge.money["Part.player"] == [str(part.pk)]
    unmerge_players(club_id=twice.club.id, form=a_form(twice.anna), merge_id=merge.id)
    part.refresh_from_db()
    assert str(part.player_id) == twice.players["Cilike"]
