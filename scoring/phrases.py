"""The texts of the data files in `rulesets/`, marked here for translation (`schedules/`: foul_phrases.py).

A data file cannot mark a text itself. A test compares the two: nothing may be missing, nothing left over.
"""

from scoring.words import gettext_noop

PHRASES = (
    gettext_noop("EMA 2016"),
    gettext_noop("EMA 2025"),
    gettext_noop("Four Winds, end points"),
    gettext_noop("Friendly game"),
    gettext_noop("JPML A"),
    gettext_noop("M.League"),
    gettext_noop("Mahjong Soul"),
    gettext_noop("Mahjong Soul, three players"),
    gettext_noop("NPM"),
    gettext_noop("Own rules"),
    gettext_noop("R.League (Singapore)"),
    gettext_noop("RMU"),
    gettext_noop("RRC (Russia)"),
    gettext_noop("Saikouisen"),
    gettext_noop("TORI, casual"),
    gettext_noop("TORI, tournament"),
    gettext_noop("Tenhou"),
    gettext_noop("Tenhou, three players"),
    gettext_noop("WRC 2015"),
    gettext_noop("WRC 2022"),
    gettext_noop("WRC 2025"),
    gettext_noop("WRC with oka"),
    gettext_noop("WRC with red fives"),
    gettext_noop("WRC, first dora only"),
)
