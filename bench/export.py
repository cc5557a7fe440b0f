"""The workbook of 200 players and 10 hanchan, against openpyxl writing the same cells and nothing else."""

import resource
from io import BytesIO

from bench.clock import tell
from bench.event import START, big_event, set_up

set_up()

from openpyxl import Workbook  # noqa: E402

from tournament.exports.book import tables_of  # noqa: E402
from tournament.exports.workbook import cell_value, write_workbook  # noqa: E402


def main() -> None:
    tournament = big_event(200, 10)
    tables = tables_of(tournament, at=START)
    plain = [
        (
            str(table.title),
            [
                [cell_value(value, column.kind) for value, column in zip(row, table.file_columns, strict=True)]
                for row in table.file_rows()
            ],
        )
        for table in tables
    ]
    print(f"{sum(len(table.rows) * len(table.file_columns) for table in tables):,} cells in {len(tables)} sheets")

    def bare() -> None:
        book = Workbook(write_only=True)
        for title, rows in plain:
            sheet = book.create_sheet(title)
            for row in rows:
                sheet.append(row)
        book.save(BytesIO())

    def ours() -> None:
        write_workbook(tables, BytesIO(), title="Bench", at=START)

    def whole() -> None:
        write_workbook(tables_of(tournament, at=START), BytesIO(), title="Bench", at=START)

    tell("workbook from tables", "openpyxl, same cells", ours, bare, runs=5)
    tell("workbook from the database", "openpyxl, same cells", whole, bare, runs=5)
    print(f"peak memory of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")


if __name__ == "__main__":
    main()
