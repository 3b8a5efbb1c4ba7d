"""Controllers: blocks between what is measured and what is driven, as states and definitions of a model."""
