"""The parts of `manage.py torture`: a real site, phones that use it, and what goes wrong."""
