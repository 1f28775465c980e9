"""Drafts whose page is no longer there are in one place, and go where somebody puts them."""

import os

from harness.accessibility import BUTTONS, LIST_ITEMS
from harness.journey import AGATHA, Journey
from harness.waiting import wait_until


class DraftsWithoutAPage(Journey):
    """The series no longer has a character on whose page somebody was writing."""

    runs_on_own_series = True

    DRAFT = "A thought about one who is gone"
    TITLE = "History"

    def test_is_moved_to_a_page_that_exists(self):
        window = self.start()
        self.assertFalse(self.program.actions.is_enabled("show-orphaned-drafts"))
        window.open_character(AGATHA)
        window.composer().insert_text(0, self.DRAFT)
        window.expect_draft(self.DRAFT)
        self.program.kill()
        edited = os.path.join(self.program.folder, "edited-data")
        self.series.copy_without_character(AGATHA, edited)
        self.program.data_folder = edited
        self.start()
        enabled = self.program.actions.is_enabled
        wait_until(lambda: enabled("show-orphaned-drafts"), "the entry of the menu")
        self.program.actions.activate("show-orphaned-drafts")
        dialog = self.program.dialog(self.TITLE)
        dialog.press("Delete")
        dialog.press("Undo")
        dialog.press("Move to a Page…")
        dialog.find(BUTTONS, "Cancel")
        self.session.raise_window(dialog)
        self.session.input.type("raven")
        wait_until(lambda: not dialog.frame.find_all(LIST_ITEMS, self.hawk.title), "the search")

        # Where it had come to is where it goes on.
        self.program.kill()
        self.program.launch()
        dialog = self.program.dialog(self.TITLE)
        dialog.find(LIST_ITEMS, self.raven.title)
        self.assertEqual(dialog.frame.find_all(LIST_ITEMS, self.hawk.title), [])
        dialog.key("Return")

        window = self.program.window(self.raven.title)
        dialog = self.program.dialog(self.TITLE)
        wait_until(lambda: dialog.says("Every draft has its page"), "the draft to be moved")
        dialog.close()
        window.expect_draft(self.DRAFT)
        wait_until(lambda: not enabled("show-orphaned-drafts"), "nothing more to move")
        self.program.kill()
        self.start().expect_draft(self.DRAFT)
