"""A passkey in a user's list, created as on a phone; it cannot be used to sign in."""

import hashlib
from typing import Any

NAME = b"a passkey of ux!"
SITE = "localhost"


def add_demo_passkey(user: Any) -> int:
    """Add the passkey to the user's list and return the id of its row."""
    from allauth.mfa.models import Authenticator

    data = {"name": "Anna's phone", "credential": _answer()}
    return int(Authenticator.objects.create(user=user, type="webauthn", data=data).pk)


def _answer() -> dict[str, object]:
    """Return a browser's response to the creation of a passkey."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from fido2.cose import ES256
    from fido2.utils import websafe_encode
    from fido2.webauthn import (
        Aaguid,
        AttestationObject,
        AttestedCredentialData,
        AuthenticatorData,
        CollectedClientData,
    )

    pair = ec.generate_private_key(ec.SECP256R1())
    key = ES256.from_cryptography_key(pair.public_key())  # type: ignore[no-untyped-call]
    made = AttestedCredentialData.create(Aaguid.NONE, NAME, key)
    flags = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV | AuthenticatorData.FLAG.AT
    told = AuthenticatorData.create(hashlib.sha256(SITE.encode()).digest(), flags, 0, made)
    client = CollectedClientData.create("webauthn.create", NAME, f"https://{SITE}")
    shown = AttestationObject.create("none", told, {})
    return {
        "id": websafe_encode(NAME),
        "rawId": websafe_encode(NAME),
        "type": "public-key",
        "response": {
            "clientDataJSON": websafe_encode(client),
            "attestationObject": websafe_encode(shown),
        },
        "clientExtensionResults": {},
    }
