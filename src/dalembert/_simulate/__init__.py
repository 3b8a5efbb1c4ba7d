"""The simulating room: from a model to its motion, with the proof that goes with it."""
