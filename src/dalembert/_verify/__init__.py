"""The verification room: the printed equations against the energies, at seeded points."""
