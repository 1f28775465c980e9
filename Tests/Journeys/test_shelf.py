"""The shelf: all series, and what leads to them and back."""

import os
import random
import sqlite3
import time
import unittest
import uuid

from harness import accessibility
from harness.accessibility import BUTTONS, LIST_ITEMS, MENU_ITEMS, TABS
from harness.journey import AGATHA, Journey
from harness.pointer import MIDDLE
from harness.series import Tab
from harness.waiting import stays_true, wait_until, wait_until_equal

LIBRARY = "Library"
BUNDLED = "Shadow Skye"


class ShelfJourney(Journey):
    """A library with series of the reader's own beside the one that ships."""

    def add_series(self, *series):
        """Have these series, each a title with the titles of its books, when the program starts next."""
        if not os.path.exists(self.library_path):
            self.start()
            self.program.quit()
        tabs = []
        database = sqlite3.connect(self.library_path)
        with database:
            for title, books in series:
                own = uuid.uuid4()
                database.execute(
                    "INSERT INTO series (id, title, author, origin) VALUES (?, ?, 'Somebody', 'own')",
                    (own.bytes, title),
                )
                for position, book_title in enumerate(books):
                    book = uuid.uuid4()
                    database.execute(
                        "INSERT INTO book (id, seriesID, position, title, origin)"
                        " VALUES (?, ?, ?, ?, 'own')",
                        (book.bytes, own.bytes, position, book_title),
                    )
                    tabs.append(Tab(book_title, str(book)))
        database.close()
        return tabs

    @property
    def library_path(self):
        return os.path.join(self.program.folder, "data", "hawk-notes", "library.sqlite")

    def shelf(self, window):
        """Lead the window to the shelf."""
        window.actions.activate("show-library")
        window.expect_title(LIBRARY)

    def type(self, window, text):
        """Type while the shelf has the focus."""
        self.session.raise_window(window)
        self.session.input.type(text)

    def focused(self, window):
        """What has the focus of the things on the shelf, by its name; None when it is nothing there."""
        node = accessibility.focused(window.frame.find_all(LIST_ITEMS))
        return node.name if node else None

    def board(self, window, title):
        """What stands on the shelf for the series called so."""
        return wait_until(
            lambda: next(iter(window.visible(LIST_ITEMS, title)), None), f"{title} on the shelf"
        )


class ShelfTest(ShelfJourney):
    runs_on_own_series = True

    def test_leads_to_a_series_and_back_to_where_one_was(self):
        mine, = self.add_series(("Mine", ["My Book"]))
        window = self.start()
        window.open_character(AGATHA)
        window.write_draft("half a thought")
        window.press(LIBRARY)
        window.expect_title(LIBRARY)
        wait_until(lambda: window.visible(LIST_ITEMS, BUNDLED), "the series that ships")
        window.click(self.board(window, "Mine"))
        window.expect_title("My Book")
        window.expect_tab(mine)
        self.shelf(window)
        window.click(self.board(window, BUNDLED))
        window.expect_title(AGATHA)
        window.expect_draft("half a thought")
        self.shelf(window)
        window.key("Escape")
        window.expect_title(AGATHA)

    def test_a_series_is_deleted_and_comes_back_from_its_menu(self):
        self.add_series(("Mine", ["My Book"]))
        window = self.start()
        self.shelf(window)
        window.choose_from_menu(self.board(window, "Mine"), "Delete Series")
        wait_until(lambda: not window.visible(LIST_ITEMS, "Mine"), "it to be gone")
        window.press("Undo")
        window.choose_from_menu(self.board(window, "Mine"), "Edit Series…")
        self.program.dialog("Edit Series").close()

    def test_what_is_typed_on_the_shelf_is_searched_for_and_there_after_a_kill(self):
        self.add_series(("Mine", ["My Book"]), ("Yours", ["The Harbour", "The Straße"]))
        window = self.start()
        self.shelf(window)
        self.board(window, "Yours")
        self.type(window, "strasse t")
        self.expect_found(window, "The Straße")
        self.program.wait_until_saved()
        self.program.kill()
        window = self.program.start()[0]
        self.expect_found(window, "The Straße")
        self.type(window, "x")
        wait_until(lambda: window.says("No results for “strasse tx”."), "that there is none")
        window.key("Escape")
        window.expect_title(LIBRARY)
        self.board(window, "Mine")
        # The field leads there, too, and what is typed replaces the words of the last time.
        window.press("Search the Library")
        window.search_field("Search")
        self.type(window, "yours harb")
        self.expect_found(window, "The Harbour")
        window.key("Return")
        window.expect_title("The Harbour")

    def expect_found(self, window, *titles):
        """Wait until exactly these books and characters are found."""
        window.expect_title("Search")
        wait_until_equal(
            lambda: [row.name.split(",")[0] for row in window.visible(LIST_ITEMS)], list(titles),
            "what is found",
        )

    def test_is_used_with_keys_only(self):
        self.add_series(("Mine", ["My Book"]), ("Yours", ["Your Book"]))
        window = self.start()
        window.key("Home", "Alt_L")
        window.expect_title(LIBRARY)
        self.board(window, "Yours")
        wait_until_equal(lambda: self.focused(window), BUNDLED, "the focus")
        window.key("Right")
        wait_until_equal(lambda: self.focused(window), "Mine", "the focus")
        window.key("Return")
        window.expect_title("My Book")
        window.key("Home", "Alt_L")
        window.expect_title(LIBRARY)
        # What was opened last has come to the start.
        wait_until_equal(lambda: self.focused(window), "Mine", "the focus")
        window.key("End")
        wait_until_equal(lambda: self.focused(window), "Yours", "the focus")
        other = self.program.new_window(lambda: window.key("Return", "Control_L"))
        other.expect_title("Your Book")
        window.expect_title(LIBRARY)
        self.session.raise_window(window)
        window.key("Left", "Alt_L")
        window.expect_title("My Book")

    def test_opens_new_windows_with_the_pointer(self):
        self.add_series(("Mine", ["My Book"]))
        window = self.start()
        self.shelf(window)
        for modifiers, button in ((("Control_L",), 1), ((), MIDDLE)):
            self.session.raise_window(window)
            # What was opened last comes to the start, so it may be elsewhere now.
            board = self.board(window, "Mine")
            other = self.program.new_window(
                lambda: window.click(board, button=button, modifiers=modifiers)
            )
            other.expect_title("My Book")
            self.session.close_window(other)
            self.program.wait_for_windows(1)
        self.session.raise_window(window)
        start = window.on_screen(window.steady_point(self.board(window, "Mine")))
        dragged = self.program.new_window(
            lambda: self.session.input.drag(start, self.session.free_point())
        )
        dragged.expect_title("My Book")
        window.expect_title(LIBRARY)

    def test_comes_back_after_a_kill(self):
        self.add_series(*((f"Series {number}", [f"Book {number}"]) for number in range(60)))
        window = self.start()
        window.open_character(AGATHA)
        self.shelf(window)
        self.board(window, BUNDLED)
        for _ in range(4):
            window.key("Next")
        focused = wait_until(lambda: self.focus_below(window), "the focus further down")
        self.program.wait_until_saved()
        window, = self.restart_after_kill()
        window.expect_title(LIBRARY)
        self.board(window, focused)
        wait_until_equal(lambda: self.focused(window), focused, "the focus")
        window.key("Escape")
        window.expect_title(AGATHA)

    def focus_below(self, window):
        name = self.focused(window)
        return name if name and name.startswith("Series") else None

    def test_forty_books_have_a_menu_that_is_searched(self):
        tabs = self.add_series(("Long", [f"Volume {number}" for number in range(1, 41)]))
        window = self.start()
        self.shelf(window)
        window.click(self.board(window, "Long"))
        window.expect_tab(tabs[0])
        shown = window.visible(TABS)
        self.assertLess(len(shown), 20)
        for width in (980, 600, 360):
            self.session.resize_window(window, width, 700)
            window.key("0", "Alt_L")
            # What is in a popover says nothing of where it is.
            wait_until(lambda: window.frame.find_all(LIST_ITEMS, "Volume 2"), "the menu")
            self.session.input.type("33")
            wait_until(lambda: not window.frame.find_all(LIST_ITEMS, "Volume 2"), "the search")
            window.key("Return")
            window.expect_tab(tabs[32])
            wait_until(lambda: window.visible(TABS, "Volume 33"), "its tab")
            window.actions.activate("select-tab", tabs[0].id)
            window.expect_tab(tabs[0])

    def test_ten_thousand_series_are_scrolled_and_found_again(self):
        chance = random.Random(7)
        words = ("winter", "glass", "salt", "house", "river", "owl", "iron", "sea", "garden")
        self.add_series(
            *(
                (f"{number} {chance.choice(words)} {chance.choice(words)}", [f"Book {number}"])
                for number in range(10_000)
            )
        )
        window = self.start()
        self.shelf(window)
        self.board(window, BUNDLED)
        wait_until(lambda: window.says("10,003 books") or window.says("10003 books"), "the number")
        start = time.monotonic()
        window.key("End")
        last = wait_until(
            lambda: next(
                (name for name in [self.focused(window)] if name and name.startswith("9999 ")), None
            ),
            "the last one to have the focus",
        )
        print(f"(End to the last of 10,000: {time.monotonic() - start:.2f} s)", end=" ")
        self.assertLess(len(window.frame.find_all(LIST_ITEMS)), 100)
        self.program.wait_until_saved()
        window, = self.restart_after_kill()
        window.expect_title(LIBRARY)
        self.board(window, last)
        wait_until_equal(lambda: self.focused(window), last, "the focus")
        window.key("Return")
        window.expect_title("Book 9999")


class FirstStart(ShelfJourney):
    """The page of the first start, until the user has added a book."""

    needs_series_that_ships = True

    def test_the_first_start_says_what_the_program_is_for_until_it_is_dismissed(self):
        self.program.choose(show_welcome=True)
        window = self.start()
        window.expect_title(self.hawk.title)
        wait_until(lambda: window.visible(BUTTONS, "Add a Book"), "the welcome")
        self.assertTrue(window.says("Keep notes on every book you read."))
        window = self.restart_and_dismiss()
        wait_until(lambda: window.visible(BUTTONS, "Add a Book"), "the welcome")
        window.press("Dismiss")
        wait_until(lambda: not window.visible(BUTTONS, "Add a Book"), "it to go")
        self.program.wait_until_saved()
        window = self.restart_and_dismiss()
        stays_true(lambda: not window.visible(BUTTONS, "Add a Book"), "no welcome")

    def restart_and_dismiss(self):
        """Kill and start the program, and dismiss what it says about that."""
        window, = self.restart_after_kill()
        window.expect_title(self.hawk.title)
        wait_until(lambda: window.says("closed unexpectedly"), "what happened")
        window.press("Dismiss")
        wait_until(lambda: not window.says("closed unexpectedly"), "it to go")
        return window

    def test_the_welcome_is_gone_once_there_is_a_book_of_ones_own(self):
        self.program.choose(show_welcome=True)
        window = self.start()
        wait_until(lambda: window.visible(BUTTONS, "Add a Book"), "the welcome")
        self.shelf(window)
        window.press("New")
        wait_until(lambda: window.frame.find_all(MENU_ITEMS, "Series…"), "what can be new")[0].do_action()
        for title, text in (("New Series", "Mine"), ("New Book", "My Book")):
            dialog = self.program.dialog(title)
            self.session.raise_window(dialog)
            self.session.input.type(f"{text}\n")
            self.program.wait_until_closed(dialog)
            if title == "New Series":
                self.assertTrue(window.visible(BUTTONS, "Add a Book"), "a series is no book")
                window.press("Add Book…")
        window.expect_title("My Book")
        wait_until(lambda: not window.visible(BUTTONS, "Add a Book"), "it to go")


class EmptyShelf(ShelfJourney):
    """Nothing stands on it."""

    needs_series_that_ships = True

    def test_offers_the_series_that_ships(self):
        self.start()
        self.program.quit()
        database = sqlite3.connect(self.library_path)
        with database:
            database.execute("UPDATE series SET deletedAt = 1800000000000")
        database.close()
        window = self.start()
        window.expect_title(LIBRARY)
        window.press("Add the Sample Series")
        window.expect_title(self.hawk.title)
        window.expect_tab(self.hawk)


if __name__ == "__main__":
    unittest.main()
