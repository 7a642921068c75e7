"""Benchmarks, stress tests and page measurements, which are not needed to change the product."""
