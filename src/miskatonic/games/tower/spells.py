"""What Spells do, effect by effect (section 3.4 of the rules). Whether they can is in `possible.py`."""

from __future__ import annotations

from typing import Final

from miskatonic.games.tower import asks
from miskatonic.games.tower.asks import Pick
from miskatonic.games.tower.bundles import change_total
from miskatonic.games.tower.cards import discard_spells, draw_spells, steal_spell
from miskatonic.games.tower.desk import Desk
from miskatonic.games.tower.dice import settle, throw
from miskatonic.games.tower.effects import ALL, Effect
from miskatonic.games.tower.madness import give_madness, put_on_board, remove_from_board, take_from_board
from miskatonic.games.tower.names import BIT, DICE, MADNESS, ONE, POOL, SUCCESS, marbles
from miskatonic.games.tower.possible import box_size, dice_set, person, unused_tokens
from miskatonic.games.tower.state import Expedition, Moment, Player
from miskatonic.games.tower.tentacles import draw_tentacles
from miskatonic.games.tower.tokens import offer_token
from miskatonic.games.tower.tray import turned
from miskatonic.games.tower.vocabulary import DIE, FACE, SOME_DICE, TOKEN
from miskatonic.games.tower.windows import Carry
from miskatonic.kernel import Ask, Chance, Draw, Flow
from miskatonic.kernel.sets import members


def _who(s: Expedition, w: Moment, caster: Player, target: int, effect: Effect) -> Player:
    return s.players[person(s, w, caster.seat, target, effect.who)]


# -- dice and totals --------------------------------------------------------------------------------------------------


def total(s: Expedition, desk: Desk, w: Moment, caster: Player, target: int, effect: Effect) -> Flow[None]:
    """TM-D10, TM-L4: a Discovery total is changed for this Round."""
    who = _who(s, w, caster, target, effect)
    change_total(s, who, effect.values["amount"])
    yield from settle(s, desk, who)


def turn_die(s: Expedition, desk: Desk, w: Moment, caster: Player, target: int, effect: Effect) -> Flow[None]:
    """TM-D12, Q10, Q11: the caster turns one die of the set; it was not thrown, so nothing else happens."""
    who = _who(s, w, caster, target, effect)
    ask = asks.one_die(who, dice_set(s, desk, w, who, effect.values["dice"]), caster.seat)
    die = (ask.options[0] if len(ask.options) == 1 else (yield ask)) - DIE
    shown: tuple[int, ...] = effect.values["to"]
    face = shown[0] if len(shown) == 1 else (yield asks.one_face(who.seat, caster.seat, shown)) - FACE
    who.tray = turned(who.tray, die, face)
    if who.status == SUCCESS:
        who.changed = True
    s.tell("turned", caster.seat, who.seat, die, face)
    yield from settle(s, desk, who)


def rethrow(s: Expedition, desk: Desk, w: Moment, caster: Player, target: int, effect: Effect) -> Flow[None]:
    """TM-D11, Q12: dice of the set are thrown again, picked by the caster or the owner."""
    who = _who(s, w, caster, target, effect)
    dice = dice_set(s, desk, w, who, effect.values["dice"])
    number = dice.bit_count()
    least, most = effect.values["count"]
    if min(least, number) < number:
        by = caster.seat if effect.values["by"] == "caster" else who.seat
        ask = asks.some_dice(who, "rethrow", dice, least, min(most, number), by)
        dice = (ask.options[0] if len(ask.options) == 1 else (yield ask)) - SOME_DICE
    yield from throw(s, desk, who, dice)
    yield from settle(s, desk, who)


def second_chance(s: Expedition, desk: Desk, w: Moment, caster: Player, target: int, effect: Effect) -> Flow[None]:
    """TM-F3, Q13: the fail is averted; dice of the last throw are thrown again.

    Whoever fails is judged by the interrupted procedure; a success of somebody else who throws, at once (TM-L4).
    """
    who = _who(s, w, caster, target, effect)
    w.averted = True
    s.tell("averted", who.seat)
    ask = asks.some_dice(who, "second", who.last, 1, DICE, who.seat)
    dice = (ask.options[0] if len(ask.options) == 1 else (yield ask)) - SOME_DICE
    yield from throw(s, desk, who, dice)
    if who.seat != w.subject:
        yield from settle(s, desk, who)


# -- tentacles --------------------------------------------------------------------------------------------------------


def draw(s: Expedition, desk: Desk, w: Moment, caster: Player, target: int, effect: Effect) -> Flow[None]:
    """TM-F8: tentacles are drawn, and nobody fails by it."""
    yield from draw_tentacles(s, desk, _who(s, w, caster, target, effect), effect.values["count"])


def prevent_draw(s: Expedition, desk: Desk, w: Moment, caster: Player, target: int, effect: Effect) -> Flow[None]:
    """TM-F6 (1): no tentacle is drawn."""
    w.prevented = True
    s.tell("prevented", caster.seat, w.subject)
    yield from ()


def redirect_draw(s: Expedition, desk: Desk, w: Moment, caster: Player, target: int, effect: Effect) -> Flow[None]:
    """TM-F6 (1): somebody else becomes the drawer."""
    w.subject = person(s, w, caster.seat, target, effect.to)
    s.tell("redirected", w.subject)
    yield from ()


def choose_tentacle(s: Expedition, desk: Desk, w: Moment, caster: Player, target: int, effect: Effect) -> Flow[None]:
    """TM-F7: the caster picks the tentacle; the drawer's rows still hold."""
    w.chooser = caster.seat
    s.tell("chooses", caster.seat, w.subject)
    yield from ()


def penalty(s: Expedition, desk: Desk, w: Moment, caster: Player, target: int, effect: Effect) -> Flow[None]:
    """TM-F5: penalty tentacles more or fewer."""
    w.penalty += effect.values["amount"]
    s.tell("penalty", w.subject, effect.values["amount"])
    yield from ()


# -- marbles ----------------------------------------------------------------------------------------------------------


def fallen(s: Expedition, desk: Desk, w: Moment, caster: Player, target: int, effect: Effect) -> Flow[None]:
    """TM-F6 (8), TM-M8: marbles that just fell go elsewhere."""
    kind = effect.kind
    number = min(effect.values["count"], marbles(w.fallen, kind))
    w.fallen -= number * ONE[kind]
    if effect.to == "removed":
        s.loose -= number * ONE[kind]
        s.removed += number * ONE[kind]
        s.tell("removed", w.subject, kind, number)
    else:
        receiver = person(s, w, caster.seat, target, effect.to)
        w.diverted += ((receiver, kind, number),)
        s.tell("diverted", receiver, kind, number)
    yield from ()


def move_marble(s: Expedition, desk: Desk, w: Moment, caster: Player, target: int, effect: Effect) -> Flow[None]:
    """TM-M5: marbles from board to board; a moved Spell marble gives no card."""
    who = _who(s, w, caster, target, effect)
    to = s.players[person(s, w, caster.seat, target, effect.to)]
    kind = effect.kind
    number = take_from_board(who, kind, effect.values["count"])
    s.tell("moved", who.seat, to.seat, kind, number)
    if kind == MADNESS:
        yield from give_madness(s, desk, to, number)
    else:
        put_on_board(to, kind, number)


def remove_marble(s: Expedition, desk: Desk, w: Moment, caster: Player, target: int, effect: Effect) -> Flow[None]:
    """TM-M8: marbles leave the game; TM-I2: that makes nobody sane again."""
    who = _who(s, w, caster, target, effect)
    remove_from_board(s, who, effect.kind, effect.values["count"])
    yield from ()


# -- cards and tokens -------------------------------------------------------------------------------------------------


def gain_spell(s: Expedition, desk: Desk, w: Moment, caster: Player, target: int, effect: Effect) -> Flow[None]:
    """TM-C8: Spells are drawn."""
    yield from draw_spells(s, desk, _who(s, w, caster, target, effect), effect.values["count"])


def steal(s: Expedition, desk: Desk, w: Moment, caster: Player, target: int, effect: Effect) -> Flow[None]:
    """TM-C9: a random card changes hands."""
    to = s.players[person(s, w, caster.seat, target, effect.to)]
    yield from steal_spell(s, desk, _who(s, w, caster, target, effect), to)


def discard_spell(s: Expedition, desk: Desk, w: Moment, caster: Player, target: int, effect: Effect) -> Flow[None]:
    """TM-C9, Q16: cards are discarded, by the owner's choice or at random."""
    who = _who(s, w, caster, target, effect)
    yield from discard_spells(s, desk, who, effect.values["count"], effect.values["by"] == "random")


def take_token(s: Expedition, desk: Desk, w: Moment, caster: Player, target: int, effect: Effect) -> Flow[None]:
    """TM-U2: a token may be taken from the pool."""
    yield from offer_token(s, desk, _who(s, w, caster, target, effect))


def return_token(s: Expedition, desk: Desk, w: Moment, caster: Player, target: int, effect: Effect) -> Flow[None]:
    """TM-U3, Q18: the caster picks an unused token, which goes to the pool."""
    who = _who(s, w, caster, target, effect)
    tokens = unused_tokens(s, who)
    token = tokens[0]
    if len(tokens) > 1:
        token = (yield Ask(who.seat, "return", tuple(TOKEN + held for held in tokens), caster.seat)) - TOKEN
    s.holder[token] = POOL
    s.tell("returned", who.seat, token)


def cancel_spell(s: Expedition, desk: Desk, w: Moment, caster: Player, target: int, effect: Effect) -> Flow[None]:
    """TM-C11: the Spell answered has no effect."""
    w.cancelled = True
    yield from ()


# -- the Location -----------------------------------------------------------------------------------------------------


def points(s: Expedition, desk: Desk, w: Moment, caster: Player, target: int, effect: Effect) -> Flow[None]:
    """TM-R6: the Location is worth more or less."""
    s.extra += effect.values["amount"]
    s.tell("points", effect.values["amount"])
    yield from ()


def impose(s: Expedition, desk: Desk, w: Moment, caster: Player, target: int, effect: Effect) -> Flow[None]:
    """TM-R8, TM-I5: a rule binds Investigators until the end of the Round."""
    rule = desk.imposes(effect)
    bound = s.players if effect.who == ALL else [_who(s, w, caster, target, effect)]
    for p in bound:
        if not p.insane:
            p.imposed += (rule,)
            s.tell("imposed", p.seat)
    yield from ()


def ignore_location(s: Expedition, desk: Desk, w: Moment, caster: Player, target: int, effect: Effect) -> Flow[None]:
    """TM-R4: the Location's rules do not bind a player for the rest of the Round, except those of the table."""
    who = _who(s, w, caster, target, effect)
    who.ignoring = True
    s.tell("ignoring", who.seat)
    yield from ()


def replace_location(s: Expedition, desk: Desk, w: Moment, caster: Player, target: int, effect: Effect) -> Flow[None]:
    """TM-R2, TM-S6: a random card of the box takes the place of the Location, which goes into the box."""
    card = yield _from_the_box(s, desk)
    if s.unseen & BIT[card]:
        s.unseen ^= BIT[card]
    else:
        s.box ^= BIT[card]
    s.box |= BIT[s.location]
    s.location = card
    s.tell(f"replaced {desk.sites[card].card.name}")


def _from_the_box(s: Expedition, desk: Desk) -> Chance:
    """Cards known to be in the box are as likely as those that nobody has seen: these are in the deck as well."""
    unknown = box_size(s) - s.box.bit_count()
    if not unknown:
        return Pick("box", s.box, desk.location_names)
    weights = [(card, s.unseen.bit_count()) for card in members(s.box)]
    weights += [(card, unknown) for card in members(s.unseen)]
    return Draw("box", weights, desk.location_names.__getitem__)


EFFECTS: Final[dict[str, Carry]] = {
    "total": total,
    "turn_die": turn_die,
    "rethrow": rethrow,
    "second_chance": second_chance,
    "draw": draw,
    "prevent_draw": prevent_draw,
    "redirect_draw": redirect_draw,
    "choose_tentacle": choose_tentacle,
    "fallen": fallen,
    "move_marble": move_marble,
    "remove_marble": remove_marble,
    "gain_spell": gain_spell,
    "steal_spell": steal,
    "discard_spell": discard_spell,
    "take_token": take_token,
    "return_token": return_token,
    "penalty": penalty,
    "cancel_spell": cancel_spell,
    "points": points,
    "impose": impose,
    "ignore_location": ignore_location,
    "replace_location": replace_location,
}
"""By effect: how it is carried out."""
