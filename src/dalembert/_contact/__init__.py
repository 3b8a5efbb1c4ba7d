"""The room of contact and switching: impact laws, Coulomb friction, Filippov modes, mode transitions."""
