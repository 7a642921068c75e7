"""Command-line messages about repaired merges."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarokk_club.club.formatting.sentences import problem_sentence
from tarokk_club.club.merging.usecases.merges import Healing


def describe_healing(done: Healing) -> Iterator[str]:
    """Yield a sentence about a repair, then a line for each moved row and session."""
    why = " ".join(problem_sentence(problem) for problem in done.problems)
    values = {"gone": done.gone, "kept": done.kept, "why": why}
    if done.separated:
        text = _(
            "%(gone)s and %(kept)s are two players again, each with their own entries. %(why)s"
        )
        yield text % values
        return
    if done.problems:
        text = _("%(gone)s was merged into %(kept)s; later entries could not be moved. %(why)s")
        yield text % values
        return
    rows = sum(map(len, done.rows.values()))
    text = ngettext(
        "%(gone)s was merged into %(kept)s: %(count)s later entry moved to %(kept)s.",
        "%(gone)s was merged into %(kept)s: %(count)s later entries moved to %(kept)s.",
        rows + len(done.sessions),
    )
    yield text % {**values, "count": rows + len(done.sessions)}
    for kind, keys in done.rows.items():
        yield from (f"  {kind} {key}" for key in keys)
    yield from (f"  Session {key}" for key in done.sessions)
