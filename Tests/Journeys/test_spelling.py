"""Misspelled words in notes, with the dictionaries of the system."""

import contextlib
import os
import sqlite3

from harness.accessibility import MENU_ITEMS, TEXTS, menu_item_names
from harness.journey import Journey
from harness.languages import Language
from harness.pointer import CONTROL, RIGHT, SHIFT
from harness.waiting import wait_until, wait_until_equal, wait_until_there

LIBRARY_FILE = "libenchant-2.so.2"
ADD = "Add to Dictionary"
IGNORE = "Ignore"
USUAL = "Select All"


class SpellingJourney(Journey):
    """Corrections in the context menu of the composer."""

    def items(self, window):
        return menu_item_names(window.frame.find_all(MENU_ITEMS))

    def close_menu(self, window):
        window.key("Escape")
        wait_until(lambda: not self.items(window), "the menu to close")

    def put_cursor(self, window, offset):
        """Move the cursor, which stands behind the last character, back to an offset."""
        composer = window.composer()
        for _ in range(composer.caret - offset):
            self.session.input.key("Left")
        wait_until_equal(lambda: composer.caret, offset, "the cursor")

    def open_menu(self, window, *expected):
        """Press Shift+F10 until the word at the cursor has been checked."""

        def found():
            window.key("F10", SHIFT)
            items = wait_until(lambda: self.items(window), "the menu")
            if set(expected) <= set(items):
                return items
            self.close_menu(window)
            return None

        return wait_until(found, f"{expected} in the menu")

    def choose(self, window, name):
        wait_until_there(
            lambda: next(iter(window.frame.find_all(MENU_ITEMS, name)), None), f"the item {name!r}"
        ).do_action()
        wait_until(lambda: not self.items(window), "the menu to close")

    def expect_usual_menu(self, window):
        def is_usual():
            window.key("F10", SHIFT)
            items = wait_until(lambda: self.items(window), "the menu")
            self.close_menu(window)
            return USUAL in items and not {ADD, IGNORE, "No Suggestions"} & set(items)

        wait_until(is_usual, "GTK's own menu")

    def own_words(self):
        """The files of the user's own words, with their lines."""
        folder = os.path.join(self.program.folder, "config", "enchant")
        found = {}
        for name in os.listdir(folder) if os.path.isdir(folder) else ():
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                found[name] = file.read().split()
        return found


class Spelling(SpellingJourney):
    """With the library and its dictionaries."""

    runs_on_own_series = True

    def test_english_and_german_notes_in_one_window(self):
        self.start()
        self.assertEqual(self.program.quit(), 0)
        library = os.path.join(self.program.folder, "data", "hawk-notes", "library.sqlite")
        with contextlib.closing(sqlite3.connect(library, isolation_level=None)) as database:
            database.execute("UPDATE book SET language = 'de' WHERE title = ?", (self.raven.title,))
        window = self.start()
        window.write_draft("I recieve the Haus ")
        self.put_cursor(window, 4)
        items = self.open_menu(window, "receive", ADD, IGNORE, USUAL)
        self.assertEqual(items[0], "receive")
        self.choose(window, "receive")
        window.expect_draft("I receive the Haus ")
        window.key("z", CONTROL)
        window.expect_draft("I recieve the Haus ")
        window.select_tab(self.raven)
        window.write_draft("Das Hauss receive ")
        self.put_cursor(window, 6)
        self.open_menu(window, "Haus", ADD)
        self.choose(window, "Haus")
        window.expect_draft("Das Haus receive ")
        self.put_cursor(window, 6)
        self.expect_usual_menu(window)
        window.key("End")
        self.put_cursor(window, 10)
        self.open_menu(window, ADD)
        self.close_menu(window)
        self.assertEqual(self.own_words(), {}, "looking words up leaves nothing")

    def test_english_books_are_checked_in_english_in_a_german_session(self):
        language = Language(self.program, "de")
        window = self.start()
        composer = language.text("New note")
        window.composer = lambda: window.find(TEXTS, composer)
        window.write_draft("These words recieve ")
        self.put_cursor(window, 14)
        self.open_menu(window, "receive", language.text(ADD))
        self.close_menu(window)
        self.put_cursor(window, 3)
        self.open_menu(window)
        self.assertNotIn(language.text(ADD), self.items(window))

    def test_the_menu_opens_at_the_word_under_the_pointer(self):
        window = self.start()
        window.write_draft("recieve ")
        self.put_cursor(window, 4)
        self.open_menu(window, "receive")
        self.close_menu(window)
        window.key("End")
        composer = window.composer()
        left, top, _, height = composer.extents
        self.session.input.click(window.on_screen((left + 30, top + height // 2)), RIGHT)
        wait_until(lambda: "receive" in self.items(window), "the suggestion")
        self.assertLess(composer.caret, 7)
        self.choose(window, "receive")
        window.expect_draft("receive ")

    def test_a_replaced_word_can_be_undone_after_a_restart(self):
        window = self.start()
        window.write_draft("I recieve it ")
        self.put_cursor(window, 4)
        self.open_menu(window, "receive")
        self.choose(window, "receive")
        window.expect_draft("I receive it ", caret=9)
        self.program.wait_until_saved()
        [window] = self.restart_after_kill()
        window.expect_draft("I receive it ", caret=9)
        window.focus_composer()
        window.key("z", CONTROL)
        window.expect_draft("I recieve it ")
        window.key("z", CONTROL, SHIFT)
        window.expect_draft("I receive it ", caret=9)
        window.key("z", CONTROL)
        window.expect_draft("I recieve it ")
        window.key("z", CONTROL)
        wait_until(lambda: window.draft() != "I recieve it ", "typing to be undone")
        self.assertTrue("I recieve it ".startswith(window.draft()), window.draft())

    def test_a_word_that_was_added_is_known_after_a_restart(self):
        window = self.start()
        window.write_draft("The gugelhopfen here ")
        self.put_cursor(window, 8)
        self.open_menu(window, ADD)
        self.choose(window, ADD)
        # Which dictionary of English it is depends on those that are installed.
        wait_until_equal(
            lambda: list(self.own_words().values()), [["gugelhopfen"]], "the user's own words")
        self.expect_usual_menu(window)
        window = self.restart_after_kill()[0]
        window.focus_composer()
        window.key("End")
        self.session.input.type("recieve ")
        self.put_cursor(window, 25)
        self.open_menu(window, "receive")
        self.close_menu(window)
        self.put_cursor(window, 8)
        self.expect_usual_menu(window)

    def test_a_private_window_only_ignores(self):
        first = self.start()
        window = self.program.new_window(lambda: first.key("p", CONTROL, SHIFT))
        window.write_draft("The gugelhopfen here ")
        self.put_cursor(window, 8)
        self.assertNotIn(ADD, self.open_menu(window, IGNORE))
        self.choose(window, IGNORE)
        self.expect_usual_menu(window)
        self.assertEqual(self.own_words(), {})

    def test_it_is_off_in_the_preferences(self):
        window = self.start()
        window.write_draft("I recieve it ")
        self.put_cursor(window, 4)
        self.open_menu(window, "receive")
        self.close_menu(window)
        self.program.choose(check_spelling=False)
        self.expect_usual_menu(window)
        self.program.choose(check_spelling=True)
        self.open_menu(window, "receive")
        self.close_menu(window)


class WithoutLibrary(SpellingJourney):
    """Everything is as ever, without a message."""

    def test_without_the_library_there_is_no_menu_and_no_message(self):
        self.program.break_library(LIBRARY_FILE)
        window = self.start()
        window.write_draft("I recieve it ")
        self.put_cursor(window, 4)
        # Long after words are checked.
        self.program.wait_until_saved()
        self.expect_usual_menu(window)
        self.assertEqual(self.program.quit(), 0)
