"""The dates in the sentences of a club's log, in the style of every other page."""

from datetime import UTC, date, datetime

import pytest
from django.utils.translation import gettext, override

from tarokk_club.club.audit.queries.logbook import LogLine
from tarokk_club.club.audit.words import SENTENCES, describe_log_line
from tarokk_club.club.formatting.numbers_and_dates import NO_BREAK, format_plain_date

DATED = [sentence for sentence in SENTENCES.values() if "%(day)s" in sentence]


@pytest.mark.parametrize("sentence", DATED)
def test_a_sentence_that_ends_with_a_date_has_one_full_stop(sentence: str) -> None:
    with override("hu"):
        values = {"who": "Anna", "file": "lap.csv", "day": format_plain_date(date(2026, 11, 29))}
        text = gettext(sentence) % values
    assert text.endswith(".") and ".." not in text


DAYS = {"en": "29#Nov 2026", "hu": "2026. nov.#29", "da": "29.#nov. 2026", "ro": "29#nov. 2026"}


@pytest.mark.parametrize(("language", "day"), DAYS.items())
def test_the_log_writes_a_date_as_the_other_pages_do(language: str, day: str) -> None:
    act = next(act for act, sentence in SENTENCES.items() if "%(day)s" in sentence)
    facts = {"on": "2026-11-29"}
    at = datetime(2026, 11, 30, tzinfo=UTC)
    line = LogLine(1, at, act, "Anna", None, None, None, None, facts)
    with override(language):
        assert day.replace("#", NO_BREAK) in describe_log_line(line)
