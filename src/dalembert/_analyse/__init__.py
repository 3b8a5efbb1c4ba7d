"""The analysis room: equilibria, linearisation, modes and inverse dynamics, all without a run."""
