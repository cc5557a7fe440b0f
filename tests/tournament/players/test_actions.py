"""Adding, changing, numbering, checking in and leaving."""

import uuid

import pytest

from tests.factories import MORNING, make_players, make_tournament
from tournament.core.audit import Act
from tournament.core.messages import Conflict, Refused
from tournament.core.models import AuditEntry
from tournament.players import actions
from tournament.players.models import Player, PlayerStatus
from tournament.players.queries import counts_of, players_of, traces
from tournament.results.models import Penalty
from tournament.seats.models import Seat, Seating

pytestmark = pytest.mark.django_db


def add(tournament, name="Aiko Brandt", **fields):
    return actions.add_player(tournament=tournament, act=Act(by=None, at=MORNING), name=name, **fields)


def edit(player, **changes):
    return actions.edit_player(player=player, act=Act(by=None, at=MORNING), **changes)


def playing(tournament):
    return list(players_of(tournament).filter(status=PlayerStatus.PLAYING))


def seat(player):
    seating = Seating.objects.create(tournament=player.tournament, number=1, source="planned", made_at=MORNING)
    first = player.tournament.hanchan.get(number=1)
    return Seat.objects.create(seating=seating, hanchan=first, table=1, wind="E", player=player)


def test_a_player_gets_the_lowest_free_number_and_a_line_of_history():
    tournament = make_tournament()
    add(tournament, "Ewa Nowak", number=1)
    aiko = add(tournament, "  Aiko   Brandt ", country="Deutschland", ema_number="5100170")
    assert (aiko.number, aiko.name, aiko.country, aiko.ema_number) == (2, "Aiko Brandt", "DE", "05100170")
    entry = AuditEntry.objects.filter(tournament=tournament).first()
    assert (entry.verb, entry.subject) == ("added a player", "2 Aiko Brandt")
    assert entry.edition == tournament.edition


def test_a_name_is_made_of_first_and_last_name():
    assert add(make_tournament(), "", first_name="Luc", last_name="Moreau").name == "Luc Moreau"


@pytest.mark.parametrize(
    ("fields", "field"),
    [({"name": " "}, "name"), ({"country": "Absurdistan"}, "country"), ({"ema_number": "12"}, "ema_number"),
     ({"number": 10_000}, "number"), ({"club": "x" * 81}, "club")],
)  # fmt: skip
def test_a_field_that_cannot_be_is_refused_by_name_and_nothing_is_saved(fields, field):
    tournament = make_tournament()
    with pytest.raises(Refused) as refused:
        add(tournament, **{"name": "Aiko Brandt", **fields})
    assert refused.value.field == field
    assert not Player.objects.exists()
    tournament.refresh_from_db()
    assert tournament.edition == AuditEntry.objects.count()


def test_two_players_never_share_a_number_or_an_ema_number():
    tournament = make_tournament()
    add(tournament, "Luc Moreau", ema_number="04100170")
    with pytest.raises(Refused, match="Number 1 belongs to Luc Moreau"):
        add(tournament, "Ewa Nowak", number=1)
    with pytest.raises(Refused, match=r"already belongs to Luc Moreau \(number 1\)"):
        add(tournament, "Ewa Nowak", ema_number="04100170")


def test_a_namesake_is_asked_about_unless_the_country_tells_them_apart():
    tournament = make_tournament()
    add(tournament, "Luc Moreau", country="FR")
    with pytest.raises(Refused) as refused:
        add(tournament, "MOREAU Luc", namesake=False)
    assert refused.value.field == "namesake"
    add(tournament, "Luc Moreau", country="BE", namesake=False)
    add(tournament, "Luc Moreau", namesake=True)
    assert Player.objects.count() == 3


def test_a_player_is_renamed_into_a_namesake_only_when_asked_for():
    tournament = make_tournament()
    add(tournament, "Luc Moreau")
    lucie = add(tournament, "Lucie Moreau")
    with pytest.raises(Refused) as refused:
        edit(lucie, name="Moreau Luc", namesake=False)
    assert refused.value.field == "namesake"
    assert Player.objects.get(pk=lucie.pk).name == "Lucie Moreau"
    edit(lucie, name="Moreau Luc", namesake=True)
    assert Player.objects.get(pk=lucie.pk).name == "Moreau Luc"


def test_many_are_added_whole_or_not_at_all():
    tournament = make_tournament()
    edition = tournament.edition
    with pytest.raises(Refused, match="Number 4"):
        actions.add_players(
            tournament=tournament,
            rows=[{"name": "Aiko", "number": 4}, {"name": "Luc", "number": 4}],
            act=Act(by=None, at=MORNING),
        )
    assert not Player.objects.exists()
    rows = [{"name": "Aiko"}, {"name": "Luc", "number": 1}]
    assert [p.number for p in actions.add_players(tournament=tournament, rows=rows, act=Act(by=None, at=MORNING))] == [
        2,
        1,
    ]
    assert tournament.edition == edition + 1


def test_adding_two_hundred_asks_the_database_a_handful_of_times(django_assert_max_num_queries):
    tournament = make_tournament()
    with django_assert_max_num_queries(16):
        make_players(tournament, 200)


def test_a_field_that_no_player_has_is_a_bug():
    with pytest.raises(TypeError, match="nick"):
        add(make_tournament(), nick="Lulu")


def test_a_change_keeps_what_was_before_in_the_history():
    tournament = make_tournament()
    luc = add(tournament, "Luc Moreau", club="Paris")
    edit(luc, club="Lyon", number=7)
    luc.refresh_from_db()
    assert (luc.club, luc.number) == ("Lyon", 7)
    assert AuditEntry.objects.filter(tournament=tournament).first().detail == {
        "club": ["Paris", "Lyon"],
        "number": [1, 7],
    }


def test_a_form_that_is_out_of_date_conflicts():
    luc = add(make_tournament(), "Luc Moreau")
    seen = luc.stamp
    edit(luc, club="Paris", seen=seen)
    with pytest.raises(Conflict):
        edit(luc, club="Lyon", seen=seen)


def test_a_player_without_traces_is_deleted():
    luc = add(make_tournament(), "Luc Moreau")
    actions.delete_player(player=luc, act=Act(by=None, at=MORNING))
    assert not Player.objects.exists()
    with pytest.raises(Conflict):
        edit(luc, club="Paris")


def test_a_player_with_a_seat_or_a_penalty_is_not_deleted():
    tournament = make_tournament()
    luc, ewa = add(tournament, "Luc Moreau"), add(tournament, "Ewa Nowak")
    seat(luc)
    Penalty.objects.create(
        tournament=tournament, player=ewa, kind="warning", reason="talk", referee="Mina", given_at=MORNING,
        submission=uuid.uuid4(),
    )  # fmt: skip
    assert (traces(luc), traces(ewa)) == (["seat"], ["penalty"])
    for player in (luc, ewa):
        with pytest.raises(Refused, match="Withdraw"):
            actions.delete_player(player=player, act=Act(by=None, at=MORNING))


def test_who_withdraws_is_seated_no_more_and_can_come_back():
    tournament = make_tournament()
    luc, ewa = add(tournament, "Luc Moreau"), add(tournament, "Ewa Nowak")
    actions.withdraw(player=luc, act=Act(by=None, at=MORNING, reason="ill"))
    assert playing(tournament) == [ewa]
    with pytest.raises(Refused, match="already withdrawn"):
        actions.withdraw(player=luc, act=Act(by=None, at=MORNING))
    actions.reinstate(player=luc, act=Act(by=None, at=MORNING))
    assert playing(tournament) == [luc, ewa]


def test_a_disqualification_is_given_and_lifted_with_a_reason_only():
    luc = add(make_tournament(), "Luc Moreau")
    with pytest.raises(Refused) as refused:
        actions.disqualify(player=luc, act=Act(by=None, at=MORNING, reason="  "))
    assert refused.value.field == "reason"
    actions.disqualify(player=luc, act=Act(by=None, at=MORNING, reason="left the hall"))
    with pytest.raises(Refused, match="disqualified"):
        actions.withdraw(player=luc, act=Act(by=None, at=MORNING))
    with pytest.raises(Refused, match="reason"):
        actions.reinstate(player=luc, act=Act(by=None, at=MORNING))
    actions.reinstate(player=luc, act=Act(by=None, at=MORNING, reason="came back, was at the doctor's"))
    assert [e.reason for e in AuditEntry.objects.all()[:2]] == ["came back, was at the doctor's", "left the hall"]


def test_checking_in_twice_keeps_the_first_time_and_writes_once(now):
    luc = add(make_tournament(), "Luc Moreau")
    actions.check_in(player=luc, act=Act(by=None, at=MORNING))
    edition = luc.tournament.edition
    assert actions.check_in(player=luc, act=Act(by=None, at=now.replace(hour=11))).checked_in_at == MORNING
    assert luc.tournament.edition == edition
    assert actions.check_in(player=luc, act=Act(by=None, at=now), present=False).checked_in_at is None


def test_who_is_withdrawn_cannot_check_in():
    luc = add(make_tournament(), "Luc Moreau")
    actions.withdraw(player=luc, act=Act(by=None, at=MORNING))
    with pytest.raises(Refused, match="Reinstate"):
        actions.check_in(player=luc, act=Act(by=None, at=MORNING))


def test_everybody_is_checked_in_and_the_second_day_starts_anew():
    tournament = make_tournament()
    players = make_players(tournament, 5)
    actions.withdraw(player=players[0], act=Act(by=None, at=MORNING))
    assert actions.check_in_all(tournament=tournament, act=Act(by=None, at=MORNING)) == 4
    assert counts_of(tournament).missing == 0
    assert actions.check_in_all(tournament=tournament, act=Act(by=None, at=MORNING), present=False) == 4
    assert counts_of(tournament).missing == 4


def test_numbers_follow_the_names_with_substitutes_last():
    tournament = make_tournament()
    for name in ("Zoë Albrecht", "Édouard Petit", "Eduardo Ruiz"):
        add(tournament, name)
    add(tournament, "Aaron", is_substitute=True)
    actions.renumber(tournament=tournament, act=Act(by=None, at=MORNING))
    assert [p.name for p in players_of(tournament)] == ["Édouard Petit", "Eduardo Ruiz", "Zoë Albrecht", "Aaron"]


def test_numbers_follow_the_last_names_where_everybody_has_one():
    tournament = make_tournament()
    add(tournament, "", first_name="Aiko", last_name="Weber")
    add(tournament, "", first_name="Zoë", last_name="Albrecht")
    actions.renumber(tournament=tournament, act=Act(by=None, at=MORNING))
    assert [p.name for p in players_of(tournament)] == ["Zoë Albrecht", "Aiko Weber"]


def test_numbers_stay_once_a_seating_was_made():
    tournament = make_tournament()
    seat(add(tournament))
    with pytest.raises(Refused, match="A seating exists"):
        actions.renumber(tournament=tournament, act=Act(by=None, at=MORNING))


def test_substitutes_fill_the_last_table_with_names_of_their_own():
    tournament = make_tournament()
    make_players(tournament, 6)
    add(tournament, "Substitute 1", is_substitute=True)
    assert counts_of(tournament).short == 1
    added = actions.add_substitutes(tournament=tournament, count=1, act=Act(by=None, at=MORNING))
    assert [(p.name, p.number, p.is_substitute) for p in added] == [("Substitute 2", 8, True)]
    with pytest.raises(Refused):
        actions.add_substitutes(tournament=tournament, count=0, act=Act(by=None, at=MORNING))


def test_substitutes_that_somebody_else_added_meanwhile_are_not_added_again():
    tournament = make_tournament()
    make_players(tournament, 6)
    actions.add_substitutes(tournament=tournament, count=2, act=Act(by=None, at=MORNING, base=6))
    with pytest.raises(Conflict, match="there are 8 now"):
        actions.add_substitutes(tournament=tournament, count=2, act=Act(by=None, at=MORNING, base=6))
    assert tournament.players.count() == 8


def test_a_disqualification_is_given_in_500_characters():
    luc = add(make_tournament(), "Luc Moreau")
    entries = AuditEntry.objects.count()
    with pytest.raises(Refused, match="500 characters") as refused:
        actions.disqualify(player=luc, act=Act(by=None, at=MORNING, reason="x" * 501))
    assert refused.value.field == "reason"
    assert (Player.objects.get().status, AuditEntry.objects.count()) == ("playing", entries)
    actions.disqualify(player=luc, act=Act(by=None, at=MORNING, reason="x" * 500))
    assert Player.objects.get().status == "disqualified"


def test_two_players_added_together_never_share_an_ema_number():
    tournament = make_tournament()
    rows = [{"name": "Luc Moreau", "ema_number": "04100170"}, {"name": "Ewa Nowak", "ema_number": "04100170"}]
    with pytest.raises(Refused, match=r"already belongs to Luc Moreau \(number 1\)"):
        actions.add_players(tournament=tournament, rows=rows, act=Act(by=None, at=MORNING))
    assert not Player.objects.exists()
