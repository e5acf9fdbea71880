"""Content: every mistake with its file, line and reason."""

from __future__ import annotations

import json
from typing import Any

import pytest

from miskatonic.kernel import ContentError, Schema, SetupError, Table
from miskatonic.kernel.content import parse
from miskatonic.kernel.places import json_places, toml_places


def read(root: Table) -> list[tuple[str, Any, Any]]:
    """Cards with a name, a rank, a few numbers, a colour and perhaps a back."""
    cards = []
    for card in root.tables("card"):
        name = card.text("name")
        rank = card.integer("rank", low=1, high=9)
        card.integers("spots", ())
        card.text("colour", "red", among=("red", "black"))
        if card.has("back"):
            back = card.table("back")
            back.text("picture")
            back.done()
        if rank == 9:
            card.warning("rank", "9 is strong")
        card.done()
        cards.append((name, dict(card.data), rank))
    root.done()
    return cards


SHIPPED = '[[card]]\nname = "standard"\nrank = 1\n'
SCHEMA = Schema(shipped=lambda: {"cards.toml": SHIPPED}, read=read)


def problems(text: str) -> list[str]:
    with pytest.raises(ContentError) as raised:
        SCHEMA.load(text, "my.toml")
    assert str(raised.value) == "\n".join(raised.value.problems)
    return list(raised.value.problems)


def test_content_is_read() -> None:
    (card,) = SCHEMA.load('[[card]]\nname = "ace"\nrank = 9\nback = { picture = "x" }\n', "my.toml")
    assert (card.name, card.data) == ("ace", 9)
    assert card.warnings == ("my.toml, line 3: rank: 9 is strong",)
    assert card.text.startswith("[[card]]")


def test_shipped_content_has_no_text_of_its_own() -> None:
    assert SCHEMA.names() == ["standard"]
    assert SCHEMA.named("standard").text == ""
    with pytest.raises(SetupError, match="there is no content 'x'; there is: standard"):
        SCHEMA.named("x")


def test_the_hash_is_of_what_is_said_not_of_how() -> None:
    one = SCHEMA.load('[[card]]\nname = "a"\nrank = 2\n', "")[0]
    same = SCHEMA.load('# a card\n[[card]]\nrank = 2 # two\n\nname = "a"\n', "")[0]
    as_json = SCHEMA.load('{"card": [{"rank": 2, "name": "a"}]}', "")[0]
    other = SCHEMA.load('[[card]]\nname = "a"\nrank = 3\n', "")[0]
    assert one.hash == same.hash == as_json.hash != other.hash


def test_all_mistakes_are_told_at_once_each_with_its_line() -> None:
    text = """\
# my cards
[[card]]
name = "one"
rank = 0

[[card]]
name = 2
rank = "high"
spots = [1, "two"]
colour = "green"

[[card]]
rank = true
raank = 3
back = "blue"
"""
    assert problems(text) == [
        "my.toml, line 4: rank: 0 is too small; the least is 1",
        "my.toml, line 7: name: 2 is not a text",
        "my.toml, line 8: rank: 'high' is not a whole number",
        "my.toml, line 9: spots: [1, 'two'] is not a list of whole numbers",
        "my.toml, line 10: colour: 'green' is not one of: red, black",
        "my.toml, line 12: name is missing; it must be a text",
        "my.toml, line 13: rank: True is not a whole number",
        "my.toml, line 15: back: 'blue' is not a table",
        "my.toml, line 15: picture is missing; it must be a text",
        "my.toml, line 14: raank: there is no such entry; known here: back, colour, name, rank, spots",
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "my.toml, line 1: card is missing; it must be one or more tables ([[card]])"),
        ("card = []", "my.toml, line 1: there is nothing playable in this file"),
        ("\ncard = [5]", "my.toml, line 2: card: 5 is not a table"),
        ('[[card]]\nname = "a"\nrank = 10', "my.toml, line 3: rank: 10 is too large; the most is 9"),
        ('{"card": [\n{"name": "a",\n"rank": 0}]}', "my.toml, line 3: rank: 0 is too small; the least is 1"),
    ],
)
def test_single_mistakes(text: str, problem: str) -> None:
    assert problems(text) == [problem]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("[[card]]\nname = \n", "line 2"),
        ("[[card]\n", "line 1"),
        ('{"card":\n oops}', "line 2"),
        ("a = 1\na = 2\n", "line 2"),
        ("[1, 2]", ""),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(text: str, place: str) -> None:
    (problem,) = problems(text)
    assert problem.startswith("my.toml")
    assert place in problem
    assert "not readable" in problem


def test_json_must_be_an_object() -> None:
    assert parse('{"a": 1}', "x").integer("a") == 1
    with pytest.raises(ContentError):
        parse("5", "x")


# -- places -----------------------------------------------------------------------------------------------------------

TOML = """\
# comment with [brackets] and = signs
title = "a [[string]] = with # all" # and a comment
"quoted key" = 1
"dotted.key" = 2
site.owner.name = "x"
lists = [
  [1, 2], # ]]]
  [3],
]
text = \"\"\"
[not.a.table]
key = 1
\"\"\"
literal = '''
[[nor.this]]
'''

[table] # comment ]
key = 'single = [quotes]'

  [table.inner]
  deep = { a = 1, b = [2, 3] }

[[card]]
name = "first"

  [[card.spot]]
  at = 1

  [[card.spot]]
  at = 2

[[card]]
name = "second"

  [[card.spot]]
  at = 3

  [card.back]
  picture = "\\" ["

["quoted.table"]
x = 1
"""

TOML_PLACES = [
    (("title",), 2),
    (("quoted key",), 3),
    (("dotted.key",), 4),
    (("site",), 5),
    (("site", "owner", "name"), 5),
    (("lists",), 6),
    (("text",), 10),
    (("literal",), 14),
    (("table",), 18),
    (("table", "key"), 19),
    (("table", "inner"), 21),
    (("table", "inner", "deep"), 22),
    (("card",), 24),
    (("card", 0), 24),
    (("card", 0, "name"), 25),
    (("card", 0, "spot", 0), 27),
    (("card", 0, "spot", 0, "at"), 28),
    (("card", 0, "spot", 1), 30),
    (("card", 0, "spot", 1, "at"), 31),
    (("card", 1), 33),
    (("card", 1, "name"), 34),
    (("card", 1, "spot", 0), 36),
    (("card", 1, "spot", 0, "at"), 37),
    (("card", 1, "back"), 39),
    (("card", 1, "back", "picture"), 40),
    (("quoted.table",), 42),
    (("quoted.table", "x"), 43),
]


@pytest.mark.parametrize(("path", "line"), TOML_PLACES)
def test_places_in_toml(path: tuple[str | int, ...], line: int) -> None:
    assert toml_places(TOML)[path] == line


def test_toml_has_no_places_but_real_ones() -> None:
    data = parse(TOML, "x").data
    for path in toml_places(TOML):
        thing: Any = data
        for step in path:
            thing = thing[step]


JSON = """\
{
  "title": "a [string] { with \\" all :",
  "empty": {}, "none": [],
  "lists": [
    [1, 2],
    [3,
     4]
  ],
  "caf\\u00e9": 1,
  "card": [
    {"name": "first",
     "spot": [{"at": 1},
              {"at": 2}]},
    {
      "name": "second", "back": {"picture": null},
      "last": true
    }
  ],
  "end": -1.5e3
}
"""

JSON_PLACES = [
    (("title",), 2),
    (("empty",), 3),
    (("none",), 3),
    (("lists",), 4),
    (("lists", 0), 5),
    (("lists", 0, 1), 5),
    (("lists", 1), 6),
    (("lists", 1, 1), 7),
    (("café",), 9),
    (("card",), 10),
    (("card", 0), 11),
    (("card", 0, "name"), 11),
    (("card", 0, "spot", 0), 12),
    (("card", 0, "spot", 1), 13),
    (("card", 0, "spot", 1, "at"), 13),
    (("card", 1), 14),
    (("card", 1, "name"), 15),
    (("card", 1, "back", "picture"), 15),
    (("card", 1, "last"), 16),
    (("end",), 19),
]


@pytest.mark.parametrize(("path", "line"), JSON_PLACES)
def test_places_in_json(path: tuple[str | int, ...], line: int) -> None:
    assert json_places(JSON)[path] == line


def test_json_has_exactly_the_places_of_its_values() -> None:
    def paths(thing: Any, path: tuple[str | int, ...] = ()) -> set[tuple[str | int, ...]]:
        inner = thing.items() if isinstance(thing, dict) else enumerate(thing) if isinstance(thing, list) else ()
        return {path}.union(*(paths(value, (*path, key)) for key, value in inner))

    assert set(json_places(JSON)) == paths(json.loads(JSON))
