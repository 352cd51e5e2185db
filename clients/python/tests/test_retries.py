"""What the client repeats, against a server with given answers: `python -m unittest`."""

import json
import threading
import time
import unittest
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from unittest.mock import patch

import supportdesk
from supportdesk import Desk, RequestOptions

Answer = Callable[[BaseHTTPRequestHandler], None]


def json_of(status: int, body: Any, **headers: str) -> Answer:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        content = json.dumps(body).encode()
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("content-length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)

    return answer


def cut(handler: BaseHTTPRequestHandler) -> None:
    handler.close_connection = True


def cut_body(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("content-length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"results"')
    handler.close_connection = True


def silence(_: BaseHTTPRequestHandler) -> None:
    time.sleep(1)


def failure(status: int, **headers: str) -> Answer:
    return json_of(status, {"error": {"message": "no"}}, **headers)


DONE = json_of(200, {"results": []})
QUERY: supportdesk.models.Search = {"query": "refund"}


class Retries(unittest.TestCase):
    def setUp(self) -> None:
        # The jitter is random; tests wait for the delay alone.
        patcher = patch("random.random", return_value=0.0)
        patcher.start()
        self.addCleanup(patcher.stop)

    def desk(self, *answers: Answer, **options: Any) -> tuple[Desk, list[dict[str, str]]]:
        requests: list[dict[str, str]] = []

        class Handler(BaseHTTPRequestHandler):
            def answer(self) -> None:
                length = int(self.headers.get("content-length", 0))
                self.rfile.read(length)
                requests.append({name.lower(): value for name, value in self.headers.items()})
                answers[min(len(requests), len(answers)) - 1](self)

            do_GET = do_POST = do_PATCH = answer

            def log_message(self, *_: Any) -> None: ...

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        desk = Desk(f"http://127.0.0.1:{server.server_port}", "key", **options)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.addCleanup(desk.close)
        return desk, requests

    def test_repeats_a_post_with_its_key(self) -> None:
        in_progress = json_of(409, {"error": {"type": "conflict", "code": "idempotency_in_progress"}})
        for answer in (failure(429), failure(502), failure(503), cut, cut_body, in_progress):
            with self.subTest(answer=answer):
                desk, requests = self.desk(answer, DONE)
                self.assertEqual(desk.knowledge.search(QUERY), {"results": []})
                keys = [request["idempotency-key"] for request in requests]
                self.assertEqual(len(keys), 2)
                self.assertEqual(keys[0], keys[1])

    def test_repeats_no_other_status(self) -> None:
        for status in (400, 401, 403, 404, 409, 422, 500):
            with self.subTest(status=status):
                desk, requests = self.desk(failure(status))
                with self.assertRaises(supportdesk.ApiError):
                    desk.me()
                self.assertEqual(len(requests), 1)

    def test_waits_as_retry_after_says(self) -> None:
        desk, _ = self.desk(failure(503, retry_after="1"), DONE)
        started = time.monotonic()
        desk.me()
        self.assertGreater(time.monotonic() - started, 0.99)

    def test_raises_the_last_error_after_the_total_time(self) -> None:
        desk, requests = self.desk(failure(429, retry_after="30", x_ratelimit_limit="60"))
        with self.assertRaises(supportdesk.RateLimitError) as raised:
            desk.me(options=RequestOptions(total_timeout=20))
        self.assertEqual(raised.exception.retry_after_seconds, 30)
        self.assertEqual(len(requests), 1)
        assert desk.last_response and desk.last_response.rate_limit
        self.assertEqual(desk.last_response.rate_limit.limit, 60)

    def test_gives_an_attempt_up_after_its_timeout(self) -> None:
        desk, requests = self.desk(silence, DONE, timeout=0.1)
        desk.knowledge.search(QUERY)
        self.assertEqual(len(requests), 2)
        desk, _ = self.desk(silence)
        with self.assertRaises(supportdesk.TimeoutError):
            desk.me(options=RequestOptions(timeout=0.1, total_timeout=0))

    def test_gives_each_post_a_key_of_its_own_and_other_requests_none(self) -> None:
        desk, requests = self.desk(DONE)
        desk.knowledge.search(QUERY)
        desk.knowledge.search(QUERY)
        desk.me()
        keys = [request.get("idempotency-key") for request in requests]
        self.assertEqual(len(set(keys)), 3)
        self.assertIsNone(keys[2])

    def test_refuses_a_wrong_address(self) -> None:
        with self.assertRaises(ValueError):
            Desk("desk.example")


if __name__ == "__main__":
    unittest.main()
