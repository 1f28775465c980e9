"""What the reader says of a book: its status by keyboard, and the rest in its editor."""

from gi.repository import GLib

from harness.accessibility import BUTTONS, LIST_ITEMS, STATE_FOCUSED, TEXTS
from harness.journey import Journey
from harness.waiting import wait_until, wait_until_there


def has_no_focus(node):
    """Whether something has not got the focus, or is not there any more."""
    try:
        return not node.has_state(STATE_FOCUSED)
    except GLib.Error:
        return True


class ReadingStatus(Journey):
    """A book of which nothing was said so far."""

    def focus(self, window, name):
        """Go to something of this name with the keyboard."""
        for _ in range(40):
            current = wait_until(window.frame.focused, f"the focus in {window}")
            if current.name == name:
                return
            window.key("Tab")
            wait_until(lambda left=current: has_no_focus(left), f"the focus to leave {current}")
        self.fail(f"the focus does not get to {name}")

    def choose(self, frame, choice):
        """Choose from the list that is open, with the keyboard."""

        def is_focused():
            if any(row.has_state(STATE_FOCUSED) for row in frame.find_all(LIST_ITEMS, choice)):
                return True
            self.session.input.key("Down")
            return False

        wait_until_there(self.session.popup, "what there is to choose")
        wait_until(is_focused, f"the focus on {choice!r}")
        self.session.input.key("Return")

    def test_a_status_is_chosen_with_the_keyboard_and_stays(self):
        window = self.start()
        self.focus(window, "Reading Progress…")
        window.key("Return")
        self.choose(window.frame, "Finished")
        window.find(BUTTONS, "Reading progress: Finished")
        wait_until(lambda: window.says("Reading status: Finished"), "what was said")
        (window,) = self.restart_after_kill()
        window.find(BUTTONS, "Reading progress: Finished")
        self.assertFalse(window.actions.is_enabled("lift-veil"), "nothing is hidden")
        self.focus(window, "Reading progress: Finished")
        window.key("Return")
        self.choose(window.frame, "No Status")
        window.find(BUTTONS, "Reading Progress…")
        window.press("Undo")
        window.find(BUTTONS, "Reading progress: Finished")

    def test_what_is_said_in_the_editor_is_back_after_a_kill_and_saved(self):
        window = self.start()
        window.press("Edit…")
        dialog = self.program.dialog("Edit Book")
        self.session.raise_window(dialog)
        self.focus(dialog, "Reading Status: None")
        dialog.key("space")
        self.choose(dialog.frame, "Reading")
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
        wait_until(lambda: window.says("Begun 2019 · 4 of 5 stars · sea"), "the quiet line")

    def expect_focus(self, dialog, name):
        def has_focus():
            return any(text.has_state(STATE_FOCUSED) for text in dialog.frame.find_all(TEXTS, name))

        wait_until(has_focus, f"the focus in {name!r}")
