"""A web site of the journeys' own on 127.0.0.1: well-behaved pages and all kinds of trouble.

It keeps what it was asked for and what its pages report, in one order, so that a journey can wait
for what happened after what it did.
"""

import dataclasses
import itertools
import json
import select
import shutil
import socket
import ssl
import subprocess
import threading
import time
import unittest
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from . import web_pages
from .waiting import NeverHappened, wait_until

DRIP_INTERVAL = 0.1
"""Seconds between two pieces of the page that is slow."""

SLOW_LENGTH = 1_000_000
"""What the slow page promises, so that a progress can be told; it never gives that much."""

HUGE_LENGTH = 40_000_000

OFFERS = (
    'href=/two target=_blank',
    """href="javascript:window.open('/two?asked')" """,
    'href=/download',
    'href=/archive',
)
"""The links of the page of offers: two that open windows, two for files to keep."""


@dataclasses.dataclass(frozen=True)
class Happening:
    """Something that the server saw; `number` counts them all, `time` is `time.monotonic()`.

    `kind` is `request`, `report`, `left` (the client closed the connection before all was sent) or
    `connection`.
    """

    number: int
    time: float
    kind: str
    path: str = ""
    cookies: dict = dataclasses.field(default_factory=dict)
    headers: dict = dataclasses.field(default_factory=dict)
    event: str = ""
    values: dict = dataclasses.field(default_factory=dict)


class WebServer:
    """The web site; each one has a port of its own.

    `cookie` is the value by which the page that remembers knows that it was visited.

    With a `certificate` (see `self_signed_certificate`) it speaks TLS. A path in `dropping` is not
    answered: its connection is closed. A path in `hanging` is answered once it is taken out.
    """

    def __init__(self, certificate=None):
        self.dropping = set()
        self.hanging = set()
        self.cookie = "yes"
        self.stopping = threading.Event()
        self._happenings = []
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.site = self
        self._server.tls = None
        self.scheme = "http"
        if certificate:
            self.scheme = "https"
            self._server.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._server.tls.load_cert_chain(certificate)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()

    def stop(self):
        """End all answers and free the port."""
        self.stopping.set()
        self.hanging.clear()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def origin(self):
        return f"{self.scheme}://127.0.0.1:{self._server.server_address[1]}"

    def address(self, path):
        return self.origin + path

    # What happened

    def record(self, kind, **values):
        with self._lock:
            number = next(self._numbers)
            self._happenings.append(Happening(number, time.monotonic(), kind, **values))

    @property
    def now(self):
        """The number of the last happening, to look only at what comes after it."""
        with self._lock:
            return self._happenings[-1].number if self._happenings else 0

    def seen(self, kind, path=None, after=0, **fields):
        """What happened of this kind, to this path, after this number."""
        with self._lock:
            return [
                one for one in self._happenings
                if one.kind == kind and one.number > after and path in (None, one.path)
                and all(getattr(one, name) == value for name, value in fields.items())
            ]

    def expect(self, kind, path=None, after=0, matching=lambda one: True, **fields):
        """Wait for the first happening of this kind, to this path, after this number."""
        what = " ".join(map(str, filter(None, (kind, *fields.values(), path))))
        try:
            return wait_until(
                lambda: next(filter(matching, self.seen(kind, path, after, **fields)), None), what
            )
        except NeverHappened as error:
            raise NeverHappened(f"{error}\n{self.tail(after)}") from None

    def expect_shown(self, path, after=0):
        """Wait until a page is shown, and return its report."""
        return self.expect("report", path, after, event="shown")

    def last_report(self, path):
        """The last that the page said about itself, or None."""
        return next(reversed(self.seen("report", path)), None)

    def tail(self, after=0):
        """What happened after this number, as lines for a failure's record."""
        with self._lock:
            late = [one for one in self._happenings if one.number > after]
        lines = [f"{one.number} {one.kind} {one.path} {one.event} {one.values}" for one in late]
        return "\n".join(lines[-20:]) or f"nothing happened after {after}"


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def finish_request(self, request, client_address):
        """Shake hands in the connection's own thread, where it may take its time."""
        self.site.record("connection")
        if self.tls:
            request.settimeout(10)
            request = self.tls.wrap_socket(request, server_side=True)
            request.settimeout(None)
        with request:
            super().finish_request(request, client_address)

    def handle_error(self, request, client_address):
        """A client that goes away or refuses the certificate is part of the plan."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_POST(self):
        report = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        event, path = report.pop("event"), report.pop("page")
        self.server.site.record("report", path=path, event=event, values=report)
        self._send(204, "")

    def do_GET(self):
        site = self.server.site
        cookies = {name: one.value for name, one in SimpleCookie(self.headers["Cookie"]).items()}
        site.record("request", path=self.path, cookies=cookies, headers=dict(self.headers))
        parts = urlsplit(self.path)
        query = parse_qs(parts.query)
        if self.path in site.dropping:
            self._drop()
            return
        while self.path in site.hanging:
            if self._client_left(DRIP_INTERVAL):
                return
        answer = getattr(self, "get_" + parts.path.strip("/").replace("/", "_"), None)
        if answer:
            answer(query)
        else:
            self._send(404, web_pages.page("Not found", "Not found"))

    # Well-behaved pages

    def get_one(self, _):
        self._send(200, web_pages.link("First page", "/two"))

    def get_two(self, _):
        self._send(200, web_pages.link("Second page", "/three"))

    def get_three(self, _):
        self._send(200, web_pages.far("Third page"))

    def get_link(self, query):
        target = f'target="{query["target"][0]}"' if "target" in query else ""
        self._send(200, web_pages.link("A link", query["to"][0], target))

    def get_redirect(self, query):
        left = int(query["left"][0])
        self._redirect(f"/redirect?left={left - 1}" if left > 1 else "/one")

    def get_remembering(self, _):
        value = self.server.site.cookie
        page = web_pages.remembering(value)
        self._send(200, page, {"Set-Cookie": f"visited={value}; Max-Age=86400; HttpOnly"})

    # Trouble

    def get_error(self, _):
        self._send(500, web_pages.page("Server error", "Something broke"))

    def get_empty_error(self, _):
        self._send(500, "")

    def get_slow(self, _):
        self._start(200, {"Content-Length": str(SLOW_LENGTH)})
        beginning = web_pages.page("Slow page", "").encode()
        self._write(beginning.ljust(SLOW_LENGTH // 4))
        while not self._client_left(DRIP_INTERVAL):
            self._write(b"<p>drip</p>")

    def get_huge(self, _):
        self._start(200, {"Connection": "close"})
        self._write(web_pages.page("Huge page", "").encode())
        piece = b"<p>" + b"huge " * 2000 + b"</p>\n"
        for _ in range(HUGE_LENGTH // len(piece)):
            if not self._write(piece):
                return
        # It never ends: it is there for as long as somebody looks at it.
        while not self._client_left(DRIP_INTERVAL):
            pass

    def get_offers(self, _):
        self._send(200, web_pages.offering(OFFERS))

    def get_going(self, query):
        self._send(200, web_pages.going(query["to"]))

    def get_out(self, query):
        self._redirect(query["to"][0])

    def get_nagging(self, _):
        self._send(200, web_pages.nagging())

    def get_asking(self, _):
        self._send(200, web_pages.asking())

    def get_heavy(self, query):
        self._send(200, web_pages.heavy(int(query["size"][0])))

    def get_download(self, _):
        self._send(
            200, "a,b\n", {"Content-Disposition": "attachment; filename=notes.csv"}, "text/csv"
        )

    def get_archive(self, _):
        self._send(200, "PK", content_type="application/zip")

    # How

    def _start(self, status, headers=None, content_type="text/html; charset=utf-8"):
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        # Nothing is kept by the engine: going back asks again, which a journey can wait for.
        self.send_header("Cache-Control", "no-store")
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()

    def _send(self, status, text, headers=None, content_type="text/html; charset=utf-8"):
        body = text.encode()
        length = {"Content-Length": str(len(body))}
        self._start(status, length | (headers or {}), content_type)
        self.wfile.write(body)

    def _redirect(self, path):
        self._send(302, "", {"Location": path})

    def _write(self, piece):
        """Whether it could be sent; that the client has left is recorded."""
        try:
            self.wfile.write(piece)
            return True
        except OSError:
            self._note_that_client_left()
            return False

    def _client_left(self, seconds):
        """Whether the client closes the connection, or the server stops, within this time."""
        if self.server.site.stopping.is_set():
            self.close_connection = True
            return True
        readable, _, _ = select.select([self.connection], [], [], seconds)
        try:
            gone = bool(readable) and not self.connection.recv(1, socket.MSG_PEEK)
        except OSError:
            gone = True
        if gone:
            self._note_that_client_left()
        return gone

    def _note_that_client_left(self):
        self.close_connection = True
        self.server.site.record("left", path=self.path)

    def _drop(self):
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)


def self_signed_certificate(path):
    """Make a certificate for 127.0.0.1 that nobody vouches for, with its key, in one file."""
    if shutil.which("openssl") is None:
        raise unittest.SkipTest("openssl is not installed")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
         "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
         "-keyout", path, "-out", path + ".crt"],
        check=True, capture_output=True, timeout=60,
    )
    with open(path + ".crt", encoding="ascii") as source, open(path, "a", encoding="ascii") as key:
        key.write(source.read())
    return path
