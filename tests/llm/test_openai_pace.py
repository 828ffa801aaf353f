"""How many requests are under way at a server, and how fast they begin."""

from __future__ import annotations

import threading
import time

import pytest
from servers import Act, Asked, Serve, chat, error

from defeasible.llm.backend import Reply, Request
from defeasible.llm.openai import OpenAI, Patience
from defeasible.llm.openai.patience import Pace, Places

QUICK = Patience(timeout=5, tries=3, first=0.001, longest=0.05)
ASK = Request("Does it rain?")


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)


def test_no_more_requests_than_allowed_are_under_way_over_all_threads() -> None:
    def act(asked: Asked) -> Act:
        time.sleep(0.02)
        return chat("yes")

    with Serve(act) as server:
        backend = OpenAI(server.url, "m", patience=QUICK, concurrency=3)
        requests = [Request(f"{n}") for n in range(12)]
        threads = [threading.Thread(target=backend.generate, args=(requests,)) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert (server.most_under_way, len(server.asked)) == (3, 24)


def test_a_crowded_server_gets_half_as_many_requests_and_then_one_more_at_a_time() -> None:
    def act(asked: Asked) -> Act:
        return error("slow down", 429) if asked.number in (0, 2) else chat("yes")

    with Serve(act) as server:
        backend = OpenAI(server.url, "m", patience=QUICK, concurrency=8)
        limits = []
        for _ in range(40):
            (said,) = backend.generate([ASK])
            assert isinstance(said, Reply)
            limits.append(backend.places.limit)
    assert limits[:2] == [4.25, 2.125 + 1 / 2.125]
    assert limits == sorted(limits[:1]) + sorted(limits[1:])
    assert limits[-1] == 8


def test_requests_that_began_before_the_places_were_halved_do_not_halve_them_again() -> None:
    places = Places(8)
    with places.taken() as first, places.taken() as second:
        pass
    places.learn(first, crowded=True)
    places.learn(second, crowded=True)
    assert places.limit == 4
    for _ in range(10):
        with places.taken() as again:
            pass
        places.learn(again, crowded=True)
    assert places.limit == 1


def test_nobody_gets_a_place_while_all_are_taken() -> None:
    places, inside = Places(2), threading.Semaphore(0)
    with places.taken() as halved:
        pass
    places.learn(halved, crowded=True)

    def take() -> None:
        with places.taken():
            inside.release()

    with places.taken():
        thread = threading.Thread(target=take)
        thread.start()
        assert not inside.acquire(timeout=0.05)
    assert inside.acquire(timeout=20)
    thread.join()


def test_no_more_requests_a_minute_than_allowed() -> None:
    with Serve(lambda asked: chat("yes")) as server:
        backend = OpenAI(server.url, "m", patience=QUICK, rate=60 / 0.05)
        started = time.monotonic()
        backend.generate([Request(f"{n}") for n in range(7)])
        assert time.monotonic() - started >= 6 * 0.05


def test_one_who_is_told_to_slow_down_slows_all_down() -> None:
    pace = Pace(None)
    pace.hold(0.1)
    started = time.monotonic()
    pace.turn(threading.Event())
    assert time.monotonic() - started >= 0.1
