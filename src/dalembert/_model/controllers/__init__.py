"""Controllers: blocks between measured and driven quantities, as states and definitions of a model."""
