"""`--fresh` opens without restoring, and nothing is lost by it."""

from harness.accessibility import LIST_ITEMS
from harness.journey import Journey
from harness.waiting import wait_until


class FreshStart(Journey):
    """Windows that a fresh start leaves out can be reopened."""

    runs_on_own_series = True

    DRAFT = "not to be lost"

    def test_shows_nothing_of_the_last_run_and_keeps_it(self):
        window = self.start()
        window.select_tab(self.raven)
        window.write_draft(self.DRAFT)
        self.assertEqual(self.program.quit(), 0)

        window = self.start("--fresh")

        window.expect_tab(self.hawk)
        window.select_tab(self.raven)
        window.expect_draft("")
        window.key("t", "Control_L", "Shift_L")
        self.program.wait_for_windows(2)
        drafts = sorted(window.draft() for window in self.program.windows())
        self.assertEqual(drafts, ["", self.DRAFT])

    def test_from_the_menu_closes_all_windows_together_and_they_can_be_chosen_again(self):
        window = self.start()
        window.write_draft(self.DRAFT)
        second = self.program.new_window(lambda: self.program.actions.activate("new-window"))
        second.select_tab(self.raven)
        second.write_draft("on the raven")

        self.program.actions.activate("start-fresh")

        wait_until(lambda: self.program.titles() == ["Library"], "one window")
        (window,) = self.program.wait_for_windows(1)
        wait_until(lambda: window.says("2 windows closed"), "what has become of the others")
        window.actions.activate("show-recently-closed")
        dialog = self.program.dialog("History")
        name = "“on the raven”"
        wait_until(lambda: self.rows(dialog, name), "the window with its first words")
        # The list has the focus on its first row, which is the window that was in front.
        self.assertTrue(self.rows(dialog, name)[0].name.startswith(self.raven.title))
        dialog.key("Return")
        self.program.wait_for_windows(2)
        self.program.window(self.raven.title).expect_draft("on the raven")
        self.restart_after_kill(windows=2)
        self.program.window(self.raven.title).expect_draft("on the raven")

    @staticmethod
    def rows(dialog, words):
        """The rows in which these words stand."""
        return [row for row in dialog.frame.find_all(LIST_ITEMS) if words in row.name]
