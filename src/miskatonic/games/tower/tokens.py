"""Taking Unnatural Influence tokens, and Forbidden Knowledge, which is used at once (TM-U1 to TM-U4)."""

from __future__ import annotations

from miskatonic.games.tower.cards import steal_spell
from miskatonic.games.tower.desk import Desk
from miskatonic.games.tower.madness import ask_madman
from miskatonic.games.tower.names import BIT, IMPRISON, KNOWLEDGE, MADMAN, POOL, TOKENS
from miskatonic.games.tower.possible import may_take
from miskatonic.games.tower.state import Expedition, Player
from miskatonic.games.tower.vocabulary import CONVERT, NO_TOKEN, STEAL, TOKEN
from miskatonic.kernel import Ask, Flow


def offer_token(s: Expedition, desk: Desk, p: Player) -> Flow[None]:
    """TM-U1, TM-U2, Q3: a token of one's choice from the pool, or none."""
    if not may_take(s, desk, p):
        return
    pool = [TOKEN + token for token in range(len(TOKENS)) if s.holder[token] == POOL]
    code = yield Ask(p.seat, "take", (NO_TOKEN, *pool))
    if code == NO_TOKEN:
        return
    token = code - TOKEN
    s.holder[token] = p.seat
    s.tell("took", p.seat, token)
    if token == IMPRISON:
        s.carried = False
    elif token == KNOWLEDGE:
        yield from forbidden_knowledge(s, desk, p)
    elif token == MADMAN:
        yield from ask_madman(s, desk, p)


def forbidden_knowledge(s: Expedition, desk: Desk, p: Player) -> Flow[None]:
    """TM-U4, Q4: a Spell marble becomes a Discovery marble, or a random Spell is stolen from the insane."""
    s.flipped |= BIT[KNOWLEDGE]
    uses = [CONVERT] if p.spells else []
    uses += [STEAL + q.seat for q in s.players if q.insane and q.hand]
    if not uses:
        return
    code = uses[0] if len(uses) == 1 else (yield Ask(p.seat, "knowledge", tuple(uses)))
    if code == CONVERT:
        p.spells -= 1
        p.discovery += 1
        s.tell("converted", p.seat)
    else:
        yield from steal_spell(s, desk, s.players[code - STEAL], p)


def return_tokens(s: Expedition) -> None:
    """TM-U3, TM-U6, TM-R8: all tokens go back at clean-up, except an unused Imprison in its first Round."""
    stays = s.holder[IMPRISON] >= 0 and not s.flipped & BIT[IMPRISON] and not s.carried
    for token in range(len(TOKENS)):
        if token != IMPRISON or not stays:
            s.holder[token] = POOL
    s.flipped = 0
    s.carried = stays
