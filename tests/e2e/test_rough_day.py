"""A rough day from 26 registrations to official results and prizes: two dozen incidents, each by its page.

An organiser, two desks, a referee and a player on their phones work side by side in browsers of their own. Most people
register, and the report sheets to which nothing happens come in, through the actions, as from other phones and from a
third desk. After each step every page that says how many play says the same, and so does every page that says how many
wait; no page fails.
"""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from tests.factories import make_staff, make_user
from tests.tournament.desk.halls import entered, hanchan_of
from tests.tournament.standings.tables import vouch
from tests.tournament.test_counts import said
from tests.tournament.test_every_page import address_of, all_pages
from tournament.core.audit import Act
from tournament.core.audit_check import findings
from tournament.core.models import Hanchan, Role, Tournament
from tournament.planning.jobs import worker
from tournament.players.queries import counts_of
from tournament.players.registration import tokens
from tournament.players.registration.actions import register
from tournament.results.models import PenaltyKind, SheetState
from tournament.results.penalties.actions import give
from tournament.results.sheets.queries import accepted_version
from tournament.seats.queries import lineup
from tournament.standings.queries import standings_of

DESK, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
PASSWORD = "two plain words"
SLUG = "rough-open"
REFUSALS = (409, 422)  # somebody else was quicker, or something typed is wrong: both say so in words
PLACES = 24
ON_THEIR_PHONES = ("Aiko Brandt", "Rui Costa", "Lea Frei")
REGISTERED = """Aiko Brandt\tDE\tTana
Luc Moreau\tFR\tRiichi Lyon
Ewa Nowak\tPL\tKraków
Tom Okafor\tGB\tLondon
Noor van Dijk\tNL\tUtrecht
Jonas Weber\tDE\tTana
Mika Salo\tFI\tHelsinki
Inês Duarte\tPT\tLisboa
Søren Holm\tDK\tAarhus
Chiara Fontana\tIT\tTana Milano
Yuki Tanabe\tJP\tOsaka
Pavel Dvorak\tCZ\tPraha
Maeve Byrne\tIE\tDublin
Marta Ruiz\tES\tMadrid
Oskar Lind\tSE\tUppsala
Anna Kovács\tHU\tBudapest
Anna Rossi\tIT\tTana Milano
Anna Rossi\tIT\tRoma
佐藤 健\tJP\tOsaka
Élodie Faßbender\tBE\tGent
Kim Min-jun\tKR\tSeoul
Paul Smith\tGB\tLondon
Zofia Król\tPL\tKraków
Ben Adler\tAT\tWien
Rui Costa\tPT\tLisboa
Lea Frei\tCH\tBern
"""
COUNTING = {
    "check_in", "event_overview", "hanchan_list", "players", "public_players", "registrations", "seating",
    "seating_plan",
}  # fmt: skip
PLACES_TAKEN = re.compile(r"(\d+) of 24</strong> places taken\s+·\s+(\d+) waiting")


class Person:
    """Somebody at the event with a browser of their own."""

    def __init__(self, browser, site, user=None, window=DESK):
        self.context = browser.new_context(viewport=window)
        self.page, self.site = self.context.new_page(), site
        self.page.on("response", self.hear)
        self.failures = []
        if user:
            client = Client()  # one of its own: another sign-in would end the session
            client.force_login(user)
            cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": site}
            self.context.add_cookies([cookie])

    def hear(self, answer):
        if answer.status >= 400 and answer.status not in REFUSALS:
            self.failures.append(f"{answer.status} {answer.url}")

    def open(self, name, *args, asked=""):
        self.page.goto(self.site + reverse(name, args=[SLUG, *args]) + asked)

    def press(self, button):
        self.page.get_by_role("button", name=button).first.click()

    def follow(self, link):
        self.page.get_by_role("link", name=link).first.click()

    def sees(self, text):
        expect(self.page.get_by_text(text).first).to_be_visible()

    def types(self, *scores):
        self.page.locator("[data-check]").wait_for(state="hidden")
        self.page.locator("[data-step]:focus").wait_for()
        for score in scores:
            self.page.keyboard.type(score)
            self.page.keyboard.press("Enter")


@pytest.fixture
def day(browser, live_server, client, transactional_db, monkeypatch):
    """Everybody with their browsers; the tournament is set up by the organiser."""
    monkeypatch.setattr(tokens, "AT_LEAST", timedelta(0))  # browsers type faster than people
    return Day(browser, live_server.url, client)


class Day:
    """The people of the event and what they did so far."""

    def __init__(self, browser, site, client):
        self.browser, self.site, self.client = browser, site, client
        self.owner = with_password(make_user("mina", name="Mina Aalto", superuser=True))
        self.organiser = Person(browser, site, self.owner)
        self.people = [self.organiser]

    def join(self, role, name, window=DESK):
        return self.comes(with_password(make_staff(self.event, role, name=name)), window)

    def comes(self, user=None, window=DESK):
        person = Person(self.browser, self.site, user, window)
        self.people.append(person)
        return person

    @property
    def event(self):
        return Tournament.objects.get(slug=SLUG)

    def player(self, name):
        return self.event.players.get(name=name)

    def enter_rest(self, number, *, but=()):
        """The sheets of all tables but some come in, as from a third desk."""
        hanchan = hanchan_of(self.event, number)
        for table in lineup(self.event, number):
            if table not in but and accepted_version(hanchan, table) is None:
                entered(hanchan, table, points=points_of(table))

    def counts_agree(self, playing, waiting):
        """Every page that says how many play or wait says so many, and nobody's browser has met a failure."""
        event = self.event
        self.client.force_login(self.owner)
        addresses = {page.name: address_of(page, event) for page in all_pages() if page.name in COUNTING}
        pages = {name: self.client.get(address).content.decode() for name, address in addresses.items()}
        numbers = {name: said(html) for name, html in pages.items()}
        assert {name: found for name, found in numbers.items() if found - {playing}} == {}
        placed, queued = PLACES_TAKEN.search(pages["registrations"]).groups()
        assert int(placed) + counts_of(event).substitutes == playing
        assert int(queued) == pages["players"].count(">waiting list</span>") == waiting
        assert [failure for person in self.people for failure in person.failures] == []


def with_password(user):
    user.set_password(PASSWORD)
    user.save()
    return user


def points_of(table):
    """Four scores that add up, others at each table."""
    return 41_200 + 100 * table, 33_100 - 100 * table, 25_700, 20_000


def test_a_rough_day_from_registration_to_official_results(day):
    for step, playing, waiting in STEPS:
        step(day)
        day.counts_agree(playing, waiting)


def set_up(day):
    organiser = day.organiser
    organiser.page.goto(f"{day.site}/manage/new/")
    organiser.page.get_by_label("Name", exact=True).fill("Rough Open")
    organiser.page.get_by_label("Number of hanchan").fill("3")
    organiser.page.get_by_label("Each sheet is typed").check()
    for fold in ("Cut and final", "Penalties and protests", "Tables and places", "Prizes"):
        organiser.page.locator("summary", has_text=fold).click()
    organiser.page.get_by_label("Minutes to report errors").fill("30")
    organiser.page.get_by_label("Cut after hanchan").fill("2")
    organiser.page.get_by_label("Players above the cut").fill("4")
    organiser.page.get_by_label("They carry over").select_option("1/2")
    organiser.page.get_by_label("Prizes").fill("Cup\nBook")
    organiser.page.get_by_label("Places for players").fill(str(PLACES))
    organiser.press("Set up")
    organiser.page.wait_for_url("**/manage/rough-open/")
    day.referee = day.join(Role.REFEREE, "Keiko Ando", PHONE)
    day.desk = day.join(Role.DESK, "Noah Field")
    day.other_desk = day.join(Role.DESK, "Vera Stone")
    day.phone = day.comes(window=PHONE)


def registration_is_opened(day):
    """Before, nobody can register; then the public page leads to the form."""
    organiser = day.organiser
    organiser.open("event_public")
    organiser.press("Open the public page")
    organiser.open("registration_page")
    organiser.page.get_by_label("Registration is open").check()
    organiser.press("Save")
    organiser.sees("Saved.")
    day.phone.open("public_standings")
    day.phone.sees("24 places are free.")


def twenty_six_register_for_twenty_four_places(day):
    """The first and the last two on their phones; the last two are told that they wait, before and after."""
    registers(day, "Aiko Brandt", country="Germany", says="You have a place.")
    day.phone.page.locator(".link-line a").click()
    day.phone.page.wait_for_url(re.compile("/register/.+"))
    day.own_page = day.phone.page.url
    for turn, (name, country, club) in enumerate(row.split("\t") for row in REGISTERED.splitlines()):
        if name not in ON_THEIR_PHONES:
            act = Act(by=None, at=timezone.now(), name=name, submission=uuid4())
            register(tournament=day.event, sent_from=f"phone {turn}", act=act, name=name, country=country, club=club)
    registers(day, "Rui Costa", country="Portugal", says="You are number 1 on the waiting list.")
    registers(day, "Lea Frei", country="Switzerland", says="You are number 2 on the waiting list.")
    names_are_confirmed(day)


def registers(day, name, *, country, says):
    """Somebody comes from the public page, on a phone of their own."""
    day.phone.open("public_standings")
    day.phone.follow(re.compile("^(Register|Join the waiting list)$"))
    day.phone.page.get_by_label("Name", exact=True).fill(name)
    day.phone.page.get_by_label("Country").fill(country)
    day.phone.press("Register")
    day.phone.sees(f"{name} is registered")
    day.phone.sees(says)


def a_lost_link_is_replaced_and_the_place_confirmed(day):
    organiser = day.organiser
    organiser.open("registrations")
    organiser.press(re.compile("New link.*Aiko Brandt"))
    organiser.sees("The link is shown only once.")
    link = organiser.page.locator(".link-line code").inner_text()
    assert Client().get(day.own_page.removeprefix(day.site)).status_code == 404
    day.phone.page.goto(day.site + link[link.index("/t/") :])
    day.phone.press("Confirm my place")
    day.phone.sees("You have a place, and you confirmed it.")
    organiser.open("registrations")
    organiser.sees("1 confirmed")


def names_are_confirmed(day):
    """What next says that names wait; all are real."""
    organiser = day.organiser
    organiser.open("event_overview")
    organiser.sees("26 names from the registration page wait for you to confirm them.")
    organiser.follow("Registrations")
    organiser.press("Confirm all")
    organiser.sees("Public now:")


def two_of_one_name_are_two_people(day):
    """What next leads to the pair; once it is decided, nobody is asked again."""
    organiser = day.organiser
    organiser.open("event_overview")
    organiser.follow("Possible duplicates")
    organiser.sees("different clubs")
    organiser.press(re.compile("Different people.*Anna Rossi"))
    organiser.sees("are marked as different people.")
    organiser.sees("No possible duplicates")


def three_do_not_come_and_two_wait(day):
    """Closing check-in gives the places of those who are missing to those who wait at the door."""
    organiser = day.organiser
    organiser.open("check_in")
    organiser.page.get_by_text("All players at once").click()
    organiser.press("Check everybody in")
    organiser.open("check_in", asked="?show=here")
    for name in ("Kim Min-jun", "Paul Smith", "Zofia Król"):
        organiser.press(f"Undo: {name}")
        organiser.sees(f"{name} undone.")
    for name in ("Rui Costa", "Lea Frei"):
        organiser.open("check_in", asked=f"?q={day.player(name).number}")
        organiser.press(re.compile(f"{name}.*Check in"))
        expect(organiser.page.get_by_role("button", name=f"Undo: {name}").first).to_be_visible()
    day.counts_agree(PLACES, 2)
    organiser.open("check_in_close")
    organiser.sees("Kim Min-jun")
    organiser.press(re.compile("^Close check-in"))
    organiser.page.wait_for_url(lambda url: not url.endswith("/close/"))
    organiser.open("players")
    expect(organiser.page.get_by_text("did not come")).to_have_count(3)
    assert {day.player(name).status for name in ("Rui Costa", "Lea Frei")} == {"playing"}


def the_seating_is_planned_and_published(day):
    organiser = day.organiser
    organiser.open("seating_plan")
    organiser.press("Add 1 substitute")
    organiser.open("seating_plan")
    organiser.page.locator("[name=seed]").fill("7")  # by chance, others could share a place later
    organiser.press("Plan the seating")
    organiser.page.wait_for_url("**/seating/work/*/")
    assert worker.run_next(now=timezone.now)
    organiser.press("Use this seating")
    organiser.press("Publish all hanchan")
    organiser.page.wait_for_load_state()
    day.phone.open("public_seating")
    day.phone.sees("Maeve Byrne")


def a_start_by_mistake_is_undone(day):
    referee = day.referee
    referee.open("hanchan", 1)
    referee.press("Start hanchan 1")
    referee.page.get_by_role("button", name="Undo start").click()
    referee.page.get_by_role("button", name="Start hanchan 1").click()
    expect(referee.page.locator("[data-clock-face]").first).to_contain_text(":")


def late_players_and_a_stand_in(day):
    """Four minutes cost points; after ten a substitute plays and the hanchan is forfeited."""
    referee = day.referee
    referee.open("lateness")
    late, absent = day.player("Luc Moreau"), day.player("Ewa Nowak")
    referee.page.get_by_label("Player, row 1").fill(str(late.number))
    referee.page.get_by_label("Minutes late, row 1").fill("4")
    referee.page.get_by_label("Player, row 2").fill(str(absent.number))
    referee.page.get_by_label("Minutes late, row 2").fill("12")
    referee.page.get_by_label("Substitute, row 2").fill("Max Local")
    expect(referee.page.locator("#verdicts")).to_contain_text("Max Local is added as a new substitute and plays.")
    referee.press("Save")
    referee.sees("Luc Moreau: late, 4 minutes")


def a_table_gets_more_minutes(day):
    """A dispute stops table 5; the referee gives its minutes back, on a phone."""
    referee = day.referee
    referee.open("hanchan", 1)
    referee.page.get_by_label("Minutes for").select_option(label="table 5")
    referee.page.locator("#more-minutes").fill("5")
    referee.press("Add minutes")
    day.phone.open("public_clock")
    day.phone.sees("Table 5")


def two_sit_at_each_others_table(day):
    """Found before their sheets are in: the seats are recorded as they were played."""
    organiser = day.organiser
    (at, one), (other_at, other) = own_seat(day, 4), own_seat(day, 5)
    organiser.open("seating_change", asked="?what=tables")
    organiser.page.get_by_label("Tables").fill("4, 5")
    organiser.page.keyboard.press("Enter")
    organiser.page.locator("[name=seat-4]").nth(at).fill(str(other.number))
    organiser.page.locator("[name=seat-5]").nth(other_at).fill(str(one.number))
    organiser.page.keyboard.press("Enter")
    organiser.press("Save the actual seats")
    organiser.page.wait_for_url("**/seating/1/**")
    assert lineup(day.event, 1)[4][at].player == other


def own_seat(day, table):
    """The first seat of a table in hanchan 1 that its holder plays, no substitute: where it is, and who that is."""
    return next(
        (at, place.player) for at, place in enumerate(lineup(day.event, 1)[table]) if place.player == place.holder
    )


def two_desks_read_one_sheet_differently(day):
    """The second reading is kept, the board shows it, and a referee who typed neither decides."""
    for desk, scores in ((day.desk, ("412", "331", "257", "200")), (day.other_desk, ("331", "412", "257", "200"))):
        desk.open("sheet", 1, 1)
        desk.types(*scores)
    day.other_desk.sees("two different entries")
    assert hanchan_of(day.event, 1).sheets.get(table=1).state == SheetState.DISPUTED
    day.referee.open("sheets", 1)
    day.referee.page.get_by_text("Compare").first.click()
    day.referee.page.get_by_label("Reason: what the paper says").fill("The paper says 41,200 for East.")
    day.referee.press(re.compile("^Keep"))
    day.referee.page.wait_for_url("**/sheets/1/**")
    assert hanchan_of(day.event, 1).sheets.get(table=1).state == SheetState.ACCEPTED


def a_penalty_against_the_wrong_person(day):
    referee = day.referee
    for name in ("Jonas Weber", "Mika Salo"):
        referee.open("penalty_give")
        referee.page.get_by_label("Player", exact=True).fill(str(day.player(name).number))
        referee.page.get_by_role("radio", name="Noten riichi").check()
        referee.press(f"Give chonbo to {name}")
        referee.page.get_by_text(f"{name}: chonbo").first.wait_for()
    wrong = day.event.penalties.get(player__name="Jonas Weber", kind="chonbo")
    referee.open("penalty_cancel", wrong.pk)
    referee.page.get_by_label("Reason").fill("It was Mika Salo.")
    referee.press("Cancel the penalty")
    referee.sees("It was Mika Salo.")


def a_close_too_early_is_refused(day):
    referee = day.referee
    day.enter_rest(1, but=(2, 3))
    referee.open("hanchan", 1)
    referee.sees("2 sheets are missing")
    expect(referee.page.get_by_role("button", name="Close hanchan 1")).to_be_disabled()
    day.enter_rest(1)
    referee.open("hanchan", 1)
    referee.press("Close hanchan 1")
    referee.sees("Closed at")


def two_were_exchanged_after_their_sheets_were_in(day):
    """The referee names who really played, over two tables at once, with the password: results are out."""
    referee = day.referee
    (_at, one), (_other_at, other) = own_seat(day, 2), own_seat(day, 3)
    referee.open("sheet_people", 1, 2)
    referee.page.get_by_label(f"Who played the seat of {one}", exact=True).fill(str(other.number))
    referee.page.keyboard.press("Enter")
    referee.page.get_by_label("Reason").fill("Both told the referee at lunch.")
    referee.page.get_by_label("Your password").fill(PASSWORD)
    referee.page.keyboard.press("Enter")
    referee.sees("Tables 2 and 3 corrected.")
    names = {line.player for line in accepted_version(hanchan_of(day.event, 1), 2).lines.all()}
    assert other in names and one not in names
    assert findings(day.event) == []


def a_player_reports_an_error(day):
    """From the player's phone while the window is open; the referee answers from the paper."""
    _at, complaining = own_seat(day, 6)
    day.phone.open("public_player", complaining.number)
    day.phone.follow("This is wrong")
    day.phone.page.get_by_label("my points").check()
    day.phone.page.get_by_label("What it should be").fill("I had 26,700.")
    day.phone.page.get_by_label("Your name").fill(complaining.name)
    day.phone.press("Send to the desk")
    day.phone.sees("Your report has reached the desk.")
    day.organiser.open("event_overview")
    day.organiser.follow("Answer protests")
    day.organiser.follow(re.compile("Hanchan 1, table 6"))
    day.organiser.page.get_by_label("No: the results stand").check()
    day.organiser.page.get_by_label("Answer", exact=True).fill("The paper says 25,700.")
    day.organiser.press("Send the answer")
    day.phone.open("public_player", complaining.number)
    day.phone.sees("The paper says 25,700.")


def a_name_and_a_country_were_wrong(day):
    organiser = day.organiser
    organiser.open("player_edit", day.player("Pavel Dvorak").number)
    organiser.page.get_by_label("Name", exact=True).fill("Pavel Dvořák")
    organiser.page.get_by_label("Country").fill("Slovakia")
    organiser.press("Save")
    organiser.sees("the standings before and after")
    organiser.page.get_by_label("Reason").fill("The desk wrote it down wrong.")
    organiser.page.get_by_label("Your password").fill(PASSWORD)
    organiser.press("Save and reissue results")
    organiser.page.wait_for_url("**/players/")
    day.phone.open("public_standings")
    day.phone.sees("Pavel Dvořák")


def four_leave_after_lunch(day):
    organiser = day.organiser
    leaving = [day.player(name).number for name in ("Oskar Lind", "Lea Frei", "Ben Adler", "Tom Okafor")]
    organiser.open("seating_change", asked="?what=missing")
    organiser.page.locator("[name=who]").first.fill(", ".join(map(str, leaving)))
    organiser.press("Preview the change")
    organiser.page.get_by_label("Reason").fill("They leave after lunch.")
    organiser.page.get_by_label("Your password").fill(PASSWORD)
    organiser.press("Use this option")
    organiser.page.wait_for_url("**/seating/2/**")


def the_network_fails_at_the_desk(day):
    """A sheet typed without a network is kept in the browser and sent when it is back."""
    referee, desk = day.referee, day.desk
    referee.open("hanchan", 2)
    referee.press("Start hanchan 2")
    referee.page.get_by_role("button", name="Undo start").wait_for()
    desk.open("sheet", 2, 1)
    desk.page.locator("[data-step]:focus").wait_for()
    desk.context.set_offline(True)
    desk.types("412", "331", "257", "200")
    desk.sees("KEPT HERE")
    desk.context.set_offline(False)
    expect(desk.page.locator("[data-outbox-mark]")).to_be_hidden()
    assert accepted_version(hanchan_of(day.event, 2), 1)
    day.enter_rest(2)
    referee.open("hanchan", 2)
    referee.press("Close hanchan 2")
    referee.sees("Closed at")


def somebody_is_disqualified(day):
    """On the second day a referee disqualifies a player."""
    referee = day.referee
    out = day.player("Rui Costa")
    referee.open("penalty_give", asked=f"?player={out.number}&kind=disqualification")
    referee.page.get_by_label("What happened").fill("Shouting at a referee.")
    referee.page.get_by_label("Your password").fill(PASSWORD)
    referee.press("Give disqualification to Rui Costa")
    referee.sees("Rui Costa: disqualification")


def the_rules_were_wrong(day):
    """Found on Sunday: the page shows who moves before the rule set is changed, with the password."""
    organiser = day.organiser
    before = {row.player.name: row.standing.total for row in standings_of(day.event).rows}
    organiser.open("event_rules")
    organiser.page.get_by_text("Start from another rule set").click()
    preset = organiser.page.locator("select[name=preset]")
    preset.select_option("ema-2025")
    organiser.page.locator("details", has=preset).get_by_role("button", name="See what changes").click()
    organiser.sees("What the change of rules does")
    organiser.page.get_by_label("Reason").fill("The announcement says EMA rules.")
    organiser.page.get_by_label("Your password").fill(PASSWORD)
    organiser.press("Change the rules")
    organiser.page.wait_for_url("**/rules/")
    assert day.event.ruleset.key == "ema-2025"
    after = {row.player.name: row.standing.total for row in standings_of(day.event).rows}
    assert before.keys() == after.keys()


def two_share_the_last_place_above_the_cut(day):
    """A penalty makes the fourth and the fifth equal; the final cannot start before a referee has decided."""
    fourth, fifth = standings_of(day.event).ranked[3:5]
    difference = fourth.standing.total - fifth.standing.total
    if difference:
        give(
            tournament=day.event,
            player=day.event.players.get(number=fourth.player.number),
            hanchan=None,
            amount=difference,
            kind=PenaltyKind.POINTS,
            referee="Keiko Ando",
            act=Act(by=None, at=timezone.now(), reason="a warning that costs points", submission=uuid4()),
        )
    organiser = day.organiser
    organiser.open("event_overview")
    organiser.sees("are above the cut")
    day.referee.open("hanchan", 3)
    expect(day.referee.page.get_by_role("button", name="Start hanchan 3")).to_have_count(0)
    day.referee.open("standing_ties")
    day.referee.page.get_by_role("link", name=re.compile(r"^Decide\s+place 4$")).click()
    tied = [row.player for row in standings_of(day.event).ranked if row.standing.place == 4]
    assert {fourth.player, fifth.player} <= set(tied)
    for place, player in enumerate(tied, start=4):
        choice = day.referee.page.get_by_label(f"Place {place}", exact=True)
        choice.select_option(label=f"{player.number} {player.label}")
    day.referee.page.get_by_label("How it was decided").fill("a play-off")
    day.referee.page.get_by_label("Your password").fill(PASSWORD)
    day.referee.press("Decide")
    day.referee.sees("Decided:")


def the_final_is_seated_by_the_cut(day):
    """What next names the tables that are wrong and leads to the finals, which are chosen there."""
    organiser = day.organiser
    organiser.open("event_overview")
    organiser.open("seating_change", asked="?what=standings&hanchan=3")
    organiser.press("Use this seating for hanchan 3")
    organiser.page.wait_for_url("**/seating/3/")
    if organiser.page.get_by_role("button", name="Publish hanchan 3").count():
        organiser.press("Publish hanchan 3")
    first = {row.player.number for row in standings_of(day.event).ranked[:4]}
    assert any({place.player.number for place in table} == first for table in lineup(day.event, 3).values())
    day.referee.open("hanchan", 3)
    day.referee.press("Start hanchan 3")
    day.referee.page.get_by_role("button", name="Undo start").wait_for()
    day.enter_rest(3)
    day.referee.open("hanchan", 3)
    day.referee.press("Close hanchan 3")
    day.referee.sees("Closed at")


def results_become_official_and_prizes_are_read(day):
    tournament, organiser = day.event, day.organiser
    Hanchan.objects.filter(tournament=tournament).update(protest_until=timezone.now() - timedelta(minutes=1))
    vouch(tournament)  # the window ended by itself
    organiser.open("event_overview")
    organiser.follow("Make results official")
    organiser.press("Make results official")
    organiser.sees("Official since")
    organiser.open("prizes")
    winner = standings_of(tournament).ranked[0].player
    expect(organiser.page.locator("main")).to_contain_text(winner.name)
    expect(organiser.page.locator("main")).to_contain_text("Cup")
    organiser.open("exports")
    with organiser.page.expect_download() as download:
        organiser.follow("Workbook (XLSX)")
    assert download.value.suggested_filename.endswith(".xlsx")
    day.phone.open("public_standings")
    day.phone.sees(winner.name)
    assert findings(tournament) == []


STEPS = (
    # each with how many play then, and how many wait
    (set_up, 0, 0),
    (registration_is_opened, 0, 0),
    (twenty_six_register_for_twenty_four_places, PLACES, 2),
    (a_lost_link_is_replaced_and_the_place_confirmed, PLACES, 2),
    (two_of_one_name_are_two_people, PLACES, 2),
    (three_do_not_come_and_two_wait, 23, 0),
    (the_seating_is_planned_and_published, 24, 0),
    (a_start_by_mistake_is_undone, 24, 0),
    (late_players_and_a_stand_in, 24, 0),
    (a_table_gets_more_minutes, 24, 0),
    (two_sit_at_each_others_table, 24, 0),
    (two_desks_read_one_sheet_differently, 24, 0),
    (a_penalty_against_the_wrong_person, 24, 0),
    (a_close_too_early_is_refused, 24, 0),
    (two_were_exchanged_after_their_sheets_were_in, 24, 0),
    (a_player_reports_an_error, 24, 0),
    (a_name_and_a_country_were_wrong, 24, 0),
    (four_leave_after_lunch, 20, 0),
    (the_network_fails_at_the_desk, 20, 0),
    # the substitute waits until the final is seated
    (somebody_is_disqualified, 19, 0),
    (the_rules_were_wrong, 19, 0),
    (two_share_the_last_place_above_the_cut, 19, 0),
    (the_final_is_seated_by_the_cut, 20, 0),
    (results_become_official_and_prizes_are_read, 20, 0),
)
