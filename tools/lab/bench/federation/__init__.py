"""A made-up federation for the benchmarks."""
