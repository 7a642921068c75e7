"""Take back that two players were made one."""

from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.merging.usecases.answer_swaps import swap_answers_back
from tarokk_club.club.merging.usecases.kept_results import results_kept
from tarokk_club.club.merging.usecases.money_swaps import swap_money_back
from tarokk_club.club.merging.usecases.player_swaps import sit, swap
from tarokk_club.club.models import Act, Merge
from tarokk_club.club.people.queries.merged import is_merged_away
from tarokk_club.club.session.usecases.many_sessions import session_writes
from tarokk_club.club.writing.errors import ConflictError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def unmerge_players(*, club_id: UUID, form: Submission, merge_id: UUID) -> Merge:
    """Two players again: the sessions that were taken over go back, later ones stay.

    Raises ConflictError and what the unit of work raises.
    """
    content = {"do": "unmerge_players", "merge": str(merge_id)}

    def change(write: ClubWrite) -> Merge:
        merges = Merge.objects.select_for_update(of=("self",), no_key=True).select_related(
            "gone", "kept"
        )
        merge = merges.get(pk=merge_id, club_id=club_id)
        take_back_merge(write, merge)
        return merge

    def repeated(write: ClubWrite) -> Merge:
        merges = Merge.objects.select_for_update(of=("self",), no_key=True).select_related(
            "gone", "kept"
        )
        return merges.get(pk=merge_id, club_id=club_id)

    return write_to_club(
        club_id,
        Command(form, Right.PLAYERS, content),
        change,
        repeated=repeated,
    )


def take_back_merge(write: ClubWrite, merge: Merge) -> None:
    """Separate the two players again. Raises ConflictError."""
    if merge.undone_at:
        raise ConflictError([Problem("merge_undone", "")])
    if is_merged_away(merge.kept):
        raise ConflictError([Problem("merged_away", "")])
    with results_kept(merge.gone_id, merge.kept_id):
        _separate(write, merge)
    swap_money_back(merge.money, new=merge.gone_id)
    swap_answers_back(merge)
    _give_back(merge)
    facts = {"gone": str(merge.gone_id), "kept": str(merge.kept_id)}
    write.log(Act.UNMERGED, facts)


def _separate(write: ClubWrite, merge: Merge) -> None:
    for one in session_writes(write, [UUID(session) for session in merge.sessions]):
        # Where somebody else was put in his place since, nothing is left to give back.
        if sit(one, merge.kept_id):
            swap(one, old=merge.kept_id, new=merge.gone_id)


def _give_back(merge: Merge) -> None:
    gone, kept = merge.gone, merge.kept
    if merge.account_id and kept.user_id == merge.account_id:
        kept.user, gone.user_id = None, merge.account_id
        kept.save(update_fields=["user"])
    gone.archived_at = merge.archived_at
    gone.save(update_fields=["user", "archived_at"])
    merge.undone_at = timezone.now()
    merge.save(update_fields=["undone_at"])
