"""`--fresh` opens without restoring, and nothing is lost by it."""

from harness.journey import Journey


class FreshStart(Journey):
    """Windows that a fresh start leaves out can be reopened."""

    DRAFT = "not to be lost"

    def test_shows_nothing_of_the_last_run_and_keeps_it(self):
        window = self.start()
        window.select_tab(self.raven)
        window.write_draft(self.DRAFT)
        self.assertEqual(self.program.quit(), 0)

        window = self.start("--fresh")

        window.expect_tab(self.hawk)
        window.select_tab(self.raven)
        window.expect_draft("")
        window.key("t", "Control_L", "Shift_L")
        self.program.wait_for_windows(2)
        drafts = sorted(window.draft() for window in self.program.windows())
        self.assertEqual(drafts, ["", self.DRAFT])
