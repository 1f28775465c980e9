"""Many windows: all come back as they were, and closed ones wait in Recently Closed."""

import time

from harness.journey import AGATHA, BEATRICE, SIGRID
from harness.waiting import wait_until, wait_until_equal
from snapshots import snapshot, snapshots
from web_journey import WebPageJourney

CLOSING_RUN = 0.5
"""Seconds within which closing one window after another counts as quitting, where the passing of time
itself is what is tested."""


class ManyWindows(WebPageJourney):
    """Windows in states that all differ."""

    def open_window(self, tab, character=None, draft=None, caret=None):
        """Open one more window (or take the first) and bring it into this state."""
        if self.program.process is None:
            window = self.start()
        else:
            window = self.program.new_window(lambda: self.program.actions.activate("new-window"))
            window.go_to_first_page()
        window.select_tab(tab)
        if character:
            window.open_character(character)
        if draft:
            window.write_draft(draft, caret)
        return window

    def shorten_closing_run(self):
        """From the next start on."""
        environment = self.program.environment
        milliseconds = str(int(CLOSING_RUN * 1000))
        self.program.environment = lambda: environment() | {
            "HAWK_NOTES_CLOSING_RUN_MS": milliseconds
        }

    def open_three(self):
        self.open_window(self.hawk, draft="First draft", caret=3)
        self.open_window(self.raven, SIGRID, "Second draft", caret=0)
        self.open_window(self.swift, BEATRICE, "Third draft")
        return snapshots(self.program.windows())

    def expect_same(self, before):
        """Every window is as it was; restored contents may appear a moment after the window."""
        for title, expected in before.items():
            window = self.program.window(title)
            wait_until_equal(lambda shown=window: snapshot(shown), expected, f"{title!r} as it was")

    def test_ten_come_back_and_closed_ones_are_reopened_with_their_drafts(self):
        # A web page that never comes: the window keeps the title that it is looked for by.
        self.server.hanging.add("/one")
        self.give_addresses({self.raven: self.server.address("/one")})
        self.open_window(self.hawk, draft="One wall", caret=3)
        self.open_window(self.raven).press("View on Amazon")
        self.open_window(self.swift, draft="Three swifts")
        self.open_window(self.favorites)
        self.open_window(self.hawk, AGATHA, "Five ships", caret=0)
        self.open_window(self.hawk, "Lileas", "Six oars", caret=4)
        self.open_window(self.raven, SIGRID, "Seven eyes")
        self.open_window(self.raven, "Badhbh")
        self.open_window(self.swift, BEATRICE, "Nine allies", caret=2)
        self.open_window(self.raven, "Konge Grimr", "Ten kings", caret=1)
        before = snapshots(self.program.windows())

        self.shorten_closing_run()
        self.restart_after_kill(windows=10)
        self.expect_same(before)

        closed = ("Lileas", SIGRID, BEATRICE)
        for number, title in enumerate(closed, start=1):
            self.session.close_window(self.program.window(title))
            self.program.wait_for_windows(10 - number)
        time.sleep(2 * CLOSING_RUN)
        self.assertEqual(self.program.quit(), 0)
        self.program.start(windows=7)
        remaining = {title: shot for title, shot in before.items() if title not in closed}
        self.expect_same(remaining)

        for number, title in enumerate(reversed(closed), start=1):
            self.program.windows()[0].key("t", "Control_L", "Shift_L")
            self.program.wait_for_windows(7 + number)
            self.expect_same({title: before[title]})
        self.expect_same(before)

    def test_closed_one_after_another_all_come_back(self):
        before = self.open_three()
        for number, title in enumerate(before, start=1):
            self.session.close_window(self.program.window(title))
            if number < len(before):
                self.program.wait_for_windows(len(before) - number)
        self.assertEqual(self.program.wait_until_gone(), 0)

        self.program.start(windows=3)
        self.expect_same(before)

    def test_closed_after_a_pause_stay_closed(self):
        self.shorten_closing_run()
        before = self.open_three()
        for number, title in enumerate(before, start=1):
            time.sleep(2 * CLOSING_RUN)
            self.session.close_window(self.program.window(title))
            if number < len(before):
                self.program.wait_for_windows(len(before) - number)
        self.assertEqual(self.program.wait_until_gone(), 0)

        self.program.start(windows=1)
        last = list(before)[-1]
        self.expect_same({last: before[last]})

    def test_what_is_open_cannot_be_brought_back(self):
        before = self.open_three()
        self.expect_offers(reopen=False, restore=False)
        self.restart_after_kill(windows=3)
        self.expect_offers(reopen=False, restore=False)

        self.session.close_window(self.program.window(SIGRID))
        self.program.wait_for_windows(2)
        self.expect_offers(reopen=True, restore=True)
        self.program.actions.activate("restore-previous-session")
        self.program.wait_for_windows(3)
        self.expect_same(before)
        self.expect_offers(reopen=True, restore=False)
        self.program.actions.activate("restore-previous-session")
        self.program.actions.activate("reopen-closed-window")
        self.program.wait_for_windows(4)
        self.expect_offers(reopen=False, restore=False)

    def expect_offers(self, reopen, restore):
        """Wait until the two can be asked for, or not."""
        names = ("reopen-closed-window", "restore-previous-session")
        wait_until_equal(
            lambda: tuple(map(self.program.actions.is_enabled, names)), (reopen, restore),
            "what can be brought back",
        )

    def test_one_closed_is_reopened_at_once(self):
        before = self.open_three()
        self.session.close_window(self.program.window(SIGRID))
        windows = self.program.wait_for_windows(2)
        windows[0].key("t", "Control_L", "Shift_L")
        self.program.wait_for_windows(3)
        self.expect_same(before)

    def test_come_back_after_termination_in_their_order(self):
        before = self.open_three()
        self.session.raise_window(self.program.window(SIGRID))
        order = self.session.stacked_titles()
        self.assertEqual(self.program.terminate(), 0)
        self.program.start(windows=3)
        self.expect_same(before)
        wait_until(lambda: self.program.active_title() == SIGRID, "the active window")
        wait_until_equal(self.session.stacked_titles, order, "the order of the windows")
