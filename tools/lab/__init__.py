"""Benches, storms and measurements of pages; nobody needs them to change the product."""
