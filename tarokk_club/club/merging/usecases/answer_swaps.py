"""One player for another in the calendar; called behind the club's unit of work only."""

from django.db.models import Exists, OuterRef

from tarokk_club.club.calendar.usecases.drawn_players import swap_drawn
from tarokk_club.club.models import EveningAnswer, Merge, Player

# Answers are remembered by their evenings, which keep their ids when a club moves.
FIELD = "EveningAnswer.evening"


def swap_answers(*, old: Player, new: Player) -> dict[str, list[str]]:
    """The answers of `old` become those of `new`; the evenings of them. Where both have answered,
    that of `new` counts, and the other one waits with `old`, who is archived.
    """
    swap_drawn(old.club_id, old=str(old.pk), new=str(new.pk))
    rows = EveningAnswer.objects.filter(~_answered_by(new), player=old)
    evenings = list(rows.values_list("evening_id", flat=True))
    EveningAnswer.objects.filter(player=old, evening__in=evenings).update(player=new)
    return {FIELD: [str(one) for one in evenings]} if evenings else {}


def swap_answers_back(merge: Merge) -> None:
    """Give these answers, and no later ones, back to who was merged away."""
    evenings = merge.money.get(FIELD, [])
    rows = EveningAnswer.objects.filter(
        ~_answered_by(merge.gone), player=merge.kept, evening__in=evenings
    )
    rows.update(player=merge.gone)


def _answered_by(player: Player) -> Exists:
    """Whether a player has an answer of the same evening."""
    return Exists(EveningAnswer.objects.filter(evening=OuterRef("evening"), player=player))
