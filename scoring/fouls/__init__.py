"""Fouls and their schedules."""

from scoring.fouls.cases import (
    OFFICIAL_CHONBO,
    Answer,
    Answers,
    Case,
    Consequence,
    Foul,
    OpenQuestions,
    Outcome,
    Question,
    UnknownAnswer,
)
from scoring.fouls.schedule import ABSENT, LATE, SCHEDULES, TOO_LATE, Schedule, schedule, titles

__all__ = [
    "ABSENT",
    "LATE",
    "OFFICIAL_CHONBO",
    "SCHEDULES",
    "TOO_LATE",
    "Answer",
    "Answers",
    "Case",
    "Consequence",
    "Foul",
    "OpenQuestions",
    "Outcome",
    "Question",
    "Schedule",
    "UnknownAnswer",
    "schedule",
    "titles",
]
