"""Views of sessions, their settings and rule sets."""
