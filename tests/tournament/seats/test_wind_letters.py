"""Winds in files of any language: the letters that we write are read, and an O is never guessed."""

import pytest
from django.utils.translation import gettext, override

from scoring.winds import WINDS
from tournament.seats.wind_letters import is_unclear, wind_of, winds_among
from tournament.translation.formats import wind_letter


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("language", ["en", "fr", "de", "ja", "es"])
def test_the_letters_and_words_that_we_write_are_read_in_every_language(language, players):
    winds = list(WINDS[:players])
    with override(language):
        letters, words = [wind_letter(wind) for wind in winds], [gettext(wind.label) for wind in winds]
    assert [wind_of(one, winds_among(letters)) for one in letters] == winds
    assert [wind_of(one, winds_among(words)) for one in words] == winds


@pytest.mark.parametrize("beside", ["", "SN", "EW"])
def test_an_o_that_the_other_winds_do_not_explain_is_no_wind(beside):
    winds = winds_among(beside)
    assert is_unclear("O", winds) and wind_of("O", winds) is None
    assert not is_unclear("S", winds)


def test_seats_count_from_east_and_other_texts_are_no_wind():
    assert [wind_of(text, ()) for text in ("1", "4", "5", "")] == [WINDS[0], WINDS[3], None, None]
