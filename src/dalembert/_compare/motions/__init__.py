"""Motions against motions: of other derivations, of other formulations, of another model, of measurements."""
