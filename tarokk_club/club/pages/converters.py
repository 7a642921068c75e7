"""Parts of an address that are more than a word."""

from datetime import date


class DayConverter:
    """A day as 2026-11-24; what is no day of the calendar is no address."""

    regex = r"\d{4}-\d{2}-\d{2}"

    def to_python(self, value: str) -> date:
        """Raises ValueError, which makes the address unknown."""
        return date.fromisoformat(value)

    def to_url(self, value: date | str) -> str:
        """The day as it stands in an address."""
        return value.isoformat() if isinstance(value, date) else value
