"""A library begins: three books, two of one series, forty more from a table, one of them finished, and a sentence
that is found again. Every step is counted: none takes more than three clicks, and a second book takes two.

A menu item is chosen by its accessible action, as GTK 4.8 does not tell its place, and counts as a click.
"""

import os

from hands_on_keys import HandsOnKeys
from harness.accessibility import BUTTONS, LIST_ITEMS, MENU_ITEMS, TABS
from harness.journey import Journey
from harness.pointer import ALT, CONTROL
from harness.screen_reader import Listening
from harness.waiting import wait_until, wait_until_there

LONE, FIRST, SECOND = "Emma", "The Grey Seal", "The White Seal"
IMPORTED = 40
SENTENCE = "The tide keeps its promises"
WORD = "promises"
MOST_CLICKS, MOST_FOR_A_SECOND_BOOK = 3, 2


class FirstLibrary(HandsOnKeys, Listening, Journey):
    """Begins with the welcome, as the very first start does."""

    needs_series_that_ships = True

    def setUp(self):
        super().setUp()
        self.program.choose(show_welcome=True)
        self.clicks = 0

    def press(self, window, name):
        self.clicks += 1
        window.press(name)

    def choose(self, window, name):
        """Choose from the menu that is open."""
        self.clicks += 1
        wait_until_there(
            lambda: next(iter(window.frame.find_all(MENU_ITEMS, name)), None), repr(name)
        ).do_action()

    def expect_clicks(self, most, step):
        self.assertLessEqual(self.clicks, most, step)
        self.clicks = 0

    def editor_of_new_book(self, title):
        """The editor that has just been opened, with the title typed."""
        dialog = self.program.dialog("New Book")
        self.session.raise_window(dialog)
        self.session.input.type(title)
        return dialog

    def save_book(self, window, title):
        dialog = self.editor_of_new_book(title)
        self.press(dialog, "Save")
        self.expect_book(window, dialog, title)

    def save_book_with_keys(self, window, title):
        dialog = self.editor_of_new_book(title)
        dialog.key("Return", CONTROL)
        self.expect_book(window, dialog, title)

    def expect_book(self, window, dialog, title):
        self.program.wait_until_closed(dialog)
        window.expect_title(title)

    def expect_both_in_one_series(self, window):
        window.expect_title(SECOND)
        wait_until(
            lambda: all(window.frame.find_all(TABS, title) for title in (FIRST, SECOND)),
            "two books in the series",
        )

    def table(self):
        """A file with forty books, as Goodreads writes them."""
        path = os.path.join(self.program.folder, "goodreads_library_export.csv")
        with open(path, "w", encoding="utf-8") as file:
            file.write("Book Id,Title,Author,My Rating,Exclusive Shelf\n")
            for number in range(1, IMPORTED + 1):
                file.write(f"{number},Tale {number},Ann Author {number},0,to-read\n")
        return path

    def preview(self, window):
        """What a file would bring; it is handed over as the desktop's own dialog does."""
        window.actions.activate("import-file", self.table())
        dialog = self.program.dialog("Import")
        wait_until(lambda: dialog.says(f"{IMPORTED} books"), "what is new")
        return dialog

    def expect_imported(self, dialog):
        wait_until(lambda: dialog.says("Imported"), "the report")
        dialog.key("Escape")
        self.program.wait_until_closed(dialog)

    def result(self, window):
        return wait_until_there(
            lambda: next(
                (row for row in window.visible(LIST_ITEMS) if row.name.endswith(f". {SENTENCE}")), None
            ),
            "the sentence",
        )

    def walk_with_the_pointer(self, window):
        self.press(window, "Add a Book")
        self.save_book(window, LONE)
        self.expect_clicks(MOST_FOR_A_SECOND_BOOK, "the first book")

        window.press("Library")
        self.press(window, "New")
        self.choose(window, "Book…")
        self.save_book(window, FIRST)
        self.expect_clicks(MOST_CLICKS, "a book without a series")

        window.save_note(SENTENCE)
        self.press(window, "Add Book")
        self.save_book(window, SECOND)
        self.expect_both_in_one_series(window)
        self.expect_clicks(MOST_FOR_A_SECOND_BOOK, "a second book of the series")

        self.press(window, "Reading Progress…")
        self.clicks += 1
        window.choose_with_keys("Finished")
        window.find(BUTTONS, "Reading progress: Finished")
        self.expect_clicks(MOST_CLICKS, "a book that was read")

        window.press("Library")
        self.press(window, "Import…")
        dialog = self.program.dialog("Import")
        self.assertTrue(dialog.find(BUTTONS, "Choose a File…"))
        self.clicks += 1
        self.preview(window)
        self.press(dialog, "Import")
        self.expect_clicks(MOST_CLICKS, "books from a table")
        self.expect_imported(dialog)

        self.press(window, "Search the Library")
        window.search_field()
        self.session.input.type(WORD)
        row = self.result(window)
        self.clicks += 1
        window.click(row)
        window.expect_title(FIRST)
        self.expect_clicks(MOST_CLICKS, "a sentence that was found again")

    def walk_with_keys(self, window):
        self.go_to(window, "Add a Book")
        window.key("Return")
        self.save_book_with_keys(window, LONE)

        window.key("Home", ALT)
        window.expect_title("Library")
        self.go_to(window, "New")
        window.key("Return")
        self.choose_with_keys(window, "Book…")
        self.save_book_with_keys(window, FIRST)

        window.save_note(SENTENCE)
        self.go_to(window, "Add Book")
        window.key("Return")
        self.save_book_with_keys(window, SECOND)
        self.expect_both_in_one_series(window)

        self.go_to(window, "Reading Progress…")
        window.key("Return")
        window.choose_with_keys("Finished")
        window.find(BUTTONS, "Reading progress: Finished")

        dialog = self.preview(window)
        dialog.key("Return")
        self.expect_imported(dialog)

        window.key("f", CONTROL)
        window.search_field()
        self.session.input.type(WORD)
        self.result(window)
        window.key("Down")
        window.key("Return")
        window.expect_title(FIRST)

    def test_with_the_pointer(self):
        self.walk_with_the_pointer(self.start())

    def test_with_the_pointer_in_a_narrow_window(self):
        window = self.start()
        self.make_narrow(window)
        self.walk_with_the_pointer(window)

    def test_with_keys_alone(self):
        self.walk_with_keys(self.start())

    def test_with_keys_alone_in_a_narrow_window(self):
        window = self.start()
        self.make_narrow(window)
        self.walk_with_keys(window)
