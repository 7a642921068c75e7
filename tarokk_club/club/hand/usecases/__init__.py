"""Use cases that write the drafts of hands."""
