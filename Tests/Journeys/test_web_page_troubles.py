"""What can go wrong with a web page is said kindly, and stays there."""

import os
import signal
import socket

from harness.accessibility import BUTTONS
from harness.waiting import NeverHappened, stays_true, wait_until
from harness.web_server import WebServer, self_signed_certificate
from web_journey import SHOW, EngineJourney

RETRY = "Try Again"


class WebPageTroubles(EngineJourney):
    """A friendly page with the reason, and nothing else is affected."""

    def test_a_dropped_connection_can_be_tried_again(self):
        window = self.start_at("/one")
        window.write_draft("Untouched")
        self.show(window, "/one")
        self.server.dropping.add("/two")
        self.click_page(window)
        window.find(BUTTONS, RETRY)

        # The rest of the window works.
        window.select_tab(self.raven)
        window.write_draft("Meanwhile")
        window.select_tab(self.hawk)
        before = self.server.now
        window.press(RETRY)
        self.server.expect("request", "/two", before)
        window.find(BUTTONS, RETRY)
        self.server.dropping.clear()
        self.step(window, RETRY, "/two")
        wait_until(lambda: not self.is_offered(window, RETRY), "the friendly page to be gone")
        self.step(window, "Previous Page", "/one")
        self.leave(window)
        window.expect_draft("Untouched")

    def test_no_server_and_what_the_browser_makes_of_it(self):
        with socket.create_server(("127.0.0.1", 0)) as unused:
            address = f"http://127.0.0.1:{unused.getsockname()[1]}/"
        self.give_addresses({self.hawk: address})
        window = self.start()
        window.press(SHOW)
        window.find(BUTTONS, RETRY)
        window.press("Open in Browser")
        self.browser.expect(address)
        window.press(RETRY)
        window.find(BUTTONS, RETRY)
        self.leave(window)
        self.expect_no_web_process()

    def test_an_error_without_a_page_is_said(self):
        window = self.start_at("/empty_error")
        window.press(SHOW)
        self.server.expect("request", "/empty_error")
        window.find(BUTTONS, RETRY)

    def test_a_certificate_that_nobody_vouches_for_is_never_accepted(self):
        certificate = self_signed_certificate(os.path.join(self.program.folder, "key.pem"))
        secure = WebServer(certificate)
        self.addCleanup(secure.stop)
        self.give_addresses({self.hawk: secure.address("/one")})
        window = self.start()
        for button in (SHOW, RETRY, RETRY):
            before = secure.now
            window.press(button)
            secure.expect("connection", after=before)
            window.find(BUTTONS, RETRY)
        try:
            wait_until(lambda: window.says("certificate"), "the reason")
        except NeverHappened:
            names = [node.name for node in window.frame.descendants() if node.name]
            self.fail(f"another reason is told: {names}; {self.program.log_tail()}")
        self.assertEqual(secure.seen("request"), [])

    def test_a_crashed_web_process_costs_the_page_and_nothing_else(self):
        window = self.start_at("/one")
        self.show(window, "/one")
        self.follow_link(window, "/two")
        for process in self.web_processes():
            os.kill(process, signal.SIGKILL)
        window.find(BUTTONS, RETRY)
        self.assertEqual(self.program.titles(), [window.title])
        self.step(window, RETRY, "/two")
        self.step(window, "Previous Page", "/one")
        # Also when it happens out of sight.
        window.select_tab(self.raven)
        for process in self.web_processes():
            os.kill(process, signal.SIGKILL)
        window.write_draft("Still here")
        window.select_tab(self.hawk)
        window.find(BUTTONS, RETRY)
        self.step(window, RETRY, "/one")

    def test_a_server_s_own_error_page_is_shown(self):
        window = self.start_at("/error")
        self.show(window, "/error")
        self.expect_page_title(window, "Server error")

    def test_a_page_that_hangs_can_be_stopped_and_asked_for_again(self):
        self.server.hanging.add("/one")
        window = self.start_at("/one")
        window.press(SHOW)
        self.server.expect("request", "/one")
        stays_true(lambda: window.shows_amazon_page, "the page that waits")
        window.press("Stop")
        self.server.expect("left", "/one")
        before = self.server.now
        window.press("Reload")
        self.server.expect("request", "/one", before)
        self.server.hanging.clear()
        self.server.expect_shown("/one", before)
