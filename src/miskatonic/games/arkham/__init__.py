"""Dice of Arkham: one investigator against a cult, by dice."""

from miskatonic.games.arkham.appraisal import appraise
from miskatonic.games.arkham.choices import choice
from miskatonic.games.arkham.drawing import draw, facts
from miskatonic.games.arkham.features import features
from miskatonic.games.arkham.heuristic import sensible
from miskatonic.games.arkham.odds import odds
from miskatonic.games.arkham.options import OPTIONS
from miskatonic.games.arkham.phrases import PHRASES
from miskatonic.games.arkham.position import place, position
from miskatonic.games.arkham.ranking import ranking
from miskatonic.games.arkham.sheet import SCHEMA
from miskatonic.games.arkham.side_by_side import beat
from miskatonic.games.arkham.state import Case, Investigator, fates, result, returns, set_up, standings
from miskatonic.games.arkham.view import view
from miskatonic.games.arkham.vocabulary import VOCABULARY
from miskatonic.games.handbook import help_of, rules_by_id
from miskatonic.kernel import Game

HELP = help_of(__name__)

GAME: Game[Investigator | Case] = Game(
    name="arkham",
    title="Dice of Arkham",
    seats=range(1, 7),
    vocabulary=VOCABULARY,
    schema=SCHEMA,
    setup=set_up,
    beat=beat,
    view=view,
    returns=returns,
    phrases=PHRASES,
    choice=choice,
    result=result,
    standings=standings,
    measure="gates sealed",
    fates=fates,
    options=OPTIONS,
    place=place,
    position=position,
    appraise=appraise,
    features=features,
    heuristic=sensible,
    ranking=ranking,
    odds=odds,
    rules=rules_by_id(HELP),
    help=HELP,
    draw=draw,
    facts=facts,
)
