"""Command-line messages about repaired merges."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarokk_club.club.formatting.sentences import render_problem
from tarokk_club.club.merging.usecases.merges import MergeRepair


def describe_merge_repair(repair: MergeRepair) -> Iterator[str]:
    """Yield a sentence about a repaired merge, and a line for each row or session moved."""
    reasons = " ".join(render_problem(problem) for problem in repair.problems)
    values = {"gone": repair.gone, "kept": repair.kept, "why": reasons}
    if repair.separated:
        text = _(
            "%(gone)s and %(kept)s are two players again, each with their own entries. %(why)s"
        )
        yield text % values
        return
    if repair.problems:
        text = _("%(gone)s was merged into %(kept)s; later entries could not be moved. %(why)s")
        yield text % values
        return
    rows = sum(map(len, repair.rows.values()))
    text = ngettext(
        "%(gone)s was merged into %(kept)s: %(count)s later entry moved to %(kept)s.",
        "%(gone)s was merged into %(kept)s: %(count)s later entries moved to %(kept)s.",
        rows + len(repair.sessions),
    )
    yield text % {**values, "count": rows + len(repair.sessions)}
    for kind, keys in repair.rows.items():
        yield from (f"  {kind} {key}" for key in keys)
    yield from (f"  Session {key}" for key in repair.sessions)
