"""The search: it finds the typed words, and opens a result at its place."""

import os
import shutil
import sqlite3
import unittest
import uuid
import zlib

from Xlib import X

from harness.accessibility import BUTTONS, LIST_ITEMS, SEARCH_FIELDS, STATE_FOCUSED, wait_until_focused
from harness.journey import AGATHA, Journey
from harness.pointer import CONTROL
from harness.waiting import wait_until, wait_until_equal

SEARCH = "Search"
FIXTURE = os.path.join(
    os.path.dirname(os.path.abspath(__file__)), os.pardir, "HawkNotesModelTests", "Fixtures", "search-5",
)
FIRST_DATE = 1_700_000_000_000


class PrimarySelection(Journey):
    """The text that the middle button pastes is that of the program where it was selected."""

    def test_a_search_that_is_opened_again_leaves_it_to_others(self):
        window = self.start()
        window.open_search("f", CONTROL)
        self.session.input.type("agatha")
        window.key("Escape")
        window.expect_title(self.hawk.title)
        display, primary = self.session.display, self.session.display.get_atom("PRIMARY")
        owner = self.session.root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
        owner.set_selection_owner(primary, X.CurrentTime)
        for _ in range(2):
            window.open_search("f", CONTROL)
            self.assertEqual(display.get_selection_owner(primary).id, owner.id)
        # All of it is selected: typing replaces it.
        self.session.input.type("raven")
        window.row(self.raven.title)
        self.assertEqual(display.get_selection_owner(primary).id, owner.id)


class SearchJourney(Journey):
    """A library with notes on a book."""

    search = SEARCH
    """The name of the search in the program's language."""
    note = "Note on "
    """How a note that was found is said to be one."""

    def add_notes(self, tab, *texts):
        """Have these notes on the book of a tab, the oldest first, when the program starts next."""
        self.start()
        self.program.quit()
        path = os.path.join(self.program.folder, "data", "hawk-notes", "library.sqlite")
        database = sqlite3.connect(path)
        with database:
            for number, text in enumerate(texts):
                date = FIRST_DATE + number * 60_000
                database.execute(
                    "INSERT INTO note"
                    " (id, subjectKind, subjectID, text, createdAt, modifiedAt, textChecksum)"
                    " VALUES (?, 'book', ?, ?, ?, ?, ?)",
                    (
                        uuid.uuid4().bytes, uuid.UUID(tab.id).bytes, text, date, date,
                        zlib.crc32(text.encode()),
                    ),
                )
        database.close()

    def open_search(self, window, *keys):
        """Open the search, and wait until its field takes keys."""
        self.session.raise_window(window)
        return window.open_search(*keys, title=self.search)

    def field(self, window):
        """The field of the search, once it has the focus."""
        return window.search_field(self.search)

    def found(self, window):
        """The visible results on a book or a character, from the top."""
        rows = [row for row in window.visible(LIST_ITEMS) if row.name.startswith(self.note)]
        return [row.name.split(". ", 1)[1] for row in rows]

    def expect_found(self, window, *texts):
        wait_until_equal(lambda: self.found(window), list(texts), "what was found")

    def expect_selected(self, window, text):
        """Wait until the selection is announced to screen readers."""
        wait_until(lambda: self.field(window).description.endswith(text), f"{text!r} to be selected")

    def expect_note_in_view(self, window, text):
        wait_until(
            lambda: any(
                row.has_state(STATE_FOCUSED) for row in window.visible(LIST_ITEMS, f"Note: {text}")
            ),
            f"the note {text!r} in view, with the focus",
        )


class SearchTest(SearchJourney):
    runs_on_own_series = True

    def test_what_is_typed_is_found_and_opened_with_the_note_in_view(self):
        self.add_notes(
            self.raven, "The first owl", *(f"Nothing {number}" for number in range(80)), "A late owl"
        )
        window = self.start()
        self.session.raise_window(window)
        # No text field has the focus, so it is the beginning of a search.
        self.session.input.type("owl")
        self.field(window)
        self.expect_found(window, "A late owl", "The first owl")
        window.key("Down")
        self.expect_selected(window, "A late owl")
        window.key("Down")
        self.expect_selected(window, "The first owl")
        window.key("Return")
        window.expect_title(self.raven.title)
        window.expect_tab(self.raven)
        self.expect_note_in_view(window, "The first owl")

    def test_comes_back_after_a_kill_with_its_words_and_what_was_selected(self):
        self.add_notes(self.raven, "One owlet", "Two owlets", "A hawk")
        window = self.start()
        window.open_character(AGATHA)
        self.open_search(window, "f", "Control_L")
        self.session.input.type("owl")
        self.expect_found(window, "Two owlets", "One owlet")
        window.key("Down")
        window.key("Down")
        self.expect_selected(window, "One owlet")
        self.program.wait_until_saved()
        window, = self.restart_after_kill()
        self.field(window)
        self.expect_found(window, "Two owlets", "One owlet")
        self.expect_selected(window, "One owlet")
        # The cursor is behind the words.
        self.session.input.type("ets")
        self.expect_found(window, "Two owlets")
        window.key("Escape")
        window.expect_title(AGATHA)
        self.open_search(window, "f", "Control_L")
        self.expect_found(window, "Two owlets")
        # Its words are selected, so that others take their place.
        self.session.input.type("hawk")
        self.expect_found(window, "A hawk")

    def test_back_leads_to_the_results_also_after_a_kill(self):
        self.add_notes(self.raven, "One owlet", "Two owlets", "A hawk")
        window = self.start()
        window.open_character(AGATHA)
        self.open_search(window, "f", "Control_L", "Shift_L")
        self.session.input.type("owl")
        self.expect_found(window, "Two owlets", "One owlet")
        window.key("Down")
        window.key("Down")
        self.expect_selected(window, "One owlet")
        window.key("Return")
        window.expect_title(self.raven.title)
        self.expect_note_in_view(window, "One owlet")
        self.program.wait_until_saved()
        window, = self.restart_after_kill()
        window.expect_title(self.raven.title)
        window.key("Left", "Alt_L")
        self.field(window)
        self.expect_found(window, "Two owlets", "One owlet")
        self.expect_selected(window, "One owlet")
        window.key("Left", "Alt_L")
        window.expect_title(AGATHA)

    def expect_list(self, window):
        """Wait until the keys go to the list of a filter."""
        def ready():
            fields = window.frame.find_all(SEARCH_FIELDS, "Find")
            return any(field.has_state(STATE_FOCUSED) for field in fields)

        wait_until(ready, "the list to have the focus")

    def test_a_filter_is_chosen_from_a_list_and_comes_back_after_a_kill(self):
        self.add_notes(self.raven, "One owlet", "Two owlets")
        window = self.start()
        self.open_search(window, "f", "Control_L", "Shift_L")
        window.press("Book")
        self.expect_list(window)
        self.session.input.type("raven")
        window.key("Return")
        chosen = f"Remove Filter “{self.raven.title}”"
        wait_until(lambda: window.visible(BUTTONS, chosen), "what was chosen")
        self.expect_found(window, "Two owlets", "One owlet")
        # Escape closes the list, and not the search.
        window.press("Tag")
        self.expect_list(window)
        window.key("Escape")
        wait_until(lambda: not window.frame.find_all(SEARCH_FIELDS, "Find"), "the list to close")
        window.expect_title(SEARCH)
        window.press("With Quotation")
        self.field(window)
        self.expect_found(window)
        self.program.wait_until_saved()
        window, = self.restart_after_kill()
        self.field(window)
        wait_until(lambda: window.visible(BUTTONS, chosen), "what was chosen")
        self.expect_found(window)
        window.press("Remove Filter “With Quotation”")
        self.expect_found(window, "Two owlets", "One owlet")
        window.press(chosen)
        wait_until(lambda: window.visible(BUTTONS, "Book"), "no filter")

    def test_an_empty_search_lists_all_notes_by_day(self):
        self.add_notes(self.raven, "One owlet", "A hawk")
        window = self.start()
        self.open_search(window, "f", "Control_L", "Shift_L")
        self.expect_found(window, "A hawk", "One owlet")
        wait_until(lambda: window.says("November 14, 2023"), "the day")

    def test_says_when_nothing_is_found_and_searches_everywhere(self):
        window = self.start()
        self.open_search(window, "f", "Control_L", "Shift_L")
        self.session.input.type("owl")
        wait_until(lambda: window.says("No results found"), "that there is nothing")
        wait_until(lambda: window.says("“owl”"), "what was looked for")
        window.press("Search All Series")
        wait_until(
            lambda: not window.visible(BUTTONS, "Search All Series"), "nothing more to be offered"
        )
        wait_until(
            lambda: all(button.is_on for button in window.visible(BUTTONS, "All Series")),
            "all series to be searched",
        )
        self.field(window)

    def test_control_enter_opens_a_new_window_on_the_note(self):
        self.add_notes(self.raven, "An owl")
        window = self.start()
        self.open_search(window, "f", "Control_L")
        self.session.input.type("owl")
        self.expect_found(window, "An owl")
        other = self.program.new_window(lambda: window.key("Return", "Control_L"))
        other.expect_title(self.raven.title)
        self.expect_note_in_view(other, "An owl")
        window.expect_title(SEARCH)

    def test_a_search_of_an_earlier_version_opens_with_its_words(self):
        data = os.path.join(self.program.folder, "data", "hawk-notes")
        os.makedirs(data, exist_ok=True)
        shutil.copy(os.path.join(FIXTURE, "library.sqlite"), data)
        shutil.copytree(os.path.join(FIXTURE, "state"), self.program.state_folder, dirs_exist_ok=True)
        window = self.start()
        window.expect_title(SEARCH)
        self.field(window)
        self.expect_found(window, "Quoting an owl", "An owl")
        # Back returns from an opened result.
        window.key("Down")
        self.expect_selected(window, "Quoting an owl")
        window.key("Return")
        window.expect_title(self.raven.title)
        window.key("Left", "Alt_L")
        self.field(window)
        self.expect_found(window, "Quoting an owl", "An owl")

    def test_every_letter_searches_and_control_shift_n_begins_a_note(self):
        self.add_notes(self.raven, "All the names", "Something else")
        window = self.start()
        window.actions.activate("select-tab", self.raven.id)
        window.expect_title(self.raven.title)
        self.session.raise_window(window)
        self.session.input.type("names")
        # Not by "ames".
        self.expect_found(window, "All the names")
        window.key("Escape")
        window.expect_title(self.raven.title)
        window.key("n", "Control_L", "Shift_L")
        wait_until_focused(window.composer, "the composer to have the focus")
        self.session.input.type("noon")
        window.expect_draft("noon")
        self.program.wait_until_saved()
        self.open_search(window, "f", "Control_L", "Shift_L")
        window.key("Escape")
        window.expect_title(self.raven.title)
        window.expect_draft("noon")


if __name__ == "__main__":
    unittest.main()
