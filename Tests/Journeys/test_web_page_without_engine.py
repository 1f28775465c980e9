"""Without a web engine the book's page at the bookshop is one press away in the browser."""

import os
import shutil

from harness.accessibility import BUTTONS
from harness.waiting import wait_until, wait_until_equal
from web_journey import SHOW, WebPageJourney

ENGINE_FILE = "libwebkitgtk-6.0.so.4"


class WithoutEngine(WebPageJourney):
    """The page says so, with the address; everything else is as ever."""

    def test_whose_own_library_is_missing(self):
        """The program alone in a folder, without the library that it loads for web pages."""
        folder = os.path.join(self.program.folder, "program")
        os.mkdir(folder)
        self.program.executable = shutil.copy(self.program.executable, folder)
        self.expect_browser_offered("not installed")

    def test_where_the_engine_cannot_be_loaded(self):
        self.program.break_library(ENGINE_FILE)
        self.expect_browser_offered("WebKitGTK")

    def expect_browser_offered(self, reason):
        window = self.start_at("/one")
        address = self.server.address("/one")
        window.write_draft("Beside it")
        window.press(SHOW)
        for text in (address, reason):
            wait_until(lambda said=text: window.says(said), f"{text!r}")
        window.press("Open in Browser")
        self.browser.expect(address)

        window = self.restart_after_kill()[0]

        wait_until_equal(lambda: window.shows_amazon_page, True, "the web page after a restart")
        window.find(BUTTONS, "Open in Browser")
        self.leave(window)
        window.expect_draft("Beside it")
        self.assertEqual(self.server.seen("request"), [])
        self.assertEqual(self.program.quit(), 0)
