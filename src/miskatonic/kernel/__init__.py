"""The kernel: a game is a conversation. The rules ask, somebody answers.

Pure Python, no input or output, nothing but the standard library.
"""

from miskatonic.kernel.anybody import anybody
from miskatonic.kernel.ask import Answer, Ask, AskAll, Flow, GameOver, RoundFlow, together
from miskatonic.kernel.chance import Chance, Dice, Draw
from miskatonic.kernel.content import Content, Printed, Schema, Table
from miskatonic.kernel.conversation import Legal
from miskatonic.kernel.errors import (
    AmbiguousWord,
    AnswerError,
    ContentError,
    ForeignAnswer,
    FortuneError,
    IllegalAnswer,
    MalformedWord,
    MatchOver,
    MiskatonicError,
    RecordError,
    SetupError,
    StaleAnswer,
    UndoRefused,
    UnknownBot,
    UnknownGame,
    WordError,
)
from miskatonic.kernel.fortune import Fortune, Replayed, Scripted, Sealed, Seeded
from miskatonic.kernel.game import Game, Phrases, View, game_named, game_names, register
from miskatonic.kernel.match import Match, Step
from miskatonic.kernel.options import Option
from miskatonic.kernel.record import Record, read_record, write_record
from miskatonic.kernel.state import Answered, Fell, News, State, Told, fingerprint
from miskatonic.kernel.vocabulary import Choice, Family, Hand, Number, Tuple, Vocabulary, Words

__all__ = [
    "AmbiguousWord",
    "Answer",
    "AnswerError",
    "Answered",
    "Ask",
    "AskAll",
    "Chance",
    "Choice",
    "Content",
    "ContentError",
    "Dice",
    "Draw",
    "Family",
    "Fell",
    "Flow",
    "ForeignAnswer",
    "Fortune",
    "FortuneError",
    "Game",
    "GameOver",
    "Hand",
    "IllegalAnswer",
    "Legal",
    "MalformedWord",
    "Match",
    "MatchOver",
    "MiskatonicError",
    "News",
    "Number",
    "Option",
    "Phrases",
    "Printed",
    "Record",
    "RecordError",
    "Replayed",
    "RoundFlow",
    "Schema",
    "Scripted",
    "Sealed",
    "Seeded",
    "SetupError",
    "StaleAnswer",
    "State",
    "Step",
    "Table",
    "Told",
    "Tuple",
    "UndoRefused",
    "UnknownBot",
    "UnknownGame",
    "View",
    "Vocabulary",
    "WordError",
    "Words",
    "anybody",
    "fingerprint",
    "game_named",
    "game_names",
    "read_record",
    "register",
    "together",
    "write_record",
]
