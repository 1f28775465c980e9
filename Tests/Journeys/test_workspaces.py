"""Window groups: windows are saved under a name, closed, and reopened, also after a kill."""

from harness.accessibility import BUTTONS, STATE_SENSITIVE
from harness.journey import Journey
from harness.pointer import CONTROL, SHIFT
from harness.waiting import wait_until, wait_until_equal


class Workspaces(Journey):
    """The page *Groups* of the history."""

    def open(self, window):
        window.actions.activate("show-workspaces")
        return self.program.dialog("History")

    def type_name(self, dialog, text):
        """Type into the field for a name, which has the focus at first. GTK tells nobody what is in it."""
        self.session.raise_window(dialog)
        self.session.input.type(text)
        wait_until(lambda: dialog.find(BUTTONS, "Save").has_state(STATE_SENSITIVE), "a name")

    def drafts(self):
        return sorted(window.draft() for window in self.program.windows())

    def test_windows_are_put_away_and_come_back_after_a_kill(self):
        first = self.start()
        first.write_draft("the first")
        second = self.program.new_window(lambda: self.program.actions.activate("new-window"))
        second.write_draft("the second")
        dialog = self.open(first)
        self.type_name(dialog, "Thesis")
        dialog.press("Save")
        dialog.find(BUTTONS, "Close Group")

        self.program.kill()
        self.program.launch()
        dialog = self.program.dialog("History")
        wait_until_equal(self.drafts, ["the first", "the second"], "the drafts")
        dialog.press("Close Group")
        wait_until_equal(self.drafts, [""], "a new window alone")

        self.program.kill()
        (window,) = self.program.start()
        dialog = self.open(window)
        self.type_name(dialog, "Half a na")
        self.program.kill()
        self.program.launch()
        dialog = self.program.dialog("History")
        dialog.press("Save")
        wait_until(lambda: dialog.says("Half a na"), "what was typed before the kill")
        dialog.press("Replace Current Windows")
        wait_until_equal(self.drafts, ["the first", "the second"], "the drafts")
        self.assertEqual(self.program.dialogs(), [])

    def test_a_name_that_was_undone_can_be_done_again_after_a_kill(self):
        dialog = self.open(self.start())
        self.type_name(dialog, "Half a name")
        dialog.key("z", CONTROL)
        self.program.kill()
        self.program.launch()
        dialog = self.program.dialog("History")
        dialog.key("z", CONTROL, SHIFT)
        dialog.press("Save")
        wait_until(lambda: dialog.says("Half a name"), "the whole name")
