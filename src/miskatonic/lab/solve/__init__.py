"""Dice of Arkham solved: the best way to play, and how often it wins."""
