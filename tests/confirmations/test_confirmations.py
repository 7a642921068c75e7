"""Confirmations and objections: who may give them for a session, and their effect."""

from collections.abc import Callable
from uuid import UUID

import pytest

from support.club_factories import (
    END,
    PASSED_OUT,
    House,
    a_form,
    a_hand,
    a_session,
    a_user,
    codes,
    create_denes,
    recorded,
)
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.confirmations.queries.confirmations import (
    SessionConfirmations,
    find_open_objection_ids,
    load_confirmations,
)
from tarokk_club.club.confirmations.queries.who_may_confirm import list_hands_to_confirm
from tarokk_club.club.confirmations.usecases.confirmations import (
    answer_objection,
    confirm_hand,
    confirm_session,
    record_objection,
    set_hand_confirmations,
    take_back_confirmation,
)
from tarokk_club.club.models import (
    Confirmation,
    ConfirmationKind,
    Player,
    Role,
    Session,
    User,
)
from tarokk_club.club.models.hands import Action
from tarokk_club.club.session.usecases.events import correct_event, delete_event, record_event
from tarokk_club.club.session.usecases.sessions import bin_session
from tarokk_club.club.writing.errors import (
    ForbiddenError,
    KeyReusedError,
    NotSeatedError,
    RefusedError,
    StaleError,
)

pytestmark = pytest.mark.django_db


def claims(name: str, user: User) -> User:
    """Return the user who is linked to this player."""
    Player.objects.filter(name=name).update(user=user)
    return user


@pytest.fixture
def bela(house: House) -> User:
    return claims("Béla", house.bela)


@pytest.fixture
def hands(house: House, session: Session) -> list[UUID]:
    """Two hands that Anna has entered."""
    saved = recorded(house, session, a_hand(house), a_hand(house, "Béla", "Dóra"))
    return [one.entry_id for one in saved if one.entry_id]


@pytest.fixture
def closed(house: House, session: Session, hands: list[UUID]) -> Session:
    """The session with its two hands, which Anna has closed."""
    recorded(house, session, END)
    session.refresh_from_db()
    return session


def now(session: Session) -> SessionConfirmations:
    return load_confirmations(Session.objects.get(pk=session.pk))


def sealed(session: Session, by: User) -> Confirmation:
    return confirm_session(session_id=session.id, form=a_form(by))


def objected(session: Session, by: User, entry_id: UUID | None = None) -> Confirmation:
    return record_objection(
        session_id=session.id, form=a_form(by), note="Bukott a hármas.", entry_id=entry_id
    )


def corrected(house: House, session: Session, entry_id: UUID, **changes: str) -> None:
    raw = a_hand(house) | changes
    correct_event(session_id=session.id, form=a_form(house.anna), entry_id=entry_id, raw=raw)


def refusal(act: Callable[[], object]) -> list[tuple[str, str]]:
    with pytest.raises(RefusedError) as caught:
        act()
    return codes(caught)


def test_a_confirmation_holds_the_version_and_its_hash(closed: Session, bela: User) -> None:
    seal = sealed(closed, bela)

    last = closed.changes.order_by("-seq")[0]
    assert (seal.version, seal.hash, seal.player) == (
        last.seq,
        last.hash,
        bela.players_claimed.get(),
    )
    assert [(one.row, one.since) for one in now(closed).session_confirmations] == [(seal, ())]
    # The book itself is as it was: nobody's open page becomes old by it.
    assert Session.objects.get(pk=closed.pk).version == closed.version
    assert list(iter_findings()) == []


def test_confirmation_sent_twice_counts_once(closed: Session, bela: User) -> None:
    form = a_form(bela, version=closed.version)
    first = confirm_session(session_id=closed.id, form=form)

    assert confirm_session(session_id=closed.id, form=form) == first
    assert Confirmation.objects.count() == 1
    with pytest.raises(KeyReusedError):
        record_objection(session_id=closed.id, form=form, note="Mégsem.")


def test_confirmation_lists_later_changes(
    house: House, closed: Session, bela: User, hands: list[UUID]
) -> None:
    sealed(closed, bela)
    corrected(house, closed, hands[0], result="lost")

    (seal,) = now(closed).session_confirmations
    assert [change.action for change in seal.since] == [Action.CORRECT]
    assert seal.since[0].effect[house.players["Anna"]] == -2

    again = sealed(closed, bela)
    assert [(one.row, one.since) for one in now(closed).session_confirmations] == [(again, ())]


def test_only_the_current_version_can_be_confirmed(
    house: House, closed: Session, bela: User, hands: list[UUID]
) -> None:
    seen = a_form(bela, version=closed.version)
    corrected(house, closed, hands[0], result="lost")

    with pytest.raises(StaleError) as caught:
        confirm_session(session_id=closed.id, form=seen)
    assert [change.action for change in caught.value.since] == [Action.CORRECT]
    assert Confirmation.objects.count() == 0


def test_open_session_cannot_be_confirmed(session: Session, hands: list[UUID], bela: User) -> None:
    assert refusal(lambda: sealed(session, bela)) == [("", "seal_too_early")]


def test_the_closer_and_the_main_scorer_cannot_confirm(
    house: House, session: Session, bela: User
) -> None:
    bela.memberships.update(roles=[Role.SCORER.value])
    anna = claims("Anna", house.anna)
    for _ in range(2):
        record_event(session_id=session.id, form=a_form(bela), raw=a_hand(house))
    recorded(house, session, a_hand(house), END)

    assert refusal(lambda: sealed(session, anna)) == [("", "seal_own_session")]
    assert refusal(lambda: sealed(session, bela)) == [("", "seal_own_session")]
    csaba = claims("Csaba", a_user("csaba", club=house.club, roles=(Role.MEMBER,)))
    assert sealed(session, csaba).kind == ConfirmationKind.CONFIRMED


def test_each_player_withdraws_only_the_own_confirmation(
    house: House, closed: Session, bela: User
) -> None:
    csaba = claims("Csaba", a_user("csaba", club=house.club, roles=(Role.MEMBER,)))
    first, second = sealed(closed, bela), sealed(closed, csaba)

    def back(by: User, one: Confirmation) -> Confirmation:
        return take_back_confirmation(session_id=closed.id, form=a_form(by), confirmation_id=one.id)

    assert refusal(lambda: back(bela, second)) == [("", "not_yours")]
    gone = back(bela, first)
    assert (gone.kind, gone.about) == (ConfirmationKind.WITHDRAWAL, first)
    assert [one.row for one in now(closed).session_confirmations] == [second]
    assert refusal(lambda: back(bela, first)) == [("", "taken_back")]
    # The answer stays, and can be given again.
    assert Confirmation.objects.count() == 3
    assert sealed(closed, bela) in {one.row for one in now(closed).session_confirmations}
    assert list(iter_findings()) == []


def test_refuses_a_second_confirmation_or_objection(closed: Session, bela: User) -> None:
    sealed(closed, bela)
    assert refusal(lambda: sealed(closed, bela)) == [("", "seal_twice")]
    objected(closed, bela)
    assert refusal(lambda: objected(closed, bela)) == [("", "objected_already")]


def test_only_players_of_the_session_confirm_or_object(
    house: House, closed: Session, bela: User, hands: list[UUID]
) -> None:
    cili = claims("Cili", a_user("cili", club=house.club, roles=(Role.MEMBER,)))
    for by in (house.anna, cili):
        with pytest.raises(NotSeatedError):
            sealed(closed, by)
        with pytest.raises(NotSeatedError):
            objected(closed, by, hands[0])
    with pytest.raises(ForbiddenError):
        objected(closed, create_denes())
    assert Confirmation.objects.count() == 0


def test_deleted_sessions_cannot_be_confirmed(house: House, closed: Session, bela: User) -> None:
    objection = objected(closed, bela)
    assert find_open_objection_ids(house.club) == {objection.id}
    bin_session(session_id=closed.id, form=a_form(house.anna))

    assert refusal(lambda: sealed(closed, bela)) == [("", "session_binned")]
    assert refusal(lambda: objected(closed, bela)) == [("", "session_binned")]
    assert find_open_objection_ids(house.club) == set()


# --- hand by hand


@pytest.fixture
def one_by_one(house: House) -> None:
    set_hand_confirmations(club_id=house.club.id, form=a_form(house.anna), hands=True)


def test_hand_is_confirmed_by_another_player_of_the_table(
    house: House, session: Session, hands: list[UUID], bela: User, one_by_one: None
) -> None:
    anna = claims("Anna", house.anna)
    session.refresh_from_db()
    seen = session.version
    # A hand entered meanwhile does not make the page too old.
    recorded(house, session, a_hand(house))
    form = a_form(bela, version=seen)

    confirm_hand(session_id=session.id, form=form, entry_id=hands[1])

    assert now(session).confirmed_hands == {hands[1]}
    entry_id = hands[0]
    assert refusal(
        lambda: confirm_hand(session_id=session.id, form=a_form(anna), entry_id=entry_id)
    ) == [("", "seal_own_hand")]


def test_correction_of_an_earlier_hand_removes_confirmations(
    house: House, session: Session, hands: list[UUID], bela: User, one_by_one: None
) -> None:
    """The first hand becomes void, so the second counts double."""
    session.refresh_from_db()
    stale = a_form(bela, version=session.version)
    for entry_id in hands:
        confirm_hand(session_id=session.id, form=a_form(bela), entry_id=entry_id)
    raw, form = PASSED_OUT, a_form(house.anna)
    correct_event(session_id=session.id, form=form, entry_id=hands[0], raw=raw)

    assert now(session).confirmed_hands == set()
    with pytest.raises(StaleError):
        confirm_hand(session_id=session.id, form=stale, entry_id=hands[1])


def test_correction_of_a_later_hand_keeps_confirmations(
    house: House, session: Session, hands: list[UUID], bela: User, one_by_one: None
) -> None:
    for entry_id in hands:
        confirm_hand(session_id=session.id, form=a_form(bela), entry_id=entry_id)
    delete_event(session_id=session.id, form=a_form(house.anna), entry_id=hands[1])

    assert now(session).confirmed_hands == {hands[0]}


def test_only_seated_players_confirm_hands_and_only_by_the_setting(
    house: House, session: Session, hands: list[UUID], bela: User
) -> None:
    def tried(by: User) -> list[tuple[str, str]]:
        return refusal(
            lambda: confirm_hand(session_id=session.id, form=a_form(by), entry_id=hands[0])
        )

    assert tried(bela) == [("", "seal_no_hands")]
    set_hand_confirmations(club_id=house.club.id, form=a_form(house.anna), hands=True)
    recorded(
        house,
        session,
        {"type": "join", "player": house.players["Cili"], "after": house.players["Anna"]},
    )
    cili = claims("Cili", a_user("cili", club=house.club, roles=(Role.MEMBER,)))
    assert tried(cili) == [("", "seal_not_there")]
    joined = session.entries.order_by("position").last()
    assert joined and list_hands_to_confirm(
        now(session), bela.id, bela.players_claimed.get().id
    ) == (
        hands[1],
        hands[0],
    )
    assert refusal(
        lambda: confirm_hand(session_id=session.id, form=a_form(bela), entry_id=joined.id)
    ) == [("", "no_hand")]


def test_only_an_owner_chooses(house: House, bela: User) -> None:
    with pytest.raises(ForbiddenError):
        set_hand_confirmations(club_id=house.club.id, form=a_form(bela), hands=True)


# --- objections


def test_correcting_the_hand_resolves_the_objection(
    house: House, session: Session, hands: list[UUID], bela: User
) -> None:
    objection = objected(session, bela, hands[0])
    corrected(house, session, hands[0], note="rossz volt")
    # Only the note was changed: the objection still waits.
    assert find_open_objection_ids(house.club) == {objection.id}
    assert now(session).disputed_entries == {hands[0]}

    corrected(house, session, hands[0], note="rossz volt", result="lost")

    assert find_open_objection_ids(house.club) == set()
    (found,) = now(session).objections
    assert not found.is_open and found.correction
    assert found.correction.action == Action.CORRECT
    answer = a_form(house.anna)
    assert refusal(
        lambda: answer_objection(
            session_id=session.id, form=answer, confirmation_id=objection.id, note="Jó."
        )
    ) == [("", "settled_already")]


def test_only_deleting_the_disputed_hand_resolves_the_objection(
    house: House, session: Session, hands: list[UUID], bela: User
) -> None:
    objection = objected(session, bela, hands[1])
    corrected(house, session, hands[0], result="lost")
    assert find_open_objection_ids(house.club) == {objection.id}
    delete_event(session_id=session.id, form=a_form(house.anna), entry_id=hands[1])
    assert find_open_objection_ids(house.club) == set()
    assert now(session).open_objections == ()


def test_answer_resolves_the_objection(house: House, session: Session, bela: User) -> None:
    objection = objected(session, bela)
    with pytest.raises(ForbiddenError):
        answer_objection(
            session_id=session.id, form=a_form(bela), confirmation_id=objection.id, note="Jó."
        )
    answer_objection(
        session_id=session.id, form=a_form(house.anna), confirmation_id=objection.id, note="Jó."
    )
    (found,) = now(session).objections
    assert found.answer and found.answer.note == "Jó."
    assert find_open_objection_ids(house.club) == set()


def test_the_objector_withdraws_it(house: House, session: Session, bela: User) -> None:
    objection = objected(session, bela)
    take_back_confirmation(session_id=session.id, form=a_form(bela), confirmation_id=objection.id)
    assert now(session).open_objections == () and find_open_objection_ids(house.club) == set()


def test_an_objection_needs_a_note_and_the_current_version(
    house: House, session: Session, hands: list[UUID], bela: User
) -> None:
    session.refresh_from_db()
    seen = a_form(bela, version=session.version)
    assert refusal(
        lambda: record_objection(session_id=session.id, form=a_form(bela), note=" ")
    ) == [("note", "missing")]
    corrected(house, session, hands[0], result="lost")
    with pytest.raises(StaleError):
        record_objection(session_id=session.id, form=seen, note="Bukott.", entry_id=hands[0])


def test_refuses_an_objection_to_a_hand_of_another_session(
    house: House, session: Session, bela: User
) -> None:
    (foreign,) = recorded(house, a_session(house), a_hand(house))
    assert refusal(lambda: objected(session, bela, foreign.entry_id)) == [
        ("entry", "no_such_entry")
    ]


def test_the_note_can_be_erased_and_the_book_stays_sound(session: Session, bela: User) -> None:
    objected(session, bela)
    Confirmation.objects.update(note="")
    assert list(iter_findings()) == []
