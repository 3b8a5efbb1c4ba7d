"""The derivation room: calculus for eyes. `Model` in, `Equations` with every intermediate term out."""
