"""Views to merge two players, and to undo a merge."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from tarokk_club.club.merging.queries import list_merge_choices
from tarokk_club.club.merging.usecases.merges import merge_players, unmerge_players
from tarokk_club.club.models import Club, Merge, Player
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.pages.responses import read_post, render_page, submit
from tarokk_club.club.people.forms.players import MergeForm
from tarokk_club.club.writing.permissions import Right


@club_view(Right.PLAYERS)
def merge_player_into_other(
    request: MemberRequest, club: Club, player_id: UUID
) -> HttpResponseBase:
    """Render the choice of another player, and on POST merge this player into that one."""
    player = get_object_or_404(Player.objects.select_related("club"), pk=player_id, club=club)
    form = MergeForm(read_post(request), candidates=list_merge_choices(player))
    if form.is_valid():
        into = UUID(form.cleaned_data["kept"])
        if submit(
            request,
            form,
            lambda submission: merge_players(
                club_id=club.id, form=submission, gone=player.id, into=into
            ),
        ):
            messages.success(request, _("The two are one player now; this can be undone."))
            return redirect("club:player", club.slug, into)
    return render_page(
        request, "club/merging/merge.html", {"club": club, "player": player, "form": form}
    )


@club_view(post=Right.PLAYERS)
def undo_player_merge(request: MemberRequest, club: Club, merge_id: UUID) -> HttpResponseBase:
    """Undo a merge, and redirect to the restored player; if refused, to the remaining one."""
    merge = get_object_or_404(Merge, pk=merge_id, club=club)
    form = KeyForm(request.POST)
    undone = submit(
        request,
        form,
        lambda submission: unmerge_players(club_id=club.id, form=submission, merge_id=merge.id),
    )
    if undone:
        messages.success(request, _("They are two players again."))
        return redirect("club:player", club.slug, merge.gone_id)
    for fault in form.non_field_errors():
        messages.error(request, str(fault))
    return redirect("club:player", club.slug, merge.kept_id)
