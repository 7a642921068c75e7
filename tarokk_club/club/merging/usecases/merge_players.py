"""Make one player of two who turned out to be the same person."""

from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.merging.usecases.answer_swaps import swap_answers
from tarokk_club.club.merging.usecases.kept_results import results_kept
from tarokk_club.club.merging.usecases.money_swaps import swap_money
from tarokk_club.club.merging.usecases.player_swaps import swap_invitations, swap_sessions
from tarokk_club.club.models import Act, Merge, Player
from tarokk_club.club.money.queries.money_names import entered_both, paid_each_other
from tarokk_club.club.people.queries.merged import is_merged_away
from tarokk_club.club.writing.errors import ConflictError
from tarokk_club.club.writing.idempotency import add_new
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import (
    ClubWrite,
    Command,
    PlayersNamed,
    Submission,
    write_to_club,
)


def merge_players(*, club_id: UUID, form: Submission, gone: UUID, kept: UUID) -> Merge:
    """Everything that stands for `gone` becomes that of `kept`, in every session at once.

    Each session's history says so; `gone` is archived and can be brought back by taking this back.
    Raises ConflictError where they are two people after all, and what the unit of work raises.
    """
    content = {"do": "merge_players", "gone": str(gone), "kept": str(kept)}

    def change(write: ClubWrite) -> Merge:
        players = Player.objects.select_for_update(no_key=True).filter(club_id=club_id)
        one, other = players.get(pk=gone), players.get(pk=kept)
        _check(one, other)
        with results_kept(gone, kept):
            sessions = swap_sessions(write, old=gone, new=kept)
            swap_invitations(old=gone, new=kept)
        merge = _merge(write, one, other, sessions)
        _take_account(one, other)
        facts = {"gone": str(gone), "kept": str(kept)}
        write.log(Act.MERGED, facts)
        return merge

    return write_to_club(
        club_id,
        Command(form, Right.PLAYERS, content, PlayersNamed.ANYBODY),
        change,
        repeated=lambda write: Merge.objects.get(pk=form.key, club_id=club_id),
    )


def _check(gone: Player, kept: Player) -> None:
    problems = []
    if gone == kept:
        problems.append(Problem("merged_with_itself", "kept"))
    elif is_merged_away(gone) or is_merged_away(kept):
        problems.append(Problem("merged_away", ""))
    elif kept.archived_at:
        problems.append(Problem("no_such_player", "kept"))
    elif gone.user_id and kept.user_id and gone.user_id != kept.user_id:
        problems.append(Problem("two_accounts", "kept"))
    elif paid_each_other(gone.id, kept.id):
        problems.append(Problem("paid_each_other", "kept"))
    elif tournament := entered_both(gone.id, kept.id):
        problems.append(Problem("both_entered", "kept", {"tournament": tournament}))
    if problems:
        raise ConflictError(problems)


def _merge(write: ClubWrite, gone: Player, kept: Player, sessions: list[str]) -> Merge:
    merge = Merge(
        id=write.form.key,
        club=write.club,
        kept=kept,
        gone=gone,
        sessions=sessions,
        money=swap_money(old=gone.id, new=kept.id) | swap_answers(old=gone, new=kept),
        account_id=gone.user_id,
        archived_at=gone.archived_at,
        by=write.form.by,
        at=timezone.now(),
    )
    add_new(merge)
    return merge


def _take_account(gone: Player, kept: Player) -> None:
    kept.user_id = kept.user_id or gone.user_id
    gone.user = None
    gone.archived_at = gone.archived_at or timezone.now()
    gone.save(update_fields=["user", "archived_at"])
    kept.save(update_fields=["user"])
