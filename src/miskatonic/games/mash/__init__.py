"""Cthulhu Mash: investigators against everything that crawls out of the generators, and perhaps against each other."""

from miskatonic.games.handbook import help_of, rules_by_id
from miskatonic.games.mash.appraisal import appraise, blur, proof, which_turn
from miskatonic.games.mash.box import SCHEMA
from miskatonic.games.mash.choices import choice
from miskatonic.games.mash.drawing import draw, facts
from miskatonic.games.mash.features import features
from miskatonic.games.mash.heuristic import patient, sensible
from miskatonic.games.mash.odds import odds
from miskatonic.games.mash.options import OPTIONS
from miskatonic.games.mash.phrases import PHRASES
from miskatonic.games.mash.position import place, position
from miskatonic.games.mash.ranking import ranking
from miskatonic.games.mash.setup import set_up
from miskatonic.games.mash.state import Mash
from miskatonic.games.mash.turn import beat
from miskatonic.games.mash.victory import fates, result, returns, standings
from miskatonic.games.mash.view import census, view
from miskatonic.games.mash.vocabulary import NO, NO_GREEN, VOCABULARY
from miskatonic.kernel import Game

HELP = help_of(__name__)

GAME: Game[Mash] = Game(
    name="mash",
    title="Cthulhu Mash",
    seats=range(1, 5),
    vocabulary=VOCABULARY,
    schema=SCHEMA,
    setup=set_up,
    beat=beat,
    view=view,
    still=("box", "rules", "mode"),
    open=True,
    returns=returns,
    phrases=PHRASES,
    choice=choice,
    longest=60_000,
    result=result,
    standings=standings,
    measure="rooms cleared, or health left among rivals",
    fates=fates,
    options=OPTIONS,
    place=place,
    position=position,
    appraise=appraise,
    turn=which_turn,
    blur=blur,
    proof=proof,
    census=census,
    offers={"green": NO_GREEN, "dust": NO, "reflection": NO},
    features=features,
    heuristic=sensible,
    manner=patient,
    ranking=ranking,
    odds=odds,
    rules=rules_by_id(HELP),
    help=HELP,
    draw=draw,
    facts=facts,
)
