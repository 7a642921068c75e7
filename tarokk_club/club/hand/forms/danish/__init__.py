"""The entry form of Danish tarok."""
