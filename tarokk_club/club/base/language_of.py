"""In which language the site speaks to a person, wherever that is."""

from django.conf import settings

from tarokk_club.club.models import Club, User


def language_of(user: User) -> str:
    """The language chosen for the account, else the one that all clubs of the person speak; empty
    where that leaves it open.
    """
    if user.language:
        return user.language if user.language in dict(settings.LANGUAGES) else ""
    clubs = Club.objects.filter(members=user).order_by()
    spoken = list(clubs.values_list("language", flat=True).distinct()[:2])
    return spoken[0] if len(spoken) == 1 and spoken[0] in dict(settings.LANGUAGES) else ""
