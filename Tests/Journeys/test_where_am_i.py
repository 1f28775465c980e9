"""Tabs and rows say how many notes are behind them, and where a note was begun in this window."""

from harness import gtk
from harness.accessibility import BUTTONS, LIST_ITEMS, TABS
from harness.journey import AGATHA, JAIME, Journey
from harness.waiting import stays_true, wait_until, wait_until_equal


class Marks(Journey):
    """What is said after the name of a tab or a row."""

    def said_of(self, window, roles, name):
        """All that is said of things of this name; pages that are not shown have rows, too."""
        return {node.description.split(".")[0] for node in window.frame.find_all(roles, name)}

    def expect_tab(self, window, tab, said):
        wait_until_equal(
            lambda: self.said_of(window, TABS, tab.title), {said}, f"what {window} says of {tab}"
        )

    @staticmethod
    def possible(window, said):
        """What may be found of a row: nothing, where it is on a page that is not shown."""
        is_elsewhere = gtk.leaves_out_hidden_pages() and window.can_go_back
        return [set() if is_elsewhere else {said}]

    def expect_row(self, window, name, said):
        wait_until(
            lambda: self.said_of(window, LIST_ITEMS, name) in self.possible(window, said),
            f"{window} to say {said!r} of {name}",
        )

    def test_count_the_notes_in_every_window(self):
        first = self.start()
        second = self.program.new_window(lambda: self.program.actions.activate("new-window"))
        first.save_note("On the book")
        for window in (first, second):
            self.expect_tab(window, self.hawk, "1 note")
        first.open_character(AGATHA)
        first.save_note("On Agatha")
        for window in (first, second):
            self.expect_tab(window, self.hawk, "2 notes")
            self.expect_row(window, AGATHA, "1 note")
            self.expect_tab(window, self.raven, "")

        first.press("Delete Note")
        for window in (first, second):
            self.expect_tab(window, self.hawk, "1 note")
        self.assertNotIn("1 note", self.said_of(second, LIST_ITEMS, AGATHA))
        first.press("Undo")
        for window in (first, second):
            self.expect_tab(window, self.hawk, "2 notes")
            self.expect_row(window, AGATHA, "1 note")

    def test_tell_of_a_draft_until_it_is_saved(self):
        window = self.start()
        other = self.program.new_window(lambda: self.program.actions.activate("new-window"))
        window.select_tab(self.hawk)
        window.open_character(JAIME)
        window.write_draft("b")
        self.expect_tab(window, self.hawk, "Unsent draft")
        self.expect_row(window, JAIME, "Unsent draft")
        stays_true(
            lambda: self.said_of(other, TABS, self.hawk.title) == {""}, "the other window to be silent"
        )
        window.key("BackSpace")
        self.expect_tab(window, self.hawk, "")
        window.write_draft("begun")
        window.select_tab(self.raven)
        self.program.wait_until_saved()

        windows = self.restart_after_kill(windows=2)
        window = next(window for window in windows if window.tab == self.raven.id)
        # The page on which it was begun is not made yet.
        self.expect_tab(window, self.hawk, "Unsent draft")
        window.select_tab(self.hawk)
        window.expect_draft("begun")
        window.press("Save Note")
        for window in windows:
            self.expect_tab(window, self.hawk, "1 note")

    def test_tell_of_an_edit_until_it_is_called_off(self):
        window = self.start()
        window.save_note("As it was")
        self.expect_tab(window, self.hawk, "1 note")
        window.press("Edit Note")
        self.expect_tab(window, self.hawk, "1 note, Unsent draft")
        window.press("Cancel")
        self.expect_tab(window, self.hawk, "1 note")

    def test_the_menu_of_tabs_says_the_same_and_goes_with_escape(self):
        window = self.start()
        window.save_note("On the book")
        self.expect_tab(window, self.hawk, "1 note")
        window.actions.activate("show-tabs")
        self.expect_row(window, self.hawk.title, "1 note")
        window.key("Escape")
        wait_until(
            lambda: not window.frame.find_all(LIST_ITEMS, self.hawk.title), "the menu to be gone"
        )
        window.find(BUTTONS, "Main Menu")
