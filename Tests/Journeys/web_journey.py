"""What the journeys of the web page have in common: a site, a browser, books that point there."""

import ctypes.util
import os
import time

from harness.accessibility import BUTTONS, STATE_SENSITIVE
from harness.browser import Browser
from harness.journey import Journey
from harness.pointer import CONTROL, SHIFT
from harness.processes import is_running, web_processes
from harness.waiting import INTERVAL, wait_until
from harness.web_server import WebServer

ENGINE = "webkitgtk-6.0"
ZOOM_IN, ZOOM_OUT, RESET_ZOOM = ("equal", CONTROL, SHIFT), ("minus", CONTROL), ("0", CONTROL)
SHOW, LEAVE = "View on Amazon", "Done"
SETTLED = 0.5
"""Seconds without a report after which a page is taken to have come to rest."""


class WebPageJourney(Journey):
    """A journey in which the books' addresses are pages of `self.server`."""

    def setUp(self):
        super().setUp()
        self.server = WebServer()
        self.addCleanup(self.server.stop)
        self.browser = Browser(self.program)

    def tearDown(self):
        """End the program and wait for its web processes: they write into its folders."""
        if self.program.process is not None:
            processes = web_processes(self.program.process.pid)
            self.program.kill_at_once()
            wait_until(lambda: not any(map(is_running, processes)), "the web processes to end")

    def give_addresses(self, addresses):
        """Give books, by their tabs, other addresses; before the first start."""
        folder = os.path.join(self.program.folder, "data-with-addresses")
        by_id = {tab.id: address for tab, address in addresses.items()}
        self.series.copy_with_addresses(by_id, folder)
        self.program.data_folder = folder

    def start_at(self, path, **others):
        """Start with pages of the server for books: for the first one, and for others by tab."""
        tabs = {"hawk": path} | others
        self.give_addresses(
            {getattr(self, tab): self.server.address(path) for tab, path in tabs.items()}
        )
        return self.start()

    # The web page

    def show(self, window, path):
        """Show the web page of the book, and wait for this page of the server in it."""
        before = self.server.now
        window.press(SHOW)
        self.server.expect_shown(path, before)
        # At rest, so that a click meets the page and not what slides away over it.
        window.steady_point(window.find(BUTTONS, LEAVE))

    def point_of_page(self, window, across=0.5):
        """A point of the window at which the web page is, below the middle."""
        _, _, width, height = window.frame.extents
        return int(width * across), height * 6 // 10

    def click_page(self, window, across=0.5):
        self.session.raise_window(window)
        self.session.input.click(window.on_screen(self.point_of_page(window, across)))

    def follow_link(self, window, path):
        """Click on a page that is one link, and wait for the page behind it."""
        before = self.server.now
        self.click_page(window)
        return self.server.expect_shown(path, before)

    def step(self, window, button, path):
        """Press a button of the web page, and wait for the page that it leads to."""
        before = self.server.now
        window.press(button)
        return self.server.expect_shown(path, before)

    def scroll_page(self, window, steps, *modifiers):
        """Turn the wheel over the web page while the modifiers are held."""
        self.session.raise_window(window)
        self.session.input.move(*window.on_screen(self.point_of_page(window)))
        for modifier in modifiers:
            self.session.input.raw_key(modifier, True)
        self.session.input.raw_scroll(steps)
        for modifier in reversed(modifiers):
            self.session.input.raw_key(modifier, False)

    def zoom_page(self, window, path, *keys, until):
        """Press keys that zoom, and wait until the page is as wide as `until` says of its width."""
        before = self.server.now
        window.key(*keys)
        self.expect_width(path, before, until)

    def expect_width(self, path, before, fits):
        """Wait until a page says that it is so wide: the narrower, the larger it is drawn."""
        self.server.expect(
            "report", path, before, lambda one: fits(one.values["width"]), event="resized"
        )

    def settled(self, path):
        """The last that a page said about itself, once it says nothing more."""
        last, since = None, time.monotonic()
        while time.monotonic() - since < SETTLED:
            report = self.server.last_report(path)
            if report != last:
                last, since = report, time.monotonic()
            time.sleep(INTERVAL)
        return last

    def expect_page_title(self, window, title):
        wait_until(lambda: title in window.title, f"{title!r} in the title of {window}")

    def leave(self, window):
        """Press Done, and wait until nothing is left of the web page."""
        window.press(LEAVE)
        self.expect_left(window)

    def expect_left(self, window):
        wait_until(lambda: not window.shows_amazon_page, "the web page to be left")
        window.find(BUTTONS, SHOW)

    # Processes

    def web_processes(self):
        return web_processes(self.program.process.pid)

    def expect_no_web_process(self):
        wait_until(lambda: not self.web_processes(), "the web processes to end")

    def is_offered(self, window, name):
        """Whether a button is in view and can be pressed."""
        return any(
            button.has_state(STATE_SENSITIVE) for button in window.visible(BUTTONS, name)
        )


class EngineJourney(WebPageJourney):
    """A journey that needs the web engine; skipped where there is none."""

    def setUp(self):
        if ctypes.util.find_library(ENGINE) is None:
            self.skipTest("WebKitGTK 6.0 is not installed")
        super().setUp()
