"""Webhooks from the history to the program: signed, in order, tried again, given up, and never in anybody's way."""

import socket
import ssl
from datetime import timedelta
from threading import Event, Thread

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from tests.factories import MORNING, make_staff
from tests.tournament.api.webhooks.receivers import is_signed, program
from tests.tournament.standings.tables import USUAL, hanchan, put_in, small_event, vouch
from tournament.api.models import DeliveryResult, Webhook, WebhookEvent
from tournament.api.webhooks import delivery
from tournament.api.webhooks import watch as watching
from tournament.api.webhooks.actions import LEASE, MOST, PAUSES, make_webhook, note_result, remove_webhook, take
from tournament.api.webhooks.watch import WebhookWatch
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import Role, Tournament, Verb
from tournament.events.history import details
from tournament.hanchan.actions import close, start
from tournament.planning.actions import publish
from tournament.players.actions import edit_player

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING)
ALL = [event.value for event in WebhookEvent]


@pytest.fixture
def event():
    tournament, _people = small_event(hanchan_count=2)
    vouch(tournament)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def heard():
    with program() as server:
        yield server


def made(event, heard, events=ALL, at=MORNING):
    return make_webhook(tournament=event, url=heard.url, events=events, act=Act(by=None, at=at))


def play_the_first(event):
    publish(tournament=event, hanchan=None, act=ACT)
    start(hanchan=hanchan(event, 1), act=Act(by=None, at=MORNING, reason="early"))
    for table in (1, 2):
        put_in(event, 1, table, USUAL)
    close(hanchan=hanchan(event, 1), act=ACT)


def turns(watch, at=None):
    """Turns of the watch until nothing waits; returns how many there were."""
    count = 0
    while watch.turn(at or timezone.now()):
        count += 1
    return count


def test_a_day_is_heard_in_order_and_nothing_else_of_it(event, heard):
    webhook = made(event, heard)
    play_the_first(event)
    assert turns(WebhookWatch()) == 4
    assert heard.events == [
        [("webhook.made", [])],
        [("seating.published", [1, 2])],
        [("hanchan.started", [1])],
        [("hanchan.closed", [1]), ("results.released", [1])],
    ]
    path, headers, body = heard.heard[-1]
    assert path == "/hook?for=1" and headers["Content-Type"] == "application/json"
    assert is_signed(webhook.secret, headers, body) and not is_signed("other", headers, body)
    told = heard.bodies[-1]
    assert (told["tournament"], told["api"]) == (event.slug, f"/api/v1/{event.slug}/")
    assert told["at"] == "2026-05-16T09:30:00Z"
    assert len({one["id"] for one in heard.bodies}) == 4
    assert b"Aiko" not in body and b"45200" not in body
    stored = Webhook.objects.get()
    assert (stored.last_result, stored.last_status, stored.tries, stored.given_up_at) == ("delivered", 204, 0, None)


def test_only_what_was_chosen_is_sent(event, heard):
    made(event, heard, ["results.released"])
    play_the_first(event)
    turns(WebhookWatch())
    assert heard.events == [[("webhook.made", [])], [("results.released", [1])]]


def test_what_was_before_the_webhook_is_not_sent(event, heard):
    play_the_first(event)
    made(event, heard)
    turns(WebhookWatch())
    assert heard.events == [[("webhook.made", [])]]


def test_a_server_that_ends_goes_on_where_it_was(event, heard):
    made(event, heard)
    WebhookWatch().turn(timezone.now())
    play_the_first(event)
    turns(WebhookWatch())
    assert len(heard.heard) == 4


def test_a_line_that_tells_nothing_is_looked_at_once(event, heard, django_assert_num_queries):
    made(event, heard)
    watch = WebhookWatch()
    turns(watch)
    edit_player(player=event.players.first(), act=ACT, name="Zoë Ångström")
    assert watch.turn(timezone.now()) == 0
    with django_assert_num_queries(2):
        assert watch.turn(timezone.now()) == 0


def test_what_fails_is_tried_again_later_and_keeps_its_name(event, heard):
    made(event, heard)
    heard.answers[:] = [500, 302]
    watch, at = WebhookWatch(), timezone.now()
    assert watch.turn(at) == 1 and watch.turn(at) == 0
    assert Webhook.objects.get().last_result == DeliveryResult.STATUS
    assert watch.turn(at + PAUSES[0] + timedelta(seconds=9)) == 1
    stored = Webhook.objects.get()
    assert (stored.last_result, stored.last_status, stored.tries) == (DeliveryResult.REDIRECT, 302, 2)
    assert watch.turn(at + timedelta(minutes=5)) == 1
    assert (Webhook.objects.get().last_result, Webhook.objects.get().tries) == (DeliveryResult.DELIVERED, 0)
    assert len({body["id"] for body in heard.bodies}) == 1 and len(heard.bodies) == 3
    assert [path for path, *_rest in heard.heard] == ["/hook?for=1"] * 3, "a redirect is not followed"


def test_what_fails_again_and_again_is_given_up_and_the_next_line_is_sent(event, heard):
    made(event, heard)
    publish(tournament=event, hanchan=None, act=ACT)
    heard.answers[:] = [500] * (len(PAUSES) + 1)
    watch, at = WebhookWatch(), timezone.now()
    for _try in range(len(PAUSES) + 1):
        assert watch.turn(at) == 1
        at += timedelta(hours=1)
    assert Webhook.objects.get().given_up_at is not None
    turns(watch, at)
    assert heard.events[-1] == [("seating.published", [1, 2])]
    assert Webhook.objects.get().last_result == DeliveryResult.DELIVERED


def test_a_try_is_taken_by_one_sender(event, heard):
    webhook = made(event, heard)
    now = timezone.now()
    assert take(webhook=webhook, at=now)
    assert not take(webhook=webhook, at=now)
    assert WebhookWatch().turn(now) == 0
    assert WebhookWatch().turn(now + LEASE) == 1, "a sender that was killed leaves it to the next"


def test_a_webhook_that_another_sender_takes_first_is_left_to_it(event, heard, monkeypatch):
    made(event, heard)
    monkeypatch.setattr(watching, "take", lambda **_asked: False)
    assert WebhookWatch().turn(timezone.now()) == 0 and heard.heard == []


def test_a_program_that_answers_too_slowly_is_left(event, heard, monkeypatch):
    monkeypatch.setattr(delivery, "PATIENCE", 0.2)
    never = Event()
    heard.answers[:] = [never]
    assert delivery.send(heard.url, "{}", "s", MORNING) == (DeliveryResult.TIMEOUT, None)
    never.set()


def test_an_answer_that_drips_is_left_after_a_while(monkeypatch):
    monkeypatch.setattr(delivery, "AT_MOST", 0.3)
    ended = Event()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def drip():
            here, _there = server.accept()
            with here:
                here.sendall(b"HTTP/1.1 200 OK\r\n")
                while not ended.wait(0.05):
                    try:
                        here.sendall(b"X: y\r\n")
                    except OSError:
                        return

        thread = Thread(target=drip)
        thread.start()
        url = f"http://127.0.0.1:{server.getsockname()[1]}/"
        result = delivery.send(url, "{}", "s", MORNING)
        ended.set()
        thread.join()
    assert result == (DeliveryResult.TIMEOUT, None)


def test_what_cannot_be_reached_is_told_apart(heard, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    assert delivery.send(f"http://127.0.0.1:{port}/", "{}", "s", MORNING)[0] == DeliveryResult.NO_ANSWER
    assert delivery.send(heard.url.replace("http:", "https:"), "{}", "s", MORNING)[0] == DeliveryResult.CERTIFICATE
    assert delivery.send("http://169.254.169.254/", "{}", "s", MORNING)[0] == DeliveryResult.FORBIDDEN

    def unknown(*_asked, **_more):
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    assert delivery.send("http://no-such-host.invalid/", "{}", "s", MORNING)[0] == DeliveryResult.NO_HOST


def test_https_goes_to_the_address_that_was_checked_under_the_name(monkeypatch):
    asked = []

    class Context:
        def wrap_socket(self, plain, server_hostname):
            asked.append((plain.getpeername()[0], server_hostname))
            return plain

    monkeypatch.setattr(ssl, "create_default_context", Context)
    with program() as heard:
        monkeypatch.setattr(delivery, "look_up", lambda receiver: "127.0.0.1")
        url = f"https://overlay.example:{heard.server_port}/"
        assert delivery.send(url, "{}", "s", MORNING) == (DeliveryResult.DELIVERED, 204)
        assert asked == [("127.0.0.1", "overlay.example")]
        assert heard.heard[0][1]["Host"] == f"overlay.example:{heard.server_port}"


# --- making and removing ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "events", "message"),
    [
        ("http://169.254.169.254/", ALL, "not sent to this address"),
        ("https://overlay.example/", [], "Choose at least one event"),
        ("https://overlay.example/", ["webhook.made", "other"], "Choose at least one event"),
        ("https://there.example/", ALL, "has a webhook already"),
    ],
)
def test_a_webhook_that_is_not_right_is_refused(event, url, events, message):
    make_webhook(tournament=event, url="https://there.example/", events=ALL, act=ACT)
    with pytest.raises(Refused, match=message):
        make_webhook(tournament=event, url=url, events=events, act=ACT)
    assert Webhook.objects.count() == 1


def test_the_history_names_the_events_that_were_chosen(event, heard):
    made(event, heard, ["results.released", "seating.published"])
    entry = event.audit_entries.latest("id")
    assert (entry.verb, entry.subject) == (Verb.MADE_WEBHOOK, heard.url)
    assert details(entry) == ["events: seating.published, results.released"]


def test_a_tournament_has_so_many_webhooks(event):
    for number in range(MOST):
        made_one = make_webhook(tournament=event, url=f"https://n{number}.example/", events=ALL, act=ACT)
    with pytest.raises(Refused, match="remove one first"):
        make_webhook(tournament=event, url="https://more.example/", events=ALL, act=ACT)
    assert str(made_one) == f"https://n{MOST - 1}.example/"


def test_a_webhook_that_is_removed_while_it_is_sent_stays_removed(event, heard):
    webhook = made(event, heard)
    stale = Webhook.objects.get()
    remove_webhook(webhook=webhook, act=ACT)
    note_result(webhook=stale, line=9, result=DeliveryResult.DELIVERED, status=200, at=MORNING)
    assert not Webhook.objects.exists()
    assert event.audit_entries.latest("id").verb == Verb.REMOVED_WEBHOOK


@pytest.fixture
def page(client, event):
    client.force_login(make_staff(event, Role.ORGANISER))
    return client


def test_the_secret_is_shown_once_and_the_page_tells_what_became_of_it(page, event, heard):
    address = reverse("event_webhooks", args=[event.slug])
    assert "No webhooks yet" in page.get(address).content.decode()
    answer = page.post(address, {"url": heard.url, "events": ["results.released"]})
    webhook = Webhook.objects.get()
    assert webhook.secret in answer.content.decode() and "not sent yet" in answer.content.decode()
    assert webhook.secret not in page.get(address).content.decode()
    assert webhook.secret not in str(list(event.audit_entries.values()))
    heard.answers[:] = [500]
    WebhookWatch().turn(timezone.now())
    told = page.get(address).content.decode()
    assert "failed" in told and "answered with an error (500)" in told and "1 tries so far" in told
    Webhook.objects.update(next_at=MORNING, given_up_at=MORNING)
    WebhookWatch().turn(timezone.now())
    told = page.get(address).content.decode()
    assert "arrived" in told and "some were given up" in told and "results are released" in told


def test_a_form_that_is_not_right_makes_no_webhook(page, event):
    address = reverse("event_webhooks", args=[event.slug])
    for form in (
        {"url": "", "events": ["results.released"]},
        {"url": "https://a.example/"},
        {"url": "x", "events": ALL[:1]},
    ):
        assert page.post(address, form).status_code == 422
    assert not Webhook.objects.exists()


def test_a_webhook_is_removed_on_its_own_page_alone(page, event, heard):
    other, _people = small_event(name="Autumn Open")
    elsewhere = made(other, heard)
    assert page.post(reverse("webhook_remove", args=[event.slug, elsewhere.pk])).status_code == 404
    here = make_webhook(tournament=event, url="https://a.example/", events=ALL, act=ACT)
    answer = page.post(reverse("webhook_remove", args=[event.slug, here.pk]), follow=True)
    assert "Nothing is sent to https://a.example/ any more." in answer.content.decode()
    assert list(Webhook.objects.all()) == [elsewhere]


# --- the thread ------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_the_watch_sends_beside_the_pages_and_outlives_an_error(heard, monkeypatch, caplog):
    event, _people = small_event(hanchan_count=2)
    make_webhook(tournament=event, url=heard.url, events=ALL, act=ACT)
    watch = WebhookWatch(every=0.01)
    failed, sent = Event(), Event()
    real = watch.turn

    def turn(at):
        if not failed.is_set():
            failed.set()
            raise ValueError("a fault")
        if real(at):
            sent.set()

    monkeypatch.setattr(watch, "turn", turn)
    watch.start()
    assert sent.wait(30)
    watch.ended.set()
    assert heard.events == [[("webhook.made", [])]]
    assert "webhooks were not sent" in caplog.text


def test_the_command_watches_until_it_is_stopped(monkeypatch):
    asked = []

    def run(watch):
        asked.append(watch.every)
        raise KeyboardInterrupt

    monkeypatch.setattr(WebhookWatch, "run", run)
    call_command("send_webhooks")
    assert asked == [watching.EVERY]


def test_no_write_waits_for_a_program(event):
    """Nothing listens there; the writes of the day do not know."""
    make_webhook(tournament=event, url="http://127.0.0.1:9/", events=ALL, act=ACT)
    play_the_first(event)
    assert Tournament.objects.get(pk=event.pk).hanchan.get(number=1).released_at == MORNING
