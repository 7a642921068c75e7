"""Dates of English pages: day before month, the month in letters, 24-hour times.

Django writes dates as Americans do, and a European club would read 11/2 as 11 February.
"""

DATE_FORMAT = SHORT_DATE_FORMAT = "j M Y"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "j M Y, H:i"
TIME_FORMAT = "H:i"
MONTH_DAY_FORMAT = "j F"
YEAR_MONTH_FORMAT = "F Y"
