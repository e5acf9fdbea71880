"""When the sensible player plays a Spell or Imprison: rules of thumb for every effect."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from miskatonic.games.tower.names import NONE
from miskatonic.games.tower.odds import binding_in
from miskatonic.games.tower.plans import success_plan
from miskatonic.games.tower.prospects import seeks_madness
from miskatonic.games.tower.vocabulary import PASS, USE_IMPRISON, played
from miskatonic.kernel import Ask, View


class Scene(NamedTuple):
    """A card that may be played, as its owner sees it."""

    view: View
    me: int
    about: int
    """The player whom the window is about; `NONE` if nobody."""
    target: int
    effect: Mapping[str, Any]

    @property
    def mine(self) -> dict[str, Any]:
        """The own board."""
        player: dict[str, Any] = self.view["players"][self.me]
        return player

    @property
    def them(self) -> dict[str, Any]:
        """The board of the player the window is about."""
        player: dict[str, Any] = self.view["players"][self.about if self.about != NONE else self.me]
        return player

    @property
    def doom(self) -> int:
        """Fallen DOOM marbles."""
        fallen: int = self.view["tower"]["doom"]
        return fallen

    def on_me(self) -> bool:
        """Whether the effect falls on the player himself."""
        who = self.effect.get("who", self.effect.get("from", ""))
        return who == "you" or (who == "them" and self.about == self.me)

    def leads(self) -> bool:
        """Whether the player leads."""
        return bool(self.view["leader"] == self.me)

    def to_beat(self) -> int:
        """The total that leads among the others."""
        leader = self.view["leader"]
        return 0 if leader is None or leader == self.me else int(self.view["players"][leader]["total"])


def react(view: View, ask: Ask) -> int:
    """The reaction that is worth most, if any is worth more than keeping it."""
    values = {code: _worth(view, ask.actor, code) for code in ask.options}
    return max(ask.options, key=values.__getitem__)


def wants_doom(view: View, chooser: int, drawer: int) -> bool:
    """Whether a player would like much to fall: the insane do, but not the last DOOM marble for somebody else."""
    mad: bool = view["players"][chooser]["insane"]
    return mad and (chooser == drawer or view["tower"]["doom"] < 2)


def _worth(view: View, me: int, code: int) -> float:
    if code == PASS:
        return 0.0
    moment = view["moments"][-1]
    about = NONE if moment["about"] is None else moment["about"]
    if code == USE_IMPRISON:
        return _imprison(view, me, about)
    card, target = played(code)
    side = view["cards"]["spells"][card]["insane" if view["players"][me]["insane"] else "sane"]
    effect = side["effects"][0]
    if effect["do"] in RESCUES and seeks_madness(view, me):
        return -1.0
    scene = Scene(view, me, about, target, effect)
    worth = USES.get(effect["do"], _never)(scene)
    # of several targets the one with most points is hit
    return worth + (view["players"][target]["score"] / 1_000 if target != NONE else 0.0)


RESCUES: Final = ("second_chance", "penalty", "fallen", "redirect_draw", "remove_marble", "ignore_location", "total")
"""What somebody who wants to go insane does not play."""


def _imprison(view: View, me: int, about: int) -> float:
    """Against the last DOOM marble, and against Spells that strike oneself."""
    if view["moments"][-1]["window"] == "before_draw":
        return 1.0 if view["tower"]["doom"] == 2 else -1.0
    return 1.0 if _strikes(view, me) and view["tower"]["doom"] < 2 else -1.0


def _strikes(view: View, me: int) -> bool:
    """Whether the Spell that may be cancelled is played on oneself."""
    if len(view["moments"]) < 2 or view["moments"][-1]["about"] == me:
        return False
    return me in (view["moments"][-2]["about"], view["moments"][-1]["target"])


def _never(scene: Scene) -> float:
    return -1.0


def _always(scene: Scene) -> float:
    return 1.0


def _total(scene: Scene) -> float:
    """To take the lead, or to keep somebody from it."""
    amount: int = scene.effect["amount"]
    low = binding_in(scene.view, scene.me).lowest_leads
    if scene.on_me():
        now = scene.mine["now"] if scene.about == scene.me else scene.mine["total"]
        if now is None or low == (amount > 0):
            return -1.0
        need = binding_in(scene.view, scene.me).need_min
        if now < need <= now + amount:
            return 2.0
        return 1.0 if now < scene.to_beat() <= now + amount else -1.0
    now = scene.them["now"]
    return 1.0 if scene.leads() and now is not None and now + amount < scene.mine["total"] <= now else -1.0


def _turn_die(scene: Scene) -> float:
    """Turn an own die if that helps much; any die of an enemy."""
    if not scene.on_me():
        return 1.0 if scene.doom < 2 or not scene.mine["insane"] else -1.0
    mine = scene.mine
    if scene.effect["dice"] == "thrown":
        wanted = {1, 2, 3} - set(mine["dice"])
        return 1.0 if len(wanted) == 1 and len(mine["dice"]) - sum(mine["locked"]) <= 3 else -1.0
    gain = 6 - min((mine["dice"][die] for die in mine["discovery_dice"]), default=6)
    return 1.0 if gain >= 3 or (mine["now"] or 0) < scene.to_beat() <= (mine["now"] or 0) + gain else -1.0


def _rethrow(scene: Scene) -> float:
    """Own dice if they do not lead; those of somebody who is about to take one's lead; anybody's, if mad."""
    if not scene.on_me():
        if scene.mine["insane"]:
            return 1.0 if scene.doom < 2 and not scene.them["insane"] else -1.0
        now = scene.them["now"]
        return 1.0 if scene.leads() and now is not None and now >= scene.mine["total"] else -1.0
    mine = scene.mine
    if scene.effect["dice"] == "thrown":
        fresh = [face for face, last in zip(mine["dice"], mine["last"], strict=True) if last]
        held = [face for face, last in zip(mine["dice"], mine["last"], strict=True) if not last]
        useful = ({1, 2, 3} - set(held)) & set(fresh)
        return 1.0 if len(fresh) <= 3 and not useful else -1.0
    now = mine["now"] or 0
    return 1.0 if now < scene.to_beat() or now <= 5 else -1.0


def _draw(scene: Scene) -> float:
    """The mad draw whenever they can, and let others draw while that cannot end the game."""
    if scene.on_me():
        return 1.0 if scene.mine["insane"] else -1.0
    return 1.0 if scene.mine["insane"] and scene.doom < 2 else -1.0


def _prevent(scene: Scene) -> float:
    return 2.0 if scene.doom == 2 else -1.0


def _redirect(scene: Scene) -> float:
    """The mad take draws; the sane give them away when they are near the edge."""
    if scene.effect["to"] == "you":
        return 1.0 if scene.mine["insane"] else -1.0
    return 1.0 if scene.mine["insane_at"] - scene.mine["madness"] <= 2 else -1.0


def _choose(scene: Scene) -> float:
    return 1.0 if scene.doom == 2 else 0.2


def _penalty(scene: Scene) -> float:
    if scene.about == scene.me:
        return 1.0
    return 1.0 if scene.mine["insane"] and (scene.effect["amount"] < 0 or scene.doom < 2) else -1.0


def _fallen(scene: Scene) -> float:
    """Madness goes elsewhere, points come home."""
    fell: int = scene.view["moments"][-1]["fallen"][scene.effect["type"]]
    if scene.effect["type"] == "discovery":
        return float(fell) if scene.effect["to"] == "you" and not scene.mine["insane"] else -1.0
    if scene.mine["insane"]:
        return 1.0
    return 1.0 if scene.about == scene.me and scene.mine["madness"] + fell >= 2 else -1.0


def _move(scene: Scene) -> float:
    return 1.0 if (scene.effect["type"] == "madness") == (scene.effect["from"] == "you") else -1.0


def _remove(scene: Scene) -> float:
    return 1.0 if scene.mine["madness"] >= 2 else -1.0


def _points(scene: Scene) -> float:
    return 1.0 if scene.leads() else -1.0


def _impose(scene: Scene) -> float:
    return 1.0 if scene.mine["insane"] and scene.doom < 2 else -1.0


def _ignore(scene: Scene) -> float:
    """Where the Location makes success unlikely."""
    chance = success_plan(binding_in(scene.view, scene.me), scene.mine["mods"]).ahead(0, 0)
    return 1.0 if chance < 0.6 else -1.0


def _cancel(scene: Scene) -> float:
    return 1.0 if _strikes(scene.view, scene.me) else -1.0


Use: TypeAlias = Callable[[Scene], float]
USES: Final[dict[str, Use]] = {
    "total": _total,
    "turn_die": _turn_die,
    "rethrow": _rethrow,
    "second_chance": _always,
    "draw": _draw,
    "prevent_draw": _prevent,
    "redirect_draw": _redirect,
    "choose_tentacle": _choose,
    "fallen": _fallen,
    "move_marble": _move,
    "remove_marble": _remove,
    "gain_spell": _always,
    "steal_spell": _always,
    "discard_spell": _always,
    "take_token": _always,
    "return_token": _always,
    "penalty": _penalty,
    "cancel_spell": _cancel,
    "points": _points,
    "impose": _impose,
    "ignore_location": _ignore,
}
"""By the first effect of a side: more than 0 plays the card."""
