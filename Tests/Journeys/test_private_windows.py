"""A private window leaves nothing, but for the notes that are saved in it."""

import os

from harness.journey import AGATHA, Journey
from harness.pointer import CONTROL
from harness.waiting import wait_until, wait_until_equal

SECRET = "Zwielichtige Gestalten"
WORDS = "are not kept"


class PrivateWindows(Journey):
    """Opened beside an ordinary window."""

    def open_private(self):
        first = self.start()
        window = self.program.new_window(lambda: first.key("p", CONTROL, "Shift_L"))
        wait_until(lambda: window.says(WORDS), "what private means")
        return first, window

    def found(self, *words):
        """The files of the program in which one of these stands."""
        found = []
        for parent, _, names in os.walk(self.program.folder):
            for name in names:
                path = os.path.join(parent, name)
                if not os.path.isfile(path) or name == "program.log":
                    continue
                with open(path, "rb") as file:
                    content = file.read()
                found += [path for word in words if word.encode() in content]
        return found

    def test_nothing_of_it_is_on_the_disk(self):
        first, window = self.open_private()
        self.assertFalse(first.says(WORDS))
        window.select_tab(self.raven)
        window.write_draft(SECRET)
        self.program.wait_until_saved()
        self.assertEqual(len([f for f in self.program.state_files() if f.endswith(".state")]), 1)
        self.assertEqual(self.found(SECRET), [])
        window.select_tab(self.swift)
        self.session.close_window(window)
        self.program.wait_for_windows(1)
        self.program.wait_until_saved()
        self.assertFalse(self.program.actions.is_enabled("reopen-closed-window"))
        self.assertEqual(self.found(SECRET), [])
        self.assertEqual(self.program.quit(), 0)
        self.assertEqual(self.found(SECRET), [])

    def test_it_does_not_come_back(self):
        for end in (self.program.quit, self.program.terminate, self.program.kill):
            _, window = self.open_private()
            window.write_draft(SECRET)
            end()
            self.assertEqual(self.found(SECRET), [])
            self.start()
            self.program.quit()

    def test_what_is_opened_from_it_is_private_too(self):
        _, window = self.open_private()
        others = [
            self.program.new_window(lambda: window.key("n", CONTROL)),
            self.program.new_window(
                lambda: window.click(window.row(AGATHA), modifiers=[CONTROL])
            ),
            self.program.new_window(
                lambda: window.choose_from_menu(window.row(AGATHA), "Open in New Window")
            ),
        ]
        for other in others:
            wait_until(lambda shown=other: shown.says(WORDS), "what private means")
        self.program.kill()
        self.start()

    def test_notes_that_are_saved_in_it_are_kept(self):
        first, window = self.open_private()
        window.save_note("Saved in private")
        wait_until(lambda: first.says("Saved in private"), "the note in the other window")
        self.assertEqual(self.program.quit(), 0)
        wait_until(lambda: self.start().says("Saved in private"), "the note")

    def test_windows_on_the_same_page_can_be_told_apart(self):
        first = self.start()
        second = self.program.new_window(lambda: first.key("n", CONTROL))
        second.expect_title(f"{self.hawk.title} (2)")
        second.write_draft("Otters in the harbour at night")
        second.expect_title(f"{self.hawk.title} – Otters in the harbour at night")
        first.expect_title(self.hawk.title)
        second.select_tab(self.raven)
        wait_until_equal(
            self.program.titles, [self.raven.title, self.hawk.title], "the titles"
        )
