"""The site for granian, which lets no slow line hold a thread."""

from django.conf import settings

from tarokk_club.http.buffered import BufferedSite
from tarokk_club.http.middleware import FRAME_BYTES
from tarokk_club.http.send_timeout import give_up_unread
from tarokk_club.wsgi import application as site

# Four compute at once: on one database of one writer more would only wait for each other.
THREADS = 4
application = BufferedSite(
    site,
    threads=THREADS,
    most=settings.DATA_UPLOAD_MAX_MEMORY_SIZE + FRAME_BYTES,
    at_start=lambda: give_up_unread(settings.ENV.port),
)
