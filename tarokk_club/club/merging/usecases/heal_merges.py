"""Give what was booked on players after they were merged away to the players merged into."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.merging.queries import holds_anything
from tarokk_club.club.merging.usecases.kept_results import results_kept
from tarokk_club.club.merging.usecases.money_swaps import swap_money
from tarokk_club.club.merging.usecases.player_swaps import swap_invitations, swap_sessions
from tarokk_club.club.merging.usecases.unmerge_players import take_back_merge
from tarokk_club.club.models import Act, Merge, Payment, Player, Share, Transfer
from tarokk_club.club.money.queries.money_names import entered_both
from tarokk_club.club.writing.errors import ConflictError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import (
    ClubWrite,
    Command,
    PlayersNamed,
    Submission,
    write_to_club,
)


@dataclass(frozen=True, slots=True)
class Healing:
    """What was done about one merged player on whom something was booked.

    gone, kept: names. rows: keys of the rows that were moved, by model and field. sessions: ids.
    separated: the merging was taken back instead. problems: why that was needed, or, where it is
    not separated and nothing was moved, why nothing could be done.
    """

    gone: str
    kept: str
    rows: dict[str, list[str]] = field(default_factory=dict)
    sessions: tuple[str, ...] = ()
    separated: bool = False
    problems: tuple[Problem, ...] = ()


def heal_merges(club_id: UUID) -> list[Healing]:
    """Heal every merging of the club that stands though its player was booked on since."""
    return [_healed(club_id, merge.pk) for merge in _faulty(club_id)]


def _healed(club_id: UUID, merge_id: UUID) -> Healing:
    form = Submission(key=uuid4(), by=None)
    content = {"do": "heal_merges", "merge": str(merge_id)}
    return write_to_club(
        club_id,
        Command(form, Right.PLAYERS, content, PlayersNamed.ANYBODY),
        lambda write: _heal(write, merge_id),
        repeated=lambda write: _heal(write, merge_id),
    )


def heal_merges_within(write: ClubWrite) -> list[Healing]:
    """Do the same where a unit of work is open already."""
    return [_heal(write, merge.pk) for merge in _faulty(write.club.id)]


def _faulty(club_id: UUID) -> list[Merge]:
    merges = Merge.objects.filter(club_id=club_id, undone_at=None).select_related("gone")
    return [one for one in merges.order_by("at", "pk") if holds_anything(one.gone)]


def _heal(write: ClubWrite, merge_id: UUID) -> Healing:
    """Move everything to the last player of the chain; where that cannot be, separate the two."""
    chain = list(_chain(merge_id))
    first, kept = chain[0], chain[-1].kept
    names = (first.gone.name, kept.name)
    try:
        with transaction.atomic():
            return _moved(write, chain, names)
    except ConflictError as conflict:
        problems = tuple(conflict.problems)
    try:
        with transaction.atomic():
            take_back_merge(write, first)
    except ConflictError as conflict:
        return Healing(*names, problems=(*problems, *conflict.problems))
    return Healing(*names, separated=True, problems=problems)


def _chain(merge_id: UUID) -> Iterator[Merge]:
    """The merging, and those by which its player was merged further."""
    rows = Merge.objects.select_related("gone", "kept")
    merge: Merge | None = rows.get(pk=merge_id)
    while merge:
        yield merge
        merge = rows.filter(gone=merge.kept_id, undone_at=None).first()


def _moved(write: ClubWrite, chain: Sequence[Merge], names: tuple[str, str]) -> Healing:
    gone, kept = chain[0].gone, chain[-1].kept
    _check(gone, kept)
    with results_kept(gone.pk, kept.pk):
        sessions = swap_sessions(write, old=gone.pk, new=kept.pk)
    _join_shares(gone, kept)
    swap_invitations(old=gone.pk, new=kept.pk)
    rows = swap_money(old=gone.pk, new=kept.pk)
    _join_accounts(gone, kept)
    for merge in chain:
        merge.sessions = [*merge.sessions, *(one for one in sessions if one not in merge.sessions)]
        # Taken back, a merging gives these to the player on whom they were booked.
        added = {key: [*merge.money.get(key, ()), *keys] for key, keys in rows.items()}
        merge.money = {**merge.money, **added}
        merge.save(update_fields=["sessions", "money"])
    if holds_anything(Player.objects.get(pk=gone.pk)):
        raise ConflictError([Problem("still_recorded", "")])
    facts = {"gone": str(gone.pk), "kept": str(kept.pk)}
    write.log(Act.MERGED, facts)
    return Healing(*names, rows=rows, sessions=tuple(sessions))


def _check(gone: Player, kept: Player) -> None:
    between = Q(payer=gone, receiver=kept) | Q(payer=kept, receiver=gone)
    problems = []
    if gone.user_id and kept.user_id and gone.user_id != kept.user_id:
        problems.append(Problem("two_accounts", "kept"))
    if Payment.objects.filter(between).exists():
        problems.append(Problem("paid_each_other", "kept"))
    if tournament := entered_both(gone.pk, kept.pk):
        problems.append(Problem("both_entered", "kept", {"tournament": tournament}))
    if problems:
        raise ConflictError(problems)


def _join_shares(gone: Player, kept: Player) -> None:
    """Make one share of two in each settlement that counts both, and no payment to oneself."""
    both = Share.objects.filter(player=gone, settlement__shares__player=kept)
    for share in both.select_related("settlement"):
        whole = Share.objects.get(settlement=share.settlement_id, player=kept)
        whole.carried += share.carried
        whole.exact += share.exact
        whole.rounded += share.rounded
        if abs(whole.rounded - whole.exact) >= share.settlement.step:
            # Rounded together it would have come to something else.
            raise ConflictError([Problem("paid_each_other", "kept")])
        whole.save(update_fields=["carried", "exact", "rounded"])
        share.delete()
    between = Q(payer=gone, receiver=kept) | Q(payer=kept, receiver=gone)
    Transfer.objects.filter(between).delete()


def _join_accounts(gone: Player, kept: Player) -> None:
    account = gone.user
    gone.user, gone.archived_at = None, gone.archived_at or timezone.now()
    gone.save(update_fields=["user", "archived_at"])
    if account and not kept.user_id:
        kept.user = account
        kept.save(update_fields=["user"])
