"""Pages to import a session document after a preview, and the download of the archive."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from tarokk_club.club.formatting.labels import label_game
from tarokk_club.club.formatting.sentences import render_problem
from tarokk_club.club.models import Club
from tarokk_club.club.pages.export_throttle import limit_to_one_export
from tarokk_club.club.pages.files import build_download
from tarokk_club.club.pages.loaders import MemberRequest, add_merge_messages, club_view
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.transfer.exports import KIND, build_club_archive
from tarokk_club.club.transfer.forms import ImportDocumentForm, UploadForm
from tarokk_club.club.transfer.usecases.session_documents import (
    IncomingDocument,
    IncomingError,
    find_copy_of_document,
    find_existing_names,
    import_session,
    preview_document,
    read_incoming_document,
    replace_merged_names,
)
from tarokk_club.club.writing.errors import ConflictError, KeyReusedError, RefusedError
from tarokk_club.club.writing.log import log_export
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Submission

# The largest number of problems on a page.
MOST_FAULTS = 20
# The problem code of a document that is a copy of an existing session.
COPY = "session_known"


@dataclass(frozen=True, slots=True)
class ImportFault:
    """A problem in a document.

    place: the hand or event with the problem; "" for the whole document.
    key: the key with the problem.
    """

    place: str
    key: str
    sentence: str


@club_view(Right.CORRECT)
def import_session_document(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Upload a session document, preview it, and import it."""
    if request.method != "POST":
        return _render_upload(request, club, UploadForm())
    if "document" in request.POST:
        return _import_document(request, club)
    form = UploadForm(request.POST, request.FILES)
    if not form.is_valid():
        return _render_upload(request, club, form, status=422)
    try:
        incoming = read_incoming_document(form.cleaned_data["file"].read(), today=get_today(club))
    except RefusedError as refused:
        return _render_refusal(request, club, refused)
    return _render_preview(request, club, incoming)


def _import_document(request: MemberRequest, club: Club) -> HttpResponseBase:
    form = ImportDocumentForm(request.POST)
    if not form.is_valid():
        incomplete = ImportFault("", "", _("The form came back incomplete; choose the file again."))
        return _render_upload(request, club, UploadForm(), status=422, faults=[incomplete])
    submission = Submission(key=form.cleaned_data["key"], by=request.user)
    try:
        text = form.cleaned_data["document"].encode("utf-8", "surrogatepass")
        incoming = read_incoming_document(text, today=get_today(club))
    except RefusedError as refused:
        return _render_refusal(request, club, refused)
    try:
        once = not form.cleaned_data["again"]
        session = import_session(club_id=club.id, form=submission, incoming=incoming, once=once)
    except ConflictError as conflict:
        has_other_problems = any(problem.code != COPY for problem in conflict.problems)
        return _render_preview(request, club, incoming, status=200 if has_other_problems else 409)
    except KeyReusedError:
        # Render the form with a new key, so that the user can still import the document.
        return _render_preview(request, club, incoming, status=409)
    messages.success(request, _("The session has been imported."))
    return redirect("club:sheet", club.slug, session.id)


def _render_refusal(request: MemberRequest, club: Club, refused: RefusedError) -> TemplateResponse:
    place = _locate_problem(refused)
    faults = [
        ImportFault(place, _to_page_text(problem.field), _to_page_text(render_problem(problem)))
        for problem in refused.problems[:MOST_FAULTS]
    ]
    return _render_upload(request, club, UploadForm(), status=422, faults=faults)


def _to_page_text(text: str) -> str:
    """Return the text with a question mark for each lone surrogate, which UTF-8 cannot encode."""
    return text.encode("utf-8", "replace").decode()


def _locate_problem(refused: RefusedError) -> str:
    if refused.event is None:
        return ""
    hand = refused.hand if isinstance(refused, IncomingError) else None
    values = {"hand": hand, "event": refused.event}
    if hand is None:
        return _("Event %(event)s of the document") % values
    return _("Hand %(hand)s, event %(event)s of the document") % values


def _render_upload(
    request: MemberRequest,
    club: Club,
    form: UploadForm,
    *,
    status: int = 200,
    faults: Sequence[ImportFault] = (),
) -> TemplateResponse:
    context = {"club": club, "form": form, "faults": faults}
    return TemplateResponse(request, "club/transfer/import.html", context, status=status)


def _render_preview(
    request: MemberRequest, club: Club, incoming: IncomingDocument, *, status: int = 200
) -> TemplateResponse:
    present = replace_merged_names(club.id, incoming)
    add_merge_messages(request, {values["player_id"]: values for values in present.merged})
    incoming = present.incoming
    existing = find_existing_names(club.id, incoming)
    context = {
        "club": club,
        "is_conflict": status != 200,
        "refused": [render_problem(problem) for problem in present.problems],
        "copy": find_copy_of_document(club.id, incoming),
        "incoming": incoming,
        "game": label_game(incoming.head.game.key),
        "look": preview_document(incoming),
        "players": [(name, name in existing) for name in incoming.names.values()],
        "form": ImportDocumentForm(initial={"document": incoming.text}),
    }
    status = 409 if present.problems else status
    return TemplateResponse(request, "club/transfer/import_look.html", context, status=status)


@club_view(Right.MEMBERS)
@limit_to_one_export
def download_archive(request: MemberRequest, club: Club) -> HttpResponse:
    """Download the archive of the club, which another site can import, and log the export."""
    content = build_club_archive(club.id)
    log_export(club_id=club.id, by=request.user, file="archive.zip")
    return build_download(f"{club.slug}-archive.zip", content, KIND)
