"""How a view answers: a page, or its form again with what was wrong; one place that writes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar, cast

from django.http import HttpRequest, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tarokk_club.club.formatting.sentences import ClubWords, problem_sentence
from tarokk_club.club.models import Session, User
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.values.ids import digest
from tarokk_club.club.writing.errors import (
    ConflictError,
    KeyReusedError,
    LaterEntryError,
    RefusedError,
    StaleError,
)
from tarokk_club.club.writing.unit_of_work import Submission

Done = TypeVar("Done")
WRONG, CONFLICT = 422, 409
_NO_CONTENT = ("csrfmiddlewaretoken", "key", "version", "reason", "confirm", "again")


def page(
    request: HttpRequest, template: str, context: dict[str, Any], *, status: int = 200
) -> TemplateResponse:
    """A page; one that holds a faulty form says so by its status."""
    form = context.get("form")
    if status == 200 and isinstance(form, KeyForm) and form.is_bound:
        status = form.status
        context = {**context, "mark": _content_mark(request)}
    return TemplateResponse(request, template, context, status=status)


def posted(request: HttpRequest) -> QueryDict | None:
    """What a form sent, be it empty; None on a page that is only asked for."""
    return request.POST if request.method == "POST" else None


def _content_mark(request: HttpRequest) -> str:
    """What the form says, in short: a preview gives it out, and only the same is then saved."""
    said = {name: sent for name, sent in request.POST.lists() if name not in _NO_CONTENT}
    return digest(sorted(said.items()))[:16]


def confirmed(request: HttpRequest) -> bool:
    """Whether the person saw what the form does, as it is now, and wants it saved."""
    return request.POST.get("confirm") == _content_mark(request)


def to_sheet(session: Session) -> HttpResponseRedirect:
    """Back to the page of the evening."""
    return redirect("club:sheet", session.club.slug, session.id)


def to_tournament_or(
    request: HttpRequest, session: Session, otherwise: Callable[[Session], HttpResponseRedirect]
) -> HttpResponseRedirect:
    """Return to the tournament from whose page the form was sent, else where the view leads."""
    table = getattr(session, "tournament_table", None)
    if table is None or request.POST.get("back") != "tournament":
        return otherwise(session)
    return redirect("club:tournament", session.club.slug, table.tournament_id)


def sent(form: KeyForm, user: User) -> Submission:
    """What a valid form carries besides its content."""
    data = form.cleaned_data
    reason = data.get("reason") or ""
    return Submission(key=data["key"], by=user, version=data.get("version"), reason=reason)


def submit(
    request: HttpRequest,
    form: KeyForm,
    write: Callable[[Submission], Done],
    *,
    fields: dict[str, str] | None = None,
    words: ClubWords | None = None,
) -> Done | None:
    """What `write` gives for a form that was sent; None when nothing was sent or it was refused.

    The one way from a form over its use case to the answer: why it was refused then stands in the
    form, which the view shows again. fields, words: as of `attempt`.
    """
    if not form.is_valid():
        return None
    submission = sent(form, cast(User, request.user))
    return attempt(form, lambda: write(submission), fields=fields, words=words)


def attempt(
    form: KeyForm,
    write: Callable[[], Done],
    *,
    fields: dict[str, str] | None = None,
    words: ClubWords | None = None,
) -> Done | None:
    """What `write` gives; None when it was refused, with the reasons put into the form.

    fields: key of the record to the field of the form, where they differ.
    """
    try:
        return write()
    except StaleError as stale:
        form.renew(stale.current)
        form.add_error(None, _stale_sentence(stale))
    except KeyReusedError:
        form.renew()
        form.add_error(None, _("This form was sent before with other content. Send it once more."))
    except LaterEntryError as later:
        form.add_error(None, later_sentence(later.number, later.problems, words))
    except ConflictError as conflict:
        form.show_problems(conflict.problems, fields, words)
        form.status = CONFLICT
    except RefusedError as refused:
        form.show_problems(refused.problems, fields, words)
    return None


def _stale_sentence(stale: StaleError) -> str:
    last = stale.since[-1] if stale.since else None
    if last is None:
        return _("The session was changed meanwhile. Look once more, then send it again.")
    values = {
        "who": last.author.name_in(last.session.club_id) if last.author else _("the operator"),
        "time": date_format(localtime(last.at), "TIME_FORMAT"),
        "what": last.label,
    }
    text = _(
        "%(who)s changed the session at %(time)s (%(what)s)."
        " Look once more, then send it again; nothing you typed is lost."
    )
    return text % values


def later_sentence(number: int | None, problems: Iterable[Any], words: ClubWords | None) -> str:
    """Why a later entry would become impossible; number: of a hand."""
    reason = " ".join(problem_sentence(one, words) for one in problems)
    if number is None:
        return _("Something later would become impossible: %(reason)s") % {"reason": reason}
    values = {"number": number, "reason": reason}
    return _("Hand %(number)s would become impossible: %(reason)s") % values
