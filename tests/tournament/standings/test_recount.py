"""The recount: a second rule book counts what is stored, and a difference stops what would go out."""

from dataclasses import replace
from fractions import Fraction
from uuid import uuid4

import pytest
from django.db import transaction
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.rules.files import PRESETS
from scoring.standings.cut import CARRIES, Cut, Rounding, TiedLine
from scoring.standings.rules import Per, StandingRules, TeamRules
from scoring.standings.ties import Breaker
from tests.events.rows import kept
from tests.factories import MORNING, load_past_event, make_staff, make_tournament
from tests.tournament.desk.halls import entered, hall, hanchan_of
from tests.tournament.standings.tables import USUAL, play, punish, small_event
from tournament.archive.demo import demo_event
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import HanchanState, Role
from tournament.hanchan.actions import close, release
from tournament.players.models import Player, PlayerStatus
from tournament.results.models import Penalty, PenaltyKind
from tournament.seats.models import StandIn
from tournament.standings import recount as recount_module
from tournament.standings import second_score
from tournament.standings.actions import decide_tie
from tournament.standings.recount import check_recount, recount
from tournament.standings.second_score import scores
from tournament.standings.second_standings import SecondStandings

pytestmark = pytest.mark.django_db
FOUR = [key for key in PRESETS if not key.endswith("-3")]


def off_by(amount, at):
    """A second rule book that is wrong by an amount in P for one seat."""

    def wrong(rules, lines, deposits=0):
        rows = scores(rules, lines, deposits)
        rows[at]["score"] += amount
        return rows

    return wrong


@pytest.fixture
@kept
def played():
    tournament = hall()
    for table in (1, 2):
        entered(hanchan_of(tournament), table=table)
    return tournament


def test_a_whole_event_with_penalties_and_deposits_is_counted_the_same():
    tournament = load_past_event(demo_event())
    assert Penalty.objects.filter(tournament=tournament).exists()
    assert recount(tournament) == []


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    key=st.sampled_from(FOUR),
    three=st.lists(st.integers(-100, 500).map(lambda n: n * 100), min_size=3, max_size=3),
    deposits=st.integers(0, 3),
)
def test_every_rule_set_is_counted_the_same(key, three, deposits):
    with transaction.atomic():
        tournament = hall(preset=key, players=4, hanchan=1)
        points = (*three, tournament.ruleset.total - sum(three) - deposits * 1000)
        entered(hanchan_of(tournament), points=points, deposits=deposits, confirmed_warnings=True)
        assert recount(tournament) == []
        transaction.set_rollback(True)


@pytest.fixture
@kept
def equals():
    """Three hanchan of eight players, of whom many are equal after each; one is disqualified."""
    tournament, people = small_event()
    for number, points in ((1, (USUAL, USUAL)), (2, (USUAL[::-1], USUAL)), (3, (USUAL, USUAL[::-1]))):
        play(tournament, number, dict(enumerate(points, start=1)))
    people[7].status = PlayerStatus.DISQUALIFIED
    people[7].save()
    tournament.refresh_from_db()
    return tournament, people


@st.composite
def ways_to_rank(draw):
    """Any tie-breaks, up to two cuts, or the best two of three."""
    breakers = draw(st.lists(st.sampled_from(Breaker), unique=True, max_size=3))
    parts = st.sampled_from(CARRIES)
    sizes = draw(st.sampled_from([(), (6,), (6, 3), (4, 2)]))
    cuts = [
        Cut(after=after, sizes=(size,), above=draw(parts), below=draw(parts), rounding=draw(st.sampled_from(Rounding)))
        for after, size in enumerate(sizes, start=1)
    ]
    counted = {} if cuts or draw(st.booleans()) else {"best": 2, "of": 3}
    return StandingRules(breakers=tuple(breakers), cuts=tuple(cuts), lot_seed="dice 3 5 1", **counted)


carried_scores = st.just([0] * 8) | st.lists(st.sampled_from([0, 500, 12_300, -4_500]), min_size=8, max_size=8)


def carry(people, scores):
    """Give the players carried scores, as they are stored."""
    for player, score in zip(people, scores, strict=True):
        Player.objects.filter(pk=player.pk).update(carried=score)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(by=ways_to_rank(), carried=carried_scores)
def test_totals_and_places_are_counted_the_same_however_they_are_ranked(equals, by, carried):
    tournament, people = equals
    carry(people, carried)
    tournament.standing_rules = by.to_json()
    tournament.save(update_fields=["standing_rules"])
    assert recount(tournament) == []


chosen = st.lists(st.none() | st.tuples(st.integers(0, 6), st.booleans()), min_size=3, max_size=3)


def choose(tournament, people, choices):
    """In each hanchan somebody played the seat of the last one, and is ranked in it or not."""
    tournament.stand_ins.all().delete()
    for number, choice in enumerate(choices, start=1):
        if choice is not None:
            StandIn.objects.create(
                tournament=tournament,
                hanchan=hanchan_of(tournament, number),
                absent=people[7],
                substitute=people[choice[0]],
                counts=choice[1],
                made_at=MORNING,
            )


statuses = st.sampled_from([PlayerStatus.PLAYING, PlayerStatus.PLAYING, PlayerStatus.WITHDRAWN])
divisions = st.lists(st.integers(0, 1), min_size=8, max_size=8)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    by=ways_to_rank(),
    since=st.lists(st.integers(1, 3), min_size=8, max_size=8),
    out=st.lists(st.tuples(statuses, st.integers(0, 4)), min_size=8, max_size=8),
    second=st.none() | divisions,
    third=st.none() | divisions,
    choices=chosen,
)
def test_who_counts_from_where_and_who_played_above_a_cut_is_counted_the_same(
    equals, by, since, out, second, third, choices
):
    tournament, people = equals
    choose(tournament, people, choices)
    for player, first, (status, left) in zip(people[:7], since, out, strict=False):
        Player.objects.filter(pk=player.pk).update(counts_from=first, status=status, out_from=left)
    for number, played in ((2, second), (3, third)):
        rows = [[division, player.pk] for player, division in zip(people, played or (), strict=False)]
        tournament.hanchan.filter(number=number).update(divisions=rows)
    tournament.standing_rules = replace(by, teams=TeamRules(best=2)).to_json()
    tournament.save(update_fields=["standing_rules"])
    assert recount(tournament) == []


@st.composite
def ways_of_teams(draw):
    """By total or by hanchan, of all or the best members, with up to two cuts of teams."""
    per, best = draw(st.sampled_from(Per)), draw(st.sampled_from([None, 1, 2]))
    sizes = draw(st.sampled_from([(), (2,), (2, 1)])) if per is Per.HANCHAN else ()
    parts = st.sampled_from(CARRIES)
    cuts = [
        Cut(after=after, sizes=(size,), above=draw(parts), below=draw(parts), rounding=draw(st.sampled_from(Rounding)))
        for after, size in enumerate(sizes, start=1)
    ]
    return TeamRules(per=per, best=best, cuts=tuple(cuts))


@pytest.fixture
def teams_of_equals(equals):
    """The eight in three teams, of whom many are equal; one of no team, and fines of two."""
    tournament, people = equals
    for player, team in zip(people, "ABCABCA", strict=False):
        Player.objects.filter(pk=player.pk).update(team=team)
    punish(people[1], 5_000, number=2, kind=PenaltyKind.POINTS)
    punish(people[5], 5_000, number=None, kind=PenaltyKind.POINTS)
    return tournament


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    by=ways_to_rank(),
    of_teams=ways_of_teams(),
    of_countries=ways_of_teams(),
    carried=carried_scores,
    choices=st.just([None]) | chosen,
)
def test_teams_and_countries_are_counted_the_same_however_they_are_ranked(
    teams_of_equals, by, of_teams, of_countries, carried, choices
):
    choose(teams_of_equals, list(teams_of_equals.players.order_by("number")), choices)
    carry(teams_of_equals.players.order_by("number"), carried)
    rules = replace(by, teams=of_teams, countries=of_countries)
    teams_of_equals.standing_rules = rules.to_json()
    teams_of_equals.save(update_fields=["standing_rules"])
    assert recount(teams_of_equals) == []


@pytest.mark.parametrize("per", Per)
def test_a_team_that_differs_is_named_and_stops_what_goes_out(teams_of_equals, monkeypatch, per):
    teams_of_equals.standing_rules = StandingRules(teams=TeamRules(per=per)).to_json()
    teams_of_equals.save(update_fields=["standing_rules"])
    first = recount_module.teams

    def wrong(kind, *given):
        found = first(kind, *given)
        row = found.rows[0]
        moved = replace(row, standing=replace(row.standing, total=row.standing.total + 100))
        return replace(found, rows=(moved, *found.rows[1:]))

    monkeypatch.setattr(recount_module, "teams", wrong)
    texts = [str(one) for one in recount(teams_of_equals)]
    assert len(texts) == 2 and ": the recount gives " in texts[0] and texts[0].startswith(("A", "B", "C"))
    with pytest.raises(Refused):
        check_recount(teams_of_equals)


def test_a_team_in_another_place_or_in_one_count_only_is_named(teams_of_equals, monkeypatch):
    first = recount_module.teams

    def swapped(kind, *given):
        found = first(kind, *given)
        rows = [replace(row, standing=replace(row.standing, place=4 - row.standing.place)) for row in found.rows]
        return replace(found, rows=tuple(rows[1:]))

    monkeypatch.setattr(recount_module, "teams", swapped)
    assert {one.code for one in recount(teams_of_equals)} == {"recount-place", "recount-total"}


def test_a_cut_of_teams_that_waits_in_one_count_only_is_named(teams_of_equals, monkeypatch):
    rules = TeamRules(per=Per.HANCHAN, cuts=(Cut(after=1, sizes=(1,)),))
    teams_of_equals.standing_rules = StandingRules(teams=rules).to_json()
    teams_of_equals.save(update_fields=["standing_rules"])
    assert recount(teams_of_equals) == []
    first = recount_module.teams
    tied = TiedLine(rules.cuts[0], 1, 1, ["A", "B"])
    monkeypatch.setattr(recount_module, "teams", lambda *given: replace(first(*given), tied=tied))
    assert "recount-cut" in {one.code for one in recount(teams_of_equals)}


def test_a_cut_that_waits_for_the_referee_waits_in_both_counts(equals, monkeypatch):
    tournament, people = equals
    tournament.standing_rules = StandingRules(cuts=(Cut(after=1, sizes=(1,)),)).to_json()
    tournament.save(update_fields=["standing_rules"])
    first, equal = people[0], people[4]
    assert recount(tournament) == []
    drawn = Act(by=None, at=MORNING, reason="drawn by lot", submission=uuid4())
    decide_tie(tournament=tournament, after=1, order=[equal, first], referee="Mina", act=drawn)
    assert recount(tournament) == []
    monkeypatch.setattr(recount_module, "_decisions", lambda tournament: ())
    assert "recount-cut" in [one.code for one in recount(tournament)]


def test_a_place_that_differs_is_named(equals, monkeypatch):
    tournament, _people = equals
    monkeypatch.setattr(recount_module, "_entrants", exchanged(recount_module._entrants))
    tournament.standing_rules = StandingRules(breakers=(Breaker.SEED,)).to_json()
    tournament.save(update_fields=["standing_rules"])
    found = recount(tournament)
    assert {one.code for one in found} == {"recount-place"}
    assert "Aiko Brandt: the recount gives place 2, the standings 1." in map(str, found)


def exchanged(entrants):
    """The start numbers of everybody turned round."""
    return lambda tournament, after: [{**one, "seed": -one["seed"]} for one in entrants(tournament, after)]


def test_an_event_without_results_has_nothing_to_differ():
    check_recount(make_tournament())


def test_a_score_that_differs_names_its_table_and_player_and_stops_the_release(played, monkeypatch):
    monkeypatch.setattr(second_score, "scores", off_by(Fraction(1, 10), 0))
    with pytest.raises(Refused) as refused:
        release(hanchan=hanchan_of(played), act=Act(by=None, at=MORNING))
    codes = [one.code for one in refused.value.messages]
    assert codes == ["recount-differs", *["recount-score"] * 2, *["recount-total"] * 2]
    assert "Hanchan 1, table 1: the recount gives Aiko Brandt +26.3, the standings +26.2." in str(
        refused.value.messages[1]
    )
    assert hanchan_of(played).released_at is None


def test_what_differs_stops_the_close(played, monkeypatch):
    for table in (3, 4):
        entered(hanchan_of(played), table=table)
    monkeypatch.setattr(second_score, "scores", off_by(Fraction(1, 10), 0))
    with pytest.raises(Refused, match="The recount differs"):
        close(hanchan=hanchan_of(played), act=Act(by=None, at=MORNING))
    assert hanchan_of(played).state == HanchanState.PLAYING


def test_a_penalty_is_part_of_the_total(played, monkeypatch):
    player = played.players.first()
    punish(player, 5_000, kind=PenaltyKind.POINTS)
    assert recount(played) == []
    monkeypatch.setattr(second_score, "in_p", lambda points: Fraction(points + 100, 1000))
    assert "recount-total" in [one.code for one in recount(played)]


def test_a_carried_score_is_part_of_the_total_in_both_counts(equals, monkeypatch):
    tournament, people = equals
    carry(people[:2], [12_300, -4_500])
    assert recount(tournament) == []
    monkeypatch.setattr(SecondStandings, "brought", lambda count, player: Fraction(0))
    totals = {one.params["name"] for one in recount(tournament) if one.code == "recount-total"}
    assert totals == {"Aiko Brandt", "Luc Moreau"}


def test_what_differs_stops_the_workbook_and_every_list(client, played, monkeypatch):
    client.force_login(make_staff(played, Role.ORGANISER))
    assert client.get(reverse("export_workbook", args=[played.slug])).status_code == 200
    monkeypatch.setattr(second_score, "scores", off_by(Fraction(-1), 3))
    for url in (reverse("export_workbook", args=[played.slug]), reverse("export_csv", args=[played.slug, "standings"])):
        page = client.get(url)
        assert page.status_code == 409
        assert "The recount differs from the standings, so nothing goes out." in page.text


def test_at_most_ten_places_are_named(monkeypatch):
    tournament = hall(players=24)
    for table in range(1, 7):
        entered(hanchan_of(tournament), table=table)
    monkeypatch.setattr(second_score, "scores", off_by(Fraction(1), 0))
    assert len(recount(tournament)) == 10


def test_somebody_on_a_sheet_who_is_not_in_the_standings_is_named(played, monkeypatch):
    shown = recount_module.ranking
    monkeypatch.setattr(recount_module, "ranking", lambda *given: _without_rows(shown(*given)))
    assert {one.code for one in recount(played)} == {"recount-missing"}


def _without_rows(ranking):
    ranking.__dict__["rows"] = ()
    return ranking


def test_its_queries_do_not_grow_with_the_event(django_assert_max_num_queries):
    for players in (8, 40):
        tournament = hall(players=players, name=f"Open {players}")
        entered(hanchan_of(tournament))
        with django_assert_max_num_queries(14):
            recount(tournament)
