"""A demonstration passkey in a user's list; it cannot be used to sign in."""

import hashlib
from typing import Any

CREDENTIAL_ID = b"a passkey of ux!"
HOST = "localhost"


def add_demo_passkey(user: Any) -> int:
    """Add the passkey to the user's list and return the id of its row."""
    from allauth.mfa.models import Authenticator

    data = {"name": "Anna's phone", "credential": _build_registration_response()}
    return int(Authenticator.objects.create(user=user, type="webauthn", data=data).pk)


def _build_registration_response() -> dict[str, object]:
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
    credential = AttestedCredentialData.create(Aaguid.NONE, CREDENTIAL_ID, key)
    flags = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV | AuthenticatorData.FLAG.AT
    authenticator_data = AuthenticatorData.create(
        hashlib.sha256(HOST.encode()).digest(), flags, 0, credential
    )
    client = CollectedClientData.create("webauthn.create", CREDENTIAL_ID, f"https://{HOST}")
    attestation = AttestationObject.create("none", authenticator_data, {})
    return {
        "id": websafe_encode(CREDENTIAL_ID),
        "rawId": websafe_encode(CREDENTIAL_ID),
        "type": "public-key",
        "response": {
            "clientDataJSON": websafe_encode(client),
            "attestationObject": websafe_encode(attestation),
        },
        "clientExtensionResults": {},
    }
