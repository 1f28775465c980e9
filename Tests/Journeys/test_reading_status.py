"""The reader's facts about a book: its status by keyboard, and the rest in its editor."""

from gi.repository import GLib

from harness.accessibility import BUTTONS, STATE_FOCUSED, TEXTS
from harness.journey import Journey
from harness.waiting import wait_until


def has_no_focus(node):
    """Whether a widget does not have the focus, or no longer exists."""
    try:
        return not node.has_state(STATE_FOCUSED)
    except GLib.Error:
        return True


class ReadingStatus(Journey):
    """A book of which nothing was said so far."""

    runs_on_own_series = True

    def focus(self, window, name):
        """Go to something of this name with the keyboard."""
        for _ in range(40):
            current = wait_until(window.frame.focused, f"the focus in {window}")
            if current.name == name:
                return
            window.key("Tab")
            wait_until(lambda left=current: has_no_focus(left), f"the focus to leave {current}")
        self.fail(f"the focus does not get to {name}")

    def test_a_status_is_chosen_with_the_keyboard_and_stays(self):
        window = self.start()
        self.focus(window, "Reading Progress…")
        window.key("Return")
        window.choose_with_keys("Finished")
        window.find(BUTTONS, "Reading progress: Finished")
        wait_until(lambda: window.says("Reading status: Finished"), "what was said")
        (window,) = self.restart_after_kill()
        window.find(BUTTONS, "Reading progress: Finished")
        self.assertFalse(window.actions.is_enabled("lift-veil"), "nothing is hidden")
        self.focus(window, "Reading progress: Finished")
        window.key("Return")
        window.choose_with_keys("No Status")
        window.find(BUTTONS, "Reading Progress…")
        window.press("Undo")
        window.find(BUTTONS, "Reading progress: Finished")

    def test_what_is_said_in_the_editor_is_back_after_a_kill_and_saved(self):
        window = self.start()
        window.press("Edit Book…")
        dialog = self.program.dialog("Edit Book")
        self.session.raise_window(dialog)
        self.focus(dialog, "Reading Status: None")
        dialog.key("space")
        dialog.choose_with_keys("Reading")
        self.focus(dialog, "Reading Status: Reading")
        self.focus(dialog, "4 of 5 stars")
        dialog.key("space")
        self.focus(dialog, "Add Dates")
        dialog.key("space")
        self.expect_focus(dialog, "Begun on")
        self.session.input.type("2019")
        self.focus(dialog, "Shelves")
        self.session.input.type("sea")
        self.program.wait_until_saved()
        self.program.kill()
        (window,) = self.program.start()
        dialog = self.program.dialog("Edit Book")
        self.session.raise_window(dialog)
        self.assertTrue(dialog.frame.find_all(BUTTONS, "Reading Status: Reading"))
        self.assertEqual([field.text for field in dialog.frame.find_all(TEXTS, "Shelves")], ["sea"])
        dialog.press("Save")
        self.program.wait_until_closed(dialog)
        window.find(BUTTONS, "Reading progress: Reading")
        wait_until(lambda: window.says("Started 2019 · 4 of 5 stars · sea"), "the quiet line")

    def expect_focus(self, dialog, name):
        def has_focus():
            return any(text.has_state(STATE_FOCUSED) for text in dialog.frame.find_all(TEXTS, name))

        wait_until(has_focus, f"the focus in {name!r}")
