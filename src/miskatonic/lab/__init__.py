"""The laboratory: simulations, tournaments, and games solved."""
