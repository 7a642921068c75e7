"""Names of people: how they are sorted, shortened and searched."""
