"""The canonical form of facts, and the hashes that chain a session's history."""

import hashlib
import json
from datetime import UTC
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tarokk_club.club.models.hands import Change


def canonical(value: Any) -> bytes:
    """JSON with sorted keys and no spaces, in UTF-8: equal facts give equal bytes."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    # What a script sent may hold half a character; its fingerprint must not fail.
    return text.encode("utf-8", "surrogatepass")


def fingerprint(value: Any) -> str:
    """The SHA-256 of the canonical form, in hex."""
    return hashlib.sha256(canonical(value)).hexdigest()


def link(change: "Change") -> str:
    """The hash of a change: over ids and records only, so that names and notes can be erased."""
    return fingerprint(
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
