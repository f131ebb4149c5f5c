"""Spelling distances told one pair of words at a time, by the definition."""

from functools import cache


def spelling_distance(a, b):
    """The distance of two words by their spelling; None where they are too far apart, or hold other numbers."""
    first, second = ("".join(c for c in word if c.isalnum()) for word in (a, b))
    distance = edit_distance(first, second) + (first[:1] != second[:1] and bool(first and second))
    longer = max(len(first), len(second))
    most = 0 if longer < 5 else 1 if longer < 7 else 2
    return distance if distance <= most and numbers(a) == numbers(b) else None


def numbers(word):
    """The digits of a word in runs; a comma between thousands does not part them."""
    runs, run = [], ""
    for i, c in enumerate(word):
        three, after = word[i + 1 : i + 4], word[i + 4 : i + 5]
        thousands = c == "," and run and len(three) == 3 and three.isdecimal() and not after.isdecimal()
        if c.isdecimal():
            run += c
        elif run and not thousands:
            runs.append(run)
            run = ""
    return [*runs, run] if run else runs


@cache
def edit_distance(a, b):
    """Least insertions, deletions, replacements and swaps of neighbours, no letter touched twice."""
    if not a or not b:
        return len(a) + len(b)
    ways = [edit_distance(a[1:], b) + 1, edit_distance(a, b[1:]) + 1, edit_distance(a[1:], b[1:]) + (a[0] != b[0])]
    if len(a) > 1 and len(b) > 1 and a[:2] == b[1::-1]:
        ways.append(edit_distance(a[2:], b[2:]) + 1)
    return min(ways)
