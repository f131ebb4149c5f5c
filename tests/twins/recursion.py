"""The forward recursion over logarithms, written as the equations stand, for pairs too long to tell every path."""

import numpy as np


def log_forward(teller, by=np.logaddexp, matrix=None, beam=1.0):
    """The log-likelihood of a teller's pair; with ``by=np.maximum`` and the best jumps the best path's log score.

    ``beam`` keeps that share of the places after each word (and those that tie with the last kept).
    """
    with np.errstate(divide="ignore"):
        log_jump = np.log(teller.matrix if matrix is None else matrix)
        m, t_end = teller.m, len(teller.summary)
        alpha = np.full((t_end + 1, m + 1), -np.inf)
        alpha[0, 0] = 0.0
        for t in range(t_end):
            if beam < 1.0:
                _keep(alpha[t], beam)
            jumped = by.reduce(alpha[t][:, None] + log_jump, axis=0)
            nothing = np.log(teller.null * teller.rewrite(teller.summary[t : t + 1], None))
            alpha[t + 1] = by(alpha[t + 1], alpha[t] + nothing)
            for u in range(t + 1, min(t + teller.settings.max_summary_phrase, t_end) + 1):
                for j in range(m):
                    for k in range(j + 1, min(j + teller.settings.max_document_phrase, m) + 1):
                        if u - t != k - j:
                            continue  # phrases are only ever rewritten into as many words
                        written = teller.rewrite(teller.summary[t:u], teller.document[j:k])
                        price = np.log(teller.paid(u - t) * teller.length(k - j, j) * written)
                        alpha[u, k] = by(alpha[u, k], jumped[j] + price)
        if beam < 1.0:
            _keep(alpha[t_end], beam)
        if teller.settings.stop:
            return by.reduce(alpha[t_end] + log_jump[:, m]) + np.log(1 - teller.null)
        return by.reduce(alpha[t_end])


def _keep(row, share):
    """Set all but the best share of a row to nothing."""
    keep = max(1, int(np.ceil(share * len(row))))
    row[row < sorted(row)[-keep]] = -np.inf
