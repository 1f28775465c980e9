"""What the windows were can be looked at, and brought back beside what is open."""

from harness.accessibility import LIST_ITEMS
from harness.journey import AGATHA, SIGRID, Journey
from harness.waiting import wait_until, wait_until_equal


class History(Journey):
    """The page *Earlier* of the history."""

    runs_on_own_series = True

    def open(self, window):
        window.actions.activate("show-history")
        return self.program.dialog("History")

    def first_time(self, dialog):
        """The newest moment in the list."""
        return wait_until(
            lambda: next(iter(dialog.visible(LIST_ITEMS)), None), "a moment to choose"
        )

    def drafts(self):
        return sorted(window.draft() for window in self.program.windows())

    def test_a_draft_comes_back_beside_what_is_open_also_after_a_kill(self):
        window = self.start()
        window.open_character(AGATHA)
        window.write_draft("on Agatha")
        window.go_back()
        window.write_draft("what was written first")
        (window,) = self.restart_after_kill()
        window.write_draft(" and rewritten")
        dialog = self.open(window)
        dialog.click(self.first_time(dialog))
        wait_until(lambda: dialog.says("what was written first"), "what was written")

        self.program.kill()
        self.program.launch()
        dialog = self.program.dialog("History")
        wait_until(lambda: dialog.says("what was written first"), "the moment that was chosen")
        # The longest draft is the first.
        dialog.press("Restore This Draft")
        wait_until_equal(
            self.drafts,
            ["what was written first", "what was written first and rewritten"],
            "the drafts",
        )
        self.assertEqual(self.program.dialogs(), [])

    def test_windows_come_back_beside_what_is_open_and_replace_nothing(self):
        window = self.start()
        window.write_draft("on the first book")
        second = self.program.new_window(lambda: self.program.actions.activate("new-window"))
        second.select_tab(self.raven)
        second.open_character(SIGRID)
        second.write_draft("on Sigrid")
        self.restart_after_kill(windows=2)
        first, second = (self.program.window(title) for title in (self.hawk.title, SIGRID))
        first.write_draft(" and more")
        second.go_back()

        dialog = self.open(first)
        dialog.click(self.first_time(dialog))
        dialog.press("Restore All Windows")
        windows = self.program.wait_for_windows(4)
        (again,) = [one for one in windows if one.title == SIGRID]
        again.expect_draft("on Sigrid")
        again.expect_tab(self.raven)
        self.assertTrue(again.can_go_back)
        on_hawk = [one for one in windows if one.tab == self.hawk.id]
        wait_until_equal(
            lambda: sorted(one.draft() for one in on_hawk),
            ["on the first book", "on the first book and more"], "the drafts",
        )
        self.restart_after_kill(windows=4)
