"""Two one-way alignments made one: intersection, union, and the growing heuristics of Koehn, Och & Marcu (2003)."""

from __future__ import annotations

from typing import Literal

from sumtrace.alignment.expansion import WordPair

Symmetrization = Literal["intersect", "union", "grow-diag", "grow-diag-final", "grow-diag-final-and"]
_AROUND = [(-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)]


def symmetrize(forward: set[WordPair], backward: set[WordPair], how: Symmetrization) -> set[WordPair]:
    """Return the combined word links.

    ``grow-diag`` adds to the intersection links of the union next to one already taken (diagonals too) that give an
    unlinked word its first link; ``final`` then adds any that give one side its first, ``final-and`` both sides.
    """
    if how == "intersect":
        return forward & backward
    if how == "union":
        return forward | backward
    links = forward & backward
    rows, columns = {i for i, _ in links}, {j for _, j in links}
    union = forward | backward
    queue = sorted(links)
    for i, j in queue:  # grows while it is walked, so that links found later are neighbours too
        for down, right in _AROUND:
            near = i + down, j + right
            if near in union and near not in links and (near[0] not in rows or near[1] not in columns):
                _take(near, links, rows, columns)
                queue.append(near)
    if how != "grow-diag":
        both = how == "grow-diag-final-and"
        for direction in (forward, backward):
            for i, j in sorted(direction):
                free = (i not in rows, j not in columns)
                if all(free) if both else any(free):
                    _take((i, j), links, rows, columns)
    return links


def _take(link: WordPair, links: set[WordPair], rows: set[int], columns: set[int]) -> None:
    links.add(link)
    rows.add(link[0])
    columns.add(link[1])
