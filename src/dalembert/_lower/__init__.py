"""The lowering room: calculus for numbers. `Model` in, residuals by automatic differentiation out."""
