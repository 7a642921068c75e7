"""Queries about the rows of a sheet: points, reasons and details of each entry."""
