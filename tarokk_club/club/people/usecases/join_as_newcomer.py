"""Come into a club with a new account."""

from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.hashers import check_password, make_password
from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import Club, User, WriteKey
from tarokk_club.club.models.chain import fingerprint
from tarokk_club.club.people.usecases.joining import admit, doorway
from tarokk_club.club.values import link_tokens
from tarokk_club.club.writing.errors import KeyReusedError, LinkGoneError, RefusedError
from tarokk_club.club.writing.idempotency import add_new
from tarokk_club.club.writing.typed_text import LONGEST_NAME, read_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Newcomer:
    """What the invited person says: their name, a password, the language of the page."""

    key: UUID
    name: str
    password: str
    language: str = ""


def join_as_newcomer(*, token: str, newcomer: Newcomer) -> tuple[User, Club]:
    """The new account and its club; the form's key becomes the id, so the form sent again finds
    the same.

    Raises RefusedError, LinkGoneError, KeyReusedError.
    """
    name = _read(newcomer)
    # Hashing takes long on purpose; it is done before anybody has to wait for the lock.
    password = make_password(newcomer.password)
    mark = fingerprint({"do": "join", "token": link_tokens.hash_of(token), "name": name})
    try:
        with doorway(token) as invitation:
            if WriteKey.objects.filter(pk=newcomer.key).exists():
                raise KeyReusedError(None)
            user = _account(newcomer, name, password)
            admit(invitation, user)
            _keep(newcomer.key, invitation.club, mark)
            return user, invitation.club
    except (LinkGoneError, KeyReusedError):
        # The answer to the first try may have been lost on its way, with the link used up.
        before = _joined_before(newcomer, mark)
        if before is None:
            raise
        return before


def _read(newcomer: Newcomer) -> str:
    problems: list[Problem] = []
    name = read_name(newcomer.name, problems)
    if not newcomer.password:
        problems.append(Problem("missing", "password"))
    if problems:
        raise RefusedError(problems)
    return name


def _account(newcomer: Newcomer, name: str, password: str) -> User:
    username = User.normalize_username(name)
    if User.objects.filter(username=username).exists():
        values = {"proposal": _free_name(name)}
        raise RefusedError([Problem("user_name_taken_else", "name", values)])
    user = User(
        id=newcomer.key,
        username=username,
        name=name,
        password=password,
        language=newcomer.language,
    )
    add_new(user)
    return user


def _free_name(name: str) -> str:
    stem = name[: LONGEST_NAME - 4].rstrip()
    beginning = User.normalize_username(stem)
    rows = User.objects.filter(username__startswith=beginning)
    taken = set(rows.values_list("username", flat=True))
    proposals = (f"{stem} {number}" for number in range(2, len(taken) + 3))
    return next(one for one in proposals if User.normalize_username(one) not in taken)


def _keep(key: UUID, club: Club, mark: str) -> None:
    add_new(WriteKey(key=key, club=club, fingerprint=mark, made_at=timezone.now()))


def _joined_before(newcomer: Newcomer, mark: str) -> tuple[User, Club] | None:
    """Who came by this very form; the password proves that it is the same person again."""
    used = WriteKey.objects.filter(pk=newcomer.key, fingerprint=mark).select_related("club").first()
    user = User.objects.filter(pk=newcomer.key, is_active=True).first()
    if used and user and check_password(newcomer.password, user.password):
        return user, used.club
    return None
