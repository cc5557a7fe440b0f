"""The workbook of 200 players and 10 hanchan, formulas with their values and all lists, against openpyxl writing the
same cells as bare values and nothing else. The ratio from the database is to stay below 1.2.
"""

import resource
import sys
from io import BytesIO

from bench import SMALL
from bench.clock import cpu_timed, in_turn
from bench.event import START, big_event, set_up

set_up()

from openpyxl import Workbook, load_workbook  # noqa: E402

from tournament.exports.book import tables_of  # noqa: E402
from tournament.exports.live import live_event  # noqa: E402
from tournament.exports.workbook import write_workbook  # noqa: E402
from tournament.standings.queries import forget  # noqa: E402

MOST = 1.2


def main() -> int:
    tournament = big_event(200, 10)

    def whole() -> BytesIO:
        """From the database: nothing is remembered of the standings."""
        forget()
        file = BytesIO()
        tables, live = tables_of(tournament, at=START), live_event(tournament)
        write_workbook(tables, file, title="Bench", at=START, live=live)
        return file

    book = load_workbook(whole(), data_only=True)
    plain = [(sheet.title, list(sheet.iter_rows(values_only=True))) for sheet in book]

    def bare() -> None:
        book = Workbook(write_only=True)
        for title, rows in plain:
            sheet = book.create_sheet(title)
            for row in rows:
                sheet.append(row)
        book.save(BytesIO())

    formulas = sum(
        cell.data_type == "f" for sheet in load_workbook(whole()) for row in sheet.iter_rows() for cell in row
    )
    cells = sum(value is not None for _title, rows in plain for row in rows for value in row)
    print(f"{cells:,} cells in {len(plain)} sheets, {formulas:,} of them formulas, {len(whole().getvalue()):,} bytes")
    ours, theirs, ratio = in_turn(whole, bare, runs=5, clock=cpu_timed)
    print(f"workbook from the database {ours * 1000:.0f} ms of CPU, openpyxl {theirs * 1000:.0f} ms, ratio {ratio:.2f}")
    print(f"peak memory of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")
    return int(ratio > MOST and not SMALL)


if __name__ == "__main__":
    sys.exit(main())
