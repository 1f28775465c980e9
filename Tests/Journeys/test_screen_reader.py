"""Everything can be done by who hears the program: read through AT-SPI alone, which is never shown where
something is, and done by its actions, or by keys where GTK has none."""

import re

from harness.accessibility import BUTTONS, LIST_ITEMS, SEARCH_FIELDS, STATE_FOCUSED, STATE_SELECTED
from harness.accessibility import MENU_ITEMS, TEXTS, wait_until_focused
from harness.journey import AGATHA, SIGRID, Journey
from harness.pointer import CONTROL, SHIFT
from harness.screen_reader import Listening, Orca, Told
from harness.waiting import wait_until, wait_until_equal

# As GTK 4.8 spells them, and newer ones.
ALERTS = frozenset({"alert"})
HEADINGS = frozenset({"heading"})
LISTS = frozenset({"list"})
TAB_LISTS = frozenset({"tab list", "page tab list"})
ONLY_TABS = frozenset({"tab", "page tab"})

NOTE, CHANGED = "The wall is cold", "The wall is cold at night"
DATED = re.compile(r"[A-Z][a-z]+ \d+, \d{4}, \d\d:\d\d\Z")
FARTHEST = 40
"""The number of Tab presses that lead around a window."""


class Heard(Listening, Journey):
    """Receives the announcements of the only window."""

    def setUp(self):
        super().setUp()
        self.told = Told(self.session.accessibility_bus)
        self.addCleanup(self.told.stop)

    def go_to(self, window, name):
        """Press Shift+Tab until the focus is in the list with this row, and the arrows until it is there."""
        row = self.hear(window, LIST_ITEMS, name)
        rows = row.parent.children()
        for _ in range(FARTHEST):
            here = self.focused(window)
            if here == row:
                return
            if here in rows:
                window.key("Down" if rows.index(here) < rows.index(row) else "Up")
            else:
                window.key("Tab", SHIFT)
            wait_until(lambda left=here: not left.has_state(STATE_FOCUSED), f"the focus to leave {here}")
        self.fail(f"no way to {name!r}")

    def type_into(self, window, name, text, at=0):
        field = self.hear(window, TEXTS, name)
        field.insert_text(at, text)
        return field

    def test_tabs_headings_and_lists_say_where_one_is(self):
        window = self.start()
        tabs = self.hear(window, TAB_LISTS, "Books and favorites").find_all(ONLY_TABS)

        def selected():
            return [tab.name for tab in tabs if tab.has_state(STATE_SELECTED)]

        all_tabs = (self.hawk, self.raven, self.swift, self.favorites)
        self.assertEqual([tab.name for tab in tabs], [tab.title for tab in all_tabs])
        wait_until_equal(selected, [self.hawk.title], "the selected tab")
        for heading in (self.hawk.title, "Study notes", "Characters"):
            self.hear(window, HEADINGS, heading)
        for name in ("Study notes", "Characters"):
            self.hear(window, LISTS, name)
        self.assertTrue(self.hear(window, LIST_ITEMS, AGATHA).description)
        wait_until_equal(lambda: self.focused(window).name, AGATHA, "what has the focus")
        self.assertEqual(window.frame.find_all(ALERTS), [])
        self.do(window, self.raven.title, ONLY_TABS)
        window.expect_title(self.raven.title)
        wait_until_equal(selected, [self.raven.title], "the selected tab")
        self.hear(window, HEADINGS, self.raven.title)

    def test_a_note_is_written_changed_deleted_and_brought_back(self):
        window = self.start()
        composer = self.type_into(window, "New note", NOTE)
        self.do(window, "Save Note")
        self.told.expect("Note saved")
        wait_until_equal(lambda: composer.text, "", "the draft")
        self.assertRegex(self.hear(window, LIST_ITEMS, f"Note: {NOTE}").description, DATED)
        self.do(window, "Edit Note")
        self.type_into(window, "Edit note", CHANGED.removeprefix(NOTE), at=len(NOTE))
        self.do(window, "Save")
        row = self.hear(window, LIST_ITEMS, f"Note: {CHANGED}")
        self.do(window, "Delete Note")
        self.told.expect("Note deleted")
        self.hear(window, ALERTS, "Note deleted")
        wait_until(lambda: row not in window.frame.find_all(LIST_ITEMS), "the note to go")
        self.do(window, "Undo")
        self.hear(window, LIST_ITEMS, f"Note: {CHANGED}")
        wait_until(lambda: not window.frame.find_all(ALERTS), "the alert to go")

    def test_a_character_becomes_a_favorite(self):
        window = self.start()
        self.go_to(window, AGATHA)
        window.key("Return")
        window.expect_title(AGATHA)
        self.hear(window, HEADINGS, AGATHA)
        heart = self.hear(window, BUTTONS, "Favorite")
        self.assertFalse(heart.is_on)
        heart.do_action()
        wait_until(lambda: heart.is_on, "the heart to be pressed")
        wait_until_equal(lambda: heart.description, f"Remove {AGATHA} from favorites", "what it does")
        self.do(window, "Back")
        window.expect_title(self.hawk.title)
        wait_until(
            lambda: self.hear(window, LIST_ITEMS, AGATHA).description.endswith("Favorite."),
            "the row to say so",
        )

    def test_a_search_tells_what_it_finds(self):
        window = self.start()
        window.key("f", CONTROL)
        field = self.hear(window, SEARCH_FIELDS, "Search")
        wait_until_focused(lambda: field, "the focus in the field")
        self.session.input.type(SIGRID)
        self.told.expect("Books and Characters ")
        window.key("Down")
        self.told.expect(SIGRID)
        window.key("Return")
        window.expect_title(SIGRID)

    def test_a_search_tells_that_it_finds_nothing(self):
        window = self.start()
        window.key("f", CONTROL)
        field = self.hear(window, SEARCH_FIELDS, "Search")
        wait_until_focused(lambda: field, "the focus in the field")
        self.session.input.type("zyx")
        self.told.expect("No results for “zyx”")

    def test_a_book_of_ones_own_is_made(self):
        window = self.start()
        self.do(window, "Library")
        window.expect_title("Library")
        for button, title, text in (
            ("New", "New Series", "Selkies"), ("Add Book…", "New Book", "The Grey Seal"),
        ):
            if title == "New Series":
                self.do(window, "New")
                self.do(window, "Series…", MENU_ITEMS)
            else:
                self.do(window, button)
            dialog = self.program.dialog(title)
            self.type_into(dialog, "Title", text)
            self.do(dialog, "Save")
            self.program.wait_until_closed(dialog)
        window.expect_title("The Grey Seal")
        self.hear(window, HEADINGS, "The Grey Seal")

    def test_orca_says_it(self):
        if not Orca.is_installed():
            self.skipTest("orca is not installed")
        window = self.start()
        orca = Orca(self.session)
        self.addCleanup(orca.stop)
        heard = orca.expect("Screen reader on")
        # What takes the focus while Orca looks at a window that has just come, it does not say.
        heard = orca.expect(AGATHA, heard)
        window.key("n", CONTROL, SHIFT)
        heard = orca.expect("New note", heard)
        self.type_into(window, "New note", NOTE)
        window.key("Return", CONTROL)
        heard = orca.expect("Note saved", heard)
        self.go_to(window, f"Note: {NOTE}")
        heard = orca.expect(f"Note: {NOTE}", heard)
        window.key("Delete")
        orca.expect("Note deleted", heard)
