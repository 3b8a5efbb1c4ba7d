"""The comparison room: a user's own equations and energies compared with those of a model, term by term."""
