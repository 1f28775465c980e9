"""A mention while its character is renamed, deleted and brought back: what notes show each time."""

from harness.accessibility import LIST_ITEMS
from harness.journey import AGATHA
from harness.pointer import CONTROL
from harness.waiting import wait_until
from test_mentions import NEW_NAME, MentionJourney


class MentionsOverTime(MentionJourney):
    """One note that mentions Agatha, in two windows."""

    runs_on_own_series = True

    def expect_note(self, text, *windows):
        """Wait until each of the windows shows the note like this, and not as before."""
        name = f"Note: {text}"
        for window in windows:
            wait_until(
                lambda window=window: [
                    row.name for row in window.visible(LIST_ITEMS) if row.name.startswith("Note: Where")
                ] == [name],
                f"{name!r} in {window}",
            )

    def test_a_note_says_what_the_character_is_called_also_while_it_is_in_the_trash(self):
        first = self.start()
        self.save_mention(first)
        second = self.program.new_window(lambda: first.key("n", CONTROL))
        third = self.program.new_window(lambda: first.key("n", CONTROL))
        third.open_character(AGATHA)
        self.expect_note(f"Where is @{AGATHA} now?", first, second)

        self.rename(third)
        third.expect_title(NEW_NAME)
        self.expect_note(f"Where is @{NEW_NAME} now?", first, second)

        third.actions.activate("delete-part")
        wait_until(lambda: third.title != NEW_NAME, "the character's page to go")
        # What a note says is no reason to forget whom it meant.
        self.expect_note(f"Where is @{AGATHA} now?", first, second)
        window, *_ = self.restart_after_kill(windows=3)
        self.expect_note(f"Where is @{AGATHA} now?", *self.program.windows())

        window.actions.activate("show-trash")
        dialog = self.program.dialog("Trash")
        wait_until(lambda: dialog.says(NEW_NAME), "the character in the trash")
        dialog.press("Restore")
        wait_until(lambda: dialog.says("The trash is empty"), "an empty trash")
        dialog.close()
        self.expect_note(f"Where is @{NEW_NAME} now?", *self.program.windows())
