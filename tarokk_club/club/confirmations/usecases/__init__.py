"""Use cases that write confirmations and objections."""
