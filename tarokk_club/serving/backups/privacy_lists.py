"""The lists of erased people and revoked access, merged with their copies in the bucket."""

from django.utils.translation import gettext as _

from tarokk_club.club.models.privacy import Revocation
from tarokk_club.club.privacy.erasure_list import (
    ListedErasure,
    add_erasures,
    format_erasures,
    parse_erasures,
    update_erasure_list,
)
from tarokk_club.club.privacy.usecases.revoking import merge_revocations
from tarokk_club.database import revocation_file
from tarokk_club.env import ERASURES_FILE, REVOCATIONS_FILE
from tarokk_club.serving.backups import BackupError
from tarokk_club.serving.backups.bucket import Bucket

States = dict[tuple[str, str], bool]


def send_lists(bucket: Bucket) -> bool:
    """Bring the lists in the bucket up to date; return whether any of them changed."""
    return any([_send_erasures(bucket), _send_revocations(bucket)])


def fetch_lists(bucket: Bucket) -> None:
    """Add the entries that are only in the bucket to the files of this machine.

    Raise BackupError if the bucket or a list in it cannot be read.
    """
    erasures, revocations = _read_erasures(bucket), _read_revocations(bucket)
    if erasures:
        add_erasures(erasures)
    filed = revocation_file.read_revocation_states()
    if missing := {key: state for key, state in revocations.items() if key not in filed}:
        revocation_file.append_revocations((*key, state) for key, state in missing.items())


def _send_erasures(bucket: Bucket) -> bool:
    stored = _read_erasures(bucket)
    missing = [row for row in update_erasure_list() if row not in stored]
    if missing:
        bucket.write_object(ERASURES_FILE, format_erasures([*stored, *missing]).encode())
    return bool(missing)


def _send_revocations(bucket: Bucket) -> bool:
    stored = _read_revocations(bucket)
    merge_revocations()
    current = set(Revocation.objects.values_list("kind", "ident"))
    wanted = merge_states(current, revocation_file.read_revocation_states(), stored)
    if wanted == stored:
        return False
    lines = revocation_file.format_revocations(
        (*key, state) for key, state in sorted(wanted.items())
    )
    bucket.write_object(REVOCATIONS_FILE, lines.encode())
    return True


def merge_states(current: set[tuple[str, str]], filed: States, stored: States) -> States:
    """Return the merged state of each access: whether it is revoked.

    A revocation that is not in the database counts as undone if either other source says so.

    current: the access that is revoked in the database.
    filed, stored: the states in this machine's file and in the bucket.
    """
    return {
        key: key in current or (filed.get(key, True) and stored.get(key, True))
        for key in {*current, *filed, *stored}
    }


def _read_erasures(bucket: Bucket) -> list[ListedErasure]:
    text = bucket.read_object(ERASURES_FILE)
    try:
        return parse_erasures(text.decode()) if text else []
    except (ValueError, TypeError) as error:
        fault = _("The list %(file)s in the storage %(place)s is damaged.")
        raise BackupError(fault % {"file": ERASURES_FILE, "place": bucket.place}) from error


def _read_revocations(bucket: Bucket) -> States:
    text = bucket.read_object(REVOCATIONS_FILE)
    return revocation_file.parse_revocations(text.decode(errors="replace")) if text else {}
