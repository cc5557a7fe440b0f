"""Countries, EMA numbers, ticks and numbers as they are written in lists."""

import pytest

from tournament.players import countries
from tournament.players.countries import country_code, country_name
from tournament.players.parsers import read_country, read_ema_number, read_newcomer, read_number, read_substitute


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("fr", "FR"), ("France", "FR"), ("FRANKREICH", "FR"), ("フランス", "FR"), ("🇫🇷", "FR"),
        ("Niederlande", "NL"), ("Pays Bas", "NL"), ("Holland", "NL"),
        ("Royaume-Uni", "GB"), ("UK", "GB"), ("England", "GB"), ("イギリス", "GB"),
        ("Cote d'Ivoire", "CI"), ("Österreich", "AT"), ("Oesterreich", "AT"), ("GER", "DE"), ("SUI", "CH"),
        ("日本", "JP"), ("アメリカ", "US"), ("U.S.A.", "US"), ("Türkiye", "TR"),
    ],
)  # fmt: skip
def test_a_country_is_known_in_four_languages_and_by_its_letters(text, code):
    assert country_code(text) == code


def test_namibia_is_written_in_capitals_and_nothing_is_not():
    assert [read_country(text) for text in ("NA", " NA ", "na", "n/a", "N/A")] == ["NA", "NA", "", "", ""]


def test_the_names_of_thirty_languages_are_loaded_only_for_a_text_that_the_table_has_not(monkeypatch):
    asked = []
    monkeypatch.setattr(countries, "_foreign", lambda: asked.append(1) or {"finnlando": "FI"})
    assert [country_code(text) for text in ("FI", "Finnland", "フランス", "🇫🇷", "")] == ["FI", "FI", "FR", "FR", None]
    assert not asked
    assert country_code("Finnlando") == "FI"
    assert asked


def test_a_country_that_nobody_knows_is_refused_in_words():
    with pytest.raises(match="two-letter code"):
        read_country("Absurdistan")
    assert country_code("XX") is None
    assert country_name("XX") == "XX"


def test_an_empty_cell_written_as_a_dash_is_empty():
    assert read_country("-") == ""
    assert read_ema_number("n/a") == ("", False)
    assert read_number("–") is None


@pytest.mark.parametrize("text", ["123", "123456789", "abc", "0510017O", "-5100170x"])
def test_what_is_no_ema_number_is_refused_with_an_example(text):
    with pytest.raises(match="05100170"):
        read_ema_number(text)


def test_a_zero_that_a_spreadsheet_dropped_comes_back_and_is_told():
    assert read_ema_number("5100170") == ("05100170", True)
    assert read_ema_number("EMA 05100170") == ("05100170", False)


@pytest.mark.parametrize(
    "text", ["yes", "Oui", "JA", "はい", "x", "✓", "○", "1", "TRUE", "Remplaçant", "Ersatz", "補欠"]
)
def test_a_substitute_is_ticked_in_many_ways(text):
    assert read_substitute(text) is True


@pytest.mark.parametrize("text", ["no", "Non", "nein", "いいえ", "", "0", "false", "-", "×"])
def test_anybody_else_is_left_out_in_many_ways(text):
    assert read_substitute(text) is False


NEW = "new|Newcomer|YES|oui|ja|sí|sì|tak|はい|Débutante|Neuling|erstes Turnier|x|○|1|primer torneo|esordiente"
NEW_TOO = "eerste toernooi|pierwszy turniej|początkujący|新人|初参加"


@pytest.mark.parametrize("text", [*NEW.split("|"), *NEW_TOO.split("|")])
def test_a_new_player_is_ticked_in_many_ways(text):
    assert read_newcomer(text) is True


@pytest.mark.parametrize("text", ["", "no", "Non", "nein", "nee", "nie", "いいえ", "0", "-", "×", "experienced", "無"])
def test_who_has_played_before_is_not_new_in_many_ways(text):
    assert read_newcomer(text) is False


@pytest.mark.parametrize("text", ["substitute", "補欠", "3 tournaments", "maybe"])
def test_what_says_neither_is_refused_with_a_remedy(text):
    with pytest.raises(match="Enter yes for a new player"):
        read_newcomer(text)


@pytest.mark.parametrize("text", ["new", "新人", "perhaps"])
def test_a_new_player_is_no_substitute(text):
    with pytest.raises(match="Enter yes for a substitute"):
        read_substitute(text)


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "10000", "one", "9" * 30])
def test_a_number_out_of_reach_is_refused(text):
    with pytest.raises(match="1 to 9999"):
        read_number(text)
