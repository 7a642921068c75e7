"""A notice that only one browser can decrypt, with a signature of its sender."""

import pytest
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from pytest_django.fixtures import Settings

from support.push_receiver import Browser, claims_of, plain, raw
from tarokk_club.club.notices.push_keys import (
    derive_private_key,
    derive_public_key,
    find_private_key,
)
from tarokk_club.club.notices.sending.push_message import (
    LENGTH,
    BrowserKeys,
    build_sender_header,
    encrypt_message,
    read_browser_keys,
)

# The example of RFC 8291, section 5 and appendix A.
TEXT = b"When I grow up, I want to be a watermelon"
EXAMPLE = {
    "own": "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
    "point": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkN"
    "toIAiw4",
    "secret": "BTBZMqHH6r4Tts7J_aSIgg",
    "salt": "DGv6ra1nlYgDCS1FRnbzlw",
    "body": "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLoc"
    "InmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgS"
    "xsj_Qulcy4a-fN",
}


def number(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(raw(text)), ec.SECP256R1())


def test_encrypts_the_example_of_the_standard_exactly() -> None:
    body = encrypt_message(
        TEXT,
        BrowserKeys(raw(EXAMPLE["point"]), raw(EXAMPLE["secret"])),
        salt=raw(EXAMPLE["salt"]),
        private_key=number(EXAMPLE["own"]),
        length=len(TEXT) + 1,
    )

    assert plain(body) == EXAMPLE["body"]


def test_only_its_browser_decrypts_a_message() -> None:
    browser = Browser()
    body = encrypt_message(
        "Zugló".encode(), read_browser_keys(plain(browser.point), plain(browser.secret))
    )

    assert browser.read(body).decode() == "Zugló"
    with pytest.raises(InvalidTag):
        Browser(secret=browser.secret).read(body)


def test_messages_have_equal_length_and_differ() -> None:
    browser = Browser()
    reader = BrowserKeys(browser.point, browser.secret)
    bodies = {encrypt_message(text, reader) for text in (b"a", b"a", b"a" * (LENGTH - 1))}

    assert len(bodies) == 3
    assert len({len(body) for body in bodies}) == 1
    with pytest.raises(ValueError, match="too long"):
        encrypt_message(b"a" * LENGTH, reader)


def test_sender_header_is_signed_for_one_service_and_half_a_day() -> None:
    key = derive_private_key("a secret of the site")
    header = build_sender_header(
        key, endpoint="https://push.example.org/x/y?z", contact="mailto:a@b.hu", now=1_000
    )
    claims, public = claims_of(header)

    assert claims == {
        "aud": "https://push.example.org",
        "exp": 1_000 + 12 * 3600,
        "sub": "mailto:a@b.hu",
    }
    assert public == derive_public_key("a secret of the site")
    with pytest.raises(InvalidSignature):
        claims_of(header.replace(public, derive_public_key("another secret")))


def test_derives_the_key_from_the_secret_and_accepts_old_secrets(settings: Settings) -> None:
    settings.SECRET_KEY = "first"
    first = derive_public_key()
    assert first == derive_public_key() != derive_public_key("second")

    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "second", ["first"]
    assert derive_public_key() != first
    assert find_private_key(first) is not None

    settings.SECRET_KEY_FALLBACKS = []
    assert find_private_key(first) is None


GOOD = plain(Browser().point)


@pytest.mark.parametrize(
    ("point", "secret"),
    [
        ("", ""),
        (GOOD, ""),
        (GOOD[:-4], "c2l4dGVlbiBieXRlcy4uIQ"),
        (plain(b"\4" + b"\1" * 64), "c2l4dGVlbiBieXRlcy4uIQ"),
        (plain(b"\2" + Browser().point[1:]), "c2l4dGVlbiBieXRlcy4uIQ"),
        (GOOD, "c2l4dGVlbiBieXRlcy4uIQAAAA"),
        ("é" * 87, "c2l4dGVlbiBieXRlcy4uIQ"),
        ("A" * 85, "c2l4dGVlbiBieXRlcy4uIQ"),
    ],
    # Keys are random in each process, but test names must be the same.
    ids=("none", "no secret", "short", "no point", "packed", "long secret", "letters", "zeros"),
)
def test_refuses_invalid_browser_keys(point: str, secret: str) -> None:
    with pytest.raises(ValueError):
        read_browser_keys(point, secret)
