"""English pages write every date in one style, whether by Babel or Django."""

from datetime import UTC, date, datetime

from django.template import Context, Template
from django.utils.translation import override

from tarokk_club.club.formatting.numbers_and_dates import (
    NO_BREAK,
    format_moment,
    format_plain_date,
)
from tarokk_club.club.templatetags.book import format_day_with_weekday
from tarokk_club.club.templatetags.charts import format_short_day

AT = datetime(2026, 11, 18, 16, 5, tzinfo=UTC)


def render_date(form: str) -> str:
    return Template(f'{{{{ at|date:"{form}" }}}}').render(Context({"at": AT}))


def test_writes_day_before_month_and_24_hours() -> None:
    with override("en"):
        assert format_day_with_weekday(date(2026, 11, 18)) == f"Wed, 18{NO_BREAK}Nov 2026"
        assert format_short_day(date(2026, 11, 18)) == "18 Nov"
        assert format_plain_date(date(2026, 11, 18)) == f"18{NO_BREAK}Nov 2026"
        assert format_moment(AT) == f"18{NO_BREAK}Nov 2026, 16:05"
        for form in ("DATE_FORMAT", "SHORT_DATE_FORMAT"):
            assert render_date(form) == "18 Nov 2026"
        for form in ("DATETIME_FORMAT", "SHORT_DATETIME_FORMAT"):
            assert render_date(form) == "18 Nov 2026, 16:05"
        assert render_date("TIME_FORMAT") == "16:05"


def test_other_languages_keep_their_own_customs() -> None:
    with override("hu"):
        assert render_date("DATE_FORMAT").startswith("2026. november 18")
        assert format_day_with_weekday(date(2026, 11, 18)) == f"2026. nov.{NO_BREAK}18., szerda"
