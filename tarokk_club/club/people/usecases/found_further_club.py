"""Found a club on a site that has one already."""

from datetime import timedelta

from django.core.exceptions import PermissionDenied
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.core.problem import Problem
from tarokk_club.club.models import Club, User
from tarokk_club.club.people.usecases.found_club import (
    NewClub,
    founding_door,
    make_club,
    mark_of,
    read_club,
)
from tarokk_club.club.writing.errors import RefusedError, TooManyError
from tarokk_club.club.writing.permissions import may_found

DAY, MOST_A_DAY = timedelta(days=1), 5


def found_further_club(*, new: NewClub, by: User) -> Club:
    """A further club, whose owner and secretary is the person who founds it.

    Raises RefusedError, PermissionDenied, TooManyError, KeyReusedError.
    """
    problems: list[Problem] = []
    club_name = read_club(new, problems)
    if problems:
        raise RefusedError(problems)
    mark = mark_of(new, club_name, do="found_further", by=str(by.pk))
    with founding_door(new.key, mark) as done:
        if done:
            return done
        # As it stands now: the right may have gone since the page was asked for.
        if not may_found(User.objects.get(pk=by.pk)):
            raise PermissionDenied(_("Further clubs are founded by the operator of the site."))
        since = timezone.now() - DAY
        if Club.objects.filter(founded_by=by, founded_at__gt=since).count() >= MOST_A_DAY:
            raise TooManyError(int(DAY.total_seconds()))
        return make_club(new, club_name, founder=by, mark=mark)
