"""Responses of views, and the submission of forms to use cases."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar, cast

from django.http import HttpRequest, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tarokk_club.club.formatting.sentences import ClubWords, render_problem
from tarokk_club.club.models import Session, User
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.values.ids import compute_digest
from tarokk_club.club.writing.errors import (
    ConflictError,
    KeyReusedError,
    LaterEntryError,
    RefusedError,
    StaleError,
)
from tarokk_club.club.writing.unit_of_work import Submission

Result = TypeVar("Result")
WRONG, CONFLICT = 422, 409
_NO_CONTENT = ("csrfmiddlewaretoken", "key", "version", "reason", "confirm", "again")


def render_page(
    request: HttpRequest, template: str, context: dict[str, Any], *, status: int = 200
) -> TemplateResponse:
    """Return the response of a page, with the status of its form if the form was submitted."""
    form = context.get("form")
    if status == 200 and isinstance(form, KeyForm) and form.is_bound:
        status = form.status
        context = {**context, "mark": _compute_content_digest(request)}
    return TemplateResponse(request, template, context, status=status)


def read_post(request: HttpRequest) -> QueryDict | None:
    """Return the submitted form data, possibly empty, or None unless the method is POST."""
    return request.POST if request.method == "POST" else None


def _compute_content_digest(request: HttpRequest) -> str:
    """Return a short digest of the submitted content, by which a confirmation identifies it."""
    content = {name: values for name, values in request.POST.lists() if name not in _NO_CONTENT}
    return compute_digest(sorted(content.items()))[:16]


def is_confirmed(request: HttpRequest) -> bool:
    """Return whether the user has confirmed a preview of exactly this content."""
    return request.POST.get("confirm") == _compute_content_digest(request)


def redirect_to_sheet(session: Session) -> HttpResponseRedirect:
    """Redirect to the sheet of the session."""
    return redirect("club:sheet", session.club.slug, session.id)


def redirect_to_tournament_or_else(
    request: HttpRequest, session: Session, otherwise: Callable[[Session], HttpResponseRedirect]
) -> HttpResponseRedirect:
    """Redirect to the tournament if the form was submitted there, else call `otherwise`."""
    table = getattr(session, "tournament_table", None)
    if table is None or request.POST.get("back") != "tournament":
        return otherwise(session)
    return redirect("club:tournament", session.club.slug, table.tournament_id)


def read_submission(form: KeyForm, user: User) -> Submission:
    """Return the submission of a valid form by this user."""
    data = form.cleaned_data
    reason = data.get("reason") or ""
    return Submission(key=data["key"], by=user, version=data.get("version"), reason=reason)


def submit(
    request: HttpRequest,
    form: KeyForm,
    write: Callable[[Submission], Result],
    *,
    fields: dict[str, str] | None = None,
    words: ClubWords | None = None,
) -> Result | None:
    """Call `write` with the form's submission and return its result.

    Return None if the form is invalid or `write` refuses it; the form then contains the errors.

    fields, words: as in `try_write`.
    """
    if not form.is_valid():
        return None
    submission = read_submission(form, cast(User, request.user))
    return try_write(form, lambda: write(submission), fields=fields, words=words)


def try_write(
    form: KeyForm,
    write: Callable[[], Result],
    *,
    fields: dict[str, str] | None = None,
    words: ClubWords | None = None,
) -> Result | None:
    """Call `write` and return its result, or None with errors in the form if it refuses.

    fields: the names of form fields, by field of the problem, where the two differ.
    words: the words of the club for the error messages.
    """
    try:
        return write()
    except StaleError as stale:
        form.renew(stale.current)
        form.add_error(None, _format_stale_message(stale))
    except KeyReusedError:
        form.renew()
        form.add_error(None, _("This form was already sent with other content. Send it again."))
    except LaterEntryError as later:
        form.add_error(None, describe_later_problem(later.number, later.problems, words))
    except ConflictError as conflict:
        form.show_problems(conflict.problems, fields, words)
        form.status = CONFLICT
    except RefusedError as refused:
        form.show_problems(refused.problems, fields, words)
    return None


def _format_stale_message(stale: StaleError) -> str:
    last = stale.since[-1] if stale.since else None
    if last is None:
        return _("The session has changed in the meantime. Check it, then send it again.")
    values = {
        "who": last.author.find_name_in_club(last.session.club_id)
        if last.author
        else _("the operator"),
        "time": date_format(localtime(last.at), "TIME_FORMAT"),
        "what": last.label,
    }
    text = _(
        "%(who)s changed the session at %(time)s (%(what)s). Check it, then send it again; "
        "nothing you typed is lost."
    )
    return text % values


def describe_later_problem(
    number: int | None, problems: Iterable[Any], words: ClubWords | None
) -> str:
    """Return a message about a later entry that a change would make invalid.

    number: the number of the later entry if it is a hand, else None.
    """
    reason = " ".join(render_problem(problem, words) for problem in problems)
    if number is None:
        return _("Something later would become impossible: %(reason)s") % {"reason": reason}
    values = {"number": number, "reason": reason}
    return _("Hand %(number)s would become impossible: %(reason)s") % values
