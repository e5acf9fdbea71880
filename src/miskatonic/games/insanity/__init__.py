"""Unlocking Insanity: a sheet of mastery, a brain full of madness, and one die for everybody."""

from miskatonic.games.handbook import help_of, rules_by_id
from miskatonic.games.insanity.appraisal import appraise
from miskatonic.games.insanity.choices import choice
from miskatonic.games.insanity.drawing import draw, facts
from miskatonic.games.insanity.features import features
from miskatonic.games.insanity.heuristic import greedy, ranking
from miskatonic.games.insanity.options import OPTIONS
from miskatonic.games.insanity.outlook import outlook
from miskatonic.games.insanity.phrases import PHRASES
from miskatonic.games.insanity.position import place, position
from miskatonic.games.insanity.quick import quick
from miskatonic.games.insanity.rules import beat
from miskatonic.games.insanity.scoring import fates, result, returns, standings
from miskatonic.games.insanity.sheet import SCHEMA
from miskatonic.games.insanity.state import Cult, set_up
from miskatonic.games.insanity.view import census, view
from miskatonic.games.insanity.vocabulary import PASS, VOCABULARY
from miskatonic.kernel import Game

HELP = help_of(__name__)

GAME: Game[Cult] = Game(
    name="insanity",
    title="Unlocking Insanity",
    seats=range(1, 6),
    vocabulary=VOCABULARY,
    schema=SCHEMA,
    setup=set_up,
    beat=beat,
    view=view,
    still=("sheet", "rules"),
    open=True,
    returns=returns,
    phrases=PHRASES,
    choice=choice,
    longest=4_000,
    result=result,
    options=OPTIONS,
    place=place,
    position=position,
    standings=standings,
    measure="points",
    fates=fates,
    appraise=appraise,
    horizon=4,
    outlook=outlook,
    census=census,
    offers={"bonus": PASS},
    features=features,
    heuristic=greedy,
    quick=quick,
    ranking=ranking,
    rules=rules_by_id(HELP),
    help=HELP,
    draw=draw,
    facts=facts,
)
