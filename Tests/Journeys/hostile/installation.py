"""An installation that has been used: it has something to lose."""

import atexit
import os
import shutil
import tempfile

from .journey import HostileJourney

OLD_NOTE = "A note of old"
OLD_DRAFT = "A draft of old"
CLOSED_DRAFT = "A draft that was closed"

_folder = None
"""What the first of these journeys made and the others copy."""


class UsedInstallation(HostileJourney):
    """A note, a draft, a closed window with a draft, a previous session; nothing runs."""

    def setUp(self):
        global _folder
        super().setUp()
        if _folder is None:
            self._use()
            made = tempfile.mkdtemp(prefix="hawk-notes-used-")
            atexit.register(shutil.rmtree, made, ignore_errors=True)
            for name in self.program.KEPT:
                shutil.copytree(os.path.join(self.program.folder, name), os.path.join(made, name))
            _folder = made
        else:
            self.program.become_copy_of(_folder)

    def _use(self):
        window = self.start()
        self.paste(window, OLD_NOTE)
        window.actions.activate("save-note")
        window.expect_draft("")
        self.paste(window, OLD_DRAFT)
        other = self.program.new_window(lambda: self.program.actions.activate("new-window"))
        other.actions.activate("select-tab", self.raven.id)
        self.paste(other, CLOSED_DRAFT)
        other.actions.activate("close")
        self.program.wait_for_windows(1)
        for _ in range(2):
            self.program.wait_until_saved()
            self.assertEqual(self.program.quit(), 0)
            self.program.start(windows=1)
        self.assertEqual(self.program.quit(), 0)
