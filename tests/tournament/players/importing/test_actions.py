"""Applying a list: whole or not at all, and only what was previewed."""

import pytest

from tests.factories import MORNING, make_tournament
from tests.tournament.players.importing.lists import apply, grid, plan_for, read_file, workbook
from tournament.core.audit import Act
from tournament.core.messages import Conflict, Refused
from tournament.core.models import AuditEntry
from tournament.players.actions import add_player
from tournament.players.importing.actions import import_players
from tournament.players.importing.choices import Choices
from tournament.players.models import Player
from tournament.players.queries import players_of

pytestmark = pytest.mark.django_db
LIST = ("name;country;club;EMA;substitute", "Luc Moreau;FR;Paris;04100170;", "Aiko Brandt;DE;;;", "Tom Okafor;GB;;;yes")


def test_a_list_is_added_in_one_edition_with_one_line_of_history():
    tournament = make_tournament()
    edition = tournament.edition
    apply(tournament, grid(*LIST))
    tournament.refresh_from_db()
    assert tournament.edition == edition + 1
    assert [(p.number, p.name, p.country, p.is_substitute) for p in players_of(tournament)] == [
        (1, "Luc Moreau", "FR", False), (2, "Aiko Brandt", "DE", False), (3, "Tom Okafor", "GB", True),
    ]  # fmt: skip
    entry = AuditEntry.objects.filter(tournament=tournament).first()
    assert entry.detail["added"] == ["1 Luc Moreau", "2 Aiko Brandt", "3 Tom Okafor"]


def test_the_same_list_again_has_nothing_to_add():
    tournament = make_tournament()
    apply(tournament, grid(*LIST))
    with pytest.raises(Refused, match="already been added"):
        apply(tournament, grid(*LIST))
    assert Player.objects.count() == 3


def test_one_error_means_that_nothing_is_added():
    tournament = make_tournament()
    with pytest.raises(Refused, match="1 row has problems"):
        apply(tournament, grid(*LIST, "Ewa;Absurdie;;;"))
    assert not Player.objects.exists()


def test_a_change_since_the_preview_is_reported_instead_of_applied():
    tournament = make_tournament()
    lines = grid(*LIST)
    digest = plan_for(tournament, lines).digest
    add_player(tournament=tournament, act=Act(by=None, at=MORNING), name="Luc Moreau", country="FR")
    edition = tournament.edition
    with pytest.raises(Conflict, match="Check the new preview"):
        import_players(tournament=tournament, grid=lines, digest=digest, act=Act(by=None, at=MORNING))
    tournament.refresh_from_db()
    assert (Player.objects.count(), tournament.edition) == (1, edition)


def test_once_results_are_out_a_list_moves_nobody_to_another_team_club_or_country():
    tournament = make_tournament()
    apply(tournament, grid(*LIST))
    other = grid("name;country;club;EMA", "Luc Moreau;FR;Lyon;04100170")
    played = tournament.hanchan.get(number=1)
    played.released_at = MORNING
    played.save()
    with pytest.raises(Refused, match="Rows 2 would change a team, country, club or substitute"):
        apply(tournament, other, overwrite=True)
    assert players_of(tournament).get(number=1).club == "Paris"
    apply(tournament, grid("name;country;club;EMA", "Luc Moreaux;FR;Paris;04100170"), overwrite=True)
    assert players_of(tournament).get(number=1).name == "Luc Moreaux"


def test_another_choice_than_the_previewed_one_is_reported_instead_of_applied():
    tournament = make_tournament()
    apply(tournament, grid(*LIST))
    lines = grid("name;country;club", "Luc Moreau;FR;Paris", "Aiko Brandt;DE;Berlin", "Tom Okafor;GB;London", "Ewa;PL;")
    add = plan_for(tournament, grid("name;EMA;club", "Luc Moreau;04100170;Lyon", "Ewa;;"))
    with pytest.raises(Conflict):
        import_players(
            tournament=tournament,
            grid=grid("name;EMA;club", "Luc Moreau;04100170;Lyon", "Ewa;;"),
            digest=add.digest,
            act=Act(by=None, at=MORNING),
            choices=Choices(overwrite=True),
        )
    assert len(apply(tournament, lines).changed) == 2


def test_a_possible_namesake_is_added_only_when_ticked():
    tournament = make_tournament()
    lines = grid("name;club", "Aiko Brandt;Berlin", "Aiko Brandt;")
    with pytest.raises(Refused, match="rows 3") as refused:
        apply(tournament, lines)
    assert refused.value.field == "distinct"
    apply(tournament, lines, distinct=[3])
    assert Player.objects.count() == 2
    with pytest.raises(Refused, match="already been added"):
        apply(tournament, lines)


def test_a_change_keeps_what_was_before_in_the_history():
    tournament = make_tournament()
    apply(tournament, grid(*LIST))
    apply(tournament, grid("name;EMA;club;team", "Luc Moreau;04100170;Lyon;Dragons"), overwrite=True)
    luc = players_of(tournament).get(name="Luc Moreau")
    assert (luc.club, luc.team) == ("Lyon", "Dragons")
    changed = AuditEntry.objects.filter(tournament=tournament).first().detail["changed"]
    assert changed == {"1": {"club": ["Paris", "Lyon"], "team": ["", "Dragons"]}}


def test_numbers_are_exchanged_and_a_freed_one_is_given_in_one_go():
    tournament = make_tournament()
    apply(tournament, grid(*LIST))
    apply(
        tournament, grid("name;country;number", "Luc Moreau;FR;2", "Aiko Brandt;DE;9", "Ewa Nowak;PL;1"), overwrite=True
    )
    assert [(p.number, p.name) for p in players_of(tournament)] == [
        (1, "Ewa Nowak"), (2, "Luc Moreau"), (3, "Tom Okafor"), (9, "Aiko Brandt"),
    ]  # fmt: skip


def test_a_workbook_goes_all_the_way():
    tournament = make_tournament()
    content = workbook(["姓", "名", "国", "EMA番号", "補欠"], ["山田", "太郎", "日本", 5100170, "○"])
    apply(tournament, read_file("選手.xlsx", content))
    player = players_of(tournament).get()
    assert (player.name, player.country, player.ema_number, player.is_substitute) == (
        "山田 太郎",
        "JP",
        "05100170",
        True,
    )


def new_ones(tournament):
    return list(tournament.players.filter(is_newcomer=True).order_by("number").values_list("number", flat=True))


def test_a_list_says_who_is_new():
    tournament = make_tournament()
    apply(
        tournament, grid("Name;Erstes Turnier", "Luc Moreau;ja", "Aiko Brandt;nein", "Tom Okafor;Neuling", "Ewa Nowak;")
    )
    assert new_ones(tournament) == [1, 3]


def test_a_later_list_marks_players_who_are_there_and_takes_no_mark_away():
    tournament = make_tournament()
    apply(tournament, grid("name;new", "Luc Moreau;", "Aiko Brandt;yes"))
    lines = grid("name;first tournament", "Luc Moreau;yes", "Aiko Brandt;no")
    apply(tournament, lines)
    assert new_ones(tournament) == [1, 2]
    entry = AuditEntry.objects.filter(tournament=tournament).first()
    assert entry.detail["changed"] == {"1": {"is_newcomer": [False, True]}}
    apply(tournament, lines, overwrite=True)
    assert new_ones(tournament) == [1]


def test_a_word_that_is_neither_stops_the_list_at_its_row():
    tournament = make_tournament()
    with pytest.raises(Refused, match="1 row has problems"):
        apply(tournament, grid("name;new", "Luc Moreau;perhaps", "Aiko Brandt;yes"))
    plan = plan_for(tournament, grid("name;new", "Luc Moreau;perhaps"))
    assert [remark.field for remark in plan.errors[0].remarks] == ["is_newcomer"]


@pytest.mark.slow("200 players")
def test_two_thousand_are_added_with_few_questions(django_assert_max_num_queries):
    tournament = make_tournament()
    lines = grid("name", *(f"Player {n}" for n in range(2_000)))
    digest = plan_for(tournament, lines).digest
    rows_at_once = 999 // (len(Player._meta.concrete_fields) - 1)  # what SQLite takes as values of one statement
    with django_assert_max_num_queries(12 - (-2_000 // rows_at_once)):
        import_players(tournament=tournament, grid=lines, digest=digest, act=Act(by=None, at=MORNING))
    assert Player.objects.count() == 2_000
