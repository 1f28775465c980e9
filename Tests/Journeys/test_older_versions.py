"""What an older version left behind, as its last process was killed, opens whole in this one."""

import os
import shutil

from harness.accessibility import BUTTONS, LIST_ITEMS, TEXTS
from harness.journey import AGATHA, JAIME, Journey
from harness.waiting import wait_until, wait_until_equal

FIXTURES = os.path.join(
    os.path.dirname(os.path.abspath(__file__)), os.pardir, "HawkNotesModelTests", "Fixtures",
)


class SecondVersion(Journey):
    """Two windows, two closed ones; a note that was still to be saved."""

    needs_series_that_ships = True

    def setUp(self):
        super().setUp()
        fixture = os.path.join(FIXTURES, "version-2")
        data = os.path.join(self.program.folder, "data", "hawk-notes")
        shutil.copytree(os.path.join(fixture, "data"), data, dirs_exist_ok=True)
        shutil.copytree(os.path.join(fixture, "state"), self.program.state_folder,
                        dirs_exist_ok=True)

    def start_both(self):
        windows = self.program.start(windows=2)
        self.front = next(window for window in windows if window.tab == "favorites")
        self.back = next(window for window in windows if window is not self.front)

    def test_windows_have_their_tabs_paths_and_drafts(self):
        self.start_both()
        self.front.expect_title(JAIME)
        self.front.expect_draft("Under favorites, on Jaime")
        self.back.expect_tab(self.raven)
        wait_until(lambda: self.back.shows_amazon_page, "the web page")
        self.back.press("Done")
        self.back.expect_draft("A draft on the Raven", caret=7)
        self.back.select_tab(self.swift)
        self.back.expect_draft("A draft on the Swift")
        self.back.select_tab(self.hawk)
        self.back.expect_title(AGATHA)
        self.back.expect_draft("A draft on Agatha")
        self.back.go_back()
        self.back.expect_draft("A draft on the Hawk", caret=5)

    def test_notes_and_favorites_are_there_and_the_note_is_saved(self):
        self.start_both()
        self.front.select_tab(self.raven)
        for text in ("On the Raven, to be edited, half done", "Held up until the end"):
            wait_until(lambda sought=text: self.front.says(sought), text)
        editor = wait_until(
            lambda: next(iter(self.front.visible(TEXTS, "Edit note")), None), "the editor"
        )
        wait_until_equal(lambda: editor.text, "On the Raven, to be edited, half done", "the edit")
        self.front.select_tab(self.hawk)
        for text in ("The first on the Hawk", "The second, with words", "The third"):
            wait_until(lambda sought=text: self.front.says(sought), text)
        for name, notes in ((AGATHA, ("On Agatha, one", "On Agatha, two")), (JAIME, ("On Jaime",))):
            self.front.open_character(name)
            for text in notes:
                wait_until(lambda sought=text: self.front.says(sought), text)
            wait_until(lambda: self.front.find(BUTTONS, "Favorite").is_on, f"the heart of {name}")
            self.front.go_back()
        wait_until(lambda: not self.front.says("ot saved yet"), "the note to be saved")

    def test_closed_windows_come_back(self):
        self.start_both()
        for tab, draft in (
            (self.swift, "In a window that was closed"), (self.hawk, "Of the session before"),
        ):
            closed = self.program.new_window(
                lambda: self.program.actions.activate("reopen-closed-window")
            )
            closed.expect_tab(tab)
            closed.expect_draft(draft)


class ShelfFilter(Journey):
    """A shelf that was filtered by a word, over a page with a draft."""

    needs_series_that_ships = True

    def setUp(self):
        super().setUp()
        self.start()
        self.program.quit()
        shutil.rmtree(self.program.state_folder)
        state = os.path.join(FIXTURES, "shelf-filter", "state")
        shutil.copytree(state, self.program.state_folder, dirs_exist_ok=True)

    def test_goes_on_as_a_search_over_the_shelf(self):
        window = self.start()
        window.expect_title("Search")
        wait_until(lambda: window.visible(LIST_ITEMS, f"{AGATHA}, Shadow Skye"), "what is found")
        self.assertTrue(window.visible(LIST_ITEMS, "Draft on Agatha, Shadow Skye. Begun on Agatha"))
        self.session.raise_window(window)
        window.key("Escape")
        window.expect_title("Library")
        window.key("Escape")
        window.expect_title(AGATHA)
        window.expect_draft("Begun on Agatha")
