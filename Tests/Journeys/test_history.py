"""What the windows were can be looked at, and brought back beside what is open."""

from harness.accessibility import LIST_ITEMS
from harness.journey import Journey
from harness.waiting import wait_until, wait_until_equal


class History(Journey):
    """The dialog behind *Go Back to…*."""

    def open(self, window):
        window.actions.activate("show-history")
        return self.program.dialog("Earlier Times")

    def first_time(self, dialog):
        """The newest time in the list."""
        return wait_until(
            lambda: next(iter(dialog.visible(LIST_ITEMS)), None), "a time to choose"
        )

    def drafts(self):
        return sorted(window.draft() for window in self.program.windows())

    def test_a_draft_comes_back_beside_what_is_open_also_after_a_kill(self):
        window = self.start()
        window.write_draft("what was written first")
        (window,) = self.restart_after_kill()
        window.write_draft(" and rewritten")
        dialog = self.open(window)
        dialog.click(self.first_time(dialog))
        wait_until(lambda: dialog.says("what was written first"), "what was written")

        self.program.kill()
        self.program.launch()
        dialog = self.program.dialog("Earlier Times")
        wait_until(lambda: dialog.says("what was written first"), "the time that was chosen")
        dialog.press("Bring Back This Draft")
        wait_until_equal(
            self.drafts,
            ["what was written first", "what was written first and rewritten"],
            "the drafts",
        )
        self.assertEqual(self.program.dialogs(), [])
