"""Record: a match as text, one JSON object per line.

The first line is the header (which game, rules, content, players and dice), then one line per answer in words, then a
closing line. Every line carries a checksum over itself and all lines before it, so that a damaged, edited or shortened
record is refused with the line at which it goes wrong: never half a match.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from typing import Any

from miskatonic.kernel.chance import Chance
from miskatonic.kernel.content import Content
from miskatonic.kernel.errors import ContentError, FortuneError, MiskatonicError, RecordError
from miskatonic.kernel.fortune import Fortune, Replayed, fortune_of
from miskatonic.kernel.game import Game, game_named
from miskatonic.kernel.match import Match
from miskatonic.kernel.options import changed

FORMAT = "miskatonic record 1"
_SUM = re.compile(r'^(.*),"sum":"([0-9a-f]{12})"\}$', re.DOTALL)


def _chain(before: str, text: str) -> str:
    return hashlib.sha256(f"{before}\n{text}".encode("utf-8", "surrogatepass")).hexdigest()[:12]


def write_record(match: Match, package: str = "") -> str:
    """The whole match so far, as a text that `read_record` takes."""
    lines: list[dict[str, Any]] = [_header(match, package)]
    vocabulary = match.game.vocabulary
    for step in match.steps():
        if isinstance(step.question, Chance):
            lines.append({"n": step.n, "fell": step.question.label, "outcome": step.question.text(step.code)})
        else:
            entry: dict[str, Any] = {"n": step.n, "seat": step.question.seat}
            if step.question.actor != step.question.seat:
                entry["actor"] = step.question.actor
            lines.append(entry | {"asked": step.question.prompt, "answer": vocabulary.text(step.code)})
    ending: dict[str, Any] = {"end": "over" if match.over else "paused", "entries": len(match.log)}
    lines.append(ending | ({"result": match.result, "returns": list(match.returns)} if match.over else {}))
    return _sealed_lines(lines)


def _sealed_lines(lines: list[dict[str, Any]]) -> str:
    """Lines as text, each with its checksum."""
    texts = []
    last = ""
    for line in lines:
        text = json.dumps(line, ensure_ascii=False, separators=(",", ":"))[:-1]
        last = _chain(last, text)
        texts.append(f'{text},"sum":"{last}"}}\n')
    return "".join(texts)


def _dice(match: Match) -> dict[str, Any]:
    """What can be said about the dice; those of a fork began in mid-match, so nobody can compute them again."""
    if match.fortune is None or match.forked:
        return {"kind": "scripted"}
    return match.fortune.header(match.over)


def _header(match: Match, package: str) -> dict[str, Any]:
    content: dict[str, Any] = {"name": match.content.name, "hash": match.content.hash}
    if match.content.text:
        content["text"] = match.content.text
    header: dict[str, Any] = {
        "format": FORMAT,
        "game": match.game.name,
        "rules": match.game.version,
        "package": package,
        "id": match.id,
        "content": content,
        "options": changed(match.game.options, match.options),
        "players": list(match.players),
        "fortune": _dice(match),
    }
    return header | ({"position": match.start} if match.start else {})


@dataclass(frozen=True)
class Record:
    """A record that has been read: its checksums are right and its lines have the right shape.

    `match()` plays it again and checks every answer against the rules.
    """

    header: dict[str, Any]
    entries: tuple[dict[str, Any], ...]
    ending: dict[str, Any]
    game: Game[Any]

    def match(self) -> Match:
        """The match it describes, played to its last line; dice are computed again where that is possible."""
        match = self._set_up()
        fortune = fortune_of(self.header["fortune"], self.header["id"])
        for number, entry in enumerate(self.entries, 2):
            try:
                self._enter(match, entry, number, fortune)
            except RecordError:
                raise
            except MiskatonicError as error:
                raise RecordError(str(error), number) from None
        self._check_ending(match, len(self.entries) + 2)
        described = self.header["fortune"]
        match.fortune = Replayed(match.log, described) if self.observed or fortune is None else fortune
        return match

    def _set_up(self) -> Match:
        try:
            return Match(
                self.game,
                seats=self.header["players"],
                options=self.header["options"],
                content=self._content(),
                position=self.header.get("position", ""),
                id=self.header["id"],
            )
        except MiskatonicError as error:
            raise RecordError(str(error), 1) from None

    def _content(self) -> Content:
        said = self.header["content"]
        name, schema = said["name"], self.game.schema
        try:
            found = schema.load(said["text"], "the record's content") if "text" in said else [schema.named(name)]
        except ContentError as error:
            raise RecordError(str(error), 1) from None
        for content in found:
            if content.name == name:
                if content.hash != said["hash"]:
                    raise RecordError(f"content {name!r} is not the one this match was played with", 1)
                return content
        raise RecordError(f"content {name!r} is not in the record", 1)

    def _enter(self, match: Match, entry: dict[str, Any], number: int, fortune: Fortune | None) -> None:
        """Play one line, refusing whatever the rules would not do here."""
        if match.over:
            raise RecordError("the match is over, but the record goes on", number)
        if entry["n"] != len(match.log) + len(match._held):
            raise RecordError(f"this should be entry {len(match.log)}, but it says {entry['n']}", number)
        if (chance := match.chance) is not None:
            if entry.get("fell") != chance.label:
                raise RecordError(f"the rules roll {chance} here, the record says otherwise", number)
            try:
                outcome = chance.parse(entry["outcome"])
                dice = None if chance.label in self.observed else fortune
                if dice is not None and dice.draw(chance, len(match.log)) != outcome:
                    raise RecordError(f"{chance} cannot have come out as {entry['outcome']}: not these dice", number)
            except FortuneError as error:
                raise RecordError(str(error), number) from None
            match.fall(outcome)
            return
        ask = match.ask
        if entry.get("asked") != ask.prompt or entry.get("seat") != ask.seat:
            raise RecordError(f"the rules ask {match.name(ask.seat)} for {ask.prompt} here", number)
        if entry.get("actor", ask.seat) != ask.actor:
            raise RecordError(f"{match.name(ask.actor)} answers here", number)
        match.answer(ask.actor, self.game.vocabulary.parse(entry["answer"]))

    def _check_ending(self, match: Match, number: int) -> None:
        over = self.ending["end"] == "over"
        if over != match.over:
            raise RecordError(
                "the record says the match is over, but it is not" if over else "the match is over", number
            )
        if over and (self.ending["result"] != match.result or self.ending["returns"] != list(match.returns)):
            raise RecordError(f"the match ends with {match.result}, not with {self.ending['result']}", number)

    @property
    def observed(self) -> tuple[str, ...]:
        """The chances that were seen to fall, like marbles out of a tower: no dice can compute them again."""
        said = self.header["fortune"].get("observed", [])
        if not isinstance(said, list) or not all(isinstance(label, str) for label in said):
            raise RecordError("what was observed must be a list of names", 1)
        return tuple(said)

    @property
    def dice_can_be_checked(self) -> bool:
        """Whether every die, but for what was observed, can be computed again from what the record tells."""
        return fortune_of(self.header["fortune"], self.header["id"]) is not None


def read_record(text: str) -> Record:
    """Read a record; anything wrong with it is a `RecordError` that names the line."""
    lines = _checked_lines(text)
    header = lines[0]
    if header.get("format") != FORMAT:
        raise RecordError(f"this is {header.get('format')!r}; only {FORMAT!r} can be read", 1)
    _shape(header, 1, game=str, rules=int, id=str, content=dict, options=dict, players=list, fortune=dict)
    _shape(header["content"], 1, name=str, hash=str, **({"text": str} if "text" in header["content"] else {}))
    _shape(header, 1, **({"position": str} if "position" in header else {}))
    if not all(isinstance(name, str) for name in header["players"]):
        raise RecordError("'players' is missing or not as it should be", 1)
    try:
        game = game_named(header["game"])
    except MiskatonicError as error:
        raise RecordError(str(error), 1) from None
    if header["rules"] != game.version:
        raise RecordError(f"it was made with rules version {header['rules']} of {game.title}, not {game.version}", 1)
    ending = lines[-1]
    if ending.get("end") not in ("over", "paused"):
        raise RecordError("the closing line is missing: the record is cut short", len(lines))
    _shape(ending, len(lines), entries=int, **({"result": str, "returns": list} if ending["end"] == "over" else {}))
    for number, line in enumerate(lines[1:-1], 2):
        _shape(line, number, n=int)
        _shape(line, number, **({"fell": str, "outcome": str} if "fell" in line else {"asked": str, "answer": str}))
    if ending["entries"] != len(lines) - 2:
        raise RecordError(f"{ending['entries']} answers are promised, {len(lines) - 2} are here", len(lines))
    return Record(header, tuple(lines[1:-1]), ending, game)


def _checked_lines(text: str) -> list[dict[str, Any]]:
    """Every line as an object, its checksum verified."""
    if not text.strip():
        raise RecordError("the record is empty")
    found: list[dict[str, Any]] = []
    last = ""
    *texts, rest = text.split("\n")
    for number, line in enumerate(texts, 1):
        shape = _SUM.match(line)
        if shape is None:
            what = "this is not a Miskatonic record" if number == 1 else "this line is damaged"
            raise RecordError(f"{what}: it does not end with a checksum", number)
        last = _chain(last, shape[1])
        if last != shape[2]:
            raise RecordError(
                "the checksum does not fit: this line was changed, or lines before it are missing", number
            )
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            raise RecordError("this line is not readable", number) from None
        found.append(value)
    if rest or not found:
        raise RecordError("this line breaks off: the record is cut short", len(texts) + 1)
    return found


def _shape(line: dict[str, Any], number: int, **kinds: type) -> None:
    for key, kind in kinds.items():
        if not isinstance(line.get(key), kind):
            raise RecordError(f"{key!r} is missing or not as it should be", number)
