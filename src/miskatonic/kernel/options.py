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

    @property
    def default(self) -> str:
        """The value that holds when nothing is said."""
        return self.values[0]


def choose(known: tuple[Option, ...], wishes: Mapping[str, str]) -> dict[str, str]:
    """Every option with its value; unknown names and values are refused with what would be right."""
    names = {option.name: option for option in known}
    for name, value in wishes.items():
        if name not in names:
            raise SetupError(f"there is no rule option {name!r}; there are: {', '.join(names) or 'none'}")
        if value not in names[name].values:
            raise SetupError(f"rule option {name} cannot be {value!r}; it is one of: {', '.join(names[name].values)}")
    return {name: wishes.get(name, option.default) for name, option in names.items()}


def changed(known: tuple[Option, ...], chosen: Mapping[str, str]) -> dict[str, str]:
    """Only the options that differ from their default."""
    return {option.name: chosen[option.name] for option in known if chosen[option.name] != option.default}
