"""A second series that looks like the first: the same titles and names, reached by a link."""

import os
import sqlite3
import uuid

from harness.accessibility import TABS
from harness.joining import join
from harness.journey import AGATHA, Journey
from harness.series import Tab
from harness.waiting import wait_until, wait_until_equal


class TwoSeries(Journey):
    """The reader's own series has a book and a character that are called as those that ship with it."""

    needs_series_that_ships = True

    def setUp(self):
        super().setUp()
        self.start()
        self.program.quit()
        own, book, character = (uuid.uuid4() for _ in range(3))
        self.own_book = Tab(self.hawk.title, str(book))
        self.link = f"hawknotes://book/{book}/character/{character}"
        self.favorites_link = f"hawknotes://series/{own}/favorites"
        path = os.path.join(self.program.folder, "data", "hawk-notes", "library.sqlite")
        database = sqlite3.connect(path)
        with database:
            database.execute(
                "INSERT INTO series (id, title, origin) SELECT ?, title, 'own' FROM series", (own.bytes,)
            )
            database.execute(
                "INSERT INTO book (id, seriesID, position, title, origin) VALUES (?, ?, 0, ?, 'own')",
                (book.bytes, own.bytes, self.hawk.title),
            )
            database.execute(
                "INSERT INTO character (id, bookID, position, name, seriesID, origin)"
                " VALUES (?, ?, 0, ?, ?, 'own')",
                (character.bytes, book.bytes, AGATHA, own.bytes),
            )
        database.close()

    def tabs(self, window):
        """The titles of the tabs, as far as they are those of the series that ships or the favourites."""
        titles = [tab.title for tab in (self.hawk, self.raven, self.swift, self.favorites)]
        return [title for title in titles if window.visible(TABS, title)]

    def test_lives_beside_the_first_one(self):
        first = self.start()
        first.open_character(AGATHA)
        first.write_draft("On the one that ships")
        own = self.program.new_window(lambda: self.program.run(self.link))
        own.expect_title(AGATHA)
        own.expect_tab(self.own_book)
        self.assertEqual(self.tabs(own), [self.hawk.title, self.favorites.title])
        own.save_note("A note of my own")
        own.write_draft("On my own")
        own.press("Favorite")
        own.select_tab(self.favorites)
        wait_until(lambda: own.says("Favorite"), "the favourite")
        own.open_character(AGATHA)
        own.expect_draft("")
        own.write_draft("Under my favorites")
        self.assertFalse(first.says("A note of my own"))

        windows = self.restart_after_kill(windows=2)
        own = next(window for window in windows if len(self.tabs(window)) == 2)
        first = next(window for window in windows if window is not own)
        own.expect_tab(self.favorites)
        # Two windows have the same title, and differ by their drafts.
        wait_until(lambda: own.title.startswith(AGATHA), "her page")
        own.expect_draft("Under my favorites")
        own.select_tab(self.own_book)
        own.expect_draft("On my own")
        wait_until(lambda: own.says("A note of my own"), "the note")
        first.expect_tab(self.hawk)
        first.expect_draft("On the one that ships")

    def test_its_favorites_are_its_own(self):
        self.start()
        window = self.program.new_window(lambda: self.program.run(self.favorites_link))
        window.expect_tab(self.favorites)
        wait_until_equal(lambda: self.tabs(window), [self.hawk.title, "Favorites"], "the tabs")
        wait_until(lambda: window.says("No favorites yet"), "the empty page")
        window.open_character(AGATHA)
        window.write_draft("Kept under my favorites")
        window.go_back()
        window.expect_title("Favorites")

    def test_closed_window_on_a_joined_character_comes_back_at_the_other_one(self):
        first = self.start()
        own = self.program.new_window(lambda: self.program.run(self.link))
        own.expect_title(AGATHA)
        first.open_character(AGATHA)
        first.write_draft("Half a thought")
        first.actions.activate("close")
        wait_until_equal(self.program.window_count, 1, "the windows")
        join(self, own, "Character Menu", "Join Character With…", AGATHA)
        self.program.wait_until_saved()

        (own,) = self.restart_after_kill()
        again = self.program.new_window(lambda: self.program.actions.activate("reopen-closed-window"))
        again.expect_tab(self.own_book)
        wait_until(lambda: again.title.startswith(AGATHA), "her page")
        again.expect_draft("Half a thought")
