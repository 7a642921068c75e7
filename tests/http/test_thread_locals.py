"""The language and the like are stored by thread."""

from concurrent.futures import ThreadPoolExecutor
from threading import local
from typing import Any

from django.core.cache import caches
from django.urls import base, get_script_prefix, set_script_prefix
from django.utils import timezone
from django.utils.translation import get_language, override, trans_real

from tarokk_club.http.thread_locals import use_thread_locals


def test_each_thread_has_its_own_language_time_zone_and_prefix() -> None:
    prefix = get_script_prefix()
    with override("hu"), timezone.override("Asia/Tokyo"), ThreadPoolExecutor(1) as pool:
        set_script_prefix("/club/")
        try:
            other = pool.submit(
                lambda: (get_language(), timezone.get_current_timezone_name(), get_script_prefix())
            ).result()
            assert get_language() == "hu" and get_script_prefix() == "/club/"
        finally:
            set_script_prefix(prefix)

    assert other == ("en", timezone.get_default_timezone_name(), "/")


def test_a_prefix_that_is_set_before_stays() -> None:
    prefix = get_script_prefix()
    set_script_prefix("/club/")
    try:
        use_thread_locals()
        assert get_script_prefix() == "/club/"
    finally:
        set_script_prefix(prefix)


def test_each_thread_has_its_own_cache_connections() -> None:
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(lambda: id(caches["default"])).result() != id(caches["default"])


def test_django_state_is_in_plain_thread_locals() -> None:
    stored: list[Any] = [vars(module)["_active"] for module in (trans_real, timezone)]
    stored += [vars(base)[name] for name in ("_prefixes", "_urlconfs")]
    assert [type(place) for place in stored] == [local] * 4
