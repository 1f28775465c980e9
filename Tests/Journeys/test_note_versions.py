"""A note that is edited in one window and changed in another one: both versions are there."""

from harness.accessibility import BUTTONS, LIST_ITEMS
from harness.journey import Journey
from harness.waiting import wait_until


class NoteVersions(Journey):
    """A window with an edit in progress comes back when the note has been changed meanwhile."""

    MINE, THEIRS = "The hawk flies high", "The raven flies"

    def edit(self, window, text):
        """Turn the one note into a text field with this text in it."""
        window.click(window.find(LIST_ITEMS, "Note: The hawk flies"))
        window.key("F2")
        window.find(BUTTONS, "Cancel")
        window.key("a", "Control_L")
        self.session.input.type(text)

    def says(self, words):
        return any(window.says(words) for window in self.program.windows())

    def press(self, name):
        """Press a button of either window: both have the same title."""
        frames = self.program.frames()
        buttons = [node for frame in frames for node in frame.find_all(BUTTONS, name)]
        self.assertTrue(buttons, f"there is no button {name}")
        buttons[0].do_action()

    def test_shows_both_and_keeps_the_one_that_somebody_chooses(self):
        window = self.start()
        window.save_note("The hawk flies")
        self.edit(window, self.MINE)
        self.program.wait_until_saved()
        self.assertEqual(self.program.quit(), 0)
        window = self.start("--fresh")
        self.edit(window, self.THEIRS)
        window.key("Return", "Control_L")
        wait_until(lambda: window.says(f"Note: {self.THEIRS}"), "the changed note")

        window.key("t", "Control_L", "Shift_L")

        self.program.wait_for_windows(2)
        wait_until(lambda: self.says("changed elsewhere"), "word of the other version")
        self.assertTrue(self.says(self.MINE))
        self.assertTrue(self.says("hawkraven flies"), "what differs is marked")
        self.restart_after_kill(windows=2)
        wait_until(lambda: self.says("changed elsewhere"), "word of the other version")
        self.press("Keep Mine")
        self.press("Save")
        wait_until(lambda: self.says(f"Note: {self.MINE}"), "the note as it is now")
        wait_until(lambda: not self.says(f"Note: {self.THEIRS}"), "the other one to be gone")
