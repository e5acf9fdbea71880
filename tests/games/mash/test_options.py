"""Options and optional rules in corners where they meet set-up, views and each other."""

from __future__ import annotations

import pytest
from games.mash.stage import Stage, table
from games.mash.test_setup import APART, refused

import miskatonic as mk
from miskatonic.games.mash import GAME
from miskatonic.games.mash.deeds import heal
from miskatonic.games.mash.drawing import draw, facts
from miskatonic.games.mash.figures import calm
from miskatonic.games.mash.state import ACTIVATION
from miskatonic.games.mash.view import view

SCENE = (
    "mode=cooperative phase=actions pool=3 tile.1=MS/90/up/rolled tile.8=MM/0/up/rolled tile.3=ML/0/up/rolled "
    "A=mariner_merchant@3:C6R1/sp:20/kept:7+1/objects:necronomicon+herbs+elder_thing_crystal/bond:3/tie:2/grasp:1/by:1 "
    "B=psychotherapist@3:C5R2/sp:50/innate:heal/memorised:fly m5=gnoph_keh@3:C2R1/charged:1/face:1 "
    "tissue.3:C5R5=shoggoth_tissue_2 tome.necronomicon=heal+fly crystal=0+1 discard=net+net+bolos gone=2+0+0+0+0+0+0+0"
)


@pytest.mark.rule("CM-Q1", "CM-B21")
def test_after_a_reset_everybody_looks_where_he_likes() -> None:
    rules = {"mode": "death_match", "q_facing": "true"}
    words = APART.format(turned=0).replace("phase=begin", "phase=cleanup countdown=1")
    match = mk.Match(GAME, seats=2, seed=1, options=rules, position=words)
    asked = []
    while match.ask.prompt != "act":
        asked.append((match.ask.actor, match.ask.prompt))
        match.answer(match.ask.actor, match.ask.options[-1])
    assert [one for one in asked if one[1] == "face"][:2] == [(0, "face"), (1, "face")]
    assert [hero.face for hero in table(match).heroes] == [3, 3]


@pytest.mark.rule("CM-N1", "CM-N3", "CM-Q3")
@pytest.mark.parametrize("layout", ["ring", "block"])
def test_a_layout_without_an_entry_gate_is_refused(layout: str) -> None:
    chosen = {"mode": "cooperative", "coop_start": "true", "q_custom_layout": layout}
    assert "entry gate" in refused(lambda: mk.Match(GAME, seats=2, seed=1, options=chosen))
    assert mk.Match(GAME, seats=2, seed=1, options=chosen | {"q_custom_layout": "line"}).ask.prompt == "start_tile"


@pytest.mark.rule("CM-B14", "CM-OG3", "CM-Q14", "CM-T2")
def test_the_screen_shows_what_lies_open() -> None:
    rules = {"mode": "cooperative", "sanity": "true", "q_facing": "true", "turn_limit": "40"}
    view = mk.Match(GAME, seats=2, seed=3, options=rules, position=SCENE).view(None)
    assert view["tomes"] == {"necronomicon": ["heal", "fly"]}
    assert view["crystal"] == "Polar Calm"
    assert view["stacks"]["generator_discard"] == 2
    assert view["discarded"] == {"bolos": 1, "net": 2}
    assert view["wrecked"] == {"cultist_idol": 2}
    mariner, doctor = view["heroes"]
    assert (mariner["grasp"], mariner["by"]) == (True, 1)
    assert (doctor["innate"], doctor["memorised"]) == (["heal"], ["fly"])
    said = facts(view)
    drawn = " ".join(draw(view, lambda text, colour: text).split())
    for words in (
        "Round 1 of 40", "range of the drill: C4R3", "Gnoph-Keh 3/3, defense 4, looks E, has charged",
        "C5R5: Shoggoth Tissue (stays, hurts 2)", "in the Grasp of Cthulhu", "Necronomicon (red: heal, fly)",
        "melee d10", "innate heal", "kept by {1}", "2 discarded", "Gnoph-Keh 5", "Crystal holds Polar Calm",
        "sanity, q_facing", "Discarded: Bolos, Net 2", "Discarded generators: Cultist Idol 2",
        "wrecks 2/3 (Star Vampire Mutilation, Brine Cradle)",
    ):  # fmt: skip
        assert any(words in one for one in said), words
        assert words.split()[0] in drawn


@pytest.mark.rule("CM-S3", "CM-B21", "CM-A3", "CM-M3")
def test_the_screen_tells_teams_the_countdown_and_what_is_left() -> None:
    room = ["mode team_death_match", "option teams=13", "A C1R1", "B C6R6", "C", "D", "M C1R2", "countdown 2"]
    scene = Stage(room).state()
    scene.mp = 3
    for text in ("\n".join(facts(view(scene, 0))), " ".join(draw(view(scene, 0), lambda text, colour: text).split())):
        assert "team 1" in text
        assert "team 2" in text
        assert "reset in 2 turns" in text
        assert "4 actions left, 3 movement points left" in text
    scene.pool, scene.mp = 0, 1
    assert "no actions left, 1 movement point left" in draw(view(scene, 0), lambda text, colour: text)
    scene.piles = {scene.hero.slot * 36 + scene.hero.cell: (-1, -1)}
    scene.heroes[0].lost = True
    scene.heroes[0].bond, scene.heroes[0].tie, scene.heroes[0].by = 2, 2, 1
    for text in ("\n".join(facts(view(scene, 0))), " ".join(draw(view(scene, 0), lambda text, colour: text).split())):
        assert "C1R1: 2 face down" in text
        assert "loses the next turn" in text
        assert "caught fast by {1} (free on 1-2)" in text
    scene.phase, scene.awake, scene.mp, scene.pool = ACTIVATION, 5, 0, 2
    assert "actions left" not in "\n".join(facts(view(scene, 0)))


def remarks(match: mk.Match) -> dict[str, str]:
    """What is said about the options of the open question."""
    assert GAME.odds is not None
    odds = GAME.odds(match.view(match.ask.actor), match.ask)
    return {GAME.vocabulary.text(code): text for code, text in odds.items()}


@pytest.mark.rule("CM-A23", "CM-L9", "CM-Q1")
def test_the_chance_is_that_of_whoever_is_meant() -> None:
    room = "mode=death_match phase=actions pool=3 tile.1=MS/90/up/rolled tile.8=MM/0/up/rolled "
    words = (
        room
        + "A=mariner_merchant@8:C6R2/face:2 B=psychotherapist@8:C6R1/bond:2/tie:2/face:{} m4=star_vampire@8:C6R1/host:1"
    )
    match = mk.Match(GAME, seats=2, options={"mode": "death_match"}, position=words.format(0))
    match.say("melee=unarmed")
    said = {"target=C6R1": "hits 100%", "target=C6R1 rider1": "hits 60%", "target=C6R1 space": "hits 60%"}
    assert remarks(match) == said
    for face, chance in ((0, "70%"), (2, "80%")):
        words = room + f"A=mariner_merchant@8:C6R2/face:2 B=psychotherapist@8:C6R1/face:{face}"
        match = mk.Match(GAME, seats=2, options={"mode": "death_match", "q_facing": "true"}, position=words)
        assert f"Psychotherapist on C6R1 {chance}, spawn space on C6R1 60%" in remarks(match)["melee=unarmed"]
        match.say("melee=unarmed")
        assert remarks(match)["target=C6R1"] == f"hits {chance}"


@pytest.mark.rule("CM-C4", "CM-C11", "CM-O8", "CM-A15", "CM-PG3", "CM-PG4")
def test_abilities_and_spells_tell_their_chance_as_well() -> None:
    words = (
        "mode=death_match phase=actions pool=3 tile.1=MS/90/up/rolled tile.8=MM/0/up/rolled "
        "A=psychotherapist@8:C3R1/objects:cock_fighter/innate:steal_life/memorised:freezing_wrack+bind_enemy "
        "B=arctic_explorer@8:C3R2 g4=cultist_idol@8:C2R1 m5=cultist@8:C1R1 m6=deep_one@8:C3R3/bond:1/tie:2"
    )
    match = mk.Match(GAME, seats=2, options={"mode": "death_match"}, position=words)
    said = remarks(match)
    assert said["do=syringe"] == "d6: Arctic Explorer on C3R2 50%"
    assert said["do=push"] == "d6: Arctic Explorer on C3R2 17%"
    assert said["do=cock"] == "d6: Arctic Explorer on C3R2 50%, Cultist Idol on C2R1 50%"
    assert said["cast=steal_life"] == said["do=cock"]
    assert said["cast=freezing_wrack"] == said["do=syringe"]
    assert "cast=bind_enemy" not in said
    match.say("do=cock")
    assert remarks(match) == {"target=C3R2": "hits 50%", "target=C2R1": "hits 50%"}
    words = words.replace("B=arctic_explorer@8:C3R2", "B=arctic_explorer@8:C6R6")
    said = remarks(mk.Match(GAME, seats=2, options={"mode": "death_match"}, position=words))
    assert said["cast=bind_enemy"] == "d8: Deep One on C3R3 88%"
    assert said["cast=freezing_wrack"] == "d8: Deep One on C3R3 88%"
    assert "do=push" not in said


@pytest.mark.rule("CM-L8", "CM-P11")
def test_no_chance_is_told_for_whom_reach_does_not_reach() -> None:
    room = ["mode death_match", "A C1R1 flying=1 innate=reach", "B C5R1 objects=net", "C C1R4 objects=bolos", "M C3R1"]
    cast = mk.Ask(0, "act", (GAME.vocabulary.parse("cast=reach"),))
    assert GAME.odds is not None
    said = GAME.odds(view(Stage(room).state(), 0), cast)[cast.options[0]]
    assert "C1R4" in said
    assert "C5R1" not in said


@pytest.mark.rule("CM-A23")
def test_so_do_attacks_on_a_spawn_space() -> None:
    words = (
        "mode=death_match phase=actions pool=3 tile.1=MS/90/up/rolled tile.8=MM/0/up/rolled "
        "A=psychotherapist@8:{}/innate:steal_life/memorised:freezing_wrack B=arctic_explorer@1:C1R1"
    )
    said = remarks(mk.Match(GAME, seats=2, options={"mode": "death_match"}, position=words.format("C6R2")))
    assert said == {
        "melee=unarmed": "d6, 1 damage: spawn space on C6R1 33%",
        "cast=steal_life": "d6: spawn space on C6R1 33%",
    }
    said = remarks(mk.Match(GAME, seats=2, options={"mode": "death_match"}, position=words.format("C4R1")))
    assert said == {"cast=steal_life": "d6: spawn space on C6R1 33%"}


HUNT = (
    "mode=death_match phase=actions pool=3 tile.1=MS/90/up/rolled tile.8=MM/0/up/rolled "
    "A=psychotherapist@8:C3R2/innate:mental_suggestion B=arctic_explorer@8:C4R3 m5=deep_one@8:C3R3 m6=cultist@8:C3R1"
)


@pytest.mark.rule("CM-M5", "CM-M14", "CM-T2")
def test_the_keeper_and_whoever_controls_a_monster_are_told_its_chance() -> None:
    """The Deep One strikes with its own d8, not with the die of whom it obeys."""
    match = mk.Match(GAME, seats=2, seed=1, options={"mode": "death_match"}, position=HUNT)
    match.say("cast=mental_suggestion")
    match.say("target=C3R3")
    assert GAME.phrases.prompt(match.ask, match.view(0)) == "The Deep One listens to you. What shall it do?"
    assert remarks(match) == {"melee=unarmed": "d8: Psychotherapist on C3R2 62%, Arctic Explorer on C4R3 62%"}
    match.say("melee=unarmed")
    assert remarks(match) == {"target=C3R2": "hits 62%", "target=C4R3": "hits 62%"}
    match = mk.Match(GAME, seats=2, options={"mode": "death_match"}, position=HUNT)
    match.say("do=end")
    match.say("wake=C3R3")
    assert remarks(match) == {"melee=unarmed": "d8: Psychotherapist on C3R2 62%"}


@pytest.mark.rule("CM-Q5")
def test_a_hindrance_makes_a_shot_less_likely_and_a_height_lets_one_see_over_heads() -> None:
    room = ["option q_terrain_heights=true", "A C1R1 objects=revolver_32 ranged=10", "M C5R1 defense=4", "M1 C3R1"]
    shot = mk.Ask(0, "act", (GAME.vocabulary.parse("ranged=revolver_32"),))
    assert GAME.odds is not None
    for agreed, said in (("height C1R1", "C5R1 70%"), ("height C1R1|hindrance C4R1", "C5R1 60%"), ("blind C1R1", "")):
        seen = view(Stage([*room, *agreed.split("|")]).state(), 0)
        assert said in GAME.odds(seen, shot).get(shot.options[0], "")
        assert ("C5R1" in seen["sight"]) == bool(said)


@pytest.mark.rule("CM-Q2", "CM-O30", "CM-O51", "CM-P8")
def test_the_log_tells_what_came_of_it() -> None:
    words = (
        "mode=solo phase=actions pool=4 tile.1=BC/0/up/rolled tile.8=MS/0/up/rolled loose.1:C3R1=net "
        "A=arctic_explorer@1:C2R1/hp:2/me:1/objects:first_aid_kit+pitchfork+herbs/innate:lucid_mind "
        "piles.1:C2R1=mi_go_earthquake"
    )
    dice = mk.Scripted(["earthquake=1"])
    match = mk.Match(GAME, seats=1, options={"q_ready_weapon": "true"}, position=words, fortune=dice)
    for answer in ("use=first_aid_kit", "use=herbs", "cast=lucid_mind", "ready=pitchfork", "take=top"):
        match.say(answer)
    assert "has readied Pitchfork" in "\n".join(facts(match.view(0)))
    said = [GAME.phrases.sentence(news) for news in match.story()]
    for sentence in (
        "{0} gains 2 health.", "{0} gains 1 mentality.", "{0} gains 3 mentality.", "{0} readies the Pitchfork.",
        "The Net is buried.",
    ):  # fmt: skip
        assert sentence in said


@pytest.mark.rule("CM-A8")
def test_whoever_is_offered_something_is_told_what() -> None:
    words = (
        "mode=death_match phase=actions pool=4 tile.1=BC/0/up/rolled tile.8=MS/0/up/rolled "
        "A=arctic_explorer@1:C2R1/objects:herbs B=mariner_merchant@1:C3R1"
    )
    match = mk.Match(GAME, seats=2, options={"mode": "death_match"}, position=words)
    match.say("give=herbs B")
    assert match.ask.prompt == "accept"
    assert "{0} offers the Herbs to {1}." in [GAME.phrases.sentence(news) for news in match.story()]


@pytest.mark.rule("CM-B16", "CM-K6")
def test_the_log_names_the_monster_that_falls() -> None:
    words = (
        "mode=solo phase=actions pool=4 tile.1=BC/0/up/rolled tile.8=MS/0/up/rolled "
        "A=arctic_explorer@1:C4R6 m4=cultist@1:C5R6"
    )
    match = mk.Match(GAME, seats=1, position=words, fortune=mk.Scripted(["push=8"]))
    match.say("do=push")
    match.say("spot=C6R6")
    said = [GAME.phrases.sentence(news) for news in match.story()]
    assert "The Cultist falls to death." in said


@pytest.mark.rule("CM-Q6", "CM-I7", "CM-I10")
def test_the_log_tells_what_is_really_won() -> None:
    room = ["option q_monsters_heal=true", "option sanity=true", "cell C3R3 heal:3", "A C1R1", "M C3R3 health=3 hp=2"]
    scene = Stage([*room, "B C1R2 sp=55 objects=psychiatric_medicine"]).state()
    scene.news = []
    heal(scene, scene.pieces[5])
    calm(scene, scene.heroes[1], 1, 2)
    scene.tell("wanders", 0, 1, 1)
    said = [GAME.phrases.sentence(news) for news in scene.news]
    assert said == [
        "The monster gains 1 health.",
        "{1} gains 1 sanity.",
        "{0} wanders east, up to 1 cell.",
    ]
