"""The page that seats a hanchan by the standings."""

import re
import uuid
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.http import QueryDict
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import MORNING, make_players, make_staff, make_tournament
from tests.tournament.planning.pairing.events import played_event
from tests.tournament.rendering import unrendered
from tests.tournament.standings.tables import punish
from tournament.core.audit import Act
from tournament.core.models import Role, Tournament, WindMethod
from tournament.planning.actions import repair
from tournament.planning.pairing.closeness import UNMET_SHOWN, MethodLine
from tournament.planning.pairing.forms import StandingsForm
from tournament.planning.pairing.methods import Method, PairingChoice, TableNumbering, label_of
from tournament.players.actions import withdraw
from tournament.seating_report.sentences import player_label
from tournament.seats.queries import draft_of
from tournament.wishes.actions import add_wish

pytestmark = pytest.mark.django_db


def page(tournament):
    return reverse("seating_change", args=[tournament.slug])


def asked(number=3, **typed):
    return {"what": "standings", "hanchan": number, **typed}


@pytest.fixture
def event(client):
    tournament = played_event(32, 4)
    client.force_login(tournament.memberships.get().user)
    return tournament


def said(response):
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def sent(response):
    """What the button for taking over sends."""
    form = re.search(r'<form class="flow"\s+method="post".*?</form>', response.content.decode(), re.S).group()
    return dict(re.findall(r'name="(\w+)"\s+value="([^"]*)"', form))


def test_the_page_shows_tables_with_places_and_totals_and_the_curve(client, event):
    answer = client.get(page(event), asked())
    text = said(answer)
    assert answer.status_code == 200
    assert "Nobody meets twice" in text and "Use this seating for hanchan 3" in text
    assert "ranks apart on average" in text and text.count("spread ") == 8
    assert "place 1" in text and "+" in text
    assert answer.content.count(b"curve-dot") == 7
    assert all(player.name in answer.content.decode() for player in event.players.all())


@unrendered()
def test_each_setting_of_the_knob_is_an_address_that_keeps_the_seed(client, event):
    answer = client.get(page(event), asked(seed="7"))
    lines = [line for line in answer.context["lines"] if line.address]
    links = [line.address for line in lines]
    assert len(links) == 7 and all("seed=7" in link for link in links)
    closest = client.get(page(event) + links[-1])
    assert closest.context["figures"].repeats == lines[-1].repeats or closest.status_code == 200
    assert closest.context["asked"].choice.step == 0
    assert closest.context["figures"].mean_tenths <= answer.context["figures"].mean_tenths


def test_a_choice_is_read_from_its_address(event):
    typed = {"step": "8", "pattern": "1-4 / 2-3", "tables": "rank", "winds_first": "on", "seed": "1"}
    form = StandingsForm(QueryDict(urlencode(asked(way="pattern", **typed))), event)
    assert form.is_valid()
    odd = PairingChoice(
        Method.PATTERN, step=8, pattern="1-4 / 2-3", tables=TableNumbering.RANK, winds_first=True, seed=1
    )
    again = StandingsForm(QueryDict(form.query + "&way=pattern"), event)
    assert again.is_valid() and again.choice == form.choice == odd


@unrendered()
def test_repeats_are_named_with_the_hanchan_in_which_they_met(client, event):
    answer = client.get(page(event), asked(way="chunks", seed="1"))
    repeats = answer.context["repeats"]
    before = draft_of(event.seating)
    assert repeats
    players = event.players.in_bulk()
    for sentence, (one, other, _times) in zip(repeats, answer.context["made"].closeness.repeats, strict=False):
        hanchan = [n for n in (1, 2) if any({one, other} <= {*s} for s in before[n].values())]
        names = f"{player_label(players[one])}, {player_label(players[other])}"
        assert sentence == f"{names}: met in hanchan {', '.join(map(str, hanchan))}"


def test_taking_over_keeps_exactly_what_was_shown(client, event):
    shown = client.get(page(event), asked(way="pots", seed="9"))
    answer = client.post(page(event), sent(shown))
    assert answer.status_code == 302
    event.refresh_from_db()
    assert tuple(draft_of(event.seating)[3].values()) == shown.context["made"].tables
    assert client.post(page(event), sent(shown)).status_code == 302
    assert event.seatings.count() == 2


def test_a_result_that_changes_meanwhile_shows_the_new_tables_and_writes_nothing(client, event):
    shown = client.get(page(event), asked(seed="9"))
    punish(event.players.get(number=5), number=2)
    answer = client.post(page(event), sent(shown))
    assert answer.status_code == 409 and "changed since this preview" in said(answer)
    assert event.seatings.count() == 1
    assert sent(answer)["seen"] != sent(shown)["seen"]
    assert client.post(page(event), sent(answer)).status_code == 302


def test_another_version_meanwhile_is_a_conflict(client, event):
    shown = client.get(page(event), asked(seed="9"))
    assert client.post(page(event), sent(shown)).status_code == 302
    again = {**sent(shown), "submission": str(uuid.uuid4())}
    answer = client.post(page(event), again)
    assert answer.status_code == 409 and "version 2 is now in use" in said(answer)


@unrendered()
def test_a_form_that_is_not_complete_writes_nothing(client, event):
    assert client.post(page(event), asked(seed="9")).status_code == 200  # only looked at
    assert client.post(page(event), asked(seed="9", submission="x")).status_code == 422
    assert event.seatings.count() == 1


@pytest.mark.parametrize(
    "wrong",
    [{"way": "magic"}, {"step": "5"}, {"seed": "x"}, {"seed": "9" * 40}, {"group": "0"}, {"tables": "??"}],
)
@unrendered()
def test_nonsense_in_the_address_is_said_beside_its_field(client, event, wrong):
    answer = client.get(page(event), asked(**{"seed": "1", **wrong}))
    assert answer.status_code == 422 and answer.context["asked"].errors.keys() == wrong.keys()


def test_a_pattern_that_is_wrong_is_said_beside_its_field(client, event):
    answer = client.get(page(event), asked(way="pattern", pattern="1-2-3-3", seed="1"))
    assert answer.status_code == 422
    assert answer.context["asked"].errors["pattern"] == ["More than once in the pattern: rank 3."]


def test_before_the_first_hanchan_the_start_numbers_are_the_order(client):
    tournament = make_tournament()
    make_players(tournament, 16)
    client.force_login(make_staff(tournament, Role.ORGANISER))
    text = said(client.get(page(tournament), asked(1)))
    assert "There are no results yet" in text and "Use this seating for hanchan 1" in text


def test_a_hanchan_before_that_is_not_closed_is_refused_with_the_way_there(client, event):
    answer = client.get(page(event), asked(4))
    assert answer.status_code == 422 and "Hanchan 3" in said(answer)
    assert reverse("hanchan", args=[event.slug, 3]) in answer.content.decode()


def test_people_who_do_not_fill_tables_are_refused_until_somebody_is_to_sit_out(client, event):
    withdraw(player=event.players.get(number=1), act=Act(by=None, at=MORNING))
    answer = client.get(page(event), asked(seed="1"))
    assert answer.status_code == 422 and said(answer).count("add 1 substitute, or give 3 a bye") == 1
    answer = client.get(page(event), asked(seed="1", sit_out="on"))
    assert answer.status_code == 200 and "Sitting out this hanchan:" in said(answer)
    assert client.post(page(event), sent(answer)).status_code == 302


def test_where_the_seating_has_byes_the_page_opens_with_byes(client):
    tournament = make_tournament(hanchan_count=3)
    make_players(tournament, 18)
    repair(tournament=tournament, first=1, key="byes-even", act=Act(by=None, at=MORNING))
    client.force_login(make_staff(tournament, Role.ORGANISER))
    answer = client.get(page(tournament), asked(1))
    assert answer.status_code == 200 and "Sitting out this hanchan:" in said(answer)
    assert client.post(page(tournament), sent(answer)).status_code == 302


def test_nobody_at_all_is_refused(client):
    tournament = make_tournament()
    client.force_login(make_staff(tournament, Role.ORGANISER))
    answer = client.get(page(tournament), asked(1))
    assert answer.status_code == 422 and "too few players for one table" in said(answer)


def test_the_seats_that_count_now_are_compared(client, event):
    answer = client.get(page(event), asked(seed="1"))
    assert "Current seating" in said(answer)


@pytest.mark.parametrize(("players", "hanchan", "is_long"), [(24, 7, True), (24, 8, True), (24, 6, False)])
def test_an_event_that_is_too_long_for_its_field_is_better_planned_whole(client, players, hanchan, is_long):
    tournament = played_event(players, hanchan, 1)
    client.force_login(tournament.memberships.get().user)
    html = client.get(page(tournament), asked(2, seed="1")).content.decode()
    assert ("Plan all remaining hanchan" in html) == is_long
    assert (f"{hanchan} hanchan use up nearly all opponents of {players} players." in html) == is_long


def test_a_line_that_looks_better_than_the_chosen_one_is_explained(client, event, monkeypatch):
    why = "has less even winds, meets fewer wishes, or leaves fewer new opponents for later"
    assert why not in said(client.get(page(event), asked(seed="1")))
    monkeypatch.setattr(MethodLine, "beats", lambda self, other: self is not other)
    assert why in said(client.get(page(event), asked(seed="1")))
    assert why not in said(client.get(page(event), asked(seed="1", way="pots")))


def test_a_line_beats_another_with_no_worse_and_one_better_figure():
    line, same, better, mixed = (MethodLine("", "", *figures, False) for figures in FIGURES)
    assert better.beats(line) and not line.beats(better)
    assert not (same.beats(line) or mixed.beats(line) or line.beats(mixed))


FIGURES = ((2, 105, 14), (2, 105, 14), (2, 105, 12), (1, 120, 14))


def test_a_hall_of_names_that_run_from_right_to_left_or_are_ugly_is_escaped(client, event):
    event.players.filter(number=1).update(name="<b>محمد</b>")
    html = client.get(page(event), asked(seed="1")).content.decode()
    assert '<bdi class="name">&lt;b&gt;محمد' in html and "<b>محمد" not in html


def test_the_page_asks_as_often_for_sixty_four_as_for_thirty_two(client, event):
    large = played_event(64, 4, 1)
    small = played_event(16, 4, 1)
    counts = []
    for tournament in (small, large):
        client.force_login(tournament.memberships.get().user)
        with CaptureQueriesContext(connection) as caught:
            assert client.get(page(tournament), asked(2, seed="1")).status_code == 200
        counts.append(len(caught))
    assert counts[0] == counts[1] <= 32


def test_where_winds_are_drawn_at_the_table_none_are_shown_or_chosen(client):
    tournament = played_event(16, 4, 1, wind_method=WindMethod.DRAWN)
    client.force_login(tournament.memberships.get().user)
    answer = client.get(page(tournament), asked(2, seed="1"))
    assert "Winds are drawn at the table." in said(answer) and "winds_first" not in answer.context["asked"].fields
    assert "tile-small" not in answer.text


def stranger_of(known, player):
    """The first in the lower half whom somebody has not met."""
    met = {one for tables in known.past for table in tables if player in table for one in table}
    return next(one for one in known.order[len(known.order) // 2 :] if one not in met)


def test_wishes_that_are_not_kept_are_said_by_name(client, event, now):
    """Tables of ranks know no wishes; a meeting in another hanchan is none of this one's business."""
    known = client.get(page(event), asked(seed="1")).context["asked"].ranked
    first, second, third = known.order[:3]
    stranger = stranger_of(known, first)
    players = event.players.in_bulk()

    def wished(kind, *people, **values):
        add_wish(
            tournament=event, kind=kind, players=[players[one] for one in people], act=Act(by=None, at=now), **values
        )

    wished("apart", first, second)
    wished("together", first, stranger, hanchan=3)
    wished("together", third, stranger, hanchan=4)
    wished("together", second, stranger)
    wished("tables", third, tables=[8], weight="must", label="step-free")
    answer = client.get(page(event), asked(way="chunks", seed="1"))
    one, two, three = answer.context["unmet"]
    names = sorted(players[at].name for at in (first, second))
    assert one.startswith(tuple(names)) and one.endswith("It may be avoidable.")
    assert two.endswith("but should be kept apart.") and all(name in two for name in names)
    assert players[stranger].name in three and "do not meet in hanchan 3, but should" in three
    assert "Wishes not met:" in said(answer)
    assert client.get(page(event), asked(seed="1")).context["unmet"] == []


@unrendered()
def test_a_meeting_wished_at_any_time_takes_place_in_the_last_hanchan_at_the_latest(client, event, now):
    Tournament.objects.update(hanchan_count=3)
    known = client.get(page(event), asked(seed="1")).context["asked"].ranked
    pair = [known.order[0], stranger_of(known, known.order[0])]
    add_wish(tournament=event, kind="together", players=event.players.filter(pk__in=pair), act=Act(by=None, at=now))
    for method, kept in (("swiss", True), ("chunks", False)):
        answer = client.get(page(event), asked(seed="1", way=method))
        assert (answer.context["unmet"] == []) is kept
        assert any({*pair} <= {*table} for table in answer.context["made"].tables) is kept


def test_of_many_wishes_that_are_not_met_the_first_stand_on_top_and_the_others_are_folded(client, event):
    for player in event.players.order_by("number")[:8]:
        add_wish(tournament=event, kind="tables", players=[player], tables=[1], act=Act(by=None, at=MORNING))
    answer = client.get(page(event), asked(way="chunks", tables="rank", seed="1"))
    shown, folded = answer.context["unmet"], answer.context["more_unmet"]
    assert len(shown) == UNMET_SHOWN and folded
    assert f"and {len(folded)} more" in said(answer) and all(sentence in said(answer) for sentence in folded)


@pytest.mark.parametrize("size", [3, 4])
def test_every_way_can_be_read_whole_in_a_narrow_field(size):
    assert all(len(label_of(method, size)) <= 38 for method in Method)
