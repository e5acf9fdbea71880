"""Play, watch and replay in a terminal: one screen, one prompt, any game."""
