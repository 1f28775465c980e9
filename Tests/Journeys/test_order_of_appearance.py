"""The front window is restored first and accepts typing; the others follow in their order."""

import time

from harness import gtk
from harness.accessibility import TEXTS
from harness.actions import Actions, window_paths
from harness.journey import AGATHA, BEATRICE, SIGRID, Journey, WaylandJourney
from harness.waiting import wait_until, wait_until_equal, wait_until_there
from harness.window import COMPOSER

PACE = 0.03
"""Seconds between two keys of a fast typist."""

LETTERS = "the other windows come while this is typed and take none of it " * 2


class OrderOfAppearance(Journey):
    """Many windows."""

    PAGES = (
        ("hawk", None), ("raven", None), ("swift", None), ("favorites", None), ("hawk", AGATHA),
        ("raven", SIGRID), ("swift", BEATRICE),
    )

    def open_windows(self, count):
        """Open several windows; the last one has the focus in its composer."""
        self.start()
        for number in range(2, count + 1):
            self.program.actions.activate("new-window")
            wait_until(lambda n=number: len(window_paths(self.session.bus)) == n, "a window")
        windows = self.program.wait_for_windows(count)

        def active():
            return next((window for window in windows if window.is_active), None)
        wait_until_there(active, "the window in front").focus_composer()

    def type_while_others_come(self):
        """Start, and type from when the front window has the keyboard until all have come."""
        self.program.launch()
        wait_until(lambda: self.program.active_title() is not None, "a window with the keyboard")
        time.sleep(4 * PACE)
        for letter in LETTERS:
            self.session.input.type(letter)
            time.sleep(PACE)

    def expect_all_in_front(self, count):
        """All that was typed is in the window that was in front, which has the keyboard still."""
        windows = self.program.wait_for_windows(count)
        (front,) = [window for window in windows if window.is_active]
        front.expect_draft(LETTERS)

    def open_different(self):
        """Windows on pages that all differ, with drafts; the second one is brought to the front."""
        for number, (tab, character) in enumerate(self.PAGES):
            window = self.start() if number == 0 else self.program.new_window(
                lambda: self.program.actions.activate("new-window")
            )
            window.go_to_first_page()
            window.select_tab(getattr(self, tab))
            if character:
                window.open_character(character)
            if tab != "favorites":
                window.write_draft(f"Draft {number}")
        front = self.program.window(self.raven.title)
        self.session.raise_window(front)
        return self.session.stacked_titles()

    def expect_everything(self, order):
        self.program.wait_for_windows(len(order))
        wait_until_equal(self.session.stacked_titles, order, "the order of the windows")
        wait_until_equal(self.program.active_title, order[-1], "the window in front")
        for number, (tab, character) in enumerate(self.PAGES):
            if tab != "favorites":
                title = character or getattr(self, tab).title
                self.program.window(title).expect_draft(f"Draft {number}")

    def test_windows_lie_as_they_did_however_the_last_run_ended(self):
        order = self.open_different()
        for end in (self.program.kill, self.program.quit, self.program.terminate):
            end()
            self.program.start(windows=len(order))
            self.expect_everything(order)

    def test_what_has_not_come_yet_is_not_lost(self):
        order = self.open_different()
        self.program.kill()
        for end in (self.kill_at_once, self.program.quit, self.program.terminate):
            self.program.launch()
            wait_until(lambda: window_paths(self.session.bus), "the first window")
            end()
        self.program.start(windows=len(order))
        self.expect_everything(order)

    def kill_at_once(self):
        self.program.process.kill()
        self.program.wait_until_gone()

    def test_closing_the_first_window_brings_the_others(self):
        order = self.open_different()
        self.program.kill()
        self.program.launch()
        (path,) = wait_until(lambda: window_paths(self.session.bus)[:1], "the first window")
        Actions(self.session.bus, path).activate("close")
        self.program.wait_for_windows(len(order) - 1)
        wait_until_equal(self.session.stacked_titles, order[:-1], "the order of the windows")
        self.program.actions.activate("reopen-closed-window")
        self.program.wait_for_windows(len(order))
        self.program.window(self.raven.title).expect_draft("Draft 1")

    def test_what_is_asked_for_meanwhile_is_done_at_once(self):
        order = self.open_different()
        self.program.kill()
        character = self.series.id_of(AGATHA)
        link = f"hawknotes://book/{self.hawk.id}/character/{character}"
        self.program.start(link, windows=len(order))
        wait_until_equal(self.program.active_title, AGATHA, "the window in front")
        self.program.window(AGATHA).expect_draft("Draft 4")

    def test_the_keyboard_stays_with_who_types(self):
        self.open_windows(12)
        self.program.kill()
        self.type_while_others_come()
        self.expect_all_in_front(12)

    def test_a_window_builds_the_page_that_it_shows_and_no_other(self):
        window = self.start()
        window.write_draft("On the first book")
        window.select_tab(self.raven)
        window.open_character(SIGRID)
        built = 1 if gtk.leaves_out_hidden_pages() else 3
        # A tab that is left is there until it has moved out.
        wait_until_equal(lambda: self.composers(window), built, "the composers")
        (window,) = self.restart_after_kill()
        window.expect_draft("")
        self.assertEqual(self.composers(window), 1)
        window.go_back()
        window.expect_title(self.raven.title)
        window.select_tab(self.hawk)
        window.expect_draft("On the first book")

    def composers(self, window):
        """How many pages with a composer there are, whether or not they are shown, where that is told."""
        return len(window.frame.find_all(TEXTS, COMPOSER))

    def test_forty_windows_all_answer(self):
        self.open_windows(40)
        self.program.kill()
        self.program.launch()
        wait_until(lambda: len(window_paths(self.session.bus)) == 40, "forty windows")
        groups = [Actions(self.session.bus, path) for path in window_paths(self.session.bus)]
        for group in groups:
            group.activate("select-tab", self.swift.id)
        for group in groups:
            wait_until_equal(lambda one=group: one.state("select-tab"), self.swift.id, "the tab")
        wait_until(
            lambda: all(self.swift.title in title for title in self.session.stacked_titles()),
            "the windows' titles",
        )


class OrderOfAppearanceOnWayland(WaylandJourney):
    """A compositor does not report the order of windows, but gives the keyboard to the next one."""

    def open_three(self):
        self.start().write_draft("Draft 0")
        for number, tab in enumerate((self.raven, self.swift), start=1):
            window = self.program.new_window(lambda: self.program.actions.activate("new-window"))
            window.select_tab(tab)
            window.write_draft(f"Draft {number}")

    def expect_order(self, *titles):
        """Close one window after the other, the front one first."""
        for title in titles:
            wait_until_equal(self.program.active_title, title, "the window in front")
            self.program.window(title).actions.activate("close")

    def test_windows_come_back_behind_the_front_one_in_their_order(self):
        self.open_three()
        for end in (self.program.kill, self.program.quit):
            end()
            self.program.start(windows=3)
            for number, tab in enumerate((self.hawk, self.raven, self.swift)):
                self.program.window(tab.title).expect_draft(f"Draft {number}")
        self.expect_order(self.swift.title, self.raven.title, self.hawk.title)

    def test_what_is_asked_for_at_the_start_comes_before_them(self):
        self.open_three()
        self.program.kill()
        self.program.start(f"hawknotes://character/{self.series.id_of(AGATHA)}", windows=4)
        self.expect_order(AGATHA, self.swift.title, self.raven.title, self.hawk.title)

    def test_what_is_brought_back_together_lies_as_it_did(self):
        self.open_three()
        known = {window.path for window in self.program.windows()}
        self.program.actions.activate("start-fresh")

        def fresh():
            windows = self.program.windows()
            return windows if len(windows) == 1 and windows[0].path not in known else None

        wait_until(fresh, "the fresh window")[0].press("Restore")
        self.program.wait_for_windows(4)
        hawk = self.hawk.title
        self.expect_order(self.swift.title, self.raven.title, hawk, "Library")
