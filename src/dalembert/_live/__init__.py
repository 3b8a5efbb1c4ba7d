"""The room of pages that run: a model as data for the integrators in a page."""
