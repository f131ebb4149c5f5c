from sumtrace.report.tables import Table, interval, percent

TABLE = Table("Scores", ("system", "F"), (("ours|best", "58.6"), ("a_b & c", "–")), note="pairs:2")


def test_text_aligns_words_left_and_numbers_right():
    assert TABLE.render("text") == (
        "Scores\nsystem        F\n---------  ----\nours|best  58.6\na_b & c       –\npairs:2\n"
    )


def test_markdown_escapes_bars():
    assert TABLE.render("markdown") == (
        "**Scores**\n\n"
        "| system     |    F |\n"
        "| ---------- | ---: |\n"
        "| ours\\|best | 58.6 |\n"
        "| a_b & c    |    – |\n"
        "\npairs:2\n"
    )


def test_latex_escapes_its_special_characters():
    rendered = TABLE.render("latex")
    assert r"  a\_b \& c & -- \\" in rendered
    assert r"\begin{tabular}{lr}" in rendered


def test_unknown_shares_are_a_dash():
    assert percent(float("nan")) == percent(None) == "–"
    assert percent(0.5864) == "58.6"
    assert interval((0.1, 0.25)) == "[10.0, 25.0]"
    assert interval(None) == interval((float("nan"), float("nan"))) == ""
