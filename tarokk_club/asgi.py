"""The ASGI application of the site."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarokk_club.settings")
application = get_asgi_application()
