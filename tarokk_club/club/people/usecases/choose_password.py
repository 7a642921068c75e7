"""Choose a new password by a link from the owner of the club."""

from collections.abc import Iterable

from allauth.mfa.models import Authenticator
from django.contrib.auth.hashers import make_password
from django.utils import timezone

from tarokk_club.club.models import Act, AuditLine, Club, PushDevice, User
from tarokk_club.club.people.queries.members import password_link_of
from tarokk_club.club.values import link_tokens
from tarokk_club.club.writing.errors import LinkGoneError
from tarokk_club.database.write_lock import write_lock


def choose_password(*, token: str, password: str, gone: Iterable[str] = ()) -> User:
    """The person with the new password; whoever was signed in under the old one is out.

    gone: ids of the person's passkeys that shall open the account no longer.

    Raises LinkGoneError.
    """
    # Hashing takes long on purpose; it is done before anybody has to wait for the lock.
    hashed = make_password(password)
    with write_lock():
        club = Club.objects.select_for_update(of=("self",), no_key=True)
        club.filter(passwordlinks__token_hash=link_tokens.hash_of(token)).first()
        link = password_link_of(token)
        if link is None:
            raise LinkGoneError
        link.used_at = timezone.now()
        link.save(update_fields=["used_at"])
        link.user.password = hashed
        link.user.save(update_fields=["password"])
        PushDevice.objects.filter(user=link.user).delete()
        AuditLine.write(link.club_id, Act.LINK_USED, by=link.user)
        keys = Authenticator.objects.filter(user=link.user, type=Authenticator.Type.WEBAUTHN)
        if keys.filter(pk__in=list(gone)).delete()[0]:
            AuditLine.write(link.club_id, Act.PASSKEY_REMOVED, by=link.user)
        return link.user
