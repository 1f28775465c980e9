"""Damage costs little, and nothing is thrown away: neither files nor drafts."""

import json
import os
import re
import shutil
import zlib

from harness.journey import AGATHA, BEATRICE, SIGRID, Journey
from harness.waiting import wait_until, wait_until_equal

GARBAGE = b"\x00\xff garbage that is no state file \xfe\n" * 20
DAMAGE_WORDS = re.compile(r"set aside|damaged|quarantine|could not be (read|restored)", re.I)


def state_file_that_mentions(program, identifier):
    """The path of the first window's state in which this stands."""
    for path in program.state_files():
        with open(path, "rb") as file:
            if identifier.encode() in file.read().lower():
                return path
    raise AssertionError(f"no state file mentions {identifier}: {program.state_files()}")


def for_later_versions(content):
    """A window's state that says of itself that only later versions can read it."""
    first, _, rest = content.partition(b"\n")
    header = json.loads(first.partition(b" ")[2]) | {"format": 99, "minimumReader": 99}
    text = json.dumps(header, separators=(",", ":")).encode()
    return b"%08x %s\n" % (zlib.crc32(text), text) + rest


class DamagedState(Journey):
    """One state file of three is replaced by garbage."""

    def test_costs_one_window_is_set_aside_and_said(self):
        window = self.start()
        window.write_draft("Whole and well")
        # A new window begins where the front one is: only the last one knows of the last character.
        for tab, character in ((self.swift, BEATRICE), (self.raven, SIGRID)):
            window = self.program.new_window(lambda: self.program.actions.activate("new-window"))
            window.select_tab(tab)
            window.open_character(character)
            window.write_draft(f"Draft on {character}")
        self.program.kill()
        path = state_file_that_mentions(self.program, self.series.id_of(SIGRID))
        with open(path, "wb") as file:
            file.write(GARBAGE)

        self.program.start(windows=None)

        hawk = self.program.window(self.hawk.title)
        hawk.expect_draft("Whole and well")
        self.program.window(BEATRICE).expect_draft(f"Draft on {BEATRICE}")
        self.assertNotIn(SIGRID, self.program.titles())
        wait_until(self.is_garbage_set_aside, "the damaged file in quarantine")
        wait_until(self.is_damage_said, "a message about the damaged file")

    def is_garbage_set_aside(self):
        for folder, _, names in os.walk(self.program.quarantine_folder):
            for name in names:
                with open(os.path.join(folder, name), "rb") as file:
                    if GARBAGE in file.read():
                        return True
        return False

    def is_damage_said(self):
        words = (text for frame in self.program.frames() for text in frame.words())
        return any(map(DAMAGE_WORDS.search, words))


class NewerState(Journey):
    """A window was last open in a later version, which keeps it in a way that this one cannot read."""

    def test_is_left_as_it_is_and_comes_back_to_who_can_read_it(self):
        self.start().write_draft("Of this version")
        window = self.program.new_window(lambda: self.program.actions.activate("new-window"))
        window.select_tab(self.raven)
        window.write_draft("Of a later version")
        self.program.kill()
        path = state_file_that_mentions(self.program, self.raven.id)
        with open(path, "rb") as file:
            readable = file.read()
        newer = for_later_versions(readable)
        with open(path, "wb") as file:
            file.write(newer)

        for end in (self.program.kill, self.program.quit):
            (window,) = self.program.start(windows=None)
            window.expect_title(self.hawk.title)
            window.expect_draft("Of this version")
            wait_until(lambda: window.says("newer version"), "what has become of the other one")
            end()
            with open(path, "rb") as file:
                self.assertEqual(file.read(), newer)

        with open(path, "wb") as file:
            file.write(readable)
        self.program.start(windows=2)
        self.program.window(self.raven.title).expect_draft("Of a later version")


class DamagedLine(Journey):
    """One byte in the middle of what was typed is damaged."""

    def test_costs_the_words_around_it_and_the_rest_is_offered(self):
        window = self.start()
        window.write_draft("before and after")
        self.program.wait_until_saved()
        self.program.kill()
        (path,) = self.program.state_files()
        with open(path, "rb") as file:
            lines = file.read().splitlines(keepends=True)
        # The key "d" of "and".
        damaged = next(number for number, line in enumerate(lines) if b'"s":[9,"d"' in line)
        lines[damaged] = lines[damaged].replace(b'"d"', b'"x"')
        with open(path, "wb") as file:
            file.write(b"".join(lines))

        window = self.start()

        window.expect_draft("before an")
        wait_until(lambda: window.says("This was typed last"), "the offer of the rest")
        self.assertTrue(window.says("“ after”"))
        window.press("Dismiss")
        window.press("Details")
        report = self.program.dialog("What Came Back")
        wait_until(lambda: report.says("Part of a window could not be read"), "the reason")
        for words in (".state", self.program.folder, "/"):
            self.assertFalse(report.says(words), f"{words} is nothing for people")
        report.press("Copy Draft")
        wait_until(lambda: report.says("Copied"), "the draft to be copied")


class RemovedCharacter(Journey):
    """The series no longer has a character that a window shows."""

    runs_on_own_series = True

    DRAFT = "A thought about one who is gone"

    def test_opens_the_book_and_keeps_the_draft(self):
        window = self.start()
        window.open_character(AGATHA)
        composer = window.composer()
        composer.insert_text(0, self.DRAFT)
        window.expect_draft(self.DRAFT)
        self.program.kill()
        edited = os.path.join(self.program.folder, "edited-data")
        self.series.copy_without_character(AGATHA, edited)
        original, self.program.data_folder = self.program.data_folder, edited

        window = self.start()

        window.expect_tab(self.hawk)
        window.expect_title(self.hawk.title)
        wait_until_equal(lambda: window.can_go_back, False, "whether there is more to go back to")
        window.expect_draft("")
        wait_until(
            lambda: window.says(self.DRAFT), "the draft of the removed character to be offered"
        )
        self.program.wait_until_saved()
        self.assertTrue(self.is_draft_on_disk(), "the draft is no longer on disk")
        self.assertEqual(self.program.quit(), 0)
        self.assertTrue(self.is_draft_on_disk(), "the draft is no longer on disk after quitting")

        self.program.data_folder = original
        self.series.bring_back(AGATHA)
        shutil.rmtree(edited)
        window = self.start()
        if window.title != AGATHA:
            window.open_character(AGATHA)
        window.expect_draft(self.DRAFT)

    def is_draft_on_disk(self):
        for path in self.program.state_files():
            with open(path, "rb") as file:
                if self.DRAFT.encode() in file.read():
                    return True
        return False


class DamagedSeries(Journey):
    """The series file that ships with the program cannot be used after an upgrade."""

    needs_series_that_ships = True

    def test_leaves_the_library_as_it_was_and_is_said(self):
        window = self.start()
        window.save_note("From better days")
        window.write_draft("Half a thought")
        self.program.kill()
        damaged = os.path.join(self.program.folder, "damaged-data")
        self.series.copy_without_character(AGATHA, damaged)
        name = os.path.basename(self.series.path)
        for folder, _, names in os.walk(damaged):
            if name in names:
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write('{"formatVersion": 1, "books": [')
        self.program.data_folder = damaged

        window = self.start()

        window.expect_title(self.hawk.title)
        window.expect_draft("Half a thought")
        wait_until(lambda: window.says("From better days"), "the note")
        window.open_character(AGATHA)
        wait_until(
            lambda: any(name in text for text in window.frame.words()),
            f"a message that names {name}",
        )
