"""An anonymised event file: scores stay, people go."""

import json
from collections import Counter
from random import Random

import pytest
from django.db import models

from tests.tournament.archive.event_file.events import everything, load
from tests.tournament.planning.halls import drawn_hall
from tournament.archive.event_file.export import event_file
from tournament.archive.event_file.sections import SECTIONS, THE_EVENT
from tournament.core.audit_check import findings
from tournament.core.models import Verb
from tournament.players.models import Player
from tournament.standings.queries import standings_of

pytestmark = pytest.mark.django_db


def private_texts(tournament) -> set[str]:
    """Every text of the event that says something about a person."""
    fields = ("name", "first_name", "last_name", "legal_name", "reading", "ema_number", "contact", "note", "club")
    texts = {text for values in tournament.players.values_list(*fields) for text in values}
    return {text for text in texts if len(text) > 2} | {"Mina", "Sato", "as seen", "misread"}


def test_no_name_and_no_free_text_is_in_it():
    tournament = everything()
    Player.objects.filter(tournament=tournament).update(
        club="Furo Club", note="allergic", contact="@x-at-home", reading="アイコ", legal_name="Legal Name"
    )
    text = event_file(tournament, anonymised=True)
    assert {one for one in private_texts(tournament) if one in text} == set()
    assert all(json.loads(text)[section.name] == [] for section in SECTIONS if section.private)


IMPERSONAL = {
    "event": {"name", "place", "slug", "time_zone", "public_head", "language", "second_language"},
    "hanchan": {"name"},
    "prizes": {"what"},
    "import_columns": {"heading", "field"},
    "seatings": {"digest"},
    "penalties": {"foul", "foul_title", "consequence", "status_before"},
    "dismissed_proposals": {"foul"},
}


def test_every_text_of_a_section_is_known_to_be_impersonal_or_is_left_out():
    for section in (THE_EVENT, *SECTIONS):
        texts = {
            one.name
            for one in section.fields
            if isinstance(one, models.CharField | models.TextField) and not one.choices
        }
        if section.name != "players" and not section.private:
            assert texts - section.personal == IMPERSONAL.get(section.name, set()), section.name


def test_clubs_and_teams_stay_apart():
    tournament = everything()
    for number, player in enumerate(tournament.players.order_by("number")):
        Player.objects.filter(pk=player.pk).update(club=("Furo", "Riichi", "")[number % 3], team=f"T{number % 2}")
    players = json.loads(event_file(tournament, anonymised=True))["players"]
    count = tournament.players.count()
    assert sorted(Counter(one["club"] for one in players).values()) == sorted(
        Counter(number % 3 for number in range(count)).values()
    )
    assert {one["club"] for one in players} == {"Club 1", "Club 2", ""}
    assert {one["team"] for one in players} == {"Team 1", "Team 2"}


def test_start_numbers_and_ids_are_shuffled_together():
    tournament = everything()
    files = [json.loads(event_file(tournament, anonymised=True, chance=Random(seed))) for seed in (1, 2)]
    scores = [[line["player"] for line in one["sheet_lines"]] for one in files]
    assert scores[0] != scores[1]
    for one in files:
        assert [row["id"] for row in one["players"]] == sorted(row["id"] for row in one["players"])
        assert [row["number"] for row in one["players"]] == sorted(row["number"] for row in one["players"])
        assert {row["seed"] for row in one["seatings"]} == {None}
    known = {row["id"] for row in files[0]["players"]}
    assert known == {player.pk - tournament.id_offset for player in tournament.players.all()}


def test_where_places_follow_from_the_start_number_it_stays():
    tournament = everything()
    tournament.standing_rules = {"breakers": ["seed"]}
    tournament.save()
    before = json.loads(event_file(tournament))["sheet_lines"]
    after = json.loads(event_file(tournament, anonymised=True))["sheet_lines"]
    assert [one["player"] for one in before] == [one["player"] for one in after]


def test_a_country_of_one_player_is_left_out():
    tournament = everything()
    tournament.players.update(country="FR")
    tournament.players.filter(number=3).update(country="JP")
    text = event_file(tournament, anonymised=True)
    assert '"JP"' not in text and '"FR"' in text


def test_the_list_that_a_ceremony_reveals_names_the_same_players():
    tournament = everything()
    people = list(tournament.players.order_by("pk")[:2])
    tournament.final_places = [[1, people[1].pk], [2, people[0].pk]]
    tournament.save()
    known = json.loads(event_file(tournament, anonymised=True, chance=Random(3)))
    assert [place for place, _player in known["event"]["final_places"]] == [1, 2]
    assert {player for _place, player in known["event"]["final_places"]} <= {one["id"] for one in known["players"]}


def test_a_prize_of_a_ceremony_has_the_team_of_the_players_of_the_file_and_no_country_of_one_player():
    tournament = everything()
    tournament.players.update(country="FR", team="")
    tournament.players.filter(number__lte=2).update(team="Felt")
    winner = tournament.players.get(number=1)
    rows = [("team", "Felt"), ("country", "FR"), ("country", "JP"), ("hanchan", "")]
    tournament.final_prizes = [[kind, 1, "Cup", 0, 0, group, winner.pk] for kind, group in rows]
    tournament.save()
    known = json.loads(event_file(tournament, anonymised=True, chance=Random(3)))
    found = [prize[-2] for prize in known["event"]["final_prizes"]]
    assert found[1:] == ["FR", "", ""] and found[0] in {one["team"] for one in known["players"]} - {""}


def test_it_loads_with_the_same_scores_and_a_new_history():
    tournament = everything()
    loaded = load(event_file(tournament, anonymised=True), slug="nobody").tournament
    scores = [
        sorted((row.standing.place or 0, repr(row.scores)) for row in standings_of(one).rows)
        for one in (tournament, loaded)
    ]
    assert scores[0] == scores[1]
    assert findings(loaded) == []
    assert [entry.verb for entry in loaded.audit_entries.all()] == [Verb.BEGAN_CHAIN]
    assert str(loaded.players.get(number=3)) == "Player 3"


def test_an_event_with_a_draw_loads_without_its_words_and_list():
    text = event_file(drawn_hall(words="Red five"), anonymised=True)
    assert "red five" not in text
    seating = load(text, slug="nobody").tournament.seating
    assert (seating.words, seating.listed, seating.seats.count()) == ("", [], 64)
