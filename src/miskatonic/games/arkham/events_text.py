"""The words of the events, and of the end."""

from __future__ import annotations

OPENING = {
    "1A": (
        "You sleep, and walk through streets that no mason planned. "
        "When you wake, the candle has burnt down to nothing."
    ),
    "1B": "They have the first of what they need. Something on the other side leans against the door.",
    "2A": "The last chapter is not a warning. It is an offer, and your name is already in it.",
    "2B": ("They are two steps ahead. If there is a short cut, it leads through pages you swore not to open."),
}

FAR_CITY = {
    1: ("At noon you still hear the bells of that place.", "Lose 1D3 sanity."),
    2: ("You lay in bed for nine hours and rested for none.", "Two fewer dice next turn."),
    3: ("There was a date above the gate. It is nearer than you thought.", "Clock +1."),
    4: ("Grey morning, cold coffee. Nothing stays.", "No effect."),
    5: ("One sign from the wall is still on your fingers.", "+1 magic."),
    6: ("A watchman knew your name and opened the door for you.", "+1 sanity. Next turn set one die yourself."),
}

TOO_FEW_NIGHTS = {
    1: ("The chain snaps before you are out of reach.", "Lose 1D3 health."),
    2: ("The note was bait, and you are in the room.", "Roll two mythos dice and resolve them."),
    3: ("You look up from the page and it is Thursday.", "Clock +2."),
    4: (
        "Pale shapes walk through you and take something along.",
        "-1 fight, -1 magic (health or sanity if you have none).",
    ),
    5: ("A torn ticket, a street, a house number.", "Roll two investigator dice."),
    6: ("There it is, in plain sight, since the first day.", "Four spaces of investigation."),
}

CLOSING = {
    "won": "Three seals: the town sleeps on without ever knowing. You have won.",
    "lost:health": "Your body gives out. The case is lost.",
    "lost:sanity": "Your mind gives way. The case is lost.",
    "lost:keys": "The third key turns. The case is lost.",
    "": "The case is still open.",
}
