"""A book is moved to another series: what was written on its pages is there, also after a kill."""

from harness.accessibility import MENU_ITEMS, TABS
from harness.journey import AGATHA, Journey
from harness.waiting import wait_until

DRAFT = "The wall is watched"
ON_FAVORITES = "Agatha sees the ships"


class MovingBooks(Journey):
    """The field *Series* of a book's editor."""

    runs_on_own_series = True

    def choose_series(self, dialog, choice):
        """Choose in the field of the series with the keyboard."""
        dialog.press(f"Series: {self.series.contents['title']}")
        dialog.choose_with_keys(choice)

    def move_to_new_series(self, window, title):
        """Move the book that is shown to a new series."""
        window.actions.activate("edit")
        dialog = self.program.dialog("Edit Book")
        self.choose_series(dialog, "New Series…")
        self.session.raise_window(dialog)
        self.session.input.type(title)
        dialog.press("Save")
        self.program.wait_until_closed(dialog)

    def expect_tabs(self, window, *titles):
        wait_until(
            lambda: all(self.has_tab(window, title) for title in titles)
            and not self.has_tab(window, self.swift.title),
            f"the tabs {titles}",
        )

    def has_tab(self, window, title):
        return bool(window.frame.find_all(TABS, title))

    def start_and_move_with_drafts(self):
        """Write a draft on a book and one on a character among the favorites, and move the book."""
        window = self.start()
        window.select_tab(self.favorites)
        window.open_character(AGATHA)
        window.write_draft(ON_FAVORITES)
        window.select_tab(self.hawk)
        window.write_draft(DRAFT)
        self.move_to_new_series(window, "Reef")
        return window

    def test_drafts_are_there_after_a_kill_and_after_undo(self):
        window = self.start_and_move_with_drafts()
        window.expect_title(self.hawk.title)
        self.expect_tabs(window, self.hawk.title, "Favorites")
        window.expect_draft(DRAFT)
        self.program.wait_until_saved()

        (window,) = self.restart_after_kill()
        window.expect_title(self.hawk.title)
        self.expect_tabs(window, self.hawk.title, "Favorites")
        window.expect_draft(DRAFT)
        window.select_tab(self.favorites)
        window.open_character(AGATHA)
        window.expect_draft(ON_FAVORITES)

    def test_drafts_are_there_when_the_move_is_undone(self):
        window = self.start_and_move_with_drafts()
        self.expect_tabs(window, self.hawk.title, "Favorites")
        window.press("Undo")
        wait_until(lambda: self.has_tab(window, self.swift.title), "the books of the series")
        window.expect_title(self.hawk.title)
        window.expect_draft(DRAFT)
        window.select_tab(self.favorites)
        window.open_character(AGATHA)
        window.expect_draft(ON_FAVORITES)
        (window,) = self.restart_after_kill()
        window.expect_draft(ON_FAVORITES)

    def test_second_book_of_a_series_takes_two_clicks(self):
        window = self.start()
        window.press("Add Book")
        dialog = self.program.dialog("New Book")
        self.session.raise_window(dialog)
        self.session.input.type("The Grey Seal")
        dialog.press("Save")
        self.program.wait_until_closed(dialog)
        window.expect_title("The Grey Seal")
        wait_until(lambda: self.has_tab(window, self.hawk.title), "the other books of the series")

    def test_lone_book_is_made_on_the_shelf(self):
        window = self.start()
        window.actions.activate("show-library")
        window.expect_title("Library")
        window.press("New")
        wait_until(lambda: window.frame.find_all(MENU_ITEMS, "Book…"), "what can be new")[0].do_action()
        dialog = self.program.dialog("New Book")
        self.session.raise_window(dialog)
        self.session.input.type("The Grey Seal")
        dialog.press("Save")
        self.program.wait_until_closed(dialog)
        window.expect_title("The Grey Seal")
        window.actions.activate("show-library")
        window.expect_title("Library")
        wait_until(lambda: window.says("The Grey Seal"), "the book on the shelf")
