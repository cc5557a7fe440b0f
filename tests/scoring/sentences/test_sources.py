"""Sources of rules: names of documents, with remarks that are translated."""

from scoring.messages import English
from scoring.sentences.sources import public_source, source_in


class _Shouting(English):
    def text(self, text, context=""):
        return text.upper()


def test_remarks_are_translated_and_names_of_documents_stay():
    assert source_in("not found; common practice", _Shouting()) == "NOT FOUND; COMMON PRACTICE"
    assert (
        source_in("EMA 2012 §4.1; Pantheon, ema: none named", _Shouting()) == "EMA 2012 §4.1; Pantheon, ema: NONE NAMED"
    )
    assert source_in("S2 Time limit", _Shouting()) == "S2 Time limit"
    assert public_source("S1: no difference to WRC", _Shouting()) == "Friendly game rules: NO DIFFERENCE TO WRC"
    assert source_in("", _Shouting()) == ""
