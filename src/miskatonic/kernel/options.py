"""Rule options: chosen before the first turn, part of every record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from miskatonic.kernel.errors import SetupError


@dataclass(frozen=True)
class Option:
    """One rule option: its name, its values (the default first) and what it decides, in a sentence."""

    name: str
    values: tuple[str, ...]
    about: str
    rule: str = ""
    words: tuple[str, ...] = ()
    """Its values as people say them, where they do not speak for themselves."""

    def spoken(self, value: str) -> str:
        """A value as people say it."""
        if self.words:
            return self.words[self.values.index(value)]
        return {"true": "yes", "false": "no"}.get(value, value.replace("_", " "))

    def meant(self, wish: str) -> str:
        """The value that is wished for, as it is or as people say it."""
        if wish in self.values:
            return wish
        for value in self.values:
            if self.spoken(value).casefold() == wish.casefold():
                return value
        raise SetupError(f"rule option {self.name} cannot be {wish!r}; it is one of: {', '.join(self.told())}")

    def told(self) -> list[str]:
        """Every value, with what it means where it does not say so itself."""
        return [f"{value} ({self.spoken(value)})" if self.words else value for value in self.values]

    @property
    def default(self) -> str:
        """The value that holds when nothing is said."""
        return self.values[0]


def choose(known: tuple[Option, ...], wishes: Mapping[str, str]) -> dict[str, str]:
    """Every option with its value; unknown names and values are refused with what would be right."""
    names = {option.name: option for option in known}
    for name in wishes:
        if name not in names:
            raise SetupError(f"there is no rule option {name!r}; there are: {', '.join(names) or 'none'}")
    return {name: option.meant(wishes.get(name, option.default)) for name, option in names.items()}


def changed(known: tuple[Option, ...], chosen: Mapping[str, str]) -> dict[str, str]:
    """Only the options that differ from their default."""
    return {option.name: chosen[option.name] for option in known if chosen[option.name] != option.default}
