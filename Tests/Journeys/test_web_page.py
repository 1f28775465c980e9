"""A book's page at the bookshop, inside the program: going about in it, and leaving it."""

import os
import subprocess

from harness.accessibility import BUTTONS, STATE_FOCUSED, TEXTS
from harness.journey import WaylandJourney
from harness.pointer import ALT, CONTROL
from harness.processes import ENGINE_FILE, maps
from harness.waiting import wait_until, wait_until_equal, wait_until_there
from harness.web_pages import NEEDLE
from web_journey import RESET_ZOOM, SHOW, ZOOM_IN, ZOOM_OUT, EngineJourney

SEARCH_BOXES = TEXTS | {"search box"}


class WebPage(EngineJourney):
    """Pages that behave."""

    def test_brings_its_engine_when_it_is_shown_and_leaves_nothing_running(self):
        linked = subprocess.run(["ldd", self.program.executable], capture_output=True, check=True)
        self.assertNotIn("webkit", linked.stdout.decode().lower())
        window = self.start_at("/one")
        window.find(BUTTONS, SHOW)
        pid = self.program.process.pid
        self.assertNotIn(ENGINE_FILE, maps(pid))
        self.assertEqual(self.web_processes(), [])
        self.assertEqual(self.server.seen("request"), [])

        self.show(window, "/one")
        self.assertIn(ENGINE_FILE, maps(pid))
        self.assertEqual(len(self.web_processes()), 1)
        self.leave(window)
        self.expect_no_web_process()

        # A second time, and left by the keyboard: from the page itself, which has the focus.
        self.show(window, "/one")
        self.follow_link(window, "/two")
        window.key("Escape")
        self.expect_left(window)
        self.expect_no_web_process()
        window.expect_title(self.hawk.title)

    def test_goes_back_and_forward_and_says_where_it_is(self):
        window = self.start_at("/redirect?left=3")
        self.show(window, "/one")
        self.expect_page_title(window, "First page")
        self.assertTrue(window.says(self.server.address("/one")))
        self.follow_link(window, "/two")
        self.follow_link(window, "/three")
        self.expect_page_title(window, "Third page")

        self.step(window, "Previous Page", "/two")
        self.expect_page_title(window, "Second page")
        wait_until(lambda: window.says(self.server.address("/two")), "the address")
        self.step(window, "Next Page", "/three")
        self.step(window, "Reload", "/three")
        self.step_by_key(window, "/two", "Left", ALT)
        self.step_by_key(window, "/one", "Left", ALT)
        self.step_by_key(window, "/two", "Right", ALT)
        self.step_by_key(window, "/two", "r", CONTROL)

        window.press("Open in Browser")
        self.browser.expect(self.server.address("/two"))
        window.press("Copy Link")
        self.leave(window)
        window.expect_title(self.hawk.title)
        composer = window.composer()
        window.click(composer)
        window.key("v", CONTROL)
        window.expect_draft(self.server.address("/two"))

    def step_by_key(self, window, path, keysym, modifier):
        before = self.server.now
        window.key(keysym, modifier)
        self.server.expect_shown(path, before)

    def test_zooms_and_finds(self):
        window = self.start_at("/three")
        self.show(window, "/three")
        width = self.settled("/three").values["width"]
        self.zoom_page(window, "/three", *ZOOM_IN, until=lambda now: now < width)
        self.zoom_page(window, "/three", *RESET_ZOOM, until=lambda now: now == width)
        self.zoom_page(window, "/three", *ZOOM_OUT, until=lambda now: now > width)
        before = self.server.now
        window.press("Zoom In")
        self.expect_width("/three", before, lambda now: now == width)
        before = self.server.now
        self.scroll_page(window, -1, CONTROL)
        self.expect_width("/three", before, lambda now: now < width)

        before = self.server.now
        window.key("f", CONTROL)
        wait_until(
            lambda: any(
                box.has_state(STATE_FOCUSED)
                for box in window.frame.find_all(SEARCH_BOXES, "Find in page")
            ),
            "the line to search in",
        )
        window.key(NEEDLE[0].lower())
        self.session.input.type(NEEDLE[1:])
        self.server.expect(
            "report", "/three", before, lambda one: one.values["scroll"] > 1000, event="scrolled"
        )
        # The first Escape ends the search, the second one leaves.
        window.key("Escape")
        self.assertTrue(window.shows_amazon_page)
        window.key("Escape")
        self.expect_left(window)

    def test_shows_how_far_it_is_and_stops(self):
        window = self.start_at("/slow")
        window.press(SHOW)
        self.server.expect("request", "/slow")
        wait_until_there(
            lambda: window.frame.find_all({"progress bar"}), "something that shows the progress"
        )
        window.press("Stop")
        self.server.expect("left", "/slow")
        window.find(BUTTONS, "Reload")
        self.server.hanging.add("/slow")
        before = self.server.now
        window.press("Reload")
        self.server.expect("request", "/slow", before)
        self.leave(window)
        self.server.expect("left", "/slow", before)
        self.expect_no_web_process()

    def test_that_is_huge_gives_its_memory_back(self):
        window = self.start_at("/link?to=/huge")
        self.show(window, "/link?to=/huge")
        before = self.server.now
        self.click_page(window)
        self.server.expect("request", "/huge", before)
        self.leave(window)
        self.server.expect("left", "/huge", before)
        self.expect_no_web_process()
        window.write_draft("Still here")

    def test_is_each_book_s_own(self):
        window = self.start_at("/one", raven="/two")
        self.show(window, "/one")
        window.select_tab(self.raven)
        self.show(window, "/two")
        self.follow_link(window, "/three")
        window.select_tab(self.hawk)
        self.expect_page_title(window, "First page")
        self.leave(window)
        self.assertFalse(window.shows_amazon_page)
        window.select_tab(self.raven)
        self.expect_page_title(window, "Third page")
        wait_until_equal(lambda: len(self.web_processes()), 1, "how many web processes run")


class WebPageOnWayland(EngineJourney, WaylandJourney):
    """The same engine draws and is reached on Wayland."""

    def setUp(self):
        super().setUp()
        # The compositor may be another user; a sandbox takes away what lets root pass over that.
        os.chmod(self.session.socket, 0o666)

    def test_is_gone_about_and_left(self):
        window = self.start_at("/one")
        self.show(window, "/one")
        self.follow_link(window, "/two")
        self.expect_page_title(window, "Second page")
        before = self.server.now
        window = self.restart_after_kill()[0]
        self.server.expect_shown("/two", before)
        self.step(window, "Previous Page", "/one")
        self.leave(window)
        self.expect_no_web_process()
