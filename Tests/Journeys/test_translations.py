"""Every word that is shown can be translated: in a pseudo-language no plain English is left."""

import json
import os
import re

from gi.repository import GLib

from harness.accessibility import BUTTONS, MENU_ITEMS, TEXTS, wait_until_focused
from harness.journey import AGATHA, JAIME, SIGRID, Journey
from harness.languages import PSEUDO, Language, untranslated
from harness.pointer import RIGHT
from harness.series import Tab
from harness.waiting import wait_until, wait_until_equal

NOTE, DRAFT = "Nobody reads this", "Half a thought"
NAME = "Hawk Notes"
CLOSED_PORT = "http://127.0.0.1:9/"
"""Nobody answers there, and never a name is looked up."""

FOLDERS = {"set-aside"}
WEB_NAMES = {CLOSED_PORT, "127.0.0.1", "about:blank"}

TOOLKIT = {
    "Close", "Minimize", "Maximize", "Restore", " the window", "Shortcuts", "Search Results",
    "No Results Found", "Try a different search", "Search Shortcuts",
}
"""What GTK says by itself: its own translations are not the program's."""

KEYS = {
    "Ctrl", "Alt", "Shift", "Page Down", "Page Up", "Page_Up", "Page_Down", "Escape", "Return", "Enter",
    "Delete", "Left", "Right", "Home", "Plus", "Minus", "question",
}
"""What GTK calls keys."""

BY_ITSELF = re.compile(r"(Gtk|WebKit)[A-Za-z]+|((Shift|Ctrl|Alt)\+)+\S+")
"""What GTK tells a screen reader of something without a name, and how it writes keys in menus."""

KEY = r"((Shift|Ctrl|Alt) \+ )*([A-Z]|F\d+)"
KEYS_OF_A_LINE = re.compile(rf"^{KEY}( / {KEY})*( (?=⟦)|$)")
"""How GTK writes keys in its window of them; newer ones call a line by its keys and what they do."""


def texts_of(value):
    """Every text in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (dict, list)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from texts_of(part)


class PseudoLanguage(Journey):
    """A walk through all pages."""

    # What own books' buttons are called is for their reader to say.
    needs_series_that_ships = True

    def setUp(self):
        super().setUp()
        self.language = Language(self.program, PSEUDO)
        self.text = self.language.text
        self.favorites = Tab(self.text("Favorites"), "favorites")
        # What the reader and the books say stays as it is.
        self.known = {text for text in texts_of(self.series.contents) if len(text) > 1}
        self.known |= TOOLKIT | {NOTE, DRAFT, NAME}

    def said(self):
        """Everything that the windows say, shown or only for a screen reader."""
        frames = [*self.program.frames(), *(dialog.frame for dialog in self.program.dialogs())]
        return {text for frame in frames for text in frame.words()}

    def expect_translated(self, place, *texts, known=()):
        """Wait until all of these English texts are said, and nothing is said that is English."""
        wanted = [self.text(text) for text in texts]
        wait_until(
            lambda: all(any(text in said for said in self.said()) for text in wanted),
            f"{place} to say {texts}",
        )
        known = self.known | set(known)
        said = {KEYS_OF_A_LINE.sub("", text) for text in self.said() if not BY_ITSELF.fullmatch(text)}
        wrong = sorted(text for text in said if untranslated(text, known))
        self.assertEqual(wrong, [], place)

    def press(self, window, english):
        window.press(self.text(english))

    def composer(self, window):
        return window.find(TEXTS, self.text("New note"))

    def write(self, window, text):
        composer = self.composer(window)
        window.click(composer)
        wait_until_focused(lambda: composer, "focus in the composer")
        self.session.input.type(text)
        wait_until_equal(lambda: composer.text, text, "what was typed")

    def test_is_all_that_the_check_lets_pass(self):
        self.assertIsNone(untranslated("⟦Ñöţ ⟦%1 ñ⟧ 3⟧ · 11/22/26", set()))
        self.assertIsNone(untranslated("⟦Ñöţ⟧ Agatha", {"Agatha"}))
        self.assertIsNotNone(untranslated("Agatha", set()))
        self.assertIsNotNone(untranslated("⟦Ñöţ⟧ bcd", set()))
        self.assertIsNotNone(untranslated("⟦Ñöţ: disk full⟧", set()))

    def test_is_spoken_on_the_pages_of_books_and_characters(self):
        window = self.start()
        self.expect_translated("the book's page", "Characters", "Study notes", "No notes yet")
        self.write(window, NOTE)
        self.press(window, "Save Note")
        wait_until(lambda: window.says(NOTE), "the note")
        self.write(window, DRAFT)
        self.expect_translated("a book with a note", "Just now", "Draft saved", "Delete Note")
        self.press(window, "Edit Note")
        self.expect_translated("a note that is edited", "Edit note", "Cancel", "Save")
        self.press(window, "Cancel")
        self.press(window, "Delete Note")
        self.expect_translated("a note that was deleted", "Note deleted", "Undo")
        for name in (AGATHA, JAIME):
            window.open_character(name)
            self.expect_translated(f"the page of {name}", "Related characters", "Favorite")
            window.actions.activate("go-back")
            window.expect_title(self.hawk.title)

    def test_is_spoken_among_the_favorites(self):
        window = self.start()
        window.select_tab(self.favorites)
        self.expect_translated("no favorites", "No favorites yet", "All characters")
        window.open_character(SIGRID)
        self.press(window, "Favorite")
        window.actions.activate("go-back")
        self.expect_translated("the favorites", "Favorites", "All characters")

    def test_is_spoken_in_menus_and_about_keys(self):
        window = self.start()
        window.key("F10")
        self.expect_translated("the main menu", "New Window", "Keyboard Shortcuts")
        window.key("Escape")
        window.click(window.row(AGATHA), button=RIGHT)
        self.expect_translated("a row's menu", "Open in New Window", "Copy Link")
        item = next(iter(window.frame.find_all(MENU_ITEMS | BUTTONS, self.text("Copy Link"))))
        item.do_action()
        self.expect_translated("a message", "Link copied")
        self.program.actions.activate("shortcuts")
        self.expect_translated("the keys", "Moving around", "Save the note", known=KEYS)

    def test_is_spoken_where_there_is_no_web_page(self):
        folder = os.path.join(self.program.folder, "data-with-addresses")
        self.series.copy_with_addresses({self.hawk.id: CLOSED_PORT}, folder)
        self.program.data_folder = folder
        window = self.start()
        self.press(window, "View on Amazon")
        self.expect_translated("the web page", "Done", "Open in Browser", known=WEB_NAMES)

    def test_is_spoken_of_links_that_lead_nowhere(self):
        window = self.start()
        links = (
            "hawknotes://nowhere",
            "hawknotes://note/00000000-0000-4000-8000-000000000000",
        )
        for link in links:
            self.program.actions.activate("open-activity", link)
            wait_until(
                lambda wanted=link: any(wanted in text for text in self.said()),
                f"a message about {link}",
            )
            # What was said of the one before may still be there.
            self.expect_translated(link, known=links)
        self.assertEqual(window.title, self.hawk.title)

    def test_is_spoken_when_it_is_asked_what_to_bring_back(self):
        self.start()
        self.program.wait_until_saved()
        self.assertEqual(self.program.quit(), 0)
        for count, text in ((2, "Dismiss"), (3, "Choose windows to restore")):
            marker = {"incompleteLaunches": count - 1, "restored": False}
            path = os.path.join(self.program.state_folder, "running.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(marker, file)
            self.start()
            self.expect_translated(f"{count} starts that failed", text)
            self.program.kill()

    def test_is_spoken_of_a_damaged_library(self):
        self.start()
        self.program.wait_until_saved()
        self.assertEqual(self.program.quit(), 0)
        path = os.path.join(self.program.folder, "data", "hawk-notes", "library.sqlite")
        with open(path, "r+b") as file:
            file.write(b"\xee" * 100)
        window = self.start()
        choice = "Recover What Can Be Read"
        self.expect_translated("a damaged library", "Your library cannot be read", choice, known=FOLDERS)
        self.press(window, choice)
        self.expect_translated("what was brought back", "Open Library", known=FOLDERS)
