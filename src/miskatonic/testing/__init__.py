"""The conformance suite: what every game must do, whoever wrote it.

One call checks a whole game, each property can be checked by its name:

    from miskatonic.testing import PROPERTIES, check, conformance

    conformance(GAME)

    @pytest.mark.parametrize("name", PROPERTIES)
    def test_game(name):
        check(name, GAME)

Needs Hypothesis: `pip install "miskatonic[test]"`.
"""

from miskatonic.testing.suite import PROPERTIES, check, conformance
from miskatonic.testing.trial import Trial

__all__ = ["PROPERTIES", "Trial", "check", "conformance"]
