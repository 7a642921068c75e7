"""The canonical serialisation of values, and the hash chain of a session's history."""

import hashlib
import json
from datetime import UTC
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tarokk_club.club.models.hands import Change


def encode_canonical(value: Any) -> bytes:
    """Return the value as UTF-8 JSON with sorted keys and no spaces.

    Equal values give equal bytes.
    """
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    # Input from a script may contain lone surrogates, and hashing must not fail on them.
    return text.encode("utf-8", "surrogatepass")


def compute_fingerprint(value: Any) -> str:
    """Return the SHA-256 of the value's canonical JSON, in hex."""
    return hashlib.sha256(encode_canonical(value)).hexdigest()


def hash_change(change: "Change") -> str:
    """Return the hash of a change.

    It covers no names, notes and reasons, so that they can be erased.
    """
    return compute_fingerprint(
        {
            "seq": change.seq,
            "session": str(change.session_id),
            "entry": str(change.entry_id) if change.entry_id else None,
            "action": change.action,
            "before": change.before,
            "after": change.after,
            "position": change.position,
            "author": str(change.author_id) if change.author_id else None,
            "at": change.at.astimezone(UTC).isoformat(timespec="microseconds"),
            "prev_hash": change.prev_hash,
        }
    )
