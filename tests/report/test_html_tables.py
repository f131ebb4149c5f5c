from sumtrace.report.html_tables import html_table
from sumtrace.report.tables import Table

ROWS = (("all", "a<b", "1.0", "–"), ("all", "c", "10.0", "2.0"), ("some", "c", "9.5", "[1, 2]"))


def test_labels_that_rows_share_are_written_once():
    page = html_table(Table("T", ("words", "system", "P", "R"), ROWS, 2))
    assert page.count('<td class="word" rowspan="2">all</td>') == 1
    assert page.count(">all<") == 1
    assert page.count(">c<") == 2
    assert "a&lt;b" in page


def test_the_best_number_of_a_column_is_bold_and_dashes_are_none():
    page = html_table(Table("T", ("words", "system", "P", "R"), ROWS, 2), bold_best=True)
    assert '<td class="best">10.0</td>' in page
    assert '<td class="best">2.0</td>' in page
    assert page.count("best") == 2


def test_a_table_of_words_only_merges_nothing():
    page = html_table(Table("T", ("phrase", "class"), (("x", "partial"), ("x", "partial")), 2))
    assert "rowspan" not in page
    assert page.count(">x<") == 2
