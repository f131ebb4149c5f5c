"""docs/formats.md says what the code does."""

from pathlib import Path

from sumtrace.alignment.formats import FORMATS
from sumtrace.alignment.formats.helpers.table import COLUMNS

PAGE = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines() if line.startswith("|")]


def test_every_format_has_its_row_and_section():
    for form in FORMATS:
        row = next(row for row in ROWS if row[0] == f"`{form.name}`")
        assert row[1] == form.title
        assert row[2] == ", ".join(f"`{suffix}`" for suffix in form.suffixes)
        assert (row[4] == "named") == (not form.directed)
        assert f"\n## {form.name}\n" in PAGE or form.name in ("csv", "parquet")


def test_the_table_of_what_formats_hold_is_right():
    header = next(row for row in ROWS if row[0] == "" and row[1] == "`native`")
    assert header[1:] == [f"`{form.name}`" for form in FORMATS]
    said = {row[0]: row[1:] for row in ROWS if row[0] in FORMATS[0].holds and len(row) == len(header)}
    assert said.keys() == FORMATS[0].holds
    for feature, cells in said.items():
        assert cells == ["yes" if feature in form.holds else "" for form in FORMATS], feature


def test_every_column_of_the_link_table_is_explained():
    for column in COLUMNS:
        assert f"`{column}`" in PAGE.split("## csv and parquet")[1]
