"""Registration for tournaments: public link, list of registrations, import and check-in."""
