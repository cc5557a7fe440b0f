"""An event that moves to another installation and back: with its codes, its history and whatever was played there."""

import json
from contextlib import contextmanager, suppress

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import override_settings
from django.urls import reverse

from tests.factories import MORNING, make_players, make_staff, make_tournament, make_user
from tests.tournament.archive.event_file.events import act, load
from tests.tournament.desk.halls import entered, hall, hanchan_of
from tournament.archive.event_file.actions import import_event
from tournament.archive.event_file.export import event_file
from tournament.archive.event_file.reader import read_event_file
from tournament.archive.event_file.transfer import check_installation, move_away, take_back
from tournament.archive.removal.actions import delete_event
from tournament.core.audit import audited_write
from tournament.core.audit_check import findings, last_value
from tournament.core.messages import Refused
from tournament.core.models import Membership, Role, Tournament, User, Verb
from tournament.desk.signatures.links import is_table_token, table_token
from tournament.events.actions import change_settings, set_public
from tournament.events.clubs import club_of
from tournament.hanchan.actions import close, start
from tournament.persons.actions import find_persons
from tournament.persons.club_actions import add_club, set_event_club
from tournament.persons.models import PersonLink
from tournament.phones.links import card_token, is_card_token
from tournament.players.actions import add_players
from tournament.players.badges.links import event_key, personal_token, player_of_token
from tournament.players.models import Player
from tournament.results.models import Sheet

pytestmark = pytest.mark.django_db


class _Home(Exception):
    """Everything that was done on the other installation is gone; only its files came home."""


@contextmanager
def another_installation():
    with suppress(_Home), transaction.atomic(), override_settings(SECRET_KEY="of another installation" * 3):
        for one in Tournament.objects.all():
            delete_event(tournament=one, typed=one.name, act=act())
        make_players(make_tournament("An event of theirs"), 8)
        yield
        raise _Home


@pytest.fixture
def event():
    tournament = hall(players=8, hanchan=2, playing=0)
    set_public(tournament=tournament, is_public=True, act=act())
    return tournament


@pytest.fixture
def organiser(client, event):
    user = make_staff(event, Role.ORGANISER, name="Olga Organ")
    client.force_login(user)
    return user


def moved(event, **fields):
    move_away(tournament=event, act=act(), **fields)
    return event_file(event, with_links=True)


def played(event):
    """One hanchan of it, closed."""
    start(hanchan=hanchan_of(event), act=act())
    for table in (1, 2):
        entered(hanchan_of(event), table)
    close(hanchan=hanchan_of(event), act=act())


def played_elsewhere(text):
    with another_installation():
        there = load(text).tournament
        played(there)
        return moved(there)


def refusal(text, **fields):
    with pytest.raises(Refused) as refused, transaction.atomic():
        load(text, **fields)
    return refused.value.messages[0].code


def codes(event):
    return personal_token(event.players.get(number=3)), card_token(event, 2), table_token(event, 1, 2)


def test_codes_on_paper_open_the_same_pages_on_the_other_installation(event):
    badge, sign, sheet = codes(event)
    with another_installation():
        pass
    text = moved(event)
    with another_installation():
        there = load(text).tournament
        assert there.id_offset != 0 and there.slug == event.slug
        assert player_of_token(badge) == there.players.get(number=3)
        assert is_card_token(sign, there, 2) and is_table_token(sheet, there, 1, 2)
        assert codes(there) == (badge, sign, sheet)
        stored = Tournament.objects.values_list("link_key", flat=True).get(pk=there.pk)
        assert len(stored) == 64 and bytes.fromhex(stored) != event_key(there)


def test_a_file_that_does_not_move_the_event_has_no_key_and_opens_nothing(event):
    badge, *_rest = codes(event)
    text = event_file(event)
    assert "link_key" not in json.loads(text)
    copy = load(text, slug="copy").tournament
    assert not set(codes(copy)) & set(codes(event))
    assert player_of_token(badge) == event.players.get(number=3)


@pytest.mark.parametrize("key", ["00", "x" * 64, 7, None])
def test_a_key_that_is_not_whole_is_refused(event, key):
    known = json.loads(moved(event)) | {"link_key": key}
    with pytest.raises(Refused, match="The key of the codes in the file is not whole"):
        read_event_file(json.dumps(known).encode())


def test_nothing_can_be_entered_in_an_event_that_was_moved_away_until_it_is_taken_back(event):
    move_away(tournament=event, act=act())
    with pytest.raises(Refused, match="has been played on another installation since 16 May 2026, 09:30"):
        change_settings(tournament=event, act=act(), place="Gent")
    take_back(tournament=event, act=act())
    take_back(tournament=event, act=act())
    change_settings(tournament=event, act=act(), place="Gent")
    verbs = list(event.audit_entries.order_by("id").values_list("verb", flat=True))
    assert verbs[-3:] == [Verb.MOVED_AWAY, Verb.TOOK_BACK, Verb.CHANGED_SETTINGS]
    assert findings(event) == []


def test_an_event_comes_back_in_the_place_of_what_was_left_behind(event, organiser):
    before, lines = codes(event), event.edition
    loaded = import_event(file=read_event_file(played_elsewhere(moved(event)).encode()), act=act(by=organiser))
    back = loaded.tournament
    assert Tournament.objects.get() == back
    assert (back.slug, back.moved_at, codes(back)) == (event.slug, None, before)
    assert min(Sheet.objects.values_list("pk", flat=True)) > 0
    assert loaded.new == back.edition - lines - 2  # moved away, and taken over at the end
    assert Sheet.objects.filter(hanchan__tournament=back, accepted__isnull=False).count() == 2
    assert (findings(back), Membership.objects.get().user) == ([], organiser)
    ends = [
        entry.verb for entry in back.audit_entries.order_by("id") if entry.verb in (Verb.MOVED_AWAY, Verb.TOOK_OVER)
    ]
    assert ends == [Verb.MOVED_AWAY, Verb.TOOK_OVER] * 2
    change_settings(tournament=back, act=act(by=organiser), place="Gent")


def test_a_second_evening_elsewhere_continues_there_what_was_left_behind_there(event):
    first = moved(event)
    with another_installation():
        there = load(first).tournament
        played(there)
        back = moved(there)
        left = Tournament.objects.get(pk=there.pk)
        with suppress(_Home), transaction.atomic():
            Tournament.objects.filter(pk=there.pk).update(made_at=act().at.replace(year=2001))  # it is home now
            home = load(back, slug="home").tournament
            change_settings(tournament=home, act=act(), place="Gent")
            again = moved(home)
            raise _Home
        assert load(again).tournament.place == "Gent"
        assert Tournament.objects.get(slug=left.slug).pk == left.pk


def test_where_ids_were_taken_meanwhile_roles_persons_and_clubs_hang_on_to_the_rows_that_came_back(event, organiser):
    find_persons(tournament=event, act=act())
    second = add_club(name="Second")
    set_event_club(tournament=event, club=second, act=act(), today=MORNING.date())
    persons = {link.player.name: link.person_id for link in PersonLink.objects.all()}
    before, text = codes(event), moved(event)
    for _two in range(2):
        hall(players=8, hanchan=2, playing=0)
    back = load(played_elsewhere(text)).tournament
    assert back.pk != event.pk and back.id_offset > 0 and not Tournament.objects.filter(pk=event.pk).exists()
    assert (back.slug, codes(back), findings(back)) == (event.slug, before, [])
    assert player_of_token(before[0]) == back.players.get(number=3)
    assert {link.player.name: link.person_id for link in PersonLink.objects.filter(player__tournament=back)} == persons
    assert (club_of(back), back.memberships.get().user) == (second, organiser)
    assert back.link_key


def test_what_names_a_player_who_was_deleted_elsewhere_goes(event):
    (extra,) = add_players(tournament=event, rows=[{"name": "Extra Person"}], act=act())
    find_persons(tournament=event, act=act())
    text = moved(event)
    with another_installation():
        there = load(text).tournament
        with audited_write(there, act(), Verb.DELETED_PLAYER):
            Player.every.get(tournament=there, name="Extra Person").delete()
        back = moved(there)
    assert load(back).tournament == event
    assert not PersonLink.objects.filter(player=extra.pk).exists()
    assert PersonLink.objects.count() == 8


def test_who_wrote_before_the_move_is_still_that_account_when_the_event_has_its_ids_again(event, organiser):
    change_settings(tournament=event, act=act(by=organiser), place="Gent")
    text = moved(event)
    with another_installation():
        there = load(text).tournament
        change_settings(tournament=there, act=act(), place="Leiden")
        back = moved(there)
    home = load(back).tournament
    assert (home, home.place) == (event, "Leiden")
    first, second = home.audit_entries.filter(verb=Verb.CHANGED_SETTINGS).order_by("id")
    assert (first.by, second.by) == (organiser, None)


def test_accounts_that_came_with_the_file_go_when_nothing_names_them_any_more(event):
    text = moved(event)
    with another_installation():
        there = load(text).tournament
        change_settings(tournament=there, act=act(by=make_user(name="Ben There")), place="Gent")
        back = moved(there)
    assert load(back).tournament.audit_entries.get(verb=Verb.CHANGED_SETTINGS).by.stored_name == "Ben There"
    assert not User.objects.get(first_name="Ben There").is_active


def test_nothing_is_loaded_where_the_event_went_on_in_both_places(event):
    back = played_elsewhere(moved(event))
    take_back(tournament=event, act=act())
    change_settings(tournament=event, act=act(), place="Gent")
    head = last_value(event)
    with pytest.raises(Refused, match=r"Entries in the history: 2 only here, \d+ only in the file"):
        load(back)
    event.refresh_from_db()
    assert (last_value(event), event.place) == (head, "Gent")


def test_a_file_without_anything_new_is_refused_with_what_to_do(event):
    older, text = event_file(event), moved(event)
    assert refusal(text) == "event-same"
    assert refusal(older) == "event-newer"
    take_back(tournament=event, act=act())
    assert refusal(event_file(event)) == "event-same"
    assert load(text, slug="second").tournament.pk != event.pk


def test_an_altered_file_does_not_take_the_place_of_the_event(event):
    known = json.loads(played_elsewhere(moved(event)))
    known["sheet_lines"][0]["points"] += 1_000
    assert refusal(json.dumps(known)) == "file-altered"
    event.refresh_from_db()
    assert event.moved_at and not Sheet.objects.exists()


def test_who_does_not_organise_the_event_replaces_it_with_no_file(event):
    file = read_event_file(played_elsewhere(moved(event)).encode())
    with pytest.raises(Refused, match="somebody else organises it"), transaction.atomic():
        import_event(file=file, act=act(by=make_user()))
    owner = make_user(superuser=True)
    assert import_event(file=file, act=act(by=owner)).tournament.slug == event.slug


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("", ""),
        (" example.org ", "https://example.org"),
        ("http://192.168.1.5:8000/t/spring-open/", "http://192.168.1.5:8000"),
    ],
)
def test_an_address_of_an_installation_is_read(typed, address):
    assert check_installation(typed) == address


@pytest.mark.parametrize("typed", ["javascript:alert(1)", "not an address", "https://me@example.org", "https://[x"])
def test_what_is_no_address_is_refused(typed):
    with pytest.raises(Refused, match="Enter the address as the browser shows it there"):
        check_installation(typed)


def test_codes_and_public_pages_lead_to_the_other_installation_once_its_address_is_known(client, event):
    badge, sign, sheet = codes(event)
    addresses = [
        reverse("public_standings", args=[event.slug]) + "?page=2",
        reverse("personal_page", args=[badge]),
        reverse("table_card", args=[event.slug, 2, sign]),
        reverse("table_sheet", args=[event.slug, 1, 2, sheet]),
    ]
    move_away(tournament=event, act=act())
    page = client.get(addresses[0]).content.decode()
    assert "This event has been played on another installation since 16 May 2026, 09:30." in page
    lines = event.audit_entries.count()
    move_away(tournament=event, address="https://hall.example", act=act())
    assert event.audit_entries.count() == lines
    for address in addresses:
        assert client.get(address)["Location"] == f"https://hall.example{address}"


def test_the_pages_move_an_event_away_and_back(client, event, organiser):
    page = reverse("event_move", args=[event.slug])
    assert "Codes on paper" in client.get(page).content.decode()
    assert client.get(reverse("event_move_file", args=[event.slug]))["Location"] == page
    for wrong in ("nowhere at all", "http://testserver"):
        assert client.post(page, {"address": wrong}).status_code == 422
    assert client.post(page, {"address": ""})["Location"] == page
    assert "Download the file" in client.get(page).content.decode()
    text = client.get(reverse("event_move_file", args=[event.slug])).getvalue().decode()
    assert bytes.fromhex(json.loads(text)["link_key"]) == event_key(event)
    overview = client.get(reverse("event_overview", args=[event.slug])).content.decode()
    assert "Nothing can be entered here." in overview
    file = SimpleUploadedFile("back.json", played_elsewhere(text).encode())
    answer = client.post(reverse("event_import"), {"file": file}, follow=True).content.decode()
    assert "Spring Open goes on here, with 6 new entries in its history." in answer
    assert "Nothing can be entered here." not in answer
    client.post(page, {"address": ""})
    client.post(page, {"do": "back"})
    assert not Tournament.objects.filter(moved_at__isnull=False).exists()
