"""The server: what a page gets, and what everybody else does not."""

import json
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sumtrace import aligner
from sumtrace.alignment import Alignment, Link
from sumtrace.annotate.desk import Desk
from sumtrace.annotate.forms import AlignmentForm
from sumtrace.annotate.room import Room
from sumtrace.annotate.server import guidelines
from sumtrace.annotate.suggestions import Suggestions
from sumtrace.corpus.pair import Pair
from sumtrace.errors import InputError
from sumtrace.text import Text
from sumtrace.web.guard import LARGEST_REQUEST
from sumtrace.web.running import bound_socket

PAIRS = [
    Pair("a", Text.from_string("The old mill closed."), Text.from_string("A mill shut.")),
    Pair("b", Text.from_string("Rain \u202efell."), Text.from_string("It rained.")),
]
TOKENS = ("t" * 43, "u" * 43)


@pytest.fixture(scope="module")
def stranger(tmp_path_factory: pytest.TempPathFactory, serve_all: Callable[..., Any]) -> Any:
    """A client whose requests change nothing, most of them because they are refused."""
    desk = Desk(PAIRS, tmp_path_factory.mktemp("desk") / "gold.jsonl", AlignmentForm())
    return serve_all(Room((desk,), TOKENS[:1]))


@pytest.fixture
def client(tmp_path: Path, serve: Callable[..., Any]) -> Any:
    desks = tuple(Desk(PAIRS, tmp_path / f"{name}.jsonl", AlignmentForm(), annotator=name) for name in ("ana", "ben"))
    return serve(Room(desks, TOKENS))


def test_a_page_gets_the_pairs_and_makes_edits(client: Any) -> None:
    status, session, _ = client.ask("/api/session")
    assert (status, session["annotator"], session["mode"], session["first"]) == (200, "ana", "align", 0)
    assert [(pair["id"], pair["words"], pair["done"]) for pair in session["pairs"]] == [
        ("a", [5, 4], False),
        ("b", [3, 3], False),
    ]
    _, pair, _ = client.ask("/api/pairs/1")
    assert pair["document"] == {"words": ["Rain", "fell", "."], "gaps": ["", " \u202e", "", ""], "sentences": [[0, 3]]}
    status, reply, _ = client.ask("/api/pairs/0/edits", {"edit": "e1", "base": 0, "set": {"null/0": "", "done": True}})
    assert (status, reply["sheet"]["revision"], reply["progress"]["done"]) == (200, 1, True)
    assert client.ask("/api/session")[1]["first"] == 1
    _, reply, _ = client.ask("/api/pairs/0/edits", {"edit": "e2", "base": 1, "undo": True})
    assert (reply["sheet"]["marks"], reply["sheet"]["redo"]) == ({}, 1)
    _, reply, _ = client.ask("/api/pairs/0/edits", {"edit": "e3", "base": 2, "redo": True})
    assert reply["sheet"]["marks"] == {"null/0": "", "done": True}


def test_a_late_edit_gets_409_and_the_marks_as_they_are(client: Any) -> None:
    client.ask("/api/pairs/0/edits", {"edit": "e1", "base": 0, "set": {"null/0": ""}})
    status, reply, _ = client.ask("/api/pairs/0/edits", {"edit": "e2", "base": 0, "set": {"null/1": ""}})
    assert (status, reply["sheet"]["marks"], reply["sheet"]["revision"]) == (409, {"null/0": ""}, 1)


def test_time_is_recorded_and_a_beat_tells_the_revision(client: Any) -> None:
    assert client.ask("/api/pairs/0/beat", {"seconds": 2.5})[1] == {"revision": 0, "problem": None}
    assert client.ask("/api/pairs/0/sheet")[1]["seconds"] == 2.5
    for seconds in (-1, 601, "2", None):
        assert client.ask("/api/pairs/0/beat", {"seconds": seconds})[0] == 422


def test_each_annotator_has_a_desk_of_their_own(client: Any, tmp_path: Path) -> None:
    client.ask("/api/pairs/0/edits", {"edit": "e1", "base": 0, "set": {"null/0": ""}})
    client.token = TOKENS[1]
    assert client.ask("/api/session")[1]["annotator"] == "ben"
    assert client.ask("/api/pairs/0/sheet")[1]["marks"] == {}


@pytest.mark.parametrize("path", ["/api/session", "/api/pairs/0", "/api/guidelines", "/api/pairs/0/suggestions"])
@pytest.mark.parametrize("header", [None, "", "Bearer ", "Bearer wrong", "t" * 42, "Bearer " + "t" * 44, "Bearer \xff"])
def test_nothing_is_told_without_the_token(stranger: Any, path: str, header: str | None) -> None:
    status, reply, _ = stranger.ask(path, headers={"authorization": header})
    assert (status, list(reply)) == (401, ["problem"])


def test_an_edit_without_the_token_changes_nothing(stranger: Any) -> None:
    edit = {"edit": "e1", "base": 0, "set": {"null/0": ""}}
    assert stranger.ask("/api/pairs/0/edits", edit, headers={"authorization": None})[0] == 401
    assert stranger.ask("/api/pairs/0/sheet")[1]["revision"] == 0


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"host": "evil.example:80"}, 421),
        ({"host": "127.0.0.1.evil.example"}, 421),
        ({"host": "192.168.1.7"}, 421),
        ({"host": "[::1"}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://127.0.0.1:1"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"host": "localhost:9"}, 200),
    ],
)
def test_host_and_origin_are_checked(stranger: Any, headers: dict[str, str], status: int) -> None:
    assert stranger.ask("/api/session", headers=headers)[0] == status
    assert stranger.ask("/", headers=headers)[0] == status


def test_open_to_other_machines_it_answers_to_addresses_but_not_to_foreign_names(
    tmp_path: Path, serve: Callable[..., Any]
) -> None:
    client = serve(Room((Desk(PAIRS, tmp_path / "g.jsonl", AlignmentForm()),), TOKENS[:1]), "0.0.0.0")
    assert client.ask("/api/session", headers={"host": "192.168.1.7:8471"})[0] == 200
    assert client.ask("/api/session", headers={"host": socket.gethostname()})[0] == 200
    assert client.ask("/api/session", headers={"host": "evil.example"})[0] == 421


@pytest.mark.parametrize(
    "path",
    [
        "/static/../server.py",
        "/static/..%2fserver.py",
        "/static/%2e%2e/%2e%2e/etc/passwd",
        "/static//etc/passwd",
        "/static/....//server.py",
        "/../../etc/passwd",
        "/api/pairs/..%2f0",
        "/static/guidelines.md%00.css",
    ],
)
def test_no_other_file_can_be_read(stranger: Any, path: str) -> None:
    status, content, _ = stranger.ask(path)
    assert status == 404
    assert b"import" not in (content if isinstance(content, bytes) else json.dumps(content).encode())


def test_requests_are_bounded(stranger: Any) -> None:
    assert stranger.ask("/api/pairs/0/edits", raw=b" " * (LARGEST_REQUEST + 1))[0] == 413
    claimed = {"content-length": str(10**12)}
    assert stranger.ask("/api/pairs/0/edits", raw=b"{}", headers=claimed)[0] == 413
    many = {f"null/{j}": None for j in range(30_000)}
    assert stranger.ask("/api/pairs/0/edits", {"edit": "e", "base": 0, "set": many})[0] == 422


@pytest.mark.parametrize(
    "raw",
    [b"", b"[]", b"{", b'"x"', b"[" * 100_000, b"{}", b'{"edit":1,"base":0}', b'{"edit":"x","base":true,"set":{}}'],
)
def test_broken_requests_are_refused_politely(stranger: Any, raw: bytes) -> None:
    status, reply, _ = stranger.ask("/api/pairs/0/edits", raw=raw)
    assert (status, list(reply)) == (422, ["problem"])


def test_other_methods_kinds_and_pairs_are_refused(stranger: Any) -> None:
    assert stranger.ask("/api/pairs/0", method="DELETE")[0] == 405
    assert stranger.ask("/api/pairs/0/edits", method="GET")[0] == 405
    plain = {"content-type": "text/plain"}
    assert stranger.ask("/api/pairs/0/edits", {"edit": "e"}, headers=plain)[0] == 415
    assert stranger.ask("/api/pairs/2")[0] == 404
    assert stranger.ask("/api/pairs/2/edits", {"edit": "e", "base": 0, "set": {"done": True}})[0] == 404
    assert stranger.ask("/api/pairs/-1")[0] == 404


def test_every_answer_carries_a_strict_policy(stranger: Any) -> None:
    for path in ("/", "/static/annotate/app.js", "/api/session", "/nowhere"):
        _, _, headers = stranger.ask(path)
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"


def test_suggestions_come_from_a_file_without_any_model(tmp_path: Path, serve: Callable[..., Any]) -> None:
    offered = tmp_path / "aligned.jsonl"
    offered.write_text('{"id": "a", "links": [{"doc": [2, 3], "sum": [1, 2], "prob": 0.9, "by": "identity"}]}\n')
    desk = Desk(PAIRS, tmp_path / "gold.jsonl", AlignmentForm())
    client = serve(Room((desk,), TOKENS[:1], Suggestions(PAIRS, offered)))
    assert client.ask("/api/pairs/0/suggestions")[1] == {
        "suggestions": [{"doc": [[2, 3]], "sum": [[1, 2]], "label": "S", "prob": 0.9, "by": "identity"}]
    }
    assert client.ask("/api/pairs/1/suggestions")[1] == {"suggestions": []}
    assert client.ask("/api/pairs/0/sheet")[1]["marks"] == {}


def test_suggestions_for_other_pairs_of_the_corpus_are_passed_over_and_bad_ones_not(tmp_path: Path) -> None:
    offered = tmp_path / "aligned.jsonl"
    offered.write_text('{"id": "a", "links": [{"doc": [2, 3], "sum": [1, 2]}]}\n{"id": "elsewhere", "links": []}\n')
    assert [one["doc"] for one in Suggestions(PAIRS, offered).of(0)] == [((2, 3),)]
    offered.write_text('{"id": "a", "links": [{"doc": [2, 30], "sum": [1, 2]}]}\n')
    with pytest.raises(InputError, match="out of range"):
        Suggestions(PAIRS, offered)


def test_the_aligner_is_loaded_once_and_only_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    class Aligner:
        def align_pair(self, pair: Pair) -> Alignment:
            return Alignment(pair.id, (Link.word(2, 1, prob=0.9, by="identity"), Link.word(0, 0, prob=0.5)), pair)

    def load() -> Aligner:
        calls.append("load")
        return Aligner()

    monkeypatch.setattr(aligner, "load", load)
    suggestions = Suggestions(PAIRS)
    assert calls == []
    assert [one["doc"] for one in suggestions.of(0)] == [((0, 1),), ((2, 3),)]
    suggestions.of(1)
    assert calls == ["load"]


def test_the_guidelines_are_at_hand(stranger: Any) -> None:
    assert stranger.ask("/api/guidelines")[1]["text"] == guidelines()
    assert "# Guidelines for aligning a summary" in guidelines()


def test_a_taken_port_is_an_error_where_it_was_asked_for_and_passed_over_where_not() -> None:
    first = bound_socket("127.0.0.1", None)
    first.listen()
    second = bound_socket("127.0.0.1", None)
    assert first.getsockname()[1] != second.getsockname()[1]
    assert first.proto == socket.IPPROTO_TCP  # else every answer waits 40 ms for Nagle's algorithm
    with pytest.raises(InputError, match="cannot listen"):
        bound_socket("127.0.0.1", first.getsockname()[1])
    first.close()
    second.close()
