"""The list, one player, leaving and coming back, the public list."""

import uuid

import pytest
from django.urls import reverse

from tests.factories import MORNING, make_players, make_staff, make_tournament, make_user
from tests.tournament.rendering import unrendered
from tournament.core.audit import Act
from tournament.core.audit_check import findings
from tournament.players import actions
from tournament.players.models import Player, PlayerStatus
from tournament.players.queries import find_player
from tournament.results.models import Penalty
from tournament.seats.models import Seat, Seating

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return make_tournament(slug="spring")


@pytest.fixture
def organiser(client, tournament):
    user = make_staff(tournament, "organiser", name="Mina Sato")
    client.force_login(user)
    return user


def url(name, *args):
    return reverse(name, args=["spring", *args])


def seat(player):
    seating = Seating.objects.create(tournament=player.tournament, number=1, source="planned", made_at=MORNING)
    first = player.tournament.hanchan.get(number=1)
    Seat.objects.create(seating=seating, hanchan=first, table=1, wind="E", player=player)


def form_of(player, **changes):
    kept = {name: getattr(player, name) for name in ("name", "first_name", "last_name", "country", "club", "team")}
    return {
        **kept,
        "number": player.number,
        "ema_number": player.ema_number,
        "note": player.note,
        "seen": player.stamp,
        **changes,
    }


@pytest.mark.parametrize(
    ("name", "args", "role", "status"),
    [
        ("players", [], "desk", 200), ("player_edit", [1], "desk", 200), ("player_edit", [99], "desk", 404),
        ("player_add", [], "desk", 403), ("players_import", [], "referee", 403),
        ("players_import", [], "organiser", 200),
        ("check_in", [], "desk", 200), ("players_renumber", [], "referee", 403),
        ("players_renumber", [], "organiser", 200),
        ("player_act", [1, "withdraw"], "desk", 403), ("player_act", [1, "withdraw"], "organiser", 200),
        ("player_act", [1, "disqualify"], "referee", 200), ("player_act", [1, "disqualify"], "desk", 403),
        ("player_act", [1, "promote"], "organiser", 404), ("players_template", [], "organiser", 200),
    ],
)  # fmt: skip
def test_each_page_opens_to_those_who_hold_its_right(client, tournament, name, args, role, status):
    make_players(tournament, 4)
    client.force_login(make_staff(tournament, role))
    assert client.get(url(name, *args)).status_code == status


def test_who_is_not_signed_in_is_sent_to_sign_in(client, tournament):
    assert client.get(url("players")).status_code == 302


def test_an_empty_list_says_what_comes_next(client, organiser):
    assert "Import players" in client.get(url("players")).content.decode()


def test_the_list_asks_as_often_for_two_hundred_as_for_four(client, organiser, tournament, django_assert_num_queries):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    make_players(tournament, 4)
    client.get(url("players"))
    with CaptureQueriesContext(connection) as few:
        client.get(url("players"))
    actions.add_players(
        tournament=tournament, rows=[{"name": f"More {n}"} for n in range(196)], act=Act(by=None, at=MORNING)
    )
    with django_assert_num_queries(len(few)):
        response = client.get(url("players"))
    assert response.content.decode().count('class="name strong"') == 200


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("text=dvor+pav", ["Pavel Dvořák"]), ("text=3", ["Ewa Nowak"]), ("text=deutsch", []),
        ("text=germany", ["Aiko Brandt"]),
        ("status=withdrawn", ["Luc Moreau"]), ("substitute=yes", ["Tom Okafor"]), ("present=here", ["Ewa Nowak"]),
        ("present=missing&country=GB", ["Tom Okafor"]), ("country=XX&status=nonsense&text=luc", ["Luc Moreau"]),
    ],
)  # fmt: skip
def test_the_list_is_narrowed_by_search_and_filters(client, organiser, tournament, query, names):
    rows = [
        ("Aiko Brandt", "DE"),
        ("Luc Moreau", "FR"),
        ("Ewa Nowak", "PL"),
        ("Tom Okafor", "GB"),
        ("Pavel Dvořák", "CZ"),
    ]
    rows = [{"name": name, "country": country, "is_substitute": name.startswith("Tom")} for name, country in rows]
    players = actions.add_players(tournament=tournament, rows=rows, act=Act(by=None, at=MORNING))
    actions.withdraw(player=players[1], act=Act(by=None, at=MORNING))
    actions.check_in(player=players[2], act=Act(by=None, at=MORNING))
    shown = client.get(f"{url('players')}?{query}").context["table"].data
    assert [player.name for player in shown] == names


def test_htmx_gets_the_list_alone_and_sorting_is_kept(client, organiser, tournament):
    make_players(tournament, 5)
    headers = {"HX-Request": "true", "HX-Target": "players-list"}
    page = client.get(f"{url('players')}?sort=-name", headers=headers).content.decode()
    assert page.strip().startswith('<div id="players-list"')
    assert page.index("Tom Okafor") < page.index("Aiko Brandt")


def test_names_are_escaped_and_isolated(client, organiser, tournament):
    actions.add_player(tournament=tournament, act=Act(by=None, at=MORNING), name="<script>alert(1)</script>")
    actions.add_player(tournament=tournament, act=Act(by=None, at=MORNING), name="محمد الفاتح")
    page = client.get(url("players")).content.decode()
    assert "<script>alert" not in page
    assert '<bdi class="name strong">محمد الفاتح</bdi>' in page


def test_a_player_is_added_and_the_next_form_is_empty(client, organiser, tournament):
    response = client.post(url("player_add"), {"name": "Aiko Brandt", "country": "Allemagne", "another": "yes"})
    assert response.url == url("player_add")
    assert find_player(tournament, 1).country == "DE"


def test_what_was_typed_is_kept_beside_what_is_wrong(client, organiser):
    response = client.post(url("player_add"), {"name": "Aiko", "country": "Absurdistan", "ema_number": "12"})
    assert response.status_code == 422
    assert set(response.context["form"].errors) == {"country", "ema_number"}
    assert "Absurdistan" in response.content.decode()


@unrendered()
def test_a_name_is_needed_in_one_way_or_another(client, organiser, tournament):
    assert client.post(url("player_add"), {}).status_code == 422
    client.post(url("player_add"), {"first_name": "Luc", "last_name": "Moreau"})
    assert find_player(tournament, 1).name == "Luc Moreau"


def test_a_namesake_needs_a_tick(client, organiser, tournament):
    actions.add_player(tournament=tournament, act=Act(by=None, at=MORNING), name="Luc Moreau")
    response = client.post(url("player_add"), {"name": "Luc Moreau"})
    assert response.status_code == 422
    assert 'name="namesake"' in response.content.decode()
    assert client.post(url("player_add"), {"name": "Luc Moreau", "namesake": "on"}).status_code == 302


def test_a_player_is_changed(client, organiser, tournament):
    luc = actions.add_player(tournament=tournament, act=Act(by=None, at=MORNING), name="Luc Moreau")
    assert client.post(url("player_edit", 1), form_of(luc, club="Paris", number="12")).status_code == 302
    luc.refresh_from_db()
    assert (luc.club, luc.number) == ("Paris", 12)


def test_a_carried_score_is_typed_as_totals_are_and_stands_in_the_history(client, organiser, tournament):
    luc = actions.add_player(tournament=tournament, act=Act(by=None, at=MORNING), name="Luc Moreau")
    assert client.post(url("player_edit", 1), form_of(luc, carried="−4.5")).status_code == 302
    luc.refresh_from_db()
    assert luc.carried == -4_500
    entry = tournament.audit_entries.order_by("-id").first()
    assert entry.detail["carried"] == [0, -4_500]
    assert entry.figures[f"player {luc.pk}"]["carried"] == -4_500
    assert 'value="−4.5"' in client.get(url("player_edit", 1)).content.decode()
    assert client.post(url("player_edit", 1), form_of(luc, carried="")).status_code == 302
    luc.refresh_from_db()
    assert luc.carried == 0


def test_a_carried_score_that_cannot_be_read_stays_beside_what_is_wrong(client, organiser, tournament):
    luc = actions.add_player(tournament=tournament, act=Act(by=None, at=MORNING), name="Luc Moreau", carried=12_300)
    response = client.post(url("player_edit", 1), form_of(luc, carried="12300"))
    assert response.status_code == 422
    assert "is not a score in P" in str(response.context["form"].errors["carried"])
    assert 'value="12300"' in response.content.decode()


def test_an_alteration_of_a_carried_score_in_the_database_is_named(tournament):
    actions.add_player(tournament=tournament, act=Act(by=None, at=MORNING), name="Luc Moreau")
    Player.objects.update(carried=100)
    assert [one.params["field"] for one in findings(tournament)] == ["carried"]


def test_the_desk_sees_a_carried_score(client, tournament):
    actions.add_player(tournament=tournament, act=Act(by=None, at=MORNING), name="Luc Moreau")
    client.force_login(make_staff(tournament, "desk"))
    assert "Carried score" not in client.get(url("player_edit", 1)).content.decode()
    actions.edit_player(player=find_player(tournament, 1), act=Act(by=None, at=MORNING), carried=12_300)
    assert "+12.3" in client.get(url("player_edit", 1)).content.decode()


def test_a_number_that_somebody_has_is_refused_beside_the_field(client, organiser, tournament):
    luc = make_players(tournament, 2)[1]
    response = client.post(url("player_edit", 2), form_of(luc, number="1"))
    assert response.status_code == 422
    assert "Aiko Brandt" in str(response.context["form"].errors["number"])


def test_a_change_over_somebody_elses_change_conflicts_and_keeps_what_was_typed(client, organiser, tournament):
    luc = actions.add_player(tournament=tournament, act=Act(by=None, at=MORNING), name="Luc Moreau")
    typed = form_of(luc, club="Paris")
    actions.edit_player(player=luc, act=Act(by=None, at=MORNING), team="Dragons")
    response = client.post(url("player_edit", 1), typed)
    assert response.status_code == 409
    assert "Paris" in response.content.decode()
    again = typed | {"seen": response.context["form"]["seen"].value()}
    assert client.post(url("player_edit", 1), again).status_code == 302


def test_the_desk_looks_and_does_not_change(client, tournament):
    luc = actions.add_player(tournament=tournament, act=Act(by=None, at=MORNING), name="Luc Moreau")
    client.force_login(make_staff(tournament, "desk"))
    assert client.post(url("player_edit", 1), form_of(luc, club="Paris")).status_code == 403


@pytest.mark.parametrize(
    ("act", "reason", "status"), [("withdraw", "", "withdrawn"), ("disqualify", "left the hall", "disqualified")]
)
def test_a_player_leaves_and_comes_back(client, organiser, tournament, act, reason, status):
    luc = actions.add_player(tournament=tournament, act=Act(by=None, at=MORNING), name="Luc Moreau")
    assert client.post(url("player_act", 1, act), {"reason": reason}).status_code == 302
    luc.refresh_from_db()
    assert luc.status == status
    assert client.post(url("player_act", 1, "reinstate"), {"reason": "back"}).status_code == 302
    luc.refresh_from_db()
    assert luc.status == PlayerStatus.PLAYING


def test_a_disqualification_without_a_reason_is_refused(client, organiser, tournament):
    make_players(tournament, 1)
    response = client.post(url("player_act", 1, "disqualify"), {"reason": ""})
    assert response.status_code == 422
    assert "reason" in response.context["form"].errors


def test_a_disqualification_by_penalty_is_lifted_by_cancelling_the_penalty(client, organiser, tournament):
    luc = make_players(tournament, 1)[0]
    Penalty.objects.create(
        tournament=tournament, player=luc, kind="disqualification", reason="r", referee="Mina", given_at=MORNING,
        submission=uuid.uuid4(),
    )  # fmt: skip
    actions.disqualify(player=luc, act=Act(by=None, at=MORNING, reason="r"))
    response = client.post(url("player_act", 1, "reinstate"), {"reason": "mistake"})
    assert response.status_code == 422
    assert "Cancel it on the “Penalties” page" in response.content.decode()


def test_the_desk_cannot_lift_a_disqualification(client, tournament):
    luc = make_players(tournament, 1)[0]
    actions.disqualify(player=luc, act=Act(by=None, at=MORNING, reason="r"))
    client.force_login(make_staff(tournament, "desk"))
    assert client.post(url("player_act", 1, "reinstate"), {"reason": "x"}).status_code == 403


def test_a_player_with_a_seat_is_offered_to_withdraw_instead_of_being_deleted(client, organiser, tournament):
    luc, _ewa = make_players(tournament, 2)
    seat(luc)
    assert "Withdraw instead" in client.get(url("player_act", 1, "delete")).content.decode()
    assert client.post(url("player_act", 1, "delete")).status_code == 422
    assert client.post(url("player_act", 2, "delete")).status_code == 302
    assert [player.name for player in Player.objects.all()] == [luc.name]


def test_substitutes_fill_the_last_table(client, organiser, tournament):
    make_players(tournament, 6)
    assert "Add 2 substitutes" in client.get(url("players")).content.decode()
    client.post(url("players_substitutes"), {"count": "2", "base": "6"})
    assert find_player(tournament, 8).name == "Substitute 2"
    assert client.post(url("players_substitutes"), {"count": "9999999"}).status_code == 302
    again = client.post(url("players_substitutes"), {"count": "2", "base": "6"}, follow=True)
    assert "there are 8 now" in again.content.decode()
    assert Player.objects.count() == 8


def test_players_are_renumbered_by_name(client, organiser, tournament):
    make_players(tournament, 4)
    client.post(url("players_renumber"))
    assert [player.name for player in Player.objects.order_by("number")][:2] == ["Aiko Brandt", "Ewa Nowak"]


def test_the_public_list_is_open_only_where_it_is_shown(client, tournament):
    players = make_players(tournament, 3)
    actions.disqualify(player=players[0], act=Act(by=None, at=MORNING, reason="r"))
    assert client.get(url("public_players")).status_code == 404
    tournament.is_public = True
    tournament.save()
    page = client.get(url("public_players")).content.decode()
    assert "Luc Moreau" in page
    assert "Aiko Brandt" not in page
    tournament.players_public = False
    tournament.save()
    assert client.get(url("public_players")).status_code == 404
    client.force_login(make_staff(tournament, "desk"))
    assert "This list is not public" in client.get(url("public_players")).content.decode()


def test_somebody_elses_tournament_stays_closed(client, tournament):
    make_players(tournament, 1)
    client.force_login(make_user("stranger"))
    assert client.get(url("players")).status_code == 403
    assert client.post(url("player_act", 1, "withdraw")).status_code == 403
