"""A sheet: edits, and undo and redo without limit."""

from hypothesis import given
from hypothesis import strategies as st

from sumtrace.annotate.sheet import Sheet

CHANGES = st.dictionaries(st.sampled_from("abcd"), st.integers(0, 3) | st.none(), min_size=1, max_size=3)


@given(start=st.dictionaries(st.sampled_from("abcd"), st.integers(0, 3)), edits=st.lists(CHANGES, max_size=20))
def test_undoing_everything_leads_back_and_redoing_everything_forward(
    start: dict[str, int], edits: list[dict[str, int | None]]
) -> None:
    sheet = Sheet(start)
    states = [sheet.marks]
    for number, changes in enumerate(edits):
        sheet.edit(str(number), changes)
        states.append(sheet.marks)
    for expected in states[-2::-1]:
        assert sheet.undo("u")
        assert sheet.marks == expected
    assert not sheet.undo("u")
    for expected in states[1:]:
        assert sheet.redo("r")
        assert sheet.marks == expected
    assert not sheet.redo("r")


def test_a_new_edit_ends_redo() -> None:
    sheet = Sheet()
    sheet.edit("1", {"a": 1})
    sheet.undo("2")
    sheet.edit("3", {"b": 1})
    assert (sheet.redoable, sheet.undoable, sheet.marks) == (0, 1, {"b": 1})


def test_the_revision_counts_every_step() -> None:
    sheet = Sheet()
    sheet.edit("1", {"a": 1})
    sheet.undo("2")
    sheet.redo("3")
    assert sheet.revision == 3
    assert sheet.knows("2")
    assert not sheet.knows("4")
