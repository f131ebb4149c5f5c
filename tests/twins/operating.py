"""Every operation of a jump model on one document, through one small compiled function."""

import numpy as np

from sumtrace.jumps.joining import ByMaximum, BySum
from sumtrace.jumps.operator import column, finish, operator_of, pull, push
from sumtrace.kernels import kernel


def operate(parameters, m, bounds, x, y, size, structure=None):
    """Return the matrices ``jump(j | e)`` and its best parts, and what each operation makes of the rows of x and y."""
    nodes = np.zeros(0, np.int32) if structure is None else structure
    return _operate(parameters, m, bounds, x, y, size, nodes)


@kernel
def _operate(parameters, m, bounds, x, y, size, structure):
    operator = operator_of(parameters, m, bounds, structure)
    matrix, best = np.empty((m + 1, m + 1)), np.empty((m + 1, m + 1))
    out = np.empty(m + 1)
    for j in range(m + 1):
        column(operator, j, False, out)
        matrix[:, j] = out
        column(operator, j, True, out)
        best[:, j] = out
    pushed, highest, pulled, again = np.empty_like(x), np.empty_like(x), np.empty_like(x), np.empty_like(x)
    statistics = np.zeros(size)
    for i in range(len(x)):
        push(operator, BySum(0), x[i], pushed[i])
        push(operator, ByMaximum(0), x[i], highest[i])
        pull(operator, y[i], x[i], pulled[i], statistics)
        pull(operator, y[i], x[i], again[i], np.zeros(0))
    finish(operator, statistics)
    return matrix, best, pushed, highest, pulled, again, statistics
