#!/usr/bin/python3
"""Takes the pictures of the README with the real program; see `screenshots`.

usage: take.py FOLDER [NAME ...]
"""

import os
import subprocess
import sys
import time

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(PROJECT, "Tests", "Journeys"))

from harness import library_rows  # noqa: E402
from harness.accessibility import BUTTONS, LIST_ITEMS  # noqa: E402
from harness.program import Program  # noqa: E402
from harness.session_x11 import X11Session  # noqa: E402
from harness.waiting import wait_until  # noqa: E402

HOUR = 3600
SIZE = (1000, 760)
"""Of a picture of one window."""
TILE, GAP = (328, 246), 8
"""Of each picture of a strip, as wide together as the picture of a window."""
STILL = 1.0
"""Seconds after which nothing moves any more."""
COLORS = 256

PAGES = {"light": "white", "dark": "#0d1117"}
"""What is behind the pictures where they are shown."""
DESKTOPS = {"light": "#b4cde4", "dark": "#263340"}

FONT = "Cantarell 11"

AGATHA = "Agatha"
DRAFT = "The shadows frighten because"
NOTES = (
    ("@Ag", " never once doubts that guarding the wall is *the most important* work there is.", "p. 12",
     14 * 24 * HOUR),
    ("", "Two voices: hers is quick and certain, his circles around every choice before he makes it.",
     "p. 87", 26 * HOUR),
    ("", "Look up: is there a *real tower* on Skye that the enclave could stand on?", "", 2 * HOUR),
)
BOOKS = (
    ("Emma", "Jane Austen"), ("Middlemarch", "George Eliot"), ("Persuasion", "Jane Austen"),
    ("The Waves", "Virginia Woolf"), ("Jane Eyre", "Charlotte Brontë"), ("Orlando", "Virginia Woolf"),
    ("Villette", "Charlotte Brontë"),
)


class Pictures:
    """One run of the program, light or dark, with some notes, and the pictures of it."""

    def __init__(self, session, scheme, folder):
        self.session, self.scheme, self.folder = session, scheme, folder
        self.program = Program(session)
        self.program.choose(color_scheme=f"'{scheme}'")
        self.choose_font()
        session.root.change_attributes(background_pixel=int(DESKTOPS[scheme][1:], 16))
        session.root.clear_area()
        session.display.sync()
        self.fill()

    def choose_font(self):
        """GNOME's own font, where it is installed (fonts-cantarell)."""
        folder = os.path.join(self.program.folder, "config", "gtk-4.0")
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "settings.ini"), "w", encoding="utf-8") as file:
            file.write(f"[Settings]\ngtk-font-name={FONT}\n")

    def dispose(self):
        self.program.dispose()

    # What is in the library

    def fill(self):
        window, = self.program.start()
        for mention, text, _, _ in NOTES:
            self.write_note(window, mention, text)
        window.row(AGATHA)
        window.press("Add Agatha to favorites")
        self.program.wait_until_saved()
        self.program.quit()
        now = time.time()
        for _, text, place, age in NOTES:
            library_rows.set_note(self.program, text, place, now - age)
        for title, author in BOOKS:
            library_rows.add_lone_book(self.program, title, author)

    def write_note(self, window, mention, text):
        composer = window.focus_composer()
        if mention:
            self.session.input.type(mention)
            wait_until(lambda: composer.description.startswith(AGATHA), "the offer")
            self.session.input.key("Return")
            wait_until(lambda: composer.text == f"@{AGATHA} ", "the mention")
            text = text[1:]
        composer.insert_text(len(composer.text), text)
        window.press("Save Note")
        window.expect_draft("")

    def start(self, size, place=(300, 200)):
        """Start with a window of this outer size."""
        window, = self.program.start()
        self.session.resize_window(window, *size)
        self.session.place_window(window, *place)
        return window

    # Pictures

    def grab(self, left, top, width, height, path):
        time.sleep(STILL)
        subprocess.run(
            ["import", "-window", "root", "-crop", f"{width}x{height}+{left}+{top}", "+repage", path],
            env=self.session.base_environment() | self.session.display_environment(), check=True)

    def path(self, name):
        return os.path.join(self.folder, f"{name}{'-dark' if self.scheme == 'dark' else ''}.png")

    def keep(self, name, *arguments):
        """Write a picture that ImageMagick makes, with few colors."""
        subprocess.run(
            ["convert", *arguments, "-strip", "-dither", "None", "-colors", str(COLORS),
             "PNG8:" + self.path(name)], check=True)

    def picture(self, name, window):
        raw = os.path.join(self.program.folder, "raw.png")
        self.session.put_pointer_away()
        self.grab(*self.session.window_geometry(window), raw)
        self.keep(name, raw)

    def strip(self, name, shots):
        """Pictures of a part of the desktop beside each other."""
        tiles = []
        for index, shot in enumerate(shots):
            gap = GAP if index < len(shots) - 1 else 0
            tiles += ["(", shot, "-resize", f"{TILE[0]}x{TILE[1]}!", "-background", PAGES[self.scheme],
                      "-gravity", "west", "-extent", f"{TILE[0] + gap}x{TILE[1]}", ")"]
        self.keep(name, *tiles, "+append")

    def part_of_desktop(self, number, scale):
        """A picture of the left upper part of the screen, as large as a tile times `scale`."""
        path = os.path.join(self.program.folder, f"part-{number}.png")
        self.grab(0, 0, int(TILE[0] * scale), int(TILE[1] * scale), path)
        return path

    def take_window(self):
        window = self.start(SIZE)
        window.write_draft("What does a wall do to those behind it")
        self.program.wait_until_saved()
        self.picture("window", window)

    def take_kill(self):
        window = self.start((620, 452), (18, 18))
        window.write_draft(DRAFT)
        self.program.wait_until_saved()
        self.session.put_pointer_away()
        before = self.part_of_desktop(1, 2)
        self.program.kill()
        empty = self.part_of_desktop(2, 2)
        self.program.start()
        after = self.part_of_desktop(3, 2)
        self.strip("kill", (before, empty, after))

    def take_drag(self):
        window = self.start((370, 510), (12, 12))
        row = window.row(AGATHA)
        start = window.on_screen(window.steady_point(row))
        shots, outside = [], (560, 300)
        hands = self.session.input
        hands.drag(
            start, (start[0] + 90, start[1] - 90), lambda: shots.append(self.part_of_desktop(1, 2.2)))
        hands.drag(start, outside, lambda: shots.append(self.part_of_desktop(2, 2.2)))
        new = next(one for one in self.program.wait_for_windows(2) if one.title == AGATHA)
        self.session.resize_window(new, 370, 510)
        self.session.place_window(new, 340, 20)
        self.session.raise_window(new)
        self.session.put_pointer_away()
        shots.append(self.part_of_desktop(3, 2.2))
        self.strip("drag", shots)

    def take_shelf(self):
        window = self.start(SIZE)
        window.actions.activate("show-library")
        window.expect_title("Library")
        self.picture("shelf", window)

    def take_search(self):
        window = self.start(SIZE)
        window.open_search("f", "Control_L", "Shift_L")
        self.session.input.type("wall")
        wait_until(lambda: window.visible(LIST_ITEMS), "what was found")
        self.picture("search", window)

    def take_history(self):
        window = self.start(SIZE)
        window.write_draft("Sigrid forgets nothing. Is that a gift or the price of one?")
        self.program.wait_until_saved()
        self.program.quit()
        (window,) = self.program.start()
        window.actions.activate("show-history")
        dialog = self.program.dialog("History")
        dialog.press("Earlier")
        dialog.click(wait_until(lambda: next(iter(dialog.visible(LIST_ITEMS)), None), "an earlier time"))
        dialog.find(BUTTONS, "Copy Draft")
        self.picture("history", window)

    def take_private(self):
        first = self.start(SIZE)
        window = self.program.new_window(lambda: self.program.actions.activate("new-private-window"))
        self.session.resize_window(window, *SIZE)
        self.session.raise_window(window)
        self.session.close_window(first)
        self.picture("private", window)


NAMES = [name.removeprefix("take_") for name in vars(Pictures) if name.startswith("take_")]


def main():
    folder, *names = sys.argv[1:]
    for name in names:
        if name not in NAMES:
            sys.exit(f"there is no picture {name!r}; there are {', '.join(NAMES)}")
    session = X11Session()
    try:
        for scheme in DESKTOPS:
            for name in names or NAMES:
                pictures = Pictures(session, scheme, folder)
                try:
                    getattr(pictures, f"take_{name}")()
                finally:
                    pictures.dispose()
                print(pictures.path(name), flush=True)
    finally:
        session.stop()


if __name__ == "__main__":
    main()
