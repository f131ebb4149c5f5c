"""What two readings agree on."""

from __future__ import annotations

import numpy as np
import pytest

from sumtrace.inference.agreement import agreed, backward_null


def test_a_link_is_believed_as_far_as_both_readings_believe_it():
    forward = np.array([[0.9, 0.1, 0.0], [0.0, 0.5, 0.4]])
    assert agreed(forward, forward.T) == pytest.approx(forward)
    assert agreed(forward, np.zeros((3, 2))) == pytest.approx(0.0)
    assert agreed(np.array([[0.9]]), np.array([[0.4]]))[0, 0] == pytest.approx(0.6)


def test_document_words_left_over_are_null_in_the_backward_reading():
    assert backward_null(np.eye(2, 8)) == pytest.approx(0.75)


def test_no_word_is_forced_into_a_link_or_out_of_one():
    assert backward_null(np.eye(4)) == 0.05
    assert backward_null(np.zeros((1, 500))) == 0.98
