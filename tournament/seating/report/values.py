"""The report as plain values, for the download."""

from typing import Any

from tournament.seating.report.subject import Subject

FORMAT = 1


def report_values(subject: Subject) -> dict[str, Any]:
    """Figures with their bounds, everybody's path, the pairs that meet again, the worst, all with start numbers."""
    return {
        "format": FORMAT,
        "quality": _quality(subject),
        "figures": [
            {"title": line.title, "value": line.value, "bound": line.best, "optimal": line.is_best}
            for line in subject.card.figures
        ],
        "players": [_player(subject, path.player) for path in subject.paths],
        "repeated_pairs": [
            {"players": [subject.person(one).number, subject.person(other).number], "hanchan": list(hanchan)}
            for (one, other), hanchan in subject.matrix.repeated()
        ],
    }


def _quality(subject: Subject) -> dict[str, Any]:
    """The planner's figures; what numbers people is told elsewhere by start number."""
    values = subject.measured.quality.to_json()
    values["uneven_players"] = [subject.players[subject.measured.person(n)].number for n in values["uneven_players"]]
    del values["repeated_pairs"]
    return values


def _player(subject: Subject, number: int) -> dict[str, Any]:
    path, person = subject.paths[number - 1], subject.person(number)
    return {
        "number": person.number, "name": person.name, "winds": list(path.winds) if subject.winds else None,
        "wind_gap": path.wind_gap_any if subject.winds else None, "opponents": path.opponents,
        "repeats": path.repeats, "tables": list(path.tables), "byes": list(subject.byes_of.get(number, ())),
    }  # fmt: skip
