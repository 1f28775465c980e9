"""What was found: opened in every way that rows can be, brought back from the trash, found in drafts."""

import os
import sqlite3
import unittest

from harness.accessibility import BUTTONS, LIST_ITEMS, wait_until_focused
from harness.journey import AGATHA, SIGRID
from harness.languages import Language
from harness.pointer import CONTROL, MIDDLE, SHIFT
from harness.waiting import wait_until, wait_until_equal
from test_import import TITLE as IMPORT
from test_import import clippings
from test_search import SEARCH, SearchJourney

NOTES = 100_000 if "HAWK_NOTES_EXHAUSTIVE" in os.environ else 10_000
"""How many notes the long book has; as many as there may be on a page take half a minute to be read."""

IMPORTED = 10_000


class Results(SearchJourney):
    """Rows of the search."""

    def search_for(self, window, text, *keys):
        field = self.open_search(window, *(keys or ("f", CONTROL, SHIFT)))
        self.session.input.type(text)
        return field

    def result(self, window, text):
        """The row of a note that was found, or of a draft, or one in the trash."""
        return wait_until(
            lambda: next(
                (row for row in window.visible(LIST_ITEMS) if row.name.endswith(f". {text}")), None
            ),
            f"{text!r} among what was found",
        )


class Rows(Results):
    """What the pointer does with a row."""

    def setUp(self):
        super().setUp()
        self.add_notes(self.raven, *(f"Nothing {number}" for number in range(40)), "An owl")
        self.window = self.start()
        self.search_for(self.window, "owl")
        self.row = self.result(self.window, "An owl")

    def expect_opened(self, other):
        other.expect_title(self.raven.title)
        self.expect_note_in_view(other, "An owl")
        self.window.expect_title(SEARCH)

    def test_a_click_opens_it_here(self):
        self.window.click(self.row)
        self.window.expect_title(self.raven.title)
        self.expect_note_in_view(self.window, "An owl")

    def test_control_and_the_middle_button_open_a_new_window(self):
        for button, modifiers in ((1, (CONTROL,)), (MIDDLE, ())):
            other = self.program.new_window(
                lambda: self.window.click(self.row, button, modifiers)  # noqa: B023
            )
            self.expect_opened(other)
            self.session.close_window(other)
            self.program.wait_for_windows(1)

    def test_dragged_out_it_opens_a_new_window(self):
        self.session.raise_window(self.window)
        start = self.window.on_screen(self.window.steady_point(self.row))
        other = self.program.new_window(
            lambda: self.session.input.drag(start, self.session.free_point())
        )
        self.expect_opened(other)

    def test_its_menu_opens_it_here_and_elsewhere_and_copies_its_link(self):
        other = self.program.new_window(
            lambda: self.window.choose_from_menu(self.row, "Open in New Window")
        )
        self.expect_opened(other)
        self.session.close_window(other)
        self.program.wait_for_windows(1)
        self.window.choose_from_menu(self.row, "Copy Link")
        wait_until(lambda: self.window.says("Link copied"), "that it was copied")
        self.window.choose_from_menu(self.row, "Open")
        self.window.expect_title(self.raven.title)
        self.expect_note_in_view(self.window, "An owl")


class Trash(Results):
    """Notes in the trash are found, and come back from there."""

    def trashed(self):
        path = os.path.join(self.program.folder, "data", "hawk-notes", "library.sqlite")
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
            return [row[0] for row in connection.execute("SELECT text FROM trashedNote")]

    def test_restore_brings_a_note_back_to_its_page_and_among_the_notes(self):
        window = self.start()
        window.save_note("An owl too many")
        wait_until(lambda: window.says("An owl too many"), "the note")
        window.find(BUTTONS, "Delete Note").do_action()
        wait_until_equal(self.trashed, ["An owl too many"], "the trash")
        self.search_for(window, "owl")
        name = f"Deleted note on {self.hawk.title}. An owl too many"
        wait_until(lambda: window.visible(LIST_ITEMS, name), "the note in the trash")
        self.assertEqual(self.found(window), [])
        window.press("Restore")
        self.expect_found(window, "An owl too many")
        wait_until(lambda: not window.visible(LIST_ITEMS, name), "the trash to be empty")
        wait_until_equal(self.trashed, [], "the trash")
        window.key("Down")
        self.expect_selected(window, "An owl too many")
        window.key("Return")
        window.expect_title(self.hawk.title)
        self.expect_note_in_view(window, "An owl too many")


class Drafts(Results):
    """What is written and not sent is found, and gone to."""

    def test_a_draft_in_another_window_is_found_and_written_on(self):
        first = self.start()
        first.open_character(AGATHA)
        first.write_draft("A quiet owl")
        first.go_back()
        first.expect_title(self.hawk.title)
        window = self.program.new_window(lambda: first.key("n", CONTROL))
        self.search_for(window, "owl")
        self.result(window, "A quiet owl")
        window.key("Down")
        self.expect_selected(window, f"Draft on {AGATHA}. A quiet owl")
        window.key("Return")
        first.expect_title(AGATHA)
        first.wait_until_active()
        wait_until_focused(first.composer, "the focus in the draft")
        first.key("End", CONTROL)
        self.session.input.type(" flies")
        first.expect_draft("A quiet owl flies")
        window.expect_title(SEARCH)
        # Whoever turns to the search again finds what was written meanwhile.
        self.session.raise_window(window)
        self.result(window, "A quiet owl flies")
        first.key("Return", CONTROL)
        first.expect_draft("")
        self.expect_found(window, "A quiet owl flies")

    def test_a_draft_is_found_after_a_kill_in_the_window_that_comes_back(self):
        first = self.start()
        first.write_draft("An owl in the hawk")
        second = self.program.new_window(lambda: first.key("n", CONTROL))
        second.select_tab(self.raven)
        second.open_character(SIGRID)
        second.write_draft("An owl on its own")
        self.program.wait_until_saved()
        self.restart_after_kill(windows=2)
        window = self.program.window(SIGRID)
        self.search_for(window, "hawk owl")
        self.result(window, "An owl in the hawk")
        window.key("Return")
        first = self.program.window(self.hawk.title)
        first.wait_until_active()
        wait_until_focused(first.composer, "the focus in the draft")

    def test_what_a_private_window_has_is_found_in_no_other(self):
        first = self.start()
        first.write_draft("An ordinary owl")
        private = self.program.new_window(lambda: first.key("p", CONTROL, SHIFT))
        private.write_draft("A private owl")
        self.search_for(private, "owl")
        self.result(private, "A private owl")
        self.assertEqual(len(self.drafts(private)), 1)
        self.search_for(first, "owl")
        self.result(first, "An ordinary owl")
        self.assertEqual(len(self.drafts(first)), 1)

    def drafts(self, window):
        return [row for row in window.visible(LIST_ITEMS) if row.name.startswith("Draft on ")]


class InGerman(Results):
    """The words that narrow a search down are those of the reader's language."""

    def test_filters_are_typed_in_the_readers_words_and_known_in_english(self):
        self.add_notes(self.raven, "An owl")
        self.add_notes(self.hawk, "One more owl")
        language = Language(self.program, "de")
        self.search = language.text("Search")
        self.note = language.text("Note on %1").partition("%1")[0]
        window = self.start()
        self.open_search(window, "f", CONTROL, SHIFT)
        self.session.input.type("owl ")
        self.expect_found(window, "One more owl", "An owl")
        self.session.input.type("buch:raven")
        self.expect_found(window, "An owl")
        window.key("a", CONTROL)
        self.session.input.type("owl book:hawk")
        self.expect_found(window, "One more owl")
        window.key("a", CONTROL)
        self.session.input.type("owl vor:2001")
        self.expect_found(window)
        wait_until(lambda: window.says("„owl vor:2001“"), "that there is nothing")


class LongBook(Results):
    """A book with very many notes."""

    def test_a_result_is_opened_at_its_place(self):
        middle = NOTES // 2
        texts = [f"Note {number}" for number in range(NOTES)]
        texts[middle] = "The only owl"
        self.add_notes(self.raven, *texts)
        window = self.start()
        self.search_for(window, "owl")
        wait_until(lambda: self.found(window) == ["The only owl"], "it to be found", 120)
        window.key("Return")
        window.expect_title(self.raven.title)
        self.expect_note_in_view(window, "The only owl")
        for number in (middle - 1, middle + 1):
            wait_until(
                lambda name=f"Note: Note {number}": [
                    row for row in window.visible(LIST_ITEMS) if row.name.startswith(name)
                ],
                "its neighbours",
            )


class DuringAnImport(Results):
    """The library takes in very many notes."""

    def test_typing_goes_on_and_what_is_imported_is_found_in_the_end(self):
        self.add_notes(self.raven, "A wizard before")
        other = self.start()
        # A dialog keeps its own window busy.
        window = self.program.new_window(lambda: other.key("n", CONTROL))
        path = os.path.join(self.program.folder, "My Clippings.txt")
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(clippings(IMPORTED))
        other.actions.activate("import-file", path)
        dialog = self.program.dialog(IMPORT)
        wait_until(lambda: dialog.says(f"{IMPORTED} notes"), "what is new", 60)
        self.open_search(window, "f", CONTROL, SHIFT)
        window.press("All Series")
        self.field(window)
        dialog.find(BUTTONS, "Import").do_action()
        dialog.find(BUTTONS, "Cancel")
        self.session.input.type("wizard")
        self.expect_found(window, "A wizard before")
        wait_until(lambda: dialog.says("Imported"), "the report", 120)
        self.session.raise_window(window)
        self.field(window)
        window.key("a", CONTROL)
        last = IMPORTED - 1
        self.session.input.type(f"silence {last}")
        text = f"Only in silence the word, number {last}."
        wait_until(lambda: self.found(window) == [text], "what was imported", 120)


class TwoWindows(Results):
    """Each window searches for itself."""

    def test_both_search_at_once_and_come_back_with_what_they_had(self):
        self.add_notes(self.raven, "One owl", "Two owls", "One wren", "Two wrens")
        first = self.start()
        second = self.program.new_window(lambda: first.key("n", CONTROL))
        words = {"owl": ("One owl", "Two owls"), "wren": ("One wren", "Two wrens")}
        windows = dict(zip(words, (first, second)))
        for word, window in windows.items():
            self.open_search(window, "f", CONTROL, SHIFT)
            for letter in word[:2]:
                self.session.input.type(letter)
        # The rest in turn, so that one search is under way when the other begins.
        for word, window in windows.items():
            self.session.raise_window(window)
            self.field(window)
            self.session.input.type(word[2:])
        for word, window in windows.items():
            self.expect_found(window, *words[word])
            self.session.raise_window(window)
            window.key("Down")
            window.key("Down")
            self.expect_selected(window, words[word][1])
        self.program.wait_until_saved()
        self.restart_after_kill(windows=2)
        for window in self.program.windows():
            wait_until(lambda window=window: len(self.found(window)) == 2, "what was found")
        # What is selected does not move while the others come.
        found = {frozenset(self.found(window)): window for window in self.program.windows()}
        for texts in words.values():
            window = found[frozenset(texts)]
            self.session.raise_window(window)
            self.expect_selected(window, texts[1])
            window.key("Return")
            self.expect_note_in_view(window, texts[1])



if __name__ == "__main__":
    unittest.main()
