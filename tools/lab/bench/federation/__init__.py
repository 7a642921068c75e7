"""A generated federation for the benchmarks."""
