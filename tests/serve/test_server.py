"""The API as another program meets it, and the page's own requests."""

import json
import threading
from collections.abc import Callable
from typing import Any

import pytest

import sumtrace
from serving import Client, servings
from sumtrace.checking import check
from sumtrace.checking.formats.jsonl import record
from sumtrace.serve.asking import LARGEST_REQUEST
from sumtrace.serve.reader import Reader
from sumtrace.web.guard import pass_of

serve = pytest.fixture(servings)
serve_all = pytest.fixture(servings, scope="module")
DOCUMENT = "The council closed the old mill on Friday. The repair cost £4.2 million."
SUMMARY = "The mill was shut. The repair cost £4.7 million."
TEXTS = {"document": DOCUMENT, "summary": SUMMARY}


@pytest.fixture(scope="module")
def client(serve_all: Callable[..., Client]) -> Client:
    return serve_all(Reader(sumtrace.load()))


class Slow:
    """A reader that takes its time: it waits until told to go on."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.read: list[Any] = []

    def align(self, body: Any) -> bytes:
        self.gate.wait(30)
        self.read.append(body)
        return b"{}"

    check = live = share = align


def test_an_aligner_without_meaning_stays_so() -> None:
    """Where the model's encoder is not at hand, say."""
    plain, texts = sumtrace.load().without_meaning(), {"document": DOCUMENT, "summary": "The factory was shut."}
    answer = json.loads(Reader(plain).align(texts))
    links = [link.by for link in plain.align(*texts.values()).links]
    assert "meaning" not in links
    assert [link["by"] for link in answer["links"]] == links
    assert "meaning" in [link.by for link in sumtrace.load().align(*texts.values()).links]


def test_an_alignment_is_the_library_s_own(client: Client) -> None:
    status, answer, _ = client.ask("/v1/align", TEXTS | {"id": "mill"})
    assert status == 200
    aligned = sumtrace.load().align(DOCUMENT, SUMMARY, pair_id="mill")
    assert answer == json.loads(json.dumps(aligned.to_dict()))


def test_a_check_is_the_library_s_own(client: Client) -> None:
    status, answer, _ = client.ask("/v1/check", TEXTS)
    assert status == 200
    assert answer == json.loads(json.dumps(record(check(DOCUMENT, SUMMARY, pair_id="summary"))))
    assert [claim["verdict"] for claim in answer["claims"]][-1] == "differs"


def test_several_documents_are_named_in_the_evidence(client: Client) -> None:
    documents = [{"id": "news", "text": "The mill closed."}, {"id": "bill", "text": "The repair cost £4.2 million."}]
    _, answer, _ = client.ask("/v1/check", {"documents": documents, "summary": "The repair cost £4.7 million."})
    assert answer["claims"][0]["evidence"][0]["document"] == "bill"


def test_the_page_gets_offsets_as_browsers_count_them(client: Client) -> None:
    _, answer, _ = client.ask("/page/live", {"document": "🎉 " + DOCUMENT, "summary": "🎉 " + SUMMARY})
    (finding,) = [finding for claim in answer["claims"] for finding in claim["findings"]]
    summary = ("🎉 " + SUMMARY).encode("utf-16-le")
    start, end = finding["summary"]
    assert summary[2 * start : 2 * end].decode("utf-16-le") == "£4.7 million"


def test_a_shared_page_stands_by_itself(client: Client) -> None:
    status, page, headers = client.ask("/page/share", TEXTS)
    assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert page.startswith(b"<!doctype html>")
    assert b'src="' not in page
    assert b"http://" not in page.replace(b"http://www.w3.org", b"")


def test_a_wrong_request_is_answered_by_a_sentence(client: Client) -> None:
    assert client.ask("/v1/check", {"document": "Rain."})[:2] == (422, {"problem": "the summary is missing"})
    assert client.ask("/v1/check", b"{")[:2] == (422, {"problem": "the request is not valid JSON"})
    assert client.ask("/v1/check", b"[]")[:2] == (422, {"problem": "the request is not a JSON object"})
    status, answer, _ = client.ask("/v1/check", {"document": "a " * 20_001, "summary": "b"})
    assert (status, answer["problem"]) == (
        413,
        'the document has 20,001 words; the server takes 20,000. For longer texts, use "sumtrace check" or the Python '
        "library.",
    )
    status, answer, _ = client.ask("/v1/check", b" " * (LARGEST_REQUEST + 1))
    assert (status, answer["problem"]) == (413, "a request may have at most 1,048,576 bytes")
    assert client.ask("/v1/translate", TEXTS)[0] == 404
    assert client.ask("/v1/check")[0] == 405


def test_only_the_token_or_the_page_s_cookie_opens_the_door(client: Client) -> None:
    assert client.ask("/v1/check", TEXTS, headers={})[0] == 401
    assert client.ask("/page/live", TEXTS, headers={"authorization": "Bearer wrong"})[0] == 401
    assert client.ask("/page/session", headers={})[0] == 401
    _, session, headers = client.ask("/page/session")
    assert len(session["examples"]) > 10
    cookie, *manners = headers["set-cookie"].split("; ")
    assert set(manners) == {"Path=/", "HttpOnly", "SameSite=Strict"}
    assert "t" * 43 not in cookie
    assert cookie == f"sumtrace-{client.port}={pass_of('t' * 43)}"
    assert client.ask("/v1/check", TEXTS, headers={"cookie": f"other=1; {cookie}"})[0] == 200
    assert client.ask("/v1/check", TEXTS, headers={"cookie": f"{cookie}0"})[0] == 401
    elsewhere = {"cookie": cookie, "origin": "http://evil.example"}
    assert client.ask("/v1/check", TEXTS, headers=elsewhere)[0] == 403
    assert client.ask("/v1/check", TEXTS, headers={"cookie": cookie, "host": "evil.example"})[0] == 421


def test_the_description_names_every_path_and_needs_no_token(client: Client) -> None:
    status, description, _ = client.ask("/openapi.json", headers={})
    assert (status, set(description["paths"])) == (200, {"/v1/align", "/v1/check"})
    for path, methods in description["paths"].items():
        example = methods["post"]["requestBody"]["content"]["application/json"]["example"]
        status, answer, _ = client.ask(path, example)
        assert status == 200
        name = methods["post"]["responses"]["200"]["content"]["application/json"]["schema"]["$ref"].split("/")[-1]
        schema = description["components"]["schemas"][name]
        assert set(schema["required"]) <= set(answer)
        assert set(schema["properties"]) <= set(answer)


def test_the_page_and_its_files_are_served_and_nothing_else(client: Client) -> None:
    assert b"<title>Sumtrace</title>" in client.ask("/", headers={})[1]
    assert client.ask("/static/serve/main.js", headers={})[2]["content-type"].startswith("text/javascript")
    assert client.ask("/static/serve/../../bundle.py", headers={})[0] == 404
    assert client.ask("/static/annotate/app.js", headers={})[0] == 404


def test_a_full_line_is_told_when_to_come_back_and_nobody_is_lost(serve: Callable[..., Client]) -> None:
    reader = Slow()
    client = serve(reader, longest_queue=2)
    answers: list[tuple[int, Any, dict[str, str]]] = []
    crowd = [
        threading.Thread(target=lambda k=k: answers.append(client.ask("/v1/check", TEXTS | {"id": str(k)})))
        for k in range(6)
    ]
    for person in crowd:
        person.start()
    while len(answers) < 3:  # those beyond one at work and two waiting hear at once
        threading.Event().wait(0.01)
    reader.gate.set()
    for person in crowd:
        person.join(30)
    assert sorted(status for status, _, _ in answers) == [200, 200, 200, 503, 503, 503]
    refused = next(answer for answer in answers if answer[0] == 503)
    assert int(refused[2]["retry-after"]) >= 1
    assert refused[1]["problem"].startswith("too many requests are waiting; try again in ")
    assert len(reader.read) == 3
