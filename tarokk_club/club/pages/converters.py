"""URL path converters."""

from datetime import date


class DayConverter:
    """A date such as 2026-11-24; a date that does not exist matches no URL."""

    regex = r"\d{4}-\d{2}-\d{2}"

    def to_python(self, value: str) -> date:
        """Return the date; raise ValueError, which means no match, if there is no such date."""
        return date.fromisoformat(value)

    def to_url(self, value: date | str) -> str:
        """Return the date as written in a URL."""
        return value.isoformat() if isinstance(value, date) else value
