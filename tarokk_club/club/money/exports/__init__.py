"""Exports of money data as files."""
