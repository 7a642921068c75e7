"""English days and hours as money writes them: 18 Nov 2026, 16:05, never the month first.

Who reads English at a club outside America would take 06/07 for the sixth of July.
"""

DATE_FORMAT = "j M Y"
SHORT_DATE_FORMAT = DATE_FORMAT
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j M Y, H:i"
SHORT_DATETIME_FORMAT = DATETIME_FORMAT
