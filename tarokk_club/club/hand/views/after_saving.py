"""Where a saved hand leads: the same for a browser with a script and for one without."""

from __future__ import annotations

from django.contrib import messages
from django.utils.html import format_html
from django.utils.translation import gettext as _

from tarokk_club.club.hand.views.entry_screen import NEW, Screen
from tarokk_club.club.pages.loaders import MemberRequest
from tarokk_club.club.people.usecases.accounts import change_next_hand

# Where saving leads, as the form says it.
THEN, SHEET, NEXT = "then", "sheet", "next"


def after_saving(request: MemberRequest, screen: Screen, say: str) -> str:
    """Remember where the person goes after saving, and say there what was saved.

    The address of the sheet, or of the form of the next hand.
    """
    if not remember_choice(request, screen):
        messages.success(request, say)
        return screen.back
    undo = '{} <button type="submit" class="link" form="undo">{}</button>'
    messages.success(request, format_html(undo, say, _("Undo")))
    return screen.action


def remember_choice(request: MemberRequest, screen: Screen) -> bool:
    """Remember where the person goes after saving; whether straight to the next hand."""
    then = request.POST.get(THEN)
    if screen.mode != NEW or then not in (SHEET, NEXT):
        return False
    if request.user.next_hand != (then == NEXT):
        change_next_hand(user=request.user, next_hand=then == NEXT)
    return then == NEXT
