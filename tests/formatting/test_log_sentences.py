"""The sentences of a club's log in Hungarian, whose dates end with a full stop."""

from datetime import date

import pytest
from django.utils.formats import date_format
from django.utils.translation import gettext, override

from tarokk_club.club.audit.words import SENTENCES

DATED = [sentence for sentence in SENTENCES.values() if "%(day)s" in sentence]


@pytest.mark.parametrize("sentence", DATED)
def test_a_sentence_that_ends_with_a_date_has_one_full_stop(sentence: str) -> None:
    with override("hu"):
        values = {"who": "Anna", "file": "lap.csv", "day": date_format(date(2026, 11, 29))}
        text = gettext(sentence) % values
    assert text.endswith(".") and ".." not in text
