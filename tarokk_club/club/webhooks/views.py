"""Pages to create and manage webhooks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy

from tarokk_club.club.models import Club, Webhook
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.pages.responses import read_post, render_page, submit
from tarokk_club.club.webhooks.forms import WebhookForm
from tarokk_club.club.webhooks.queries import find_webhook, list_recent_deliveries
from tarokk_club.club.webhooks.usecases.webhooks import (
    WebhookPlan,
    make_webhook,
    queue_test_message,
    remove_webhook,
    switch_on_webhook,
)
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Submission

# The use case and the success message of each button, by its value.
ACTS: Mapping[str, tuple[Callable[..., bool], object]] = MappingProxyType(
    {
        "try": (
            queue_test_message,
            gettext_lazy("A message is sent within a minute; look here then."),
        ),
        "on": (switch_on_webhook, gettext_lazy("The webhook is on again.")),
        "remove": (remove_webhook, gettext_lazy("The webhook is removed.")),
    }
)


@club_view(Right.CLUB)
def create_webhook(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Create a webhook, and show its secret once."""
    form = WebhookForm(read_post(request))

    def make_planned_webhook(submission: Submission) -> tuple[Webhook, bool]:
        plan = WebhookPlan(url=form.cleaned_data["url"], events=form.cleaned_data["events"])
        return make_webhook(club_id=club.id, form=submission, plan=plan)

    result = submit(request, form, make_planned_webhook)
    if result:
        webhook, is_new = result
        context = {"club": club, "webhook": webhook, "secret": webhook.secret if is_new else None}
        return render_page(request, "club/webhooks/made.html", context)
    return render_page(request, "club/webhooks/new.html", {"club": club, "form": form})


@club_view(Right.CLUB)
def manage_webhook(request: MemberRequest, club: Club, webhook_id: UUID) -> HttpResponseBase:
    """Show a webhook with its latest deliveries; POST tests it, switches it on or removes it."""
    row = find_webhook(club, webhook_id)
    if row is None:
        raise Http404
    form = KeyForm(read_post(request))
    act, message = ACTS.get(request.POST.get("act", ""), (None, ""))

    def run_act(submission: Submission) -> bool:
        return bool(act and act(club_id=club.id, form=submission, webhook_id=row.pk))

    if submit(request, form, run_act):
        messages.success(request, str(message))
        if act is remove_webhook:
            return redirect("club:programs", club.slug)
        return redirect("club:webhook", club.slug, row.pk)
    context = {
        "club": club,
        "webhook": row,
        "deliveries": list_recent_deliveries(row),
        "other": KeyForm(),
    }
    return render_page(request, "club/webhooks/webhook.html", context)
