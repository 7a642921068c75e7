"""One player for another outside the sessions, above all in the book of money; called behind the
club's unit of work only.
"""

from collections.abc import Mapping
from uuid import UUID

from tarokk_club.club.models import Entrant
from tarokk_club.club.money.queries.money_names import NAMED


def swap_money(*, old: UUID, new: UUID) -> dict[str, list[str]]:
    """Everything that stands for `old` becomes that of `new`; the keys of the rows, by field."""
    moved = {}
    for model, field in NAMED:
        rows = model._default_manager.filter(**{field: old})
        if model is Entrant:
            # Who left a tournament under one name and plays on under the other stands there once.
            rows = rows.exclude(tournament__entrants__player=new)
        keys = [str(key) for key in rows.values_list("pk", flat=True)]
        if keys:
            rows.update(**{field: new})
            moved[f"{model.__name__}.{field}"] = keys
    return moved


def swap_money_back(moved: Mapping[str, list[str]], *, new: UUID) -> None:
    """Give these rows, and no later ones, to `new`."""
    for model, field in NAMED:
        keys = moved.get(f"{model.__name__}.{field}", [])
        model._default_manager.filter(pk__in=keys).update(**{field: new})
