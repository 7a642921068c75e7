"""Where somebody is signed out, nothing more is shown: the phone gets no notices."""

from tarokk_club.club.models import PushDevice, User
from tarokk_club.database.write_lock import write_lock


def forget_phones(*, user: User, session_key: str | None = None) -> int:
    """How many phones of the person get no notices any more; session_key: only that sign-in's."""
    phones = PushDevice.objects.filter(user=user)
    if session_key is not None:
        phones = phones.filter(session_key=session_key)
    if not phones.exists():
        return 0
    with write_lock():
        return phones.delete()[0]
