"""Rows of a table as files of other programs: CSV and XLSX, written and read."""
