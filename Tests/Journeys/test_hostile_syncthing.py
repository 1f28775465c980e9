"""A real sync client carries the library of one computer over that of another, again and again."""

import glob
import os
import shutil
import sqlite3
import unittest

from harness import syncthing
from harness.accessibility import BUTTONS, TEXTS
from harness.journey import Journey
from harness.waiting import wait_until, wait_until_there
from test_replaced_library import REPLACED, add_note, texts_of

ALL = os.environ.get("HAWK_NOTES_HOSTILE") == "all"
ROUNDS = 20
NOTES = 10
"""How many are saved on each side in each round."""


@unittest.skipUnless(ALL, "takes minutes: meson-helpers/torture runs it")
@unittest.skipUnless(syncthing.is_here(), "needs syncthing and networks of one's own")
class Carried(Journey):
    """The data folder is carried between this computer and another one, on which notes are written too."""

    runs_alone = True
    needs_series_that_ships = True

    def setUp(self):
        super().setUp()
        self.folder = os.path.join(self.program.folder, "data", "hawk-notes")
        self.library = os.path.join(self.folder, "library.sqlite")
        self.other = os.path.join(self.program.folder, "other")
        os.mkdir(self.other)
        self.theirs = os.path.join(self.program.folder, "theirs.sqlite")

    def put_theirs(self):
        """The other computer's program has ended: its library is one file."""
        part = os.path.join(self.other, "part")
        shutil.copy(self.theirs, part)
        os.rename(part, os.path.join(self.other, "library.sqlite"))

    def save(self, window, text):
        composer = window.composer()
        composer.insert_text(0, text)
        wait_until(lambda: composer.text == text, "the draft")
        window.actions.activate("save-note")
        wait_until(lambda: composer.text == "", "the note to be handed in")

    def texts(self):
        """The notes in the library, each as often as it is there; and those that are kept elsewhere."""
        look = os.path.join(self.program.folder, "look")
        shutil.copytree(self.folder, look)
        db = sqlite3.connect(os.path.join(look, "library.sqlite"))
        here = [text for (text,) in db.execute("SELECT text FROM note")]
        db.close()
        kept = set()
        for path in glob.glob(os.path.join(look, "set-aside*", "*", "library.sqlite")):
            kept |= texts_of(path, self.program.folder)
        # What is beside the library: conflict copies, and logs that were set aside alone.
        others = glob.glob(os.path.join(look, "*.sync-conflict-*"))
        others += glob.glob(os.path.join(look, "set-aside*", "*", "library.sqlite-wal"))
        others += self.program.state_files()
        raw = b"".join(open(path, "rb").read() for path in others if os.path.isfile(path))
        shutil.rmtree(look)
        return here, kept, raw

    def window_after(self, old):
        """The window that comes back in the place of another one."""

        def look():
            return next(
                (one for one in self.program.windows()
                 if one.path != old.path and one.visible(TEXTS, "New note")),
                None,
            )

        return wait_until_there(look, "the window to come back", deadline=60)

    def test_every_note_is_somewhere_and_none_is_there_twice(self):
        window = self.start()
        window.save_note("On both")
        self.program.quit()
        shutil.copy(self.library, self.theirs)
        shutil.copy(self.library, os.path.join(self.other, "library.sqlite"))
        carrier = syncthing.Syncthing(
            os.path.join(self.program.folder, "syncthing"), (self.folder, self.other)
        )
        self.addCleanup(carrier.stop)
        mine, others, told = [], [], 0
        window = self.start()
        for turn in range(ROUNDS):
            for number in range(NOTES):
                mine.append(f"Mine, {turn}-{number};")
                self.save(window, mine[-1])
                others.append(f"Theirs, {turn}-{number};")
                add_note(self.theirs, others[-1])
            self.put_theirs()
            wait_until(lambda: window.says(REPLACED), f"turn {turn} to be told", deadline=60)
            told += 1
            ending = turn % 4
            if ending == 0:
                self.program.quit()
                window = self.start()
            elif ending == 1:
                self.program.kill()
                window = self.start()
            else:
                # Mine is put back once an hour; more often would be in vain.
                keeps = ending == 2 and window.visible(BUTTONS, "Keep Mine")
                window.press("Keep Mine" if keeps else "Use That One")

                window = self.window_after(window)
        self.program.quit()
        carrier.stop()
        here, kept, raw = self.texts()
        lost = [
            text for text in mine + others
            if text not in here and text not in kept and text.encode() not in raw
        ]
        twice = sorted({text for text in here if here.count(text) > 1})
        aside = [text for text in mine + others if text not in here and text in kept]
        print(
            f"told {told} of {ROUNDS}; of {len(mine)} and {len(others)} notes {len(lost)} lost,"
            f" {len(twice)} twice, {len(aside)} only in set-aside", flush=True,
        )
        self.assertEqual((lost, twice), ([], []))
