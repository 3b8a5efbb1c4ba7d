"""The lowering room: calculus for numbers. `Model` in, residual functions by automatic differentiation out."""
