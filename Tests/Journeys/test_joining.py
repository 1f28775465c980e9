"""Two characters or two books become one: what was written on either page is there, also after a kill."""

from harness.accessibility import LIST_ITEMS, TABS
from harness.joining import join
from harness.journey import AGATHA, JAIME, Journey
from harness.waiting import wait_until

DRAFT = "The wall is watched"


class Joining(Journey):
    """*Join With…* in the menus of characters and books."""

    runs_on_own_series = True

    def join_characters(self, window):
        """Write a draft on Agatha's page, and make her a part of Jaime."""
        window.open_character(AGATHA)
        window.write_draft(DRAFT)
        window.go_back()
        window.expect_title(self.hawk.title)
        window.open_character(JAIME)
        join(self, window, "Character Menu", "Join Character With…", AGATHA)
        wait_until(lambda: window.says(f"Joined “{JAIME}” with “{AGATHA}”"), "what was done")

    def test_draft_is_there_after_a_kill(self):
        window = self.start()
        self.join_characters(window)
        window.expect_draft(DRAFT)
        self.program.wait_until_saved()
        (window,) = self.restart_after_kill()
        window.expect_title(JAIME)
        window.expect_draft(DRAFT)
        window.go_back()
        wait_until(lambda: not window.visible(LIST_ITEMS, AGATHA), "the other one to be gone")

    def test_draft_is_there_when_the_join_is_undone(self):
        window = self.start()
        self.join_characters(window)
        window.expect_draft(DRAFT)
        window.press("Undo")
        window.expect_draft("")
        window.go_back()
        window.open_character(AGATHA)
        window.expect_draft(DRAFT)
        (window,) = self.restart_after_kill()
        window.expect_title(AGATHA)
        window.expect_draft(DRAFT)

    def test_window_that_shows_the_other_book_goes_along(self):
        window = self.start()
        window.select_tab(self.raven)
        window.write_draft(DRAFT)
        window.select_tab(self.hawk)
        join(self, window, "Book Menu", "Join Book With…", self.raven.title)
        wait_until(lambda: not window.visible(TABS, self.raven.title), "the tab to go")
        window.expect_draft(DRAFT)
        self.program.wait_until_saved()
        (window,) = self.restart_after_kill()
        window.expect_title(self.hawk.title)
        window.expect_draft(DRAFT)
