"""Which column is what."""

import pytest

from tests.tournament.players.importing.lists import grid
from tournament.core.messages import Refused
from tournament.players.importing.headings import TEMPLATE, field_of, find_columns, guessed_field


@pytest.mark.parametrize(
    ("heading", "field"),
    [
        ("Name", "name"), ("FULL NAME", "name"), ("Joueur", "name"), ("Vor- und Nachname", "name"), ("氏名", "name"),
        ("First  name", "first_name"), ("PRENOM", "first_name"), ("Vorname*", "first_name"), ("名", "first_name"),
        ("Surname", "last_name"), ("Nom de famille", "last_name"), ("Familienname", "last_name"), ("姓", "last_name"),
        ("Country (ISO)", "country"), ("Pays :", "country"), ("Nationalitat", "country"), ("国籍", "country"),
        ("Club", "club"), ("Verein", "club"), ("所属", "club"), ("Équipe", "team"), ("チーム", "team"),
        ("EMA No.", "ema_number"), ("N° EMA", "ema_number"), ("EMA-Nummer", "ema_number"), ("ＥＭＡ番号", "ema_number"),
        ("Substitute?", "is_substitute"), ("Remplacante", "is_substitute"), ("Ersatz", "is_substitute"),
        ("補欠", "is_substitute"),
        ("New", "is_newcomer"), ("NEWCOMER?", "is_newcomer"), ("First tournament", "is_newcomer"),
        ("Debutant", "is_newcomer"), ("Premier tournoi", "is_newcomer"), ("Neuling", "is_newcomer"),
        ("Erstes Turnier?", "is_newcomer"), ("Primer torneo", "is_newcomer"), ("Esordiente", "is_newcomer"),
        ("Primo torneo", "is_newcomer"), ("Eerste toernooi", "is_newcomer"), ("Pierwszy turniej", "is_newcomer"),
        ("Początkujący", "is_newcomer"), ("新人", "is_newcomer"), ("初参加", "is_newcomer"),
        ("#", "number"), ("N°", "number"), ("Startnummer", "number"), ("番号", "number"),
        ("Remarque", "note"), ("Bemerkung", "note"), ("備考", "note"),
        ("E-mail", None), ("", None), ("Repas", None),
    ],
)  # fmt: skip
def test_headings_are_known_in_their_languages(heading, field):
    assert field_of(heading) == field


@pytest.mark.parametrize(
    "headings",
    [
        "Sorszám;Vezetéknév;Keresztnév;Ország;Egyesület",
        "Číslo;Příjmení;Jméno;Země;Klub",
        "Номер;Фамилия;Имя;Страна;Клуб",
        "번호;성;이름;국가;소속",
        "Αριθμός;Επώνυμο;Όνομα;Χώρα;Σύλλογος",
        "Numara;Soyadı;Adı;Ülke;Kulüp",
        "Nummer;Etternavn;Fornavn;Land;Klubb",
        "Nummer;Efternavn;Fornavn;Land;Forening",
        "Nummer;Efternamn;Förnamn;Land;Förening",
        "Numero;Sukunimi;Etunimi;Maa;Seura",
        "Número;Apelido;Nome;País;Clube",
        "编号;姓;名;国家;俱乐部",
    ],
)
def test_a_whole_row_of_headings_is_known(headings):
    found = find_columns(grid(headings, "7;Kovács;Ágnes;HU;Tanuki"))
    assert found.at == {"number": 0, "last_name": 1, "first_name": 2, "country": 3, "club": 4}
    assert found.unread == ()


NAMES = (
    *("Név;Ország", "Jméno a příjmení;Země", "Jméno;Stát", "ФИО;Страна", "Имя;Страна", "성명;국적", "이름;나라"),
    *("姓名;國家", "Ονοματεπώνυμο;Χώρα", "Ad Soyad;Ülke", "Navn;Land", "Namn;Land", "Nimi;Maa", "Nome completo;País"),
)


@pytest.mark.parametrize("headings", NAMES)
def test_one_column_of_names_is_known_in_each_language(headings):
    assert find_columns(grid(headings, "Kovács Ágnes;HU")).at == {"name": 0, "country": 1}


def test_the_template_is_known_to_ourselves():
    assert None not in [field_of(heading) for heading in TEMPLATE]


def test_beside_a_first_name_a_name_is_the_last_name():
    assert find_columns(grid("Nom;Prénom", "Moreau;Luc")).at == {"last_name": 0, "first_name": 1}
    assert find_columns(grid("Name;Vorname", "Weber;Jonas")).at == {"last_name": 0, "first_name": 1}
    assert find_columns(grid("Name;First name;Last name", "Lulu;Luc;Moreau")).at["name"] == 0


def test_rows_above_the_headings_are_left_out_and_unknown_columns_are_listed():
    columns = find_columns(grid("Inscrits au 3 mai;;", "Nom;Pays;Repas", "Luc;FR;végé"))
    assert (columns.skipped, columns.unread) == (1, ("Repas",))
    assert [line.number for line in columns.lines] == [3]


def test_without_headings_one_column_is_names():
    columns = find_columns(grid("Luc Moreau", "Aiko Brandt"))
    assert columns.at == {"name": 0}
    assert len(columns.lines) == 2


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (("Luc;FR", "Aiko;DE"), "add a first row"),
        (("country;club", "FR;Paris"), "no column for names"),
        (("name;player", "Luc;Luc"), "Two columns contain the name"),
        (("name;country",), "no players below them"),
        (("name", *(f"Player {n}" for n in range(2_001))), "2,001 rows; at most 2,000"),
    ],
)
def test_a_list_that_cannot_be_understood_is_refused_with_the_remedy(rows, words):
    with pytest.raises(Refused, match=words):
        find_columns(grid(*rows)).refuse_faults()


def test_two_thousand_are_read():
    assert len(find_columns(grid("name", *(f"Player {n}" for n in range(2_000)))).lines) == 2_000


@pytest.mark.parametrize(
    ("question", "field"),
    [
        ("Is this your first riichi tournament?", "is_newcomer"),
        ("C'est votre premier tournoi ?", "is_newcomer"),
        ("First name", "first_name"),
        ("New team name", ""),
        ("New club", "club"),
    ],
)
def test_a_form_may_ask_whether_somebody_is_new(question, field):
    assert guessed_field(question) == field
