import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from making import pair_of
from sumtrace.errors import InputError
from sumtrace.memory import MEMORY_LIMIT, Budget, bytes_needed, check_memory


def test_threads_never_hold_more_together_than_the_budget():
    budget, lock = Budget(10), threading.Lock()
    held, most = [0], [0]

    def work(needed):
        with budget.held(needed):
            with lock:
                held[0] += needed
                most[0] = max(most[0], held[0])
            time.sleep(0.001)
            with lock:
                held[0] -= needed

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, [3, 4, 5, 6, 2, 9, 1, 7] * 5))
    assert 6 < most[0] <= 10
    assert budget.used == 0


def test_who_is_alone_may_go_on_and_a_failure_gives_back_what_it_held():
    budget = Budget(10)
    with pytest.raises(KeyError), budget.held(50):
        raise KeyError
    with budget.held(10):
        assert budget.used == 10


def test_a_pair_beyond_the_limit_is_refused_with_its_size():
    words = int((MEMORY_LIMIT / bytes_needed(1, 0)) ** 0.5) + 10
    check_memory(pair_of("a b", "c"))
    with pytest.raises(InputError, match=r"would need 4\.0 GB of memory \(limit 4\)"):
        check_memory(pair_of("a " * words, "b " * words))
