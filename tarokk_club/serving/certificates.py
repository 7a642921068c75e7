"""Checks of the certificate and key with which `serve` speaks https."""

import ssl
from pathlib import Path


class _PasswordNeededError(Exception):
    """A key that cannot be read without a password."""


def find_certificate_fault(certificate: Path, key: Path) -> str:
    """Return why this certificate and key cannot be used, with the remedy, or ""."""
    for path in (certificate, key):
        if not path.is_file():
            return f"There is no file {path}."
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(
            certificate, key, password=_refuse_password
        )
    except _PasswordNeededError:
        return (
            f"The key {key} has a password, and the site starts without one. Write a key without "
            f"password: openssl pkey -in {key} -out NEW-KEY"
        )
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            return f"The key {key} is not that of the certificate {certificate}."
        return f"{certificate} and {key} are not a certificate and a key in PEM format."
    except OSError as error:
        return f"{certificate} and {key} cannot be read: {error.strerror}."
    return ""


def _refuse_password() -> str:
    raise _PasswordNeededError
