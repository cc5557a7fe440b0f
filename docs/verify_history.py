#!/usr/bin/env python3
"""Prove that an event exported from Sekigime is untouched. Needs Python 3.8 or newer and nothing else.

    python verify_history.py history.jsonl
    python verify_history.py history.jsonl "3f9a 12bc 77d0 e1a4"

The first form checks that every line follows from the one before and that every row of the results is what the lines
say, and prints the head. Somebody who computes a whole new file passes that. The second form also looks for a head that
stands on a printed paper, in the workbook or on the page of the standings, and says to which line it belongs: no other
history has it.

The file has one JSON object per line. The first is the event: "event", "format" and "made_at". Each other is a line of
the history. Its "chain" is the SHA-256 of [previous, everything else in the line] as JSON with sorted keys, without
spaces, in ASCII; the "previous" of the first line is the SHA-256 of the event. "line" numbers the writes of the event:
a write within another has the higher number and stands before it. After the lines come the rows of the database, each
with its "row" and "values"; the "figures" of a line are the values that it stored, null for a row that it deleted. The
exit code is 0 for an untouched file, else 1.

Since 0.10.0 the chain covers each text by a commitment, {"sha256": the SHA-256 of [salt, text]}, so that the data of a
person can be removed and everything else still proves itself. "salts" are by the path of a text, or one from which they
are made; "erased" has the commitments of texts that were removed. The line of a removal names the "lines" in which it
erased texts, and the "values" that those from before 0.10.0 have since: they rest on that line, and no longer on a head
that was printed before it.
"""

import json
import sys
from hashlib import sha256
from pathlib import Path

FORMAT = "sekigime-history-1"
REMOVED = "removed personal data"
TEXTS = ("subject", "reason", "actor_name", "actor_login", "device", "detail", "figures")
BEGAN = "began the audit chain"  # what was missing then was missing before there was a chain
GONE = {("seating", "draw_id")}  # columns of earlier releases: lines have them, rows no longer
ERASED = "…"  # a later line has the value that took its place
HEADER = {"event", "format", "made_at"}


def digest(value):
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def committed(value, path, salts, erased):
    """Return the value as the chain covers it: a commitment in the place of each text."""
    if path in erased:
        return {"sha256": erased[path]}
    if isinstance(value, dict):
        return {name: committed(one, f"{path}/{name}", salts, erased) for name, one in value.items()}
    if isinstance(value, list):
        return [committed(one, f"{path}/{at}", salts, erased) for at, one in enumerate(value)]
    if not isinstance(value, str) or not value:
        return value
    salt = salts[path] if path in salts else digest([salts.get("*", ""), path])
    return {"sha256": digest([salt, value])}


def paths_of(value, path):
    """The path of each text."""
    if isinstance(value, str):
        return {path}
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return {found for name, one in inner for found in paths_of(one, f"{path}/{name}")}


def value_of(line):
    """The value of the chain after a line as it is now."""
    content = {name: one for name, one in line.items() if name not in ("previous", "chain", "salts", "erased")}
    salts, erased = line.get("salts", {}), line.get("erased", {})
    if not (isinstance(salts, dict) and isinstance(erased, dict)):
        return ""
    if salts or erased:
        if {*salts, *erased} - {"*"} - {path for name in TEXTS for path in paths_of(line.get(name), name)}:
            return ""
        content.update({name: committed(content[name], name, salts, erased) for name in TEXTS if name in content})
    return digest([line.get("previous"), content])


def removals(lines):
    """The numbers of lines with erased texts, and the values that those from before 0.10.0 have since."""
    erased, values, old, is_old = [], {}, [], True
    for line in (line for _number, line in lines if "chain" in line):
        is_own = line["chain"] == value_of(line)
        is_old = is_old and not (is_own and line.get("salts"))
        old += [line.get("line")] if is_old else []
        if is_own and line["verb"] == REMOVED:
            erased += line["detail"]["lines"]
            values.update({int(one): value for one, value in line["detail"]["values"].items() if int(one) in old})
    return erased, values


def head(value):
    return " ".join(value[start : start + 4] for start in range(0, 16, 4))


def read(path):
    """Yield (number in the file, object) for every line of the file."""
    with Path(path).open(encoding="utf-8") as file:
        for number, text in enumerate(file, start=1):
            try:
                found = json.loads(text, object_pairs_hook=unique)
            except ValueError as wrong:
                raise SystemExit(f"Line {number} of the file is not JSON: {wrong}.") from wrong
            if not isinstance(found, dict):
                raise SystemExit(f"Line {number} of the file is not a JSON object.")
            yield number, found


def unique(pairs):
    """An object as a dictionary; a key that is there twice would hide one of its values."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key is there twice")
    return found


def check(lines):
    """Return what is wrong as sentences, and the value after each line of the history by its number."""
    lines = list(lines)
    if not lines or lines[0][1].get("format") != FORMAT or set(lines[0][1]) != HEADER:
        return ["The first line does not describe an event of a history exported from Sekigime."], {}, 0
    previous, whole = digest(lines[0][1]), True
    wrong, values, gaps, said, rows = [], {}, set(), {}, {}
    erased, again = removals(lines[1:])
    for number, line in lines[1:]:
        if set(line) == {"row", "values"} and isinstance(line["row"], str) and isinstance(line["values"], dict):
            if line["row"] in rows:
                wrong.append(f"Twice: {line['row']} (line {number} of the file).")
            rows[line["row"]] = line["values"]
            continue
        content, named, value = line, line.get("previous"), line.get("chain")
        where = f"line {content.get('line')} of the history (line {number} of the file)"
        named_as_erased = not line.get("erased") or line.get("line") in erased
        later = [one for number, one in again.items() if number == line.get("line")]
        was_whole, whole = whole, named_as_erased and value_of(line) in [value, *later]
        if not whole:
            wrong.append(f"Changed: {where}, {content.get('verb')} {content.get('subject')}.")
        else:
            values[content["line"]] = value
            hear(said, content)
            if content["verb"] == BEGAN:
                gaps = set(content["detail"]["missing"])
            if was_whole and named != previous:
                wrong.append(f"Missing or moved: something before {where}.")
        previous = value
    if not wrong:
        gone = sorted(set(range(1, max(values, default=0))) - set(values) - gaps)
        wrong = [f"Missing: line {number} of the history." for number in gone]
    return [*wrong, *(differences(said, rows) if rows else [])], values, len(rows)


def hear(said, content):
    """Note what a line says about rows: by row and column, the value and the line."""
    for row, figures in content.get("figures", {}).items():
        if figures is None:
            said.pop(row, None)
        else:
            erased = {name for name in figures if f"figures/{row}/{name}" in content.get("erased", {})}
            heard = {name: ERASED if name in erased else value for name, value in figures.items()}
            said.setdefault(row, {}).update({name: (value, content["line"]) for name, value in heard.items()})


def differences(said, rows):
    """Yield a sentence for each row that is not what the history says."""
    for row, values in rows.items():
        if row not in said:
            yield f"Added: {row} is in no line of the history."
        for name, (value, line) in said.get(row, {}).items():
            if name not in values and (row.split()[0], name) in GONE:
                continue
            now = values.get(name, "nothing")
            if now != value:
                yield f"Altered: {row}, {name}: line {line} of the history says {value}, the row {now}."
    for row in said.keys() - rows.keys():
        yield f"Deleted: {row}, which line {next(iter(said[row].values()))[1]} of the history has."


def main(arguments):
    if len(arguments) not in (1, 2):
        print(__doc__)
        return 2
    wrong, values, rows = check(read(arguments[0]))
    for sentence in wrong:
        print(sentence)
    if wrong:
        return 1
    if not values:
        print("The file has no line of history.")
        return 1
    last = list(values)[-1]
    print(f"Untouched: {len(values)} lines, {rows} rows. The head is {head(values[last])}.")
    if len(arguments) == 1:
        print("Compare it with the head on a paper printed after the last line, or name an earlier head.")
        return 0
    wanted = "".join(arguments[1].lower().split())
    found = [number for number, value in values.items() if len(wanted) >= 8 and value.startswith(wanted)]
    if not found:
        print(f"The head {arguments[1]} is not that of any line: this is not the history that it was printed from.")
        return 1
    print(f"The head {arguments[1]} is that of line {found[0]}: up to there the file is what was printed.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
