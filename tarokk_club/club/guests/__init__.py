"""Guest links and public pages, which people without an account can read."""
