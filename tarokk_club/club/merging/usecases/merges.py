"""Merge two players who are one person, and undo a merge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.merging.queries import has_remaining_data
from tarokk_club.club.merging.usecases.moves import (
    has_sat_in_session,
    hide_like,
    move_evening_answers,
    move_evening_answers_back,
    move_invitations,
    move_player_rows,
    move_player_rows_back,
    replace_player_in_all_sessions,
    replace_player_in_session_and_drafts,
    stop_hiding,
)
from tarokk_club.club.models import Act, Merge, Payment, Player, Share, Tournament, Transfer
from tarokk_club.club.money.queries.entries.player_references import (
    find_shared_tournament,
    have_shared_money_entries,
)
from tarokk_club.club.people.queries.players import is_merged_away
from tarokk_club.club.session.queries.sessions.final_results import was_ever_final
from tarokk_club.club.session.usecases.sessions import iter_session_writes
from tarokk_club.club.tournaments.queries.standing import load_standing
from tarokk_club.club.writing.errors import ConflictError
from tarokk_club.club.writing.idempotency import insert_with_client_id
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import (
    ClubWrite,
    Command,
    PlayersNamed,
    Submission,
    write_to_club,
)


@contextmanager
def guard_final_results(*players: UUID) -> Iterator[None]:
    """Raise ConflictError if the block changes the final result of a tournament.

    The block merges or separates these players, within a unit of work. A result changes if the
    points of two players are added up or split.
    """
    tables = Tournament.objects.filter(tables__session__balances__player__in=players).distinct()
    guarded = [table for table in tables.order_by("pk") if was_ever_final(table)]
    before = [_list_final_places(tournament) for tournament in guarded]
    yield
    for tournament, places in zip(guarded, before, strict=True):
        if _list_final_places(tournament) != places:
            values = {"tournament": tournament.name}
            raise ConflictError([Problem("result_would_move", "kept", values)])


def _list_final_places(tournament: Tournament) -> list[object]:
    """Return the places and points of players, teams and clubs, for comparison.

    The players' names are left out, as a merge changes them.
    """
    standing = load_standing(tournament, names=_IdsAsNames())
    sides = (*standing.teams, *standing.clubs)
    return [
        sorted((row.place, row.total.worth, row.total.points) for row in standing.results),
        sorted((row.name, row.place, row.worth, row.points) for row in sides),
    ]


class _IdsAsNames(dict[str, str]):
    """A mapping that returns each player id itself, instead of a name."""

    def __missing__(self, key: str) -> str:
        return key


def merge_players(*, club_id: UUID, form: Submission, gone: UUID, into: UUID) -> Merge:
    """Merge player `gone` into player `into`, archive `gone`, and return the merge.

    `into` takes the account of `gone` and replaces `gone` in all sessions and other rows. The
    history of each session records the replacement.

    Raise ConflictError if the two players cannot be merged.
    Raise Player.DoesNotExist and the errors of the unit of work.
    """
    content = {"do": "merge_players", "gone": str(gone), "kept": str(into)}

    def save_merge(write: ClubWrite) -> Merge:
        players = Player.objects.select_for_update(no_key=True).filter(club_id=club_id)
        archived, remaining = players.get(pk=gone), players.get(pk=into)
        _require_mergeable(archived, remaining)
        with guard_final_results(gone, into):
            sessions = replace_player_in_all_sessions(write, old=gone, new=into)
            move_invitations(old=gone, new=into)
            # Penalties and teams are part of results, so they move within the guard.
            merge = _save_merge(write, archived, remaining, sessions)
        _move_account(archived, remaining)
        facts = {"gone": str(gone), "kept": str(into)}
        write.log(Act.MERGED, facts)
        return merge

    return write_to_club(
        club_id,
        Command(form, Right.PLAYERS, content, PlayersNamed.ANYBODY),
        save_merge,
        repeated=lambda write: Merge.objects.get(pk=form.key, club_id=club_id),
    )


def _require_mergeable(gone: Player, into: Player) -> None:
    problems = []
    if gone == into:
        problems.append(Problem("merged_with_itself", "kept"))
    elif is_merged_away(gone) or is_merged_away(into):
        problems.append(Problem("merged_away", ""))
    elif into.archived_at:
        problems.append(Problem("no_such_player", "kept"))
    elif gone.user_id and into.user_id and gone.user_id != into.user_id:
        problems.append(Problem("two_accounts", "kept"))
    elif have_shared_money_entries(gone.id, into.id):
        problems.append(Problem("paid_each_other", "kept"))
    elif tournament := find_shared_tournament(gone.id, into.id):
        problems.append(Problem("both_entered", "kept", {"tournament": tournament}))
    if problems:
        raise ConflictError(problems)


def _save_merge(write: ClubWrite, gone: Player, into: Player, sessions: list[str]) -> Merge:
    merge = Merge(
        id=write.form.key,
        club=write.club,
        kept=into,
        gone=gone,
        sessions=sessions,
        money=move_player_rows(old=gone.id, new=into.id)
        | move_evening_answers(old=gone, new=into)
        | hide_like(old=gone, new=into),
        account_id=gone.user_id,
        archived_at=gone.archived_at,
        by=write.form.by,
        at=timezone.now(),
    )
    insert_with_client_id(merge)
    return merge


def _move_account(gone: Player, into: Player) -> None:
    into.user_id = into.user_id or gone.user_id
    gone.user = None
    gone.archived_at = gone.archived_at or timezone.now()
    gone.save(update_fields=["user", "archived_at"])
    into.save(update_fields=["user"])


def unmerge_players(*, club_id: UUID, form: Submission, merge_id: UUID) -> Merge:
    """Undo a merge and return it; later sessions stay with the remaining player.

    Raise ConflictError if the players cannot be separated.
    Raise Merge.DoesNotExist and the errors of the unit of work.
    """
    content = {"do": "unmerge_players", "merge": str(merge_id)}

    def load_merge(_write: ClubWrite) -> Merge:
        merges = Merge.objects.select_for_update(of=("self",), no_key=True).select_related(
            "gone", "kept"
        )
        return merges.get(pk=merge_id, club_id=club_id)

    def separate_players(write: ClubWrite) -> Merge:
        merge = load_merge(write)
        undo_merge(write, merge)
        return merge

    return write_to_club(
        club_id,
        Command(form, Right.PLAYERS, content),
        separate_players,
        repeated=load_merge,
    )


def undo_merge(write: ClubWrite, merge: Merge) -> None:
    """Separate two merged players again.

    Raise ConflictError if the merge is already undone, if its remaining player was merged
        into another player, or if the final result of a tournament would change.
    """
    if merge.undone_at:
        raise ConflictError([Problem("merge_undone", "")])
    if is_merged_away(merge.kept):
        raise ConflictError([Problem("merged_away", "")])
    with guard_final_results(merge.gone_id, merge.kept_id):
        _separate_sessions(write, merge)
        move_player_rows_back(merge.money, old=merge.gone_id)
    move_evening_answers_back(merge)
    stop_hiding(merge)
    _restore_account(merge)
    facts = {"gone": str(merge.gone_id), "kept": str(merge.kept_id)}
    write.log(Act.UNMERGED, facts)


def _separate_sessions(write: ClubWrite, merge: Merge) -> None:
    for session_write in iter_session_writes(write, [UUID(session) for session in merge.sessions]):
        # Skip sessions in which another player has since taken the seat.
        if has_sat_in_session(session_write, merge.kept_id):
            replace_player_in_session_and_drafts(
                session_write, old=merge.kept_id, new=merge.gone_id
            )


def _restore_account(merge: Merge) -> None:
    gone, kept = merge.gone, merge.kept
    if merge.account_id and kept.user_id == merge.account_id:
        kept.user, gone.user_id = None, merge.account_id
        kept.save(update_fields=["user"])
    gone.archived_at = merge.archived_at
    gone.save(update_fields=["user", "archived_at"])
    merge.undone_at = timezone.now()
    merge.save(update_fields=["undone_at"])


@dataclass(frozen=True, slots=True)
class MergeRepair:
    """The result of repairing a merge whose archived player has entries again.

    gone, kept: names of the archived and of the remaining player.
    rows: keys of the moved rows, by model and field.
    sessions: ids of the moved sessions.
    separated: whether the merge was undone instead.
    problems: the reasons why the entries were not moved; empty if they were.
    """

    gone: str
    kept: str
    rows: dict[str, list[str]] = field(default_factory=dict)
    sessions: tuple[str, ...] = ()
    separated: bool = False
    problems: tuple[Problem, ...] = ()


def repair_merges(club_id: UUID) -> list[MergeRepair]:
    """Repair every merge of the club whose archived player has entries again.

    Return one result for each merge.
    """
    return [_repair_in_transaction(club_id, merge.pk) for merge in _find_faulty_merges(club_id)]


def _repair_in_transaction(club_id: UUID, merge_id: UUID) -> MergeRepair:
    form = Submission(key=uuid4(), by=None)
    content = {"do": "heal_merges", "merge": str(merge_id)}
    return write_to_club(
        club_id,
        Command(form, Right.PLAYERS, content, PlayersNamed.ANYBODY),
        lambda write: _repair_merge(write, merge_id),
        repeated=lambda write: _repair_merge(write, merge_id),
    )


def repair_merges_in_write(write: ClubWrite) -> list[MergeRepair]:
    """Repair the same merges as `repair_merges`, within an open unit of work."""
    return [_repair_merge(write, merge.pk) for merge in _find_faulty_merges(write.club.id)]


def _find_faulty_merges(club_id: UUID) -> list[Merge]:
    merges = Merge.objects.filter(club_id=club_id, undone_at=None).select_related("gone")
    return [merge for merge in merges.order_by("at", "pk") if has_remaining_data(merge.gone)]


def _repair_merge(write: ClubWrite, merge_id: UUID) -> MergeRepair:
    """Move the new entries to the remaining player, or else undo the merge.

    If neither is possible, the result contains the problems.
    """
    chain = list(_follow_merges(merge_id))
    first, kept = chain[0], chain[-1].kept
    names = (first.gone.name, kept.name)
    try:
        with transaction.atomic():
            return _move_entries(write, chain, names)
    except ConflictError as conflict:
        problems = tuple(conflict.problems)
    try:
        with transaction.atomic():
            undo_merge(write, first)
    except ConflictError as conflict:
        return MergeRepair(*names, problems=(*problems, *conflict.problems))
    return MergeRepair(*names, separated=True, problems=problems)


def _follow_merges(merge_id: UUID) -> Iterator[Merge]:
    """Yield the merge, then the merge of its remaining player into another player, and so on."""
    rows = Merge.objects.select_related("gone", "kept")
    merge: Merge | None = rows.get(pk=merge_id)
    while merge:
        yield merge
        merge = rows.filter(gone=merge.kept_id, undone_at=None).first()


def _move_entries(write: ClubWrite, chain: Sequence[Merge], names: tuple[str, str]) -> MergeRepair:
    gone, into = chain[0].gone, chain[-1].kept
    _require_repairable(gone, into)
    with guard_final_results(gone.pk, into.pk):
        sessions = replace_player_in_all_sessions(write, old=gone.pk, new=into.pk)
        _join_shares(gone, into)
        move_invitations(old=gone.pk, new=into.pk)
        rows = move_player_rows(old=gone.pk, new=into.pk)
    _join_accounts(gone, into)
    for merge in chain:
        merge.sessions = [
            *merge.sessions,
            *(session for session in sessions if session not in merge.sessions),
        ]
        # Undoing the merge returns these rows to the player they were recorded for.
        added = {key: [*merge.money.get(key, ()), *keys] for key, keys in rows.items()}
        merge.money = {**merge.money, **added}
        merge.save(update_fields=["sessions", "money"])
    if has_remaining_data(Player.objects.get(pk=gone.pk)):
        raise ConflictError([Problem("still_recorded", "")])
    facts = {"gone": str(gone.pk), "kept": str(into.pk)}
    write.log(Act.MERGED, facts)
    return MergeRepair(*names, rows=rows, sessions=tuple(sessions))


def _require_repairable(gone: Player, into: Player) -> None:
    between = Q(payer=gone, receiver=into) | Q(payer=into, receiver=gone)
    problems = []
    if gone.user_id and into.user_id and gone.user_id != into.user_id:
        problems.append(Problem("two_accounts", "kept"))
    if Payment.objects.filter(between).exists():
        problems.append(Problem("paid_each_other", "kept"))
    if tournament := find_shared_tournament(gone.pk, into.pk):
        problems.append(Problem("both_entered", "kept", {"tournament": tournament}))
    if problems:
        raise ConflictError(problems)


def _join_shares(gone: Player, into: Player) -> None:
    """Combine the players' shares in settlements that include both.

    Planned transfers between the two are deleted.

    Raise ConflictError if the combined share would be rounded to another amount.
    """
    gone_shares = Share.objects.filter(player=gone, settlement__shares__player=into)
    for share in gone_shares.select_related("settlement"):
        joined = Share.objects.get(settlement=share.settlement_id, player=into)
        joined.carried += share.carried
        joined.exact += share.exact
        joined.rounded += share.rounded
        if abs(joined.rounded - joined.exact) >= share.settlement.step:
            raise ConflictError([Problem("paid_each_other", "kept")])
        joined.save(update_fields=["carried", "exact", "rounded"])
        share.delete()
    between = Q(payer=gone, receiver=into) | Q(payer=into, receiver=gone)
    Transfer.objects.filter(between).delete()


def _join_accounts(gone: Player, into: Player) -> None:
    account = gone.user
    gone.user, gone.archived_at = None, gone.archived_at or timezone.now()
    gone.save(update_fields=["user", "archived_at"])
    if account and not into.user_id:
        into.user = account
        into.save(update_fields=["user"])
