"""Command-line messages about repaired merges."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarokk_club.club.formatting.sentences import render_problem
from tarokk_club.club.merging.usecases.merges import Healing


def describe_healing(healing: Healing) -> Iterator[str]:
    """Yield a sentence about a repair, and if entries were moved, a line for each of them."""
    reasons = " ".join(render_problem(problem) for problem in healing.problems)
    values = {"gone": healing.gone, "kept": healing.kept, "why": reasons}
    if healing.separated:
        text = _(
            "%(gone)s and %(kept)s are two players again, each with their own entries. %(why)s"
        )
        yield text % values
        return
    if healing.problems:
        text = _("%(gone)s was merged into %(kept)s; later entries could not be moved. %(why)s")
        yield text % values
        return
    rows = sum(map(len, healing.rows.values()))
    text = ngettext(
        "%(gone)s was merged into %(kept)s: %(count)s later entry moved to %(kept)s.",
        "%(gone)s was merged into %(kept)s: %(count)s later entries moved to %(kept)s.",
        rows + len(healing.sessions),
    )
    yield text % {**values, "count": rows + len(healing.sessions)}
    for kind, keys in healing.rows.items():
        yield from (f"  {kind} {key}" for key in keys)
    yield from (f"  Session {key}" for key in healing.sessions)
