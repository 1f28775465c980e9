"""The preferences: what is chosen holds at once and after a restart, and the dialog comes back."""

import os

from harness.accessibility import BUTTONS, STATE_CHECKED, STATE_PRESSED
from harness.journey import Journey
from harness.waiting import wait_until, wait_until_equal

SWITCHES = frozenset({"switch", "toggle button"})


class Preferences(Journey):
    """The dialog behind Ctrl+comma."""

    def open(self, window):
        window.key("comma", "Control_L")
        return self.program.dialog("Preferences")

    def test_the_open_dialog_comes_back_on_its_page_after_a_kill(self):
        window = self.start()
        window.write_draft("half a thought")
        dialog = self.open(window)
        dialog.press("Appearance")
        dialog.press("Larger Text")
        wait_until(lambda: dialog.says("110%"), "the new size")

        self.program.kill()
        self.program.launch()
        dialog = self.program.dialog("Preferences")
        dialog.find(BUTTONS, "Larger Text")
        self.assertTrue(dialog.says("110%"))
        dialog.close()
        (window,) = self.program.wait_for_windows(1)
        window.expect_draft("half a thought")

        self.program.kill()
        (window,) = self.program.start()
        window.expect_draft("half a thought")
        self.assertEqual(self.program.dialogs(), [], "what was closed stays closed")

    def test_the_keys_change_the_size_of_notes_in_all_windows(self):
        window = self.start()
        window.save_note("A note that grows")
        other = self.program.new_window(lambda: self.program.actions.activate("new-window"))
        heights = [
            wait_until(lambda w=each: self.note_height(w), f"the note in {each}")
            for each in (window, other)
        ]
        for _ in range(5):
            other.key("equal", "Control_L")
        for each, height in zip((window, other), heights):
            wait_until(lambda w=each, h=height: self.note_height(w) > h, "a larger note")
        other.key("0", "Control_L")
        for each, height in zip((window, other), heights):
            wait_until_equal(lambda w=each: self.note_height(w), height, "the note's height")

    @staticmethod
    def note_height(window):
        rows = (row for row in window.frame.descendants() if row.name.startswith("Note: "))
        row = next(rows, None)
        extents = row.safe_extents() if row else None
        return extents[3] if extents else 0

    def test_a_switch_is_pressed_beside_it_as_well(self):
        dialog = self.open(self.start())
        (switch,) = dialog.frame.find_all(SWITCHES, "Restore windows")

        def is_on():
            return switch.has_state(STATE_CHECKED) or switch.has_state(STATE_PRESSED)

        wait_until(is_on, "the switch to be on")
        x, y = dialog.on_screen(dialog.steady_point(switch))
        self.session.input.click((x - 120, y))
        wait_until(lambda: not is_on(), "the switch to be off")
        dialog.click(switch)
        wait_until(is_on, "the switch to be on again")

    def test_windows_that_are_not_to_come_back_are_among_the_closed_ones(self):
        window = self.start()
        window.write_draft("kept all the same")
        dialog = self.open(window)
        (switch,) = dialog.frame.find_all(SWITCHES, "Restore windows")
        dialog.click(switch)
        wait_until(
            lambda: not switch.has_state(STATE_CHECKED) and not switch.has_state(STATE_PRESSED),
            "the switch to be off",
        )
        dialog.close()
        self.assertEqual(self.program.quit(), 0)
        (window,) = self.program.start()
        window.expect_draft("")
        window.key("t", "Control_L", "Shift_L")
        self.program.wait_for_windows(2)
        drafts = sorted(each.draft() for each in self.program.windows())
        self.assertEqual(drafts, ["", "kept all the same"])

    def test_what_is_forgotten_is_on_no_disk_and_the_library_stays(self):
        window = self.start()
        window.save_note("A note that stays")
        window.write_draft("Zebras under a purple moon")
        self.program.wait_until_saved()
        dialog = self.open(window)
        dialog.press("Clear History…")
        question = self.program.dialog("Clear History and Drafts")
        self.assertTrue(question.says("open windows and their drafts"))
        question.press("Clear History")

        wait_until(lambda: not self.program.dialogs(), "the dialogs to go with their window")
        (window,) = self.program.wait_for_windows(1)
        wait_until(lambda: window.says("History and drafts cleared"), "word of it")
        window.expect_draft("")
        self.assertTrue(window.says("Note: A note that stays"))
        self.program.wait_until_saved()
        for folder, _, names in os.walk(self.program.state_folder):
            for name in names:
                with open(os.path.join(folder, name), "rb") as file:
                    self.assertNotIn(b"Zebras", file.read(), name)
        self.program.kill()
        self.start().expect_draft("")
