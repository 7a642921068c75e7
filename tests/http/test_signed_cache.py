"""The shared cache takes nothing that this site did not sign."""

import pickle
from typing import Any

import pytest
from django.test import override_settings

from support.catalogue import row
from tarokk_club.http import shared_cache
from tarokk_club.http.shared_cache import ForgedEntryError, SharedCache, SignedSerializer

SERIALIZER = SignedSerializer()
RUN: list[str] = []


class Harm:
    """Runs code when it is unpickled."""

    def __reduce__(self) -> Any:
        return RUN.append, ("harm",)


@pytest.mark.parametrize("value", [None, True, 7, -7, "7", b"7", {"a": ("<p>", 1)}])
def test_a_stored_value_reads_back_unchanged(value: Any) -> None:
    stored = SERIALIZER.dumps(value)
    stored = str(stored).encode() if isinstance(stored, int) else stored

    read = SERIALIZER.loads(stored)

    assert read == value and type(read) is type(value)


def test_a_number_is_stored_so_that_the_server_can_count() -> None:
    assert SERIALIZER.dumps(7) == 7


@row("S81")
@pytest.mark.parametrize("before", [b"", b"x" * 32])
def test_an_entry_without_a_signature_is_not_unpickled(before: bytes) -> None:
    with pytest.raises(ForgedEntryError):
        SERIALIZER.loads(before + pickle.dumps(Harm()))

    assert RUN == []


@row("S81")
def test_refuses_a_changed_or_foreign_entry() -> None:
    stored = SERIALIZER.dumps({"points": 5})
    with override_settings(SECRET_KEY="another-" * 8):
        foreign = SERIALIZER.dumps({"points": 5})

    for forged in (stored[:-1] + b"x", foreign, stored[:20], b""):
        with pytest.raises(ForgedEntryError):
            SERIALIZER.loads(forged)


@row("S81")
def test_a_forged_entry_is_missed_like_a_server_that_is_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cache = SharedCache("redis://127.0.0.1:1/0", {})
    client = cache._cache

    class Server:
        def get(self, _key: str) -> bytes:
            return pickle.dumps(Harm())

    # The pause after a fault is for this test only.
    monkeypatch.setattr(shared_cache, "FAULT", shared_cache._Fault())
    monkeypatch.setattr(client, "get_client", lambda *_a, **_k: Server())

    assert cache.get("page", "nothing") == "nothing"
    assert RUN == []
