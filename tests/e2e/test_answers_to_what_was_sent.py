"""Pages that only a form leads to look right, too: previews, refusals, questions; at a desk and on a phone."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.e2e.test_every_page_looks_right import LONG, opened, reader  # noqa: F401  # a fixture
from tests.factories import MORNING, make_players, make_tournament
from tests.tournament.archive.test_upload import CHOICE, ODD, PLAIN
from tests.tournament.archive.test_upload import PAGE as LOAD
from tests.tournament.archive.test_upload import send as load
from tests.tournament.events.sent import sent
from tests.tournament.players.importing.test_views import choices as import_choices
from tests.tournament.standings.prizes.test_prizes import give, level
from tests.tournament.standings.tables import GOLDEN, USUAL, play, punish, small_event
from tournament.core.audit import Act
from tournament.events.actions import set_public
from tournament.events.models import PrizeKind
from tournament.standings.prizes.actions import set_newcomers

ACT = Act(by=None, at=MORNING)
LIST = """number;first name;last name;country;club;EMA;new player;remark;T-shirt
1;Luc;Moreau;FR;Paris Riichi;04100170;oui;;M
2;Aiko;Brandt;DE;;123;;;L
3;Tom;Okafor;Absurdia;;;perhaps;vegan;S
;Anna;Rossi;IT;;;;;
;Anna;Rosi;IT;;;;;
7;7. Ewa;Nowak;PL;;;x;;
;Waiting list:;;;;;;;
;Mika;Salo;FI;;;;;
;Noor;van Dijk (cancelled);NL;;;;;
"""


@pytest.fixture
def event():
    """Two hanchan at two tables, the last one closed as well; prizes, two of them tied."""
    tournament, people = small_event(hanchan_count=2)
    for number, person in enumerate(people, start=1):
        punish(person, 1_000 * number)
    for number in (1, 2):
        play(tournament, number, {1: USUAL, 2: (40_000, 35_000, 25_000, 20_000)})
    tournament.refresh_from_db()
    return opened(tournament)


def prize_pages(client, tournament):
    """The page of the staff and that of the public: with a tie, with long names, before the end, and refusals."""
    give(tournament, "Cup")
    give(tournament, LONG, place=2)
    give(tournament, LONG, PrizeKind.NEWCOMER)
    give(tournament, "Tiles", PrizeKind.HANCHAN)
    set_newcomers(tournament=tournament, numbers=[4, 5], act=ACT)
    set_public(tournament=tournament, prizes_public=True, act=ACT)
    level(tournament, 1, 2)
    page, public = (reverse(name, args=[tournament.slug]) for name in ("prizes", "public_prizes"))
    yield "prizes, a tie", page, client.get(page)
    yield "public prizes, a tie", public, client.get(public)
    refused = client.post(reverse("prize_set", args=[tournament.slug]), {"kind": "place", "place": "0", "what": ""})
    yield "prizes, refused", page, refused
    numbers = client.post(reverse("prize_newcomers", args=[tournament.slug]), {"newcomers": "4, 999"})
    yield "prizes, a wrong number", page, numbers
    paper = reverse("print_prizes", args=[tournament.slug])
    yield "prizes, printed", paper, client.get(paper)
    tournament.hanchan.filter(number=2).update(released_at=None)
    set_public(tournament=tournament, players_public=False, act=ACT)
    yield "public prizes, before the end", public, client.get(public)


def rule_pages(client, tournament):
    """A correction of the rules: what it would move, what it lacks, what it cannot be, and rules that are none."""
    page = reverse("rule_correction", args=[tournament.slug])
    rules = client.get(reverse("event_rules", args=[tournament.slug])).content.decode()

    def typed(**values):
        return client.post(page, sent(rules, "rules-form", **values))

    preview = typed(**{f"uma-0-{n}": text for n, text in enumerate(("30", "10", "-10", "-30"))})
    yield "rules, another uma", page, preview
    yield "rules, no reason", page, client.post(page, hidden(preview))
    yield "rules, another start", page, client.post(page, {"act": "preset", "preset": "m-league"})
    yield "rules, another preset", page, client.post(page, {"act": "preset", "preset": "wrc-2025"})
    yield "rules, wrong values", page, typed(**{"uma-0-0": "x", "start": "x"})
    yield "rules, no file", page, client.post(page, {"act": "file"})


def hidden(answer):
    """What the form of a preview sends by itself."""
    form = answer.context["form"]
    return {"act": "apply", **{name: str(form[name].value()) for name in ("submission", "base", "rules")}}


def load_pages(client):
    """A finished event: columns that nobody knows, a preview with notes, wrong sums, no file, what is no table."""
    yield "load, nothing", LOAD, load(client)
    odd = load(client, ODD)
    yield "load, columns to choose", LOAD, odd
    chosen = {f"column_{at}": key for at, key in CHOICE.items()}
    yield "load, columns chosen", LOAD, load(client, sealed=odd.context["sealed"], **chosen)
    yield "load, preview", LOAD, load(client, (GOLDEN / "wrc-36x8.csv").read_text())
    yield "load, a wrong sum", LOAD, load(client, PLAIN.replace("20000", "19000"))
    yield "load, no table", LOAD, load(client, "\n")


def import_pages(client, tournament):
    """A list of players: everything that is asked about it, a plain one, one in another encoding, none, and after."""
    page = reverse("players_import", args=[tournament.slug])
    apply = reverse("players_import_apply", args=[tournament.slug])
    asked = client.post(page, {"pasted": LIST})
    yield "import, questions", page, asked
    yield "import, refused", page, client.post(apply, import_choices(asked, apply="yes"))
    yield "import, plain", page, client.post(page, {"pasted": "name;new\nLuc Moreau;yes\nAiko Brandt;\n" + LONG})
    polish = SimpleUploadedFile("gracze.csv", "imię;nazwisko\nŁucja;Żak\n".encode("cp1250"))
    yield "import, letters", page, client.post(page, {"file": polish})
    yield "import, nothing", page, client.post(page, {"pasted": ""})
    yield "import, no names", page, client.post(page, {"pasted": "country;club\nFR;Paris"})


def look_at(reader, pages, axe):  # noqa: F811
    """Every page as it was answered, with axe in both windows."""
    for name, address, answer in pages:
        assert answer.status_code in (200, 422), f"{name}: {answer.status_code}"
        reader.read(address, answer, axe=axe, in_both=True)
        reader.faults[:] = [fault if name in fault else f"{name}: {fault}" for fault in reader.faults]
    assert reader.faults == [], "\n".join(reader.faults)


def test_prizes(reader, client, event, no_serious_axe_findings):  # noqa: F811
    look_at(reader, prize_pages(client, event), no_serious_axe_findings)


def test_a_correction_of_the_rules(reader, client, event, no_serious_axe_findings):  # noqa: F811
    look_at(reader, rule_pages(client, event), no_serious_axe_findings)


def test_a_finished_event(reader, client, no_serious_axe_findings):  # noqa: F811
    look_at(reader, load_pages(client), no_serious_axe_findings)


def test_a_list_of_players(reader, client, no_serious_axe_findings):  # noqa: F811
    tournament = make_tournament(LONG)
    make_players(tournament, 4)
    look_at(reader, import_pages(client, tournament), no_serious_axe_findings)
