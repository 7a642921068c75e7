"""Use cases that add, rename, archive, admit, hide and link players."""

from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, Membership, Player, User
from tarokk_club.club.models.people import build_name_key
from tarokk_club.club.people.queries.members import load_membership
from tarokk_club.club.people.queries.players import is_erased, is_merged_away
from tarokk_club.club.writing.errors import ConflictError, RefusedError
from tarokk_club.club.writing.idempotency import insert_with_client_id
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.typed_text import LONGEST_NAME, read_name
from tarokk_club.club.writing.unit_of_work import (
    ClubWrite,
    Command,
    PlayersNamed,
    Submission,
    write_to_club,
)
from tarokk_club.database.write_lock import write_lock

LONGEST_SHORT_NAME = 20


def require_not_erased(player: Player) -> None:
    """Raise ConflictError if the player was erased."""
    if is_erased(player.pk):
        raise ConflictError([Problem("player_erased", "")])


def find_name_problem(club_id: UUID, name: str, *, but: UUID | None = None) -> Problem | None:
    """Return a problem that proposes a free name if another player has this name, else None.

    but: the id of a player to ignore, who already has the name.
    """
    namesakes = Player.objects.filter(club_id=club_id)
    if but:
        namesakes = namesakes.exclude(pk=but)
    used_keys = set(namesakes.values_list("name_key", flat=True))
    if build_name_key(name) not in used_keys:
        return None
    free = next(
        proposal
        for number in range(2, len(used_keys) + 3)
        if build_name_key(proposal := _append_number(name, number, LONGEST_NAME)) not in used_keys
    )
    return Problem("name_taken", "name", {"proposal": free})


def _append_number(name: str, number: int, longest: int) -> str:
    """Return the name with a number, cut so that both together are not too long."""
    ending = f" {number}"
    return name[: longest - len(ending)].rstrip() + ending


def find_short_name_problem(club_id: UUID, short: str, *, but: UUID) -> Problem | None:
    """Return a problem that proposes a free short name if another player has it, else None."""
    namesakes = Player.objects.filter(club_id=club_id).exclude(pk=but).exclude(short_name="")
    used_names = {name.casefold() for name in namesakes.values_list("short_name", flat=True)}
    if short.casefold() not in used_names:
        return None
    numbers = range(2, len(used_names) + 3)
    numbered = (_append_number(short, number, LONGEST_SHORT_NAME) for number in numbers)
    free = next(name for name in numbered if name.casefold() not in used_names)
    return Problem("name_taken", "short_name", {"proposal": free})


def add_player(*, club_id: UUID, form: Submission, name: str) -> Player:
    """Create and return a player; the form's key becomes the player's id.

    Raise RefusedError if the name is not valid or taken.
    Raise the errors of the unit of work.
    """
    name = _require_valid_name(name)
    content = {"do": "add_player", "name": name}

    return write_to_club(
        club_id,
        Command(form, Right.PLAYERS, content),
        lambda write: insert_player(write.club.id, key=form.key, name=name),
        repeated=lambda write: Player.objects.get(pk=form.key),
    )


def insert_player(club_id: UUID, *, key: UUID, name: str) -> Player:
    """Create and return a player within a write; the key becomes the player's id.

    Raise RefusedError if the name is not valid or taken.
    """
    name = _require_valid_name(name)
    fault = find_name_problem(club_id, name)
    if fault:
        raise RefusedError([fault])
    player = Player(id=key, club_id=club_id, name=name)
    insert_with_client_id(player)
    return player


def _require_valid_name(name: str) -> str:
    problems: list[Problem] = []
    name = read_name(name, problems)
    if problems:
        raise RefusedError(problems)
    return name


def rename_player(
    *, club_id: UUID, form: Submission, player_id: UUID, name: str, short_name: str | None = None
) -> Player:
    """Rename a player and return it.

    short_name: the name for narrow columns; "" to generate it, None to leave it unchanged.
    Raise RefusedError if a name is not valid or taken.
    Raise ConflictError if the player was erased.
    Raise Player.DoesNotExist, and the errors of the unit of work.
    """
    problems: list[Problem] = []
    name = read_name(name, problems)
    short = read_name(short_name, problems, field="short_name") if short_name else short_name
    # Some letters have only a longer form in NFC.
    if short and len(short) > LONGEST_SHORT_NAME:
        problems.append(Problem("text_too_long", "short_name", {"highest": LONGEST_SHORT_NAME}))
    if problems:
        raise RefusedError(problems)
    content = {"do": "rename_player", "player": str(player_id), "name": name}
    content |= {} if short is None else {"short_name": short}

    def save_names(write: ClubWrite) -> Player:
        player = Player.objects.get(pk=player_id, club_id=club_id)
        require_not_erased(player)
        fault = find_name_problem(club_id, name, but=player.id) or (
            find_short_name_problem(club_id, short, but=player.id) if short else None
        )
        if fault:
            raise RefusedError([fault])
        player.name = name
        player.short_name = player.short_name if short is None else short
        player.save(update_fields=["name", "name_key", "short_name"])
        return player

    return write_to_club(
        club_id,
        Command(form, Right.PLAYERS, content, PlayersNamed.ANYBODY),
        save_names,
        repeated=lambda write: Player.objects.get(pk=player_id, club_id=club_id),
    )


def archive_player(*, club_id: UUID, form: Submission, player_id: UUID, archived: bool) -> Player:
    """Archive a player or make them active again, and return the player.

    Raise ConflictError if the player was merged into another or erased.
    Raise Player.DoesNotExist, and the errors of the unit of work.
    """
    content = {"do": "archive_player", "player": str(player_id), "archived": archived}

    def save_archived(write: ClubWrite) -> Player:
        player = Player.objects.get(pk=player_id, club_id=club_id)
        if is_merged_away(player):
            raise ConflictError([Problem("merged_away", "")])
        require_not_erased(player)
        player.archived_at = timezone.now() if archived else None
        player.save(update_fields=["archived_at"])
        return player

    return write_to_club(
        club_id,
        Command(form, Right.PLAYERS, content, PlayersNamed.ANYBODY),
        save_archived,
        repeated=lambda write: Player.objects.get(pk=player_id, club_id=club_id),
    )


def admit_guest(*, club_id: UUID, form: Submission, player_id: UUID) -> Player:
    """Make a tournament guest a player of the club, and return the player; all results remain.

    Raise Player.DoesNotExist, and the errors of the unit of work.
    """
    content = {"do": "admit_guest", "player": str(player_id)}

    def clear_guest(write: ClubWrite) -> Player:
        player = Player.objects.get(pk=player_id, club_id=club_id)
        player.guest = False
        player.save(update_fields=["guest"])
        return player

    return write_to_club(
        club_id,
        Command(form, Right.PLAYERS, content),
        clear_guest,
        repeated=lambda write: Player.objects.get(pk=player_id, club_id=club_id),
    )


def set_player_hidden(*, club_id: UUID, form: Submission, player_id: UUID, hidden: bool) -> Player:
    """Set whether guests see a number instead of the player's name, and return the player.

    Raise RefusedError if the player has an account and somebody else tries to show the name again.
    Raise Player.DoesNotExist, and the errors of the unit of work.
    """
    content = {"do": "hide_player", "player": str(player_id), "hidden": hidden}

    def save_hidden(write: ClubWrite) -> Player:
        player = Player.objects.get(pk=player_id, club_id=club_id)
        if player.hidden == hidden:
            return player
        is_own = form.by is not None and player.user_id == form.by.id
        if player.user_id and not hidden and not is_own:
            raise RefusedError([Problem("own_choice", "")])
        player.hidden = hidden
        player.save(update_fields=["hidden"])
        return player

    return write_to_club(
        club_id,
        Command(form, Right.PLAYERS, content, PlayersNamed.ANYBODY),
        save_hidden,
        repeated=lambda write: Player.objects.get(pk=player_id, club_id=club_id),
    )


def set_own_player_hidden(*, user: User, player_id: UUID, hidden: bool) -> Player:
    """Set whether guests see a number instead of the user's own name, and return the player.

    Raise Player.DoesNotExist if the player is not the user's own.
    """
    with write_lock():
        player = Player.objects.select_for_update(no_key=True).get(pk=player_id, user=user)
        player.hidden = hidden
        player.save(update_fields=["hidden"])
        return player


def link_player(
    *, club_id: UUID, form: Submission, user_id: UUID, player_id: UUID | None
) -> Membership:
    """Link a member to a player, or unlink the current player, and return the membership.

    player_id: None to unlink.

    Raise RefusedError if there is no such player, or the player belongs to another account.
    Raise Membership.DoesNotExist, and the errors of the unit of work.
    """
    content = {"do": "link_player", "user": str(user_id), "player": str(player_id or "")}

    def move_player_link(write: ClubWrite) -> Membership:
        membership = load_membership(club_id, user_id)
        before = Player.objects.filter(club_id=club_id, user_id=user_id).first()
        if player_id == (before.pk if before else None):
            return membership
        after = _require_free_player(write, player_id) if player_id else None
        # Unlink the old player first: an account has at most one player in a club.
        for player, user in ((before, None), (after, membership.user)):
            if player:
                player.user = user
                player.save(update_fields=["user"])
        facts = {"whom": str(user_id)} | ({"player": str(after.pk)} if after else {})
        act = Act.PLAYER_LINKED if after else Act.PLAYER_UNLINKED
        write.log(act, facts)
        return membership

    return write_to_club(
        club_id,
        Command(form, Right.MEMBERS, content),
        move_player_link,
        repeated=lambda write: load_membership(club_id, user_id),
    )


def _require_free_player(write: ClubWrite, player_id: UUID) -> Player:
    player = Player.objects.filter(club=write.club, pk=player_id).first()
    if player is None:
        raise RefusedError([Problem("no_such_player", "player")])
    if player.user_id:
        raise RefusedError([Problem("player_claimed", "player")])
    return player
