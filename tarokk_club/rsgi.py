"""The RSGI application for granian; a slow connection occupies no thread."""

import sys

from django.conf import settings

from tarokk_club.http.buffered import BufferedSite
from tarokk_club.http.middleware import FRAME_BYTES
from tarokk_club.http.send_timeout import set_send_timeout
from tarokk_club.wsgi import application as site

# Four threads: with a single writer, more would only wait for each other.
THREADS = 4
# Switch threads ten times as often as by default, so that a page waits only briefly while another
# thread reads a large file.
sys.setswitchinterval(0.0005)
application = BufferedSite(
    site,
    threads=THREADS,
    most=settings.DATA_UPLOAD_MAX_MEMORY_SIZE + FRAME_BYTES,
    at_start=lambda: set_send_timeout(settings.ENV.port),
)
