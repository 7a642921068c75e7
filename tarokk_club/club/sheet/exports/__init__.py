"""Contents of the files that a session, season or club offers for download."""
