"""The line: in order, bounded, and not for those who have left."""

import asyncio
import threading

import pytest

from running import run
from sumtrace.serve.queue import BusyError, LeftError, Queue


async def stays() -> bool:
    return False


async def leaves() -> bool:
    return True


def test_work_is_done_one_at_a_time_in_the_order_it_came() -> None:
    done: list[int] = []
    under_way = threading.Semaphore(1)

    def work(number: int) -> int:
        assert under_way.acquire(blocking=False), "two at once"
        done.append(number)
        under_way.release()
        return number

    async def many() -> list[int]:
        queue = Queue()
        return await asyncio.gather(*(queue.do(lambda number=number: work(number), stays) for number in range(20)))

    assert run(many()) == done == list(range(20))


def test_who_comes_when_the_line_is_full_hears_when_to_come_back() -> None:
    async def crowd() -> list[object]:
        queue = Queue(longest=2)
        gate = threading.Event()
        asked = [asyncio.create_task(queue.do(gate.wait, stays)) for _ in range(5)]
        await asyncio.sleep(0)
        while not any(task.done() for task in asked):
            await asyncio.sleep(0.01)
        gate.set()
        found = await asyncio.gather(*asked, return_exceptions=True)
        return [*found, await queue.do(lambda: "served again", stays)]

    found = run(crowd())
    assert found[:3] == [True, True, True]
    assert all(isinstance(error, BusyError) and error.seconds >= 1 for error in found[3:5])
    assert found[5] == "served again"


def test_nothing_is_done_for_somebody_who_has_left() -> None:
    with pytest.raises(LeftError):
        run(Queue().do(lambda: pytest.fail("done in vain"), leaves))


def test_work_that_fails_does_not_hold_up_the_line() -> None:
    def fails() -> None:
        raise ValueError("no")

    async def two() -> str:
        queue = Queue()
        with pytest.raises(ValueError, match="no"):
            await queue.do(fails, stays)
        return await queue.do(lambda: "next", stays)

    assert run(two()) == "next"
