"""Every write to the database, as a function that can be called repeatedly."""

from collections.abc import Callable
from dataclasses import dataclass, field
from uuid import UUID, uuid4

from support.attackers import World
from support.club_evenings import TODAY, as_bytes, document
from support.club_factories import END, PASSED_OUT, a_form, a_hand, a_head
from support.invitations import PASSWORD, a_newcomer, an_invitation, token_of
from tarokk_club.club.hand.usecases import (
    DraftSubmission,
    delete_draft,
    save_draft,
    take_over_draft,
)
from tarokk_club.club.models import Draft, Player, User
from tarokk_club.club.paper.usecases import record_paper_sheet
from tarokk_club.club.people.usecases.accounts import (
    change_appearance,
    change_profile,
    make_password_link,
    reset_password_by_link,
    set_next_hand_preference,
)
from tarokk_club.club.people.usecases.invitations import (
    Offer,
    join_as_newcomer,
    join_club,
    make_invitation,
    revoke_invitation,
)
from tarokk_club.club.people.usecases.members import change_roles, remove_member
from tarokk_club.club.people.usecases.players import (
    add_player,
    admit_guest,
    archive_player,
    link_player,
    rename_player,
)
from tarokk_club.club.session.usecases.events import (
    correct_event,
    delete_event,
    insert_hand_keeping_dealers,
    record_event,
    restore_event,
    undo_last_entry,
)
from tarokk_club.club.session.usecases.seats import (
    Takeover,
    replace_player,
    seat_newcomer,
    take_seat,
)
from tarokk_club.club.session.usecases.sessions import (
    bin_session,
    change_session,
    close_session,
    reopen_session,
    restore_session,
    start_session,
)
from tarokk_club.club.transfer.usecases.session_documents import (
    import_session,
    read_incoming_document,
)
from tarokk_club.club.values.theming import Appearance, Theme
from tarokk_club.club.writing.log import log_export, record_log_reading
from tarokk_club.club.writing.unit_of_work import Submission

Act = Callable[[], object]


@dataclass(slots=True)
class Scene:
    """Two clubs with a session in the first, and a form that every attempt submits again."""

    world: World
    form: Submission = field(init=False)

    def __post_init__(self) -> None:
        self.form = a_form(self.secretary)

    @property
    def secretary(self) -> User:
        """The secretary."""
        return self.world.house.anna

    @property
    def club(self) -> UUID:
        """The id of the club."""
        return self.world.house.club.id

    @property
    def session(self) -> UUID:
        """The id of the session."""
        return self.world.session.id

    def entry(self, name: str = "club:hand") -> UUID:
        """Return the id of the hand, or of the entry that a page is about."""
        values = self.world.values | self.world.more.get(name, {})
        return UUID(str(values["entry_id"]))

    def player(self, name: str) -> UUID:
        """Return the id of a player."""
        return UUID(self.world.house.players[name])

    def person(self, role: str) -> User:
        """Return the user with this role."""
        user = self.world.people[role]
        assert user
        return user


def record(on: Scene) -> Act:
    hand = a_hand(on.world.house)
    return lambda: record_event(session_id=on.session, form=on.form, raw=hand)


def insert(on: Scene) -> Act:
    place = on.entry()
    return lambda: record_event(session_id=on.session, form=on.form, raw=PASSED_OUT, before=place)


def take_over(on: Scene) -> Act:
    seats = on.world.session.seats
    newcomer = next(one for one in on.world.house.players.values() if one not in seats)
    seat = Takeover(player=newcomer, gone=seats[1], note="", why_deals="in the same seat")
    return lambda: take_seat(session_id=on.session, form=on.form, seat=seat)


def seating_newcomer(on: Scene) -> Act:
    raw = {"type": "join", "after": on.world.session.seats[0]}
    return lambda: seat_newcomer(session_id=on.session, form=on.form, name="Ede", raw=raw)


def insert_keeping(on: Scene) -> Act:
    again = {"type": "dealer", "player": on.world.session.seats[-1], "note": "as played"}
    place = on.entry()
    return lambda: insert_hand_keeping_dealers(
        session_id=on.session,
        form=on.form,
        raw=PASSED_OUT,
        before=place,
        dealer_event=again,
    )


def paper(on: Scene) -> Act:
    return lambda: record_paper_sheet(session_id=on.session, form=on.form, lines="pass\npass")


def correct(on: Scene) -> Act:
    place = on.entry()
    return lambda: correct_event(
        session_id=on.session, form=on.form, entry_id=place, raw=PASSED_OUT
    )


def delete(on: Scene) -> Act:
    return lambda: delete_event(session_id=on.session, form=on.form, entry_id=on.entry())


def restore(on: Scene) -> Act:
    gone = on.entry("club:restore")
    return lambda: restore_event(session_id=on.session, form=on.form, entry_id=gone)


def undo(on: Scene) -> Act:
    return lambda: undo_last_entry(session_id=on.session, form=on.form)


def settings(on: Scene) -> Act:
    head = a_head(on.world.house, title="Kemence", rules={"void_hands": "none"})
    return lambda: change_session(session_id=on.session, form=on.form, head=head)


def replace(on: Scene) -> Act:
    old, new = on.player("Béla"), on.player("Cili")
    return lambda: replace_player(session_id=on.session, form=on.form, old=old, new=new)


def close(on: Scene) -> Act:
    return lambda: close_session(session_id=on.session, form=on.form)


def reopen(on: Scene) -> Act:
    record_event(session_id=on.session, form=a_form(on.secretary), raw=END)
    return lambda: reopen_session(session_id=on.session, form=on.form)


def into_bin(on: Scene) -> Act:
    return lambda: bin_session(session_id=on.session, form=on.form)


def out_of_bin(on: Scene) -> Act:
    bin_session(session_id=on.session, form=a_form(on.secretary))
    return lambda: restore_session(session_id=on.session, form=on.form)


def start(on: Scene) -> Act:
    head = a_head(on.world.house, title="Új")
    return lambda: start_session(club_id=on.club, form=on.form, head=head)


def take_in(on: Scene) -> Act:
    incoming = read_incoming_document(as_bytes(document(PASSED_OUT, PASSED_OUT)), today=TODAY)
    return lambda: import_session(club_id=on.club, form=on.form, incoming=incoming)


def draft(on: Scene) -> Act:
    sketch = DraftSubmission(key=uuid4(), revision=0, record={"type": "hand", "bid": "three"})
    return lambda: save_draft(session_id=on.session, by=on.secretary, submitted=sketch)


def _begun(on: Scene) -> Draft:
    sketch = DraftSubmission(key=uuid4(), revision=0, record={"type": "hand"})
    return save_draft(session_id=on.session, by=on.secretary, submitted=sketch)


def record_draft(on: Scene) -> Act:
    """Save a hand and delete its draft, both or neither."""
    on.form = a_form(on.secretary, key=_begun(on).key)
    return record(on)


def take_draft(on: Scene) -> Act:
    revision, scorer = _begun(on).revision, on.person("scorer")
    return lambda: take_over_draft(session_id=on.session, by=scorer, revision=revision)


def dropped(on: Scene) -> Act:
    revision = _begun(on).revision
    return lambda: delete_draft(session_id=on.session, by=on.secretary, revision=revision)


def new_player(on: Scene) -> Act:
    return lambda: add_player(club_id=on.club, form=on.form, name="Gábor")


def rename(on: Scene) -> Act:
    cili = on.player("Cili")
    return lambda: rename_player(club_id=on.club, form=on.form, player_id=cili, name="Cecil")


def archive(on: Scene) -> Act:
    cili = on.player("Cili")
    return lambda: archive_player(club_id=on.club, form=on.form, player_id=cili, archived=True)


def admit(on: Scene) -> Act:
    """Admit Cili, who is a guest of a tournament."""
    cili = on.player("Cili")
    Player.objects.filter(pk=cili).update(guest=True)
    return lambda: admit_guest(club_id=on.club, form=on.form, player_id=cili)


def invite(on: Scene) -> Act:
    offer = Offer(roles=("member",))
    return lambda: make_invitation(club_id=on.club, form=on.form, offer=offer)


def revoke(on: Scene) -> Act:
    one = an_invitation(on.world.house).id
    return lambda: revoke_invitation(club_id=on.club, form=on.form, invitation_id=one)


def newcomer(on: Scene) -> Act:
    token = token_of(an_invitation(on.world.house, player="Cili"))
    said = a_newcomer("Gábor")
    return lambda: join_as_newcomer(token=token, newcomer=said)


def join(on: Scene) -> Act:
    token, by = token_of(an_invitation(on.world.house)), on.person("stranger")
    return lambda: join_club(token=token, by=by)


def roles(on: Scene) -> Act:
    who = on.person("scorer").id
    return lambda: change_roles(
        club_id=on.club, form=on.form, user_id=who, roles=["treasurer", "member"]
    )


def link(on: Scene) -> Act:
    who, player = on.person("scorer").id, UUID(on.world.house.players["Cili"])
    return lambda: link_player(club_id=on.club, form=on.form, user_id=who, player_id=player)


def remove(on: Scene) -> Act:
    who = on.person("scorer").id
    return lambda: remove_member(club_id=on.club, form=on.form, user_id=who)


def password_link(on: Scene) -> Act:
    who = on.person("scorer").id
    return lambda: make_password_link(club_id=on.club, form=on.form, user_id=who)


def password(on: Scene) -> Act:
    form, who = a_form(on.secretary), on.person("scorer").id
    token = token_of(make_password_link(club_id=on.club, form=form, user_id=who))
    return lambda: reset_password_by_link(token=token, password=PASSWORD)


def profile(on: Scene) -> Act:
    return lambda: change_profile(user=on.person("scorer"), name="Feri", language="hu")


def look(on: Scene) -> Act:
    return lambda: change_appearance(user=on.person("scorer"), look=Appearance(Theme.DARK))


def next_hand(on: Scene) -> Act:
    return lambda: set_next_hand_preference(user=on.person("scorer"), next_hand=True)


def taken_away(on: Scene) -> Act:
    return lambda: log_export(
        club_id=on.club, by=on.secretary, file="hands.csv", session_id=on.session
    )


def read(on: Scene) -> Act:
    return lambda: record_log_reading(club_id=on.club, by=on.secretary)


# Use case to the acts that test it.
ACTS: dict[str, list[Callable[[Scene], Act]]] = {
    "add_player": [new_player],
    "admit_guest": [admit],
    "archive_player": [archive],
    "bin_session": [into_bin],
    "change_profile": [profile],
    "change_roles": [roles],
    "change_session": [settings],
    "change_appearance": [look],
    "set_next_hand_preference": [next_hand],
    "reset_password_by_link": [password],
    "close_session": [close],
    "correct_event": [correct],
    "delete_event": [delete],
    "delete_draft": [dropped],
    "import_session": [take_in],
    "insert_hand_keeping_dealers": [insert_keeping],
    "join_as_newcomer": [newcomer],
    "join_club": [join],
    "link_player": [link],
    "make_invitation": [invite],
    "make_password_link": [password_link],
    "log_export": [taken_away],
    "record_log_reading": [read],
    "record_event": [record, insert, record_draft],
    "record_paper_sheet": [paper],
    "remove_member": [remove],
    "rename_player": [rename],
    "reopen_session": [reopen],
    "replace_player": [replace],
    "restore_event": [restore],
    "revoke_invitation": [revoke],
    "save_draft": [draft],
    "seat_newcomer": [seating_newcomer],
    "start_session": [start],
    "take_over_draft": [take_draft],
    "take_seat": [take_over],
    "restore_session": [out_of_bin],
    "undo_last_entry": [undo],
}
