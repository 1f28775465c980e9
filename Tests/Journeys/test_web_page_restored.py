"""The web page is restored: its history and position there, its zoom, its scroll offset."""

import base64
import os

from harness.accessibility import BUTTONS, STATE_FOCUSED, TEXTS, wait_until_focused
from harness.drawing import FirstDrawing
from harness.pointer import CONTROL
from harness.processes import ENGINE_FILE, FirstTime, maps
from harness.state_files import rewrite
from harness.waiting import stays_true, wait_until, wait_until_equal, wait_until_there
from harness.web_pages import FAR_PLACE, NEEDLE
from web_journey import ZOOM_IN, EngineJourney

SEARCH_BOXES = TEXTS | {"search box"}

MOST_KEPT = 1_000_000
"""Bytes that the state of a window may take, whatever a web page puts into its history."""


class RestoredWebPage(EngineJourney):
    """A page that was shown when the program was killed."""

    def test_comes_back_on_the_third_page_zoomed_and_scrolled(self):
        window = self.start_at("/one", raven="/two")
        window.select_tab(self.raven)
        self.show(window, "/two")
        window.select_tab(self.hawk)
        self.show(window, "/one")
        self.follow_link(window, "/two")
        self.follow_link(window, "/three")
        width = self.settled("/three").values["width"]
        self.zoom_page(window, "/three", *ZOOM_IN, until=lambda now: now < width)
        self.zoom_page(window, "/three", *ZOOM_IN, until=lambda now: now < width / 1.15)
        there = self.scroll_far(window)

        before = self.server.now
        window = self.expect_drawn_before_it_loads(before)
        shown = self.server.expect_shown("/three", before)
        self.assertEqual(shown.values["width"], there["width"])
        self.expect_scrolled_to(there["scroll"], before)
        self.expect_page_title(window, "Third page")
        self.assertEqual(self.paths_since(before), ["/three"], "only what is seen is loaded")

        self.step(window, "Previous Page", "/two")
        before = self.server.now
        window = self.restart_after_kill()[0]
        self.server.expect_shown("/two", before)
        self.step(window, "Next Page", "/three")
        self.expect_scrolled_to(there["scroll"], before)
        self.step(window, "Previous Page", "/two")
        self.step(window, "Previous Page", "/one")
        self.assertFalse(self.is_offered(window, "Previous Page"))

        # The other book's page is loaded when it is shown.
        before = self.server.now
        window.select_tab(self.raven)
        shown = self.server.expect_shown("/two", before)
        self.assertGreater(shown.values["width"], there["width"], "the other book is not zoomed")

    def test_comes_back_with_what_was_searched_for(self):
        window = self.start_at("/three")
        self.show(window, "/three")
        self.settled("/three")
        window.key("f", CONTROL)
        wait_until_focused(lambda: self.find_box(window), "the line to search in")
        window.key(NEEDLE[0].lower())
        before = self.server.now
        self.session.input.type(NEEDLE[1:])
        self.server.expect(
            "report", "/three", before, lambda one: one.values["scroll"] > 1000, event="scrolled"
        )

        before = self.server.now
        window = self.restart_after_kill()[0]

        self.server.expect_shown("/three", before)
        wait_until(lambda: self.find_box(window).has_state(STATE_FOCUSED), "the line to search in")
        wait_until(lambda: window.says("1 match"), "the place that was found")
        window.key("Escape")
        self.assertTrue(window.shows_amazon_page, "the first Escape ends the search")

    @staticmethod
    def find_box(window):
        return wait_until_there(
            lambda: next(iter(window.frame.find_all(SEARCH_BOXES, "Find in page")), None),
            "the line to search in",
        )

    def scroll_far(self, window):
        """Scroll the third page; return the state that it reports."""
        before = self.server.now
        self.click_page(window)
        self.expect_scrolled_to(FAR_PLACE, before)
        self.program.wait_until_saved()
        return self.server.last_report("/three").values

    def expect_drawn_before_it_loads(self, before):
        """Kill and start; return the window, which was drawn before there was any web engine."""
        self.program.kill()
        with FirstDrawing(self.session) as drawing, FirstTime(self.has_engine) as engine:
            window = self.start()
            wait_until(lambda: drawing.time and engine.time, "the window and the web engine")
        self.assertLess(drawing.time, engine.time)
        self.assertLess(drawing.time, self.server.expect("request", after=before).time)
        return window

    def has_engine(self):
        process = self.program.process
        return process is not None and ENGINE_FILE in maps(process.pid)

    def expect_scrolled_to(self, offset, before):
        def distance():
            reports = self.server.seen("report", "/three", before)
            distance = reports[-1].values["scroll"] - offset if reports else None
            return 0 if reports and abs(distance) <= 2 else distance

        wait_until_equal(distance, 0, f"the distance from the offset {offset}")
        stays_true(lambda: distance() == 0, f"the offset {offset}")

    def paths_since(self, before):
        return [one.path for one in self.server.seen("request", after=before)]

    def test_comes_back_in_each_window_as_it_was_there(self):
        first = self.start_at("/one")
        self.show(first, "/one")
        self.follow_link(first, "/two")
        second = self.program.new_window(lambda: self.program.actions.activate("new-window"))
        second.select_tab(self.hawk)
        self.show(second, "/one")

        before = self.server.now
        self.program.kill()
        self.program.start(windows=2)

        self.server.expect_shown("/one", before)
        self.server.expect_shown("/two", before)
        # The titles follow the pages.
        wait_until(lambda: any("First page" in title for title in self.program.titles()), "one")
        wait_until(lambda: any("Second page" in title for title in self.program.titles()), "two")

    def test_whose_history_is_too_large_comes_back_at_its_address(self):
        path = "/heavy?size=3000000"
        window = self.start_at(path)
        window.write_draft("Beside it")
        self.show(window, path)
        self.server.expect("report", path, event="pushed")
        self.program.kill()
        self.assertLess(sum(map(os.path.getsize, self.program.state_files())), MOST_KEPT)

        before = self.server.now
        window = self.start()
        self.server.expect_shown(path, before)
        self.leave(window)
        window.expect_draft("Beside it")

    def test_whose_history_somebody_has_forged_comes_back_at_a_page_of_the_web(self):
        window = self.start_at("/one")
        window.write_draft("Beside it")
        self.show(window, "/one")
        self.follow_link(window, "/two")
        page = self.server.address("/two").encode()
        file = b"file:///etc/passwd".ljust(len(page), b"/")
        forgeries = {
            "noise": lambda history: os.urandom(len(history)),
            "files": lambda history: history.replace(page, file),
            "more than there can be": lambda history: history + bytes(MOST_KEPT),
        }
        for name, forgery in forgeries.items():
            with self.subTest(name):
                self.program.kill()
                self.forge("web/history", lambda value: _packed(forgery(_unpacked(value))))
                before = self.server.now
                window = self.start()
                self.server.expect_shown("/two", before)
                self.expect_page_title(window, "Second page")
                self.assertFalse(self.is_offered(window, "Previous Page"))

        # Not even the address is one of the web: the book's own it is.
        self.program.kill()
        self.forge("web/address", lambda _: "file:///etc/passwd")
        self.forge("web/history", lambda _: _packed(b""))
        before = self.server.now
        window = self.start()
        self.server.expect_shown("/one", before)
        self.leave(window)
        window.expect_draft("Beside it")

    def forge(self, ending, change):
        self.assertTrue(sum(rewrite(one, ending, change) for one in self.program.state_files()))

    def test_that_cannot_be_reached_says_so_and_comes_when_it_can(self):
        window = self.start_at("/three")
        self.show(window, "/three")
        there = self.scroll_far(window)
        self.server.dropping.add("/three")
        before = self.server.now
        window = self.restart_after_kill()[0]
        self.server.expect("request", "/three", before)
        window.find(BUTTONS, "Try Again")
        # The stored page stays, although it could not be shown.
        window = self.restart_after_kill()[0]
        window.find(BUTTONS, "Try Again")
        self.server.dropping.clear()
        before = self.server.now
        self.step(window, "Try Again", "/three")
        self.expect_scrolled_to(there["scroll"], before)


def _unpacked(value):
    """The bytes of a value of a state file."""
    return base64.b64decode(value["data"])


def _packed(data):
    return {"data": base64.b64encode(data).decode()}
