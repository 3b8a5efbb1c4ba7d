"""The derivation room: symbolic calculus. `Model` in, `Equations` with every intermediate term out."""
