"""Benchmarks: one question per file, peers in the same run."""
