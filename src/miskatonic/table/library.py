"""The HTTP interface: games, rules, tutorials, records, and how the server is."""

from __future__ import annotations

from asyncio import to_thread
from functools import cache
from typing import Any

from prometheus_client import CONTENT_TYPE_LATEST
from starlette.responses import Response

from miskatonic import __version__
from miskatonic.bots import BOTS, LEVELS, bot_named
from miskatonic.bots.optimal import SOLVED, evaluate, is_solved, policy_of
from miskatonic.bots.optimal.analysis import LEAST, judged, moments
from miskatonic.kernel import Game, MiskatonicError, SetupError, UnknownBot, game_named, game_names
from miskatonic.table.errors import TooSlow
from miskatonic.table.live import PHRASES
from miskatonic.table.metrics import figures
from miskatonic.table.plan import has_physics
from miskatonic.table.routes import Call, Refused, route
from miskatonic.table.sight import parted, question
from miskatonic.table.story import in_words
from miskatonic.table.tables import open_record, past_match, play_again, record_of
from miskatonic.table.tutorials import tutorial_of
from miskatonic.table.wire import (
    Analysis,
    GameInfo,
    Games,
    Handbook,
    Health,
    Imported,
    Judgement,
    RuleOption,
    Step,
    Tutorial,
    Verdict,
)

AUDIENCE = {"schema": {"type": "string", "pattern": "^([0-9]|watch)$"}, "required": False}


@route("GET", "/api/games", reply=Games)
async def list_games(call: Call) -> Games:
    """List the games, with their seats, options and content."""
    return _games()


@cache
def _games() -> Games:
    return Games([_info(game_named(name)) for name in game_names()], dict(PHRASES))


PARTS = ("slips", "rollout", "mcts")
"""Bots that are tuned by a parameter; at the table people choose among the levels instead."""


def _plays(bot: str, game: Game[Any]) -> bool:
    """Whether a bot can play this game."""
    try:
        bot_named(bot, game)
    except UnknownBot:
        return False
    return True


def _info(game: Game[Any]) -> GameInfo:
    return GameInfo(
        name=game.name,
        title=game.title,
        seats=list(game.seats),
        usual=game.usual or game.seats[0],
        physics=has_physics(game),
        options=[
            RuleOption(o.name, list(o.values), [o.spoken(v) for v in o.values], o.about, o.rule) for o in game.options
        ],
        contents=game.schema.names(),
        bots=[bot for bot in (*LEVELS, *BOTS) if bot not in PARTS and _plays(bot, game)],
        offers=dict(game.offers),
    )


@route("GET", "/api/games/{game}", reply=Handbook)
async def handbook(call: Call) -> Handbook:
    """Read a game's help and its rules by id."""
    game = game_named(call.request.path_params["game"])
    return Handbook(game.help, dict(game.rules))


@route("GET", "/api/games/{game}/tutorial", reply=Tutorial)
async def tutorial(call: Call) -> Tutorial:
    """Find a game's tutorial."""
    return tutorial_of(call.request.path_params["game"])


@route("GET", "/api/matches/{match}/record", text=True)
async def record(call: Call) -> Response:
    """Fetch the record of a match that is over; before, what you have been told so far."""
    room = await call.service.room_for(call.match, call.session)
    async with call.service.hall.reading(room) as live:
        text = record_of(room, call.session)
        ending = "jsonl" if live.plan.record or live.status == "over" else "txt"
    name = f'attachment; filename="{room.live.plan.game}-{room.live.id}.{ending}"'
    return Response(text, media_type="text/plain; charset=utf-8", headers={"content-disposition": name})


@route("GET", "/api/matches/{match}/steps/{step:int}", reply=Step, query={"audience": AUDIENCE})
async def step(call: Call) -> Step:
    """See one step of a match that is over."""
    match = await past_match(call.service, call.match, call.session)
    n = call.number("step")
    if n > len(match.log):
        raise SetupError(f"this match has only {len(match.log)} steps")
    said = call.request.query_params.get("audience", "watch")
    seat = int(said) if said.isdecimal() and len(said) == 1 else None
    if seat is not None and seat >= len(match.players):
        raise SetupError(f"there is no seat {seat}")
    ears = () if seat is None else (seat,)
    past = match.at(max(0, n - 1))
    before = len(past.news or []) if n else 0
    past.follow(match.log[max(0, n - 1) : n])
    told = [in_words(past, n if at >= before else 0, item, ears) for at, item in enumerate(past.news or [])]
    view, sheet = parted(past.game, past.view(seat))
    asks = past.asks
    return Step(
        match=call.match,
        game=match.game.name,
        n=n,
        entries=len(match.log),
        players=list(match.players),
        sheet=sheet,
        view=view,
        news=[line for line in told if line is not None],
        asked=question(past, asks[0], past.view(asks[0].actor)) if asks else None,
        answer=match.log[n] if asks and n < len(match.log) else None,
        ending=past.named(past.game.phrases.ending(past.view(seat))) if past.over else "",
        solved=is_solved(match.game, match.view(0)),
    )


@route("GET", "/api/matches/{match}/analysis", reply=Analysis)
async def analysis(call: Call) -> Analysis:
    """Judge every answer of a match that is over, where the best play is known."""
    match = await past_match(call.service, call.match, call.session)
    if match.game.name != SOLVED:
        raise SetupError(f"the best play of {match.game.title} is not known, so nothing can be judged")
    found: list[Judgement] = []
    for moment in await to_thread(lambda: list(moments(match))):
        policy_of(moment.view)
        try:
            wins = await call.service.hall.thinkers.work("the judge", evaluate, moment.view, moment.ask)
        except TooSlow as slow:
            raise Refused(503, str(slow)) from None
        it = judged(match, moment, wins)
        seat, words = moment.ask.seat, (it.chosen_words, it.chosen_value, it.best_words, it.best_value)
        found.append(Judgement(it.n, seat, it.turn, it.question, *words))
    return Analysis(found, LEAST)


@route("POST", "/api/records", body=str, text=True, reply=Imported, status=201)
async def bring_record(call: Call) -> Imported:
    """Keep a record from elsewhere, so that its replay has an address."""
    session = await call.begin_session()
    if not call.service.openings.take(session):
        raise Refused(429, "you are bringing records too quickly; wait a little")
    return Imported(await open_record(call.service, session, call.body))


@route("POST", "/api/verify", body=str, text=True, reply=Verdict)
async def verify(call: Call) -> Verdict:
    """Check a record: its checksums, every answer against the rules, every die against its seal."""
    try:
        record, match = await to_thread(play_again, call.body)
    except MiskatonicError as error:
        return Verdict(False, [str(error)])
    said = [
        f"A match of {match.game.title} with {', '.join(match.players)}: {len(record.entries)} entries.",
        "Every line is as it was written.",
        "Every answer was allowed by the rules.",
    ]
    kind = record.header["fortune"].get("kind")
    if record.dice_can_be_checked and kind == "sealed":
        said.append("The secret fits what was published before the first die, and every die follows from it.")
    elif record.dice_can_be_checked:
        said.append("Every die follows from the seed.")
    else:
        said.append("The dice cannot be checked: their secret is not in the record.")
    if record.observed:
        said.append(f"What was observed cannot be computed again: {', '.join(record.observed)}.")
    said.append(f"It ended with: {match.result}." if match.over else "It is not over.")
    return Verdict(True, said)


@route("GET", "/healthz", reply=Health)
async def health(call: Call) -> Health:
    """Ask how the server is."""
    service = call.service
    answers = await service.store.healthy()
    return Health(
        "closing" if service.closing else "ok",
        __version__,
        "ok" if answers else "silent",
        len(service.hall.rooms),
        sum(service.sockets.values()),
    )


@route("GET", "/metrics", text=True)
async def metrics(call: Call) -> Response:
    """Fetch figures for Prometheus."""
    return Response(figures(), media_type=CONTENT_TYPE_LATEST)
