"""Registering on the public page: who gets a place, what stops a program, and what the personal link may do."""

from datetime import timedelta
from uuid import uuid4

import pytest

from tests.events.rows import kept
from tests.factories import MORNING, make_players, make_tournament
from tests.tournament.planning.halls import seated_hall
from tournament.core.audit import Act
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Verb
from tournament.players.actions import add_player, add_players, decline, withdraw
from tournament.players.models import PlayerStatus
from tournament.players.queries import places_of
from tournament.players.registration import actions
from tournament.players.registration.models import Registration
from tournament.players.registration.queries import find_registration
from tournament.players.registration.tokens import AT_MOST, digest, open_form, read_opening, token_of

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING)
LATER = Act(by=None, at=MORNING + timedelta(hours=1))


def open_page(tournament, **changes):
    chosen = {"is_open": True, "closes_at": None, "takes_waiting": True, "asks": ["country", "contact", "ema_number"]}
    return actions.set_page(tournament=tournament, act=ACT, **chosen | changes)


@pytest.fixture
@kept
def tournament():
    made = make_tournament(slug="spring", capacity=2)
    open_page(made)
    return made


def register(tournament, name, *, submission=None, sent_from="a", at=MORNING, **fields):
    act = Act(by=None, at=at, name=name, submission=submission or uuid4())
    return actions.register(tournament=tournament, sent_from=sent_from, act=act, name=name, **fields)


def statuses(tournament):
    return [player.status for player in tournament.players.order_by("number")]


def test_beyond_the_places_people_wait_in_the_order_in_which_they_registered(tournament):
    for minute, name in enumerate(["Aiko Brandt", "Luc Moreau", "Ewa Nowak", "Tom Okafor"]):
        register(tournament, name, at=MORNING + timedelta(minutes=minute))
    assert statuses(tournament) == ["playing", "playing", "waiting", "waiting"]
    assert [one.name for one in places_of(tournament, tournament.players.all()).queue] == ["Ewa Nowak", "Tom Okafor"]


def test_nobody_new_overtakes_the_waiting_list_when_a_place_is_free(tournament):
    for name in ("Aiko Brandt", "Luc Moreau", "Ewa Nowak"):
        register(tournament, name)
    decline(player=tournament.players.get(number=1), act=ACT)
    assert register(tournament, "Tom Okafor").player.status == PlayerStatus.WAITING


def test_the_add_form_and_lists_go_to_the_waiting_list_too_and_substitutes_do_not(tournament):
    add_players(tournament=tournament, rows=[{"name": name} for name in ("Aiko", "Luc", "Ewa", "Tom")], act=ACT)
    assert statuses(tournament) == ["playing", "playing", "waiting", "waiting"]
    assert add_player(tournament=tournament, act=LATER, name="Noor").status == PlayerStatus.WAITING
    local = add_player(tournament=tournament, act=ACT, name="Local", is_substitute=True)
    assert local.status == PlayerStatus.PLAYING
    assert [one.name for one in places_of(tournament, tournament.players.all()).queue] == ["Ewa", "Tom", "Noor"]


def test_a_repeated_sending_makes_one_entry_with_one_link(tournament):
    submission = uuid4()
    first = register(tournament, "Aiko Brandt", submission=submission)
    second = register(tournament, "Aiko Brandt", submission=submission)
    assert first.pk == second.pk and tournament.players.count() == 1
    assert find_registration(tournament, token_of(submission)) == first
    assert tournament.audit_entries.filter(verb=Verb.REGISTERED).count() == 1


def test_the_token_is_kept_as_a_digest_only(tournament):
    submission = uuid4()
    kept = register(tournament, "Aiko Brandt", submission=submission)
    token = token_of(submission)
    assert len(bytes.fromhex(token)) * 8 >= 128
    assert kept.token_digest == digest(token) and token not in str(list(Registration.objects.values()))
    assert find_registration(tournament, kept.token_digest) is None
    assert find_registration(make_tournament(name="Other"), token) is None


def test_only_fields_that_are_asked_for_are_kept(tournament):
    player = register(tournament, "Aiko Brandt", country="Japan", club="Ghosts", note="hello").player
    assert (player.country, player.club, player.note) == ("JP", "", "")


def test_the_history_keeps_no_contact_and_no_note(tournament):
    open_page(tournament, asks=["contact", "note"])
    player = register(tournament, "Zoe", contact="zoe@example.org", note="Vegan").player
    entry = tournament.audit_entries.first()
    assert (player.contact, entry.detail["contact"], entry.detail["note"]) == ("zoe@example.org", True, True)
    assert "zoe@" not in str([entry.detail, entry.figures]) and "Vegan" not in str([entry.detail, entry.figures])


def test_the_page_asks_for_known_fields_only(tournament):
    with pytest.raises(Refused, match="is_paid cannot be asked for"):
        open_page(tournament, asks=["is_paid"])


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"is_open": False}, "Registration is closed"),
        ({"closes_at": MORNING}, "Registration closed on 16 May, 09:30"),
    ],
)
def test_nobody_registers_while_registration_is_closed(tournament, changes, told):
    kept = register(tournament, "Aiko Brandt")
    open_page(tournament, **changes)
    with pytest.raises(actions.RegistrationClosed, match=told):
        register(tournament, "Luc Moreau")
    with pytest.raises(actions.RegistrationClosed, match=told):
        actions.correct(registration=kept, act=ACT, seen=kept.player.stamp, name="Aiko B")


def test_registration_never_opened_is_closed():
    with pytest.raises(actions.RegistrationClosed, match="Registration is closed"):
        register(make_tournament(), "Aiko Brandt")


def test_registration_closes_once_there_is_a_seating():
    hall = seated_hall(16, 2)
    open_page(hall)
    with pytest.raises(actions.RegistrationClosed, match="Registration is closed"):
        register(hall, "Late Comer")


def test_full_is_full_when_the_organiser_wants_no_waiting_list(tournament):
    open_page(tournament, takes_waiting=False)
    make_players(tournament, 2)
    with pytest.raises(actions.RegistrationClosed, match="All places are taken"):
        register(tournament, "Ewa Novak")


def test_one_address_registers_only_so_many_at_once(tournament, monkeypatch):
    monkeypatch.setattr(actions, "MOST_FROM_ADDRESS", 2)
    register(tournament, "Aiko Brandt")
    register(tournament, "Luc Moreau")
    with pytest.raises(actions.TooManyRegistrations, match="your network"):
        register(tournament, "Ewa Nowak")
    register(tournament, "Ewa Nowak", sent_from="b")
    register(tournament, "Tom Okafor", at=MORNING + actions.WINDOW)


def test_one_tournament_takes_only_so_many(tournament, monkeypatch):
    monkeypatch.setattr(actions, "MOST_REGISTRATIONS", 1)
    register(tournament, "Aiko Brandt")
    with pytest.raises(actions.TooManyRegistrations, match="Too many people"):
        register(tournament, "Luc Moreau")


def test_whose_ema_number_is_taken_is_not_told(tournament):
    register(tournament, "Aiko Brandt", ema_number="05100170")
    with pytest.raises(Refused) as refused:
        register(tournament, "Luc Moreau", ema_number="05100170")
    assert refused.value.field == "ema_number" and "Aiko" not in str(refused.value)
    assert "already registered" in str(refused.value)


def test_a_person_corrects_confirms_and_declines(tournament):
    kept = register(tournament, "Aiko Brand", contact="a@example.org")
    actions.correct(registration=kept, act=ACT, seen=kept.player.stamp, name="Aiko Brandt", club="Ghosts")
    player = tournament.players.get()
    assert (player.name, player.contact, player.club) == ("Aiko Brandt", "a@example.org", "")
    actions.confirm(registration=kept, act=ACT)
    assert tournament.players.get().confirmed_at == MORNING
    actions.decline(registration=kept, act=ACT)
    assert tournament.players.get().status == PlayerStatus.DECLINED
    with pytest.raises(Refused, match="declined"):
        actions.decline(registration=kept, act=ACT)


def test_who_was_withdrawn_by_the_staff_declines_nothing(tournament):
    kept = register(tournament, "Aiko Brandt")
    withdraw(player=tournament.players.get(), act=ACT)
    with pytest.raises(Refused, match="withdrawn"):
        actions.decline(registration=kept, act=ACT)


def test_a_revoked_link_opens_and_does_nothing(tournament):
    submission = uuid4()
    kept = register(tournament, "Aiko Brandt", submission=submission)
    actions.revoke_link(player=kept.player, act=ACT)
    assert find_registration(tournament, token_of(submission)) is None
    for act in (actions.confirm, actions.decline):
        with pytest.raises(Refused, match="revoked"):
            act(registration=kept, act=ACT)
    with pytest.raises(Refused, match="revoked"):
        register(tournament, "Aiko Brandt", submission=submission)
    with pytest.raises(Refused, match="no personal link"):
        actions.revoke_link(player=kept.player, act=ACT)


def test_a_new_link_replaces_the_lost_one_and_a_second_press_shows_the_same(tournament):
    submission = uuid4()
    kept = register(tournament, "Aiko Brandt", submission=submission)
    old, player = token_of(submission), tournament.players.get()
    new, again = (actions.renew_link(player=player, act=ACT, seen=kept.link_stamp) for _press in range(2))
    assert new == again != old
    assert find_registration(tournament, old) is None and find_registration(tournament, new) == kept
    line = tournament.audit_entries.get(verb=Verb.RENEWED_LINK)
    assert line.subject == "1 Aiko Brandt" and new not in str(line.content())
    assert new not in str(list(Registration.objects.values()))


def test_the_form_and_the_page_of_a_link_that_was_replaced_do_nothing_any_more(tournament):
    submission = uuid4()
    kept = register(tournament, "Aiko Brandt", submission=submission)
    actions.renew_link(player=kept.player, act=ACT, seen=kept.link_stamp)
    with pytest.raises(Refused, match="revoked"):
        actions.confirm(registration=kept, act=ACT)
    with pytest.raises(Refused, match="revoked"):
        register(tournament, "Aiko Brandt", submission=submission)
    assert tournament.players.get().confirmed_at is None


def test_after_a_link_was_revoked_a_new_one_can_be_made_and_the_first_button_makes_none(tournament):
    kept = register(tournament, "Aiko Brandt")
    player, seen = kept.player, kept.link_stamp
    first = actions.renew_link(player=player, act=ACT, seen=seen)
    actions.revoke_link(player=player, act=ACT)
    with pytest.raises(Conflict, match="changed meanwhile"):
        actions.renew_link(player=player, act=ACT, seen=seen)
    second = actions.renew_link(player=player, act=ACT, seen=Registration.objects.get().link_stamp)
    assert second != first and find_registration(tournament, second) == kept
    with pytest.raises(Conflict, match="changed meanwhile"):
        actions.renew_link(player=player, act=ACT, seen=seen)


def test_who_did_not_register_online_has_no_link_to_renew(tournament):
    player = add_player(tournament=tournament, act=ACT, name="Luc Moreau")
    with pytest.raises(Refused, match="did not register online"):
        actions.renew_link(player=player, act=ACT, seen="")


def test_a_form_is_good_for_its_tournament_and_its_time(tournament):
    sealed = open_form(tournament, MORNING)
    later = MORNING + timedelta(seconds=5)
    assert read_opening(sealed, tournament, later).at == MORNING
    with pytest.raises(Refused, match="press Register again"):
        read_opening(sealed, tournament, MORNING + timedelta(seconds=1))
    for text, where, at in (
        (sealed, make_tournament(name="Other"), later),
        ("x" + sealed, tournament, later),
        ("", tournament, later),
        (sealed, tournament, later + AT_MOST),
    ):
        with pytest.raises(Refused, match="out of date"):
            read_opening(text, where, at)
