"""Tables, each declared once with django-tables2: a page, a print, a CSV file and a sheet of the workbook read the same
columns.

A column has a *key* (its name in the class: stable, the heading in CSV files), a heading (translated), a value taken
from the record, and a kind, from which every reader chooses format and alignment. The order of the declarations is the
order in files; `Meta.sequence` is the order on the page. `visible=False` keeps a column off the page,
`exclude_from_export=True` out of files.

On the page a cell is the column's `html`, or the table's `render_KEY(value, record)` where it has one; the value is the
column's, or the table's `value_KEY(record)`. Rows are written here and not cell by cell in a template: a table of 200
players and 20 columns is 4,000 cells.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from functools import cached_property, partial
from itertools import chain, groupby
from typing import Any, Generic, TypedDict, TypeVar, Unpack

import django_tables2 as tables
from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django_tables2 import RequestConfig
from django_tables2.tables import TableOptions
from django_tables2.utils import OrderBy, OrderByTuple

from tournament.core.messages import Text
from tournament.core.records import private_names
from tournament.templatetags.sekigime import wind_tile
from tournament.translation.formats import number, wind_letters, write, write_p, written

Cell = str | int | bool | Decimal | date | datetime | None
Value = Callable[[Any], Any]
Record = TypeVar("Record")
PER_PAGE = 100
OF_VALUES = {"neg", "total"}  # classes that colour or enlarge a value, never its heading


# A spreadsheet that opens a CSV file computes text that begins like this (in Japanese also with wide signs).
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def is_formula(text: str) -> bool:
    """Return whether a spreadsheet would compute a text in a CSV file, after any apostrophes. One more apostrophe keeps
    it text, and is taken off when the file is read back.
    """
    return text.lstrip("'").startswith(FORMULA_STARTS)


class CellKind(StrEnum):
    """The kinds of columns."""

    TEXT = "text"
    NUMBER = "number"
    DECIMAL = "decimal"  # an exact number with two decimals
    PLACE = "place"
    POINTS = "points"  # riichi points as they lie on the table: 25,300
    P = "p"  # points that go up or down, shown as P = 1,000 points: +9.5
    AMOUNT = "amount"  # points that are taken off, shown as P: 30.0
    PLAYER = "player"
    WIND = "wind"
    WINDS = "winds"  # a text that names winds by these letters
    MOMENT = "moment"  # with its zone; the hall's time is shown
    DAY = "day"
    FLAG = "flag"  # yes or nothing
    ANY = "any"  # the value is formatted by its own type: a list of facts


def getter(path: str) -> Value:
    """Return a function that follows attribute names or dictionary keys, `hanchan.number`; None ends the way."""
    names = path.replace("__", ".").split(".")

    def get(record: object) -> object:
        for name in names:
            if record is None:
                return None
            record = record[name] if isinstance(record, dict) else getattr(record, name)
        return record

    return get


class LibraryOptions(TypedDict, total=False):
    """The options of a column that are left to the library."""

    visible: bool
    orderable: bool | None
    order_by: str | tuple[str, ...]
    initial_sort_descending: bool
    exclude_from_export: bool
    attrs: Mapping[str, Mapping[str, object]]


class ColumnOptions(LibraryOptions, total=False):
    """Everything that a column can be told besides its heading and value; `DataColumn` says what it means."""

    file_heading: Text
    width: int
    css: str
    sort: Value
    code: str | Value
    codes: Iterable[str]


class DataColumn(tables.Column):
    """A column of text, and the base of the other kinds.

    `value` is a path or a function from the record, the key when left out. `file_heading` replaces the heading in the
    workbook, `width` is in characters there. `sort` is a function that replaces the value when a list is sorted;
    `order_by` names fields, which a queryset needs. `code` replaces a value in words for programs: the same in every
    language, one of `codes` where these are listed.
    """

    kind = CellKind.TEXT
    css = ""
    width = 12
    largest_first = False
    """True where the first click on the heading puts the largest value on top."""
    blank = ""
    """The page's text for a missing value."""
    n = 0
    repeats = ""
    """Of a repeated column: which one it is, and under which key it was declared."""

    def __init__(
        self,
        heading: Text | None = None,
        value: str | Value | None = None,
        *,
        file_heading: Text | None = None,
        width: int | None = None,
        css: str | None = None,
        sort: Value | None = None,
        code: str | Value | None = None,
        codes: Iterable[str] = (),
        **options: Unpack[LibraryOptions],
    ):
        self.css = " ".join(filter(None, (self.css, css)))
        self.width = width or self.width
        self.file_heading = file_heading or heading
        self.path = value if isinstance(value, str) else ""
        self.value_of = getter(value) if isinstance(value, str) else value
        self.sort = sort
        self.code_of = getter(code) if isinstance(code, str) else code
        self.codes = tuple(map(str, codes))
        cell = {"class": self.css} if self.css else {}
        th_css = " ".join(name for name in self.css.split() if name not in OF_VALUES)
        options.setdefault("attrs", {"th": {"class": th_css} if th_css else {}, "td": cell, "tf": dict(cell)})
        options.setdefault("initial_sort_descending", self.largest_first)
        super().__init__(verbose_name=heading, **options)  # type: ignore[no-untyped-call]  # the library's

    def html(self, value: Any, record: object) -> str:
        """Return the cell's content on the page, escaped by the table unless it is marked as safe."""
        return str(value)

    def tone(self, value: Any) -> str:
        """Return the CSS class that follows from the value."""
        return ""


class NumberColumn(DataColumn):
    """Whole numbers."""

    kind, css, width = CellKind.NUMBER, "num", 9


class FigureColumn(DataColumn):
    """A number with decimals that is text: as English writes it in files, with the reader's marks on the page."""

    css = "num"

    def html(self, value: str, record: object) -> str:
        return SafeString(number(value))


class PlaceColumn(DataColumn):
    """A place; a table that knows about shared places writes `4=` itself."""

    kind, css, width, blank = CellKind.PLACE, "num place", 7, "–"


class PointsColumn(DataColumn):
    """Riichi points: 25,300."""

    kind, css, width = CellKind.POINTS, "num", 10

    def html(self, value: int, record: object) -> str:
        return SafeString(write(value))

    def tone(self, value: int | None) -> str:
        return "neg" if value is not None and value < 0 else ""


class PColumn(PointsColumn):
    """Points that go up or down, as P: +9.5. The best comes first when the column is sorted."""

    kind, largest_first = CellKind.P, True

    def html(self, value: int, record: object) -> str:
        return SafeString(write_p(value))


class AmountColumn(PointsColumn):
    """Points that are taken off: the value is positive, the page shows −30.0 and nothing for zero."""

    kind, css, width, largest_first = CellKind.AMOUNT, "num neg", 11, True

    def html(self, value: int, record: object) -> str:
        return SafeString(write_p(-value)) if value else ""

    def tone(self, value: int | None) -> str:
        return ""


class PlayerColumn(DataColumn):
    """A player's name, which names the row. `url` gives the address of the page behind it, None for none."""

    kind, css, width = CellKind.PLAYER, "key", 26

    def html(self, value: str, record: object) -> str:
        return format_html('<bdi class="name">{}</bdi>', value)


class WindColumn(DataColumn):
    """A seat wind: a tile on the page, its letter in files, nothing while it is still to be drawn."""

    kind, width = CellKind.WIND, 6

    def html(self, value: str, record: object) -> str:
        return wind_tile(value, "small")


class WindsColumn(DataColumn):
    """Winds in a text: codes in CSV files, the reader's letters on the page and in the workbook."""

    kind = CellKind.WINDS

    def html(self, value: str, record: object) -> str:
        return wind_letters(value)


class MomentColumn(DataColumn):
    """A moment in the hall's time; `form` is how it is written on the page (`translation/formats.py`)."""

    kind, css, width = CellKind.MOMENT, "nowrap", 17

    def __init__(
        self,
        heading: Text | None = None,
        value: str | Value | None = None,
        *,
        form: str = "brief time",
        **options: Unpack[ColumnOptions],
    ):
        self.form = form
        super().__init__(heading, value, **options)

    def html(self, value: datetime, record: object) -> str:
        local = timezone.localtime(value)
        return format_html('<time datetime="{}">{}</time>', local.isoformat(), written(local, self.form))


class DayColumn(DataColumn):
    """A day."""

    kind, css = CellKind.DAY, "nowrap"

    def html(self, value: date, record: object) -> str:
        return written(value, "short")


class FlagColumn(DataColumn):
    """Yes or nothing."""

    kind, width = CellKind.FLAG, 8

    def html(self, value: bool, record: object) -> str:
        return gettext("yes") if value else ""


class AnyColumn(DataColumn):
    """Values of different kinds below each other."""

    kind = CellKind.ANY


class RepeatedColumn(DataColumn):
    """Columns that repeat for each of the table's `numbers`, with keys KEY_1, KEY_2 …

    `column` is the class of each, `value` a function from record and number; `{n}` in a heading is the number. Repeated
    columns that are declared one after the other alternate: a_1, b_1, a_2, b_2. A table's `render_KEY` gets the number
    as third argument.
    """

    def __init__(
        self,
        column: type[DataColumn],
        heading: Text,
        value: Callable[[Any, int], Any],
        **options: Unpack[ColumnOptions],
    ):
        super().__init__(heading)
        self.column, self.value_at, self.options = column, value, options

    def expand(self, key: str, numbers: Iterable[int]) -> Iterator[tuple[str, DataColumn]]:
        """Return keys and columns, one for each number."""
        for n in numbers:
            options = self.options.copy()
            if "file_heading" in options:
                options["file_heading"] = format_lazy(options["file_heading"], n=n)
            made = self.column(format_lazy(self.verbose_name, n=n), self._value(n), **options)
            made.n, made.repeats = n, key
            yield f"{key}_{n}", made

    def _value(self, n: int) -> Value:
        return lambda record: self.value_at(record, n)


@dataclass(frozen=True, slots=True)
class FileColumn:
    """A column as files have it: `width` in characters."""

    key: str
    heading: str
    kind: CellKind
    width: int


class DataTable(tables.Table, Generic[Record]):
    """A declared table of records of one kind, which every concrete table names.

    `file_name` names its CSV file, `title` its sheet and region, `description` says in a sentence what it holds.
    The first `frozen_columns` of a sheet stay in sight. `facts` are names and values above the headings of a sheet
    that is for people. Without `has_tones` negative numbers look like others.

    `absent` are keys of columns that these data do not have, `unused` those that the page can spare and files keep,
    `numbers` those for which columns repeat. Columns of private fields are there for the organiser alone, with
    `private`.
    """

    file_name = ""
    title: Text = ""
    description: object = ""
    frozen_columns = 0
    facts: Sequence[tuple[str, Cell]] = ()
    base_columns: dict[str, DataColumn]
    _meta: TableOptions
    box_class = ""
    has_tones = True

    class Meta:
        default = ""
        empty_text = ""

    def __init__(
        self,
        data: Iterable[Record],
        *,
        numbers: Iterable[int] = (),
        absent: Iterable[str] = (),
        unused: Iterable[str] = (),
        private: bool = False,
        orderable: bool | None = None,
        attrs: Mapping[str, str] | None = None,
    ):
        self.numbers = tuple(numbers)
        gone = {*absent, *(() if private else private_names() & type(self).base_columns.keys())}
        repeated = {
            key: dict(column.expand(key, () if key in gone else self.numbers))
            for key, column in type(self).base_columns.items()
            if isinstance(column, RepeatedColumn)
        }
        self._declared = list(_alternating(type(self).base_columns, repeated, gone))
        sequence = [name for key in (self._meta.sequence or ("...",)) for name in repeated.get(key, (key,))]
        super().__init__(  # type: ignore[no-untyped-call]  # the library's
            data if isinstance(data, QuerySet) else list(data),
            exclude=tuple(gone),
            extra_columns=[
                *((key, None) for key in repeated),
                *(made for columns in repeated.values() for made in columns.items()),
            ],
            sequence=sequence if self._meta.sequence else self._declared,
            orderable=orderable,
            attrs=attrs,
        )
        for key in unused:
            self.columns.hide(key)
        if isinstance(data, QuerySet):
            self._sort_by_fields_only()

    def _sort_by_fields_only(self) -> None:
        """The database sorts a queryset: columns whose value is a function and which name no field do not sort."""
        for bound in self.columns.iterall():
            column = bound.column
            if column.value_of and not column.path and not column.order_by:
                column.orderable = False

    # --- on the page ---

    @property
    def caption(self) -> str:
        """The name of the region that the table scrolls in."""
        return str(self.title)

    @property
    def records(self) -> Iterator[Record]:
        """The records of this page, all of them where there are no pages."""
        return (row.record for row in self.paginated_rows)

    def row_class(self, record: Record) -> str:
        """Return the CSS class of a row."""
        return ""

    def above(self, record: Record) -> str:
        """Return rows that stand above the record's own."""
        return ""

    def below(self, record: Record) -> str:
        """Return rows that stand below the record's own."""
        return ""

    def body(self, records: Iterable[Record] | None = None) -> SafeString:
        """Return the rows of `records`, by default those of this page, as HTML."""
        parts = []
        for record in self.records if records is None else records:
            css = self.row_class(record)
            own = "".join([cell(record) for cell in self.cells])
            parts += [self.above(record), f'<tr class="{css}">' if css else "<tr>", own, "</tr>", self.below(record)]
        return SafeString("".join(parts))

    @cached_property
    def cells(self) -> list[Callable[[Record], str]]:
        """A function per visible column; the row is named by its player, else by its first cell."""
        shown = list(self.columns)
        names = next((bound.name for bound in shown if isinstance(bound.column, PlayerColumn)), "")
        header = names or (shown[0].name if shown else "")
        return [self._cell(bound.name, bound.column, bound.name == header) for bound in shown]

    def _cell(self, key: str, column: DataColumn, is_header: bool) -> Callable[[Record], str]:
        value_of, html, css = self.value_of(key, column), self._html(key, column), column.css
        tone = column.tone if self.has_tones else lambda value: ""
        tag, scope = ("th", ' scope="row"') if is_header else ("td", "")

        def cell(record: Record) -> str:
            value = value_of(record)
            classes = f"{css} {tone(value)}".strip()
            content = html(value, record)
            if not isinstance(content, SafeString):
                content = conditional_escape(content)
            return (
                f'<{tag}{scope} class="{classes}">{content}</{tag}>' if classes else f"<{tag}{scope}>{content}</{tag}>"
            )

        return cell

    def _html(self, key: str, column: DataColumn) -> Callable[[object, Record], str]:
        own: Callable[..., str] | None = getattr(self, f"render_{column.repeats or key}", None)
        if own is not None:
            return partial(_with_number, own, column.n) if column.repeats else own
        return lambda value, record: column.blank if value is None or value == "" else column.html(value, record)

    def value_of(self, key: str, column: DataColumn) -> Value:
        """Return the function that gives a column's value of a record."""
        return getattr(self, f"value_{key}", None) or column.value_of or getter(key)

    # --- order ---

    @property
    def order_by(self) -> object:
        return self._order_by

    @order_by.setter
    def order_by(self, aliases: str | Iterable[str] | None) -> None:
        """Sort by keys, `-key` for descending, those of no column left out. Nothing comes last in either direction."""
        wanted = aliases.split(",") if isinstance(aliases, str) else aliases or ()
        valid = [OrderBy(alias) for alias in wanted if OrderBy(alias).bare in self.columns]
        self._order_by = OrderByTuple(alias for alias in valid if self.columns[alias.bare].orderable)
        if self._order_by and isinstance(self.data.data, QuerySet):
            self._sort_queryset()
        else:
            for alias in reversed(self._order_by):
                self._sort_list(alias)

    def _sort_list(self, alias: OrderBy) -> None:
        column = self.columns[alias.bare].column
        if column.order_by:
            ways = [getter(name) for name in column.order_by]
        else:
            ways = [column.sort or self.value_of(alias.bare, column)]

        def key(record: Record) -> list[Any]:
            values = (way(record) for way in ways)
            return [value.casefold() if isinstance(value, str) else value for value in values]

        keyed = [(key(record), record) for record in self.data.data]
        full = [pair for pair in keyed if pair[0][0] not in (None, "")]
        empty = [record for first, record in keyed if first[0] in (None, "")]
        full.sort(key=lambda pair: [(value is not None, value) for value in pair[0]], reverse=alias.is_descending)
        self.data.data[:] = [record for _key, record in full] + empty

    def _sort_queryset(self) -> None:
        order = []
        for alias in self._order_by or ():
            column = self.columns[alias.bare].column
            for name in column.order_by or (column.path or alias.bare,):
                field = F(name.replace(".", "__"))
                order.append(field.desc(nulls_last=True) if alias.is_descending else field.asc(nulls_last=True))
        found = self.data.data
        self.data.data = found.order_by(*order, *(found.query.order_by or ("-pk",)))

    # --- in files ---

    @property
    def row_count(self) -> int:
        """The number of rows; those of a queryset are counted by the database, not read."""
        data = self.data.data
        return data.count() if isinstance(data, QuerySet) else len(data)

    @property
    def file_columns(self) -> tuple[FileColumn, ...]:
        """The columns in the order of their declaration, without those that files leave out."""
        return tuple(
            FileColumn(key, str(column.file_heading or key), column.kind, column.width)
            for key, column in self._of_files()
        )

    def file_rows(self) -> Iterator[tuple[Cell, ...]]:
        """Return the values of every record in the order of `file_columns`."""
        ways = [self.value_of(key, column) for key, column in self._of_files()]
        return (tuple(way(record) for way in ways) for record in self.data)

    def program_rows(self) -> Iterator[dict[str, Cell]]:
        """Return the values of every record by the keys of `file_columns`, with codes in the place of words."""
        ways = [(key, column.code_of or self.value_of(key, column)) for key, column in self._of_files()]
        return ({key: way(record) for key, way in ways} for record in self.data)

    def _of_files(self) -> Iterator[tuple[str, DataColumn]]:
        for key in self._declared:
            column = self.columns.columns[key].column
            if not column.exclude_from_export:
                yield key, column


AnyTable = DataTable[Any]
"""A table whatever its records are: for those who read its columns and values alone."""
Shown = TypeVar("Shown", bound=AnyTable)


def _alternating(
    declared: Iterable[str], repeated: Mapping[str, Mapping[str, DataColumn]], gone: Container[str]
) -> Iterator[str]:
    """Keys in the order of files: neighbouring repeated columns take turns."""
    for is_repeated, keys in groupby(declared, key=repeated.__contains__):
        if is_repeated:
            yield from chain.from_iterable(zip(*(repeated[key] for key in keys if repeated[key]), strict=True))
        else:
            yield from (key for key in keys if key not in gone)


def _with_number(render: Callable[[object, Record, int], str], n: int, value: object, record: Record) -> str:
    return render(value, record, n)


def configure(table: Shown, request: HttpRequest, per_page: int = PER_PAGE) -> Shown:
    """Sort and page a table as the address asks (`?sort=-total&page=2`); a page that there is not is the nearest."""
    RequestConfig(request, paginate={"per_page": per_page, "silent": True}).configure(table)
    return table
