"""The comparing room: a person's own equation or energy against those of a model, term by term."""
