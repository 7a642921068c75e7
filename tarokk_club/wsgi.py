"""The WSGI application of the site."""

import os

from django.core.wsgi import get_wsgi_application

from tarokk_club.http.charsets import ClubRequest

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarokk_club.settings")
application = get_wsgi_application()
application.request_class = ClubRequest
