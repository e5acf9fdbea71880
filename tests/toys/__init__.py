"""Toy games for tests."""

from toys.candles import CANDLES, Candles, State

__all__ = ["CANDLES", "Candles", "State"]
