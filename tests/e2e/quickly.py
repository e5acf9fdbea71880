"""Matches played in no time: by requests of the same browser session, not by clicks."""

from __future__ import annotations

from random import Random
from typing import Any

from playwright.sync_api import Page

import miskatonic as mk
from miskatonic.kernel.record import write_record

LUCK = "0123456789abcdef" * 2


TOO_FAST = 429


def asked(page: Page, path: str, body: dict[str, Any] | None = None) -> Any:
    """The reply to a request under this page's session; who asks too fast for the server waits a moment."""
    while (reply := page.request.get(path) if body is None else page.request.post(path, data=body)).status == TOO_FAST:
        page.wait_for_timeout(300)
    assert reply.ok, reply.text()
    return reply.json()


def opened(page: Page, game: str, people: int, **more: Any) -> str:
    """A new table whose seats all belong to this page; gives its id."""
    table = asked(page, "/api/matches", {"game": game, "seats": [{"kind": "person"}] * people, **more})
    for invitation in table["invitations"]:
        seat = {"name": f"Player {invitation['seat'] + 1}", "token": invitation["token"], "luck": LUCK}
        asked(page, f"/api/matches/{table['match']}/seats/{invitation['seat']}", seat)
    return str(table["match"])


def played(page: Page, match: str, answers: int = 10_000) -> str:
    """Answer at random until the match is over, or so many times."""
    random = Random(match)
    for number in range(answers):
        table = asked(page, f"/api/matches/{match}")
        if table["status"] == "over":
            break
        question = random.choice(table["asks"])
        code = random.choice(question["options"])["code"]
        answer = {"t": "answer", "id": f"quick.{number}", "ask": question["id"], "code": code}
        asked(page, f"/api/matches/{match}/answers", answer)
    return match


def finished(page: Page, game: str = "arkham", people: int = 1, **more: Any) -> str:
    """The id of a match that is over."""
    return played(page, opened(page, game, people, **more))


def brought(page: Page, game: str, people: int, content: mk.Content | None = None) -> str:
    """The id of a match that was played elsewhere, always the same way, and brought here as a record."""
    random = Random(game)
    match = mk.Match(game, seed=1, seats=[f"Player {seat + 1}" for seat in range(people)], content=content)
    match.play(lambda ask: random.choice(ask.options))
    record, kind = write_record(match), {"content-type": "text/plain"}
    reply = page.request.post("/api/records", data=record, headers=kind)
    assert reply.ok, reply.text()
    return str(reply.json()["match"])
