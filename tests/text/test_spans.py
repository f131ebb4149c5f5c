from sumtrace.text.spans import joined, spans_of


def test_spans_that_touch_are_joined():
    assert joined([]) == ()
    assert joined([(0, 2), (2, 3), (4, 5), (5, 9)]) == ((0, 3), (4, 9))


def test_tokens_in_a_row_make_a_span():
    assert spans_of([]) == ()
    assert spans_of([2, 3, 4, 7, 9, 10]) == ((2, 5), (7, 8), (9, 11))
