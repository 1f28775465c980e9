"""The journeys' own web site, without the program: other journeys rely on it."""

import os
import ssl
import tempfile
import unittest
import urllib.error
import urllib.request
from http.client import HTTPConnection, RemoteDisconnected

from harness.web_server import HUGE_LENGTH, WebServer, self_signed_certificate

DEADLINE = 20


class WebSite(unittest.TestCase):
    """Each kind of answer, and the record of it."""

    def setUp(self):
        self.server = WebServer()
        self.addCleanup(self.server.stop)

    def get(self, path, server=None, **options):
        address = (server or self.server).address(path)
        return urllib.request.urlopen(address, timeout=DEADLINE, **options)

    def ask_and_leave(self, path):
        """Ask for a page and close the connection once the server has heard of it."""
        connection = HTTPConnection(self.server.origin.partition("//")[2], timeout=DEADLINE)
        connection.request("GET", path)
        self.server.expect("request", path)
        connection.close()

    def test_follows_redirects_to_the_first_page_and_records_each(self):
        with self.get("/redirect?left=2") as answer:
            self.assertIn(b"/two", answer.read())
        paths = [one.path for one in self.server.seen("request")]
        self.assertEqual(paths, ["/redirect?left=2", "/redirect?left=1", "/one"])

    def test_records_what_a_page_reports_after_what(self):
        with self.get("/one"):
            before = self.server.now
        report = b'{"event": "shown", "page": "/one", "scroll": 7}'
        with urllib.request.urlopen(self.server.address("/report"), report, DEADLINE):
            pass
        self.assertEqual(self.server.expect_shown("/one", before).values, {"scroll": 7})
        self.assertEqual(self.server.seen("report", after=self.server.now), [])

    def test_records_the_cookies_that_it_gave(self):
        with self.get("/remembering") as answer:
            cookie = answer.headers["Set-Cookie"].partition(";")[0]
        request = urllib.request.Request(
            self.server.address("/remembering"), headers={"Cookie": cookie}
        )
        with urllib.request.urlopen(request, timeout=DEADLINE):
            pass
        visits = [one.cookies for one in self.server.seen("request")]
        self.assertEqual(visits, [{}, {"visited": "yes"}])

    def test_errs_drops_and_sends_a_lot(self):
        with self.assertRaises(urllib.error.HTTPError) as raised:
            self.get("/error")
        self.assertEqual(raised.exception.code, 500)
        raised.exception.close()
        self.server.dropping.add("/one")
        with self.assertRaises(RemoteDisconnected):
            self.get("/one")
        with self.get("/huge") as answer:
            self.assertGreater(len(answer.read(HUGE_LENGTH // 2)), HUGE_LENGTH // 3)

    def test_notices_who_leaves_a_page_that_hangs_or_drips(self):
        self.server.hanging.add("/one")
        for path in ("/one", "/slow"):
            self.ask_and_leave(path)
            self.server.expect("left", path)

    def test_answers_when_a_page_no_longer_hangs(self):
        self.server.hanging.add("/one")
        connection = HTTPConnection(self.server.origin.partition("//")[2], timeout=DEADLINE)
        self.addCleanup(connection.close)
        connection.request("GET", "/one")
        self.server.expect("request", "/one")
        self.server.hanging.clear()
        self.assertEqual(connection.getresponse().status, 200)

    def test_speaks_tls_that_only_those_trust_who_do_not_look(self):
        with tempfile.TemporaryDirectory() as folder:
            server = WebServer(self_signed_certificate(os.path.join(folder, "key.pem")))
        self.addCleanup(server.stop)
        with self.assertRaises(urllib.error.URLError):
            self.get("/one", server)
        self.assertEqual(server.seen("request"), [])
        trusting = ssl.create_default_context()
        trusting.check_hostname = False
        trusting.verify_mode = ssl.CERT_NONE
        with self.get("/one", server, context=trusting) as answer:
            self.assertEqual(answer.status, 200)


if __name__ == "__main__":
    unittest.main()
