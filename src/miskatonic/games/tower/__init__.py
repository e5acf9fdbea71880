"""Tower of Madness: five dice, one Location a Round, and a tower full of marbles for those who fail."""

from miskatonic.games.handbook import help_of, rules_by_id
from miskatonic.games.tower.appraisal import appraise
from miskatonic.games.tower.choices import choice
from miskatonic.games.tower.drawing import draw, facts
from miskatonic.games.tower.features import features
from miskatonic.games.tower.heuristic import sensible
from miskatonic.games.tower.names import WINDOWS
from miskatonic.games.tower.odds import odds
from miskatonic.games.tower.options import OPTIONS
from miskatonic.games.tower.pack import SCHEMA
from miskatonic.games.tower.phrases import PHRASES
from miskatonic.games.tower.position import place, position
from miskatonic.games.tower.ranking import ranking
from miskatonic.games.tower.redeal import redeal
from miskatonic.games.tower.rules import beat
from miskatonic.games.tower.scoring import fates, result, returns, standings
from miskatonic.games.tower.state import Expedition, set_up
from miskatonic.games.tower.view import census, view
from miskatonic.games.tower.vocabulary import PASS, VOCABULARY
from miskatonic.kernel import Game

HELP = help_of(__name__)

GAME: Game[Expedition] = Game(
    name="tower",
    title="Tower of Madness",
    seats=range(1, 6),
    vocabulary=VOCABULARY,
    schema=SCHEMA,
    setup=set_up,
    beat=beat,
    view=view,
    still=("cards", "rules"),
    returns=returns,
    phrases=PHRASES,
    choice=choice,
    usual=3,
    longest=20_000,
    result=result,
    standings=standings,
    measure="points",
    fates=fates,
    options=OPTIONS,
    place=place,
    position=position,
    redeal=redeal,
    appraise=appraise,
    horizon=3,
    census=census,
    offers=dict.fromkeys(WINDOWS, PASS),
    features=features,
    heuristic=sensible,
    ranking=ranking,
    odds=odds,
    rules=rules_by_id(HELP),
    help=HELP,
    draw=draw,
    facts=facts,
)
