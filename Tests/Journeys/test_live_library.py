"""All windows show one library: what is saved, liked or deleted in one is seen in all at once."""

from harness.accessibility import BUTTONS, MENU_ITEMS
from harness.journey import AGATHA, Journey
from harness.pointer import RIGHT
from harness.waiting import wait_until, wait_until_equal, wait_until_there


class LiveLibrary(Journey):
    """Two windows on the same page, one of which only watches."""

    runs_on_own_series = True

    def two_windows_at_agatha(self):
        first = self.start()
        first.open_character(AGATHA)
        second = self.program.new_window(lambda: self.program.actions.activate("new-window"))
        second.expect_title(f"{AGATHA} (2)")
        second.write_draft("My own thought", caret=2)
        return first, second

    def test_a_saved_note_appears_in_the_other_window_and_leaves_its_draft_alone(self):
        first, second = self.two_windows_at_agatha()
        first.save_note("Seen by everyone")
        for window in (first, second):
            wait_until(lambda shown=window: shown.says("Seen by everyone"), f"the note in {window}")
        second.expect_draft("My own thought", caret=2)

    def test_a_heart_toggled_in_one_window_shows_in_the_other(self):
        first, second = self.two_windows_at_agatha()
        for expected in (True, False):
            first.press("Favorite")
            for window in (first, second):
                wait_until_equal(
                    lambda shown=window: shown.find(BUTTONS, "Favorite").is_on,
                    expected, f"the heart in {window}",
                )
        second.expect_draft("My own thought", caret=2)

    def test_notes_and_hearts_outlive_a_kill(self):
        window = self.start()
        window.open_character(AGATHA)
        window.save_note("Kept for good")
        window.press("Favorite")
        wait_until(lambda: window.find(BUTTONS, "Favorite").is_on, "the heart")
        window = self.restart_after_kill()[0]
        wait_until(lambda: window.says("Kept for good"), "the note after a kill")
        wait_until(lambda: window.find(BUTTONS, "Favorite").is_on, "the heart after a kill")


class DeletedNotes(Journey):
    """Deleting asks nothing and can be undone."""

    runs_on_own_series = True

    def test_come_back_by_undo(self):
        window = self.start()
        window.save_note("Not for long")
        wait_until(lambda: window.says("Not for long"), "the note")

        self.delete_note(window, "Not for long")
        undo = window.find(BUTTONS, "Undo")
        wait_until(lambda: not window.says("Not for long"), "the note to be gone")
        window.click(undo)
        wait_until(lambda: window.says("Not for long"), "the note to be back")

    def delete_note(self, window, text):
        """Press the note's Delete button, or choose Delete from its context menu."""
        buttons = window.visible(BUTTONS)
        visible = [button for button in buttons if button.name.startswith("Delete")]
        if visible:
            window.click(visible[0])
            return
        note = wait_until(
            lambda: next((n for n in window.frame.descendants() if text in n.name
                          and window.visible_point(n) is not None), None),
            f"the note {text!r}",
        )
        window.click(note, button=RIGHT)
        item = wait_until_there(
            lambda: next((n for n in window.frame.find_all(MENU_ITEMS | BUTTONS)
                          if n.name.startswith("Delete")), None),
            "the menu item Delete",
        )
        item.do_action()
