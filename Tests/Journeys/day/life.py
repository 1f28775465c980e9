"""Performs the steps of a day in the real program, and compares the windows with the model."""

import os

from harness.accessibility import TEXTS
from harness.waiting import wait_until, wait_until_equal
from harness.window import COMPOSER
from hostile.library import NAME, favorite_ids_of, notes_by_subject

from . import steps as rules
from .model import FAVORITES, WEB_PAGE, Book, Shown, World
from .page_hands import PageHands
from .window_hands import WindowHands

ENDLESS = str(24 * 60 * 60 * 1000)
"""Milliseconds after which closing windows would no longer count as quitting: never within a day,
so that it does not matter how busy the machine is."""

ENGINE_FILE = "libwebkitgtk-6.0.so.4"

STARTING = ("restart", "start fresh")
"""The kinds of steps after which none of the windows is the same."""

DROPPING = ("drop a row on another window", "drop a row on a text field")
"""The kinds of steps that change a window other than the front one."""

COMPARED_EACH = 10
"""Steps after which everything is compared."""


def world_of(series):
    """The content of the bundled series."""
    books = [
        Book(book["title"], tuple(one["name"] for one in book["characters"]))
        for book in series.contents["books"]
    ]
    names = {
        one["id"].lower(): one["name"]
        for book in series.contents["books"] for one in book["characters"]
    }
    related = {}
    for relation in series.contents["relations"]:
        first, second = (names[one.lower()] for one in relation["between"])
        related.setdefault(first, []).append(second)
        related.setdefault(second, []).append(first)
    links = {
        one["name"]: f"hawknotes://book/{book['id'].lower()}/character/{one['id'].lower()}"
        for book in series.contents["books"] for one in book["characters"]
    }
    return World(tuple(books), related, links)


class Life(WindowHands, PageHands):
    """One day. The model is what must be, and is changed with each step."""

    def __init__(self, journey, model, say):
        self.series = journey.series
        self.session = journey.session
        self.program = journey.program
        self.model = model
        self.say = say
        self._shown = {}
        """The windows of the program by the numbers of the model's."""
        ordinary = self.program.environment
        special = {
            "HAWK_NOTES_CLOSING_RUN_MS": ENDLESS,
            "LD_LIBRARY_PATH": self._folder_of_broken_engine(),
        }
        # The display may be another one at each start.
        self.program.environment = lambda: ordinary() | special

    def _folder_of_broken_engine(self):
        """Where the loader finds no web engine that it can load: that a web page is shown is kept
        all the same, and no page of the real web is asked for."""
        folder = os.path.join(self.program.folder, "libraries")
        os.mkdir(folder)
        with open(os.path.join(folder, ENGINE_FILE), "w", encoding="ascii") as file:
            file.write("This is no library.\n" * 100)
        paths = filter(None, (folder, self.program.environment().get("LD_LIBRARY_PATH")))
        return os.pathsep.join(paths)

    def live(self, steps):
        """Take those steps that are possible, and fail at the first difference; return how many they
        were."""
        self._start(0)
        taken = 0
        for step in steps:
            if not rules.is_possible(self.model, step):
                continue
            self.say(str(step))
            self._take(step)
            taken += 1
            if taken % COMPARED_EACH == 0:
                self.compare()
        self.compare()
        return taken

    def _take(self, step):
        window = self._shown.get(step.window)
        if window is not None:
            self.session.raise_window(window)
        do = getattr(self, "_" + step.kind.replace(" ", "_"))
        do(window, step)
        if step.kind not in STARTING:
            known = list(self.model.made)
            rules.apply(self.model, step)
            self._follow(known)
        if not self.model.dialog:
            self._expect_front()
        if step.kind in DROPPING:
            self._expect_shown(self.model.window(step.argument[1]))

    def _follow(self, known):
        """Take over which windows have been opened and closed; the newest are the last."""
        made = self.model.made
        opened = [number for number in made if number not in known]
        before = {one.path for one in self._shown.values()}
        kept = {number: one for number, one in self._shown.items() if number in made}

        def all_there():
            new = [one for one in self.program.windows() if one.path not in before]
            return len(new) == len(opened) and self.program.window_count() == len(made) and [new]

        (new,) = wait_until(all_there, f"{len(opened)} new windows of {len(made)}")
        self._shown = kept | dict(zip(opened, new))
        self.program.wait_for_windows(len(made))
        if len(made) < len(known) and not self.model.dialog:
            # Which of the others gets the keyboard then is for the window manager to say.
            self.session.raise_window(self._shown[self.model.front.number])

    # Observation

    def _expect_front(self):
        front = self._shown[self.model.front.number]
        wait_until(lambda: front.is_active, f"window {self.model.front.number} in front")
        self._expect_shown(self.model.front)

    def _expect_shown(self, window):
        wait_until_equal(
            lambda: self._look(self._shown[window.number]), window.shown, f"window {window.number}"
        )

    def _look(self, shown):
        """What can be seen of a window of the program."""
        tab = next(one for one in self._tabs() if self._tab_id(one) == shown.tab)
        title = shown.title
        pages = self.model.world.tabs + self.model.world.characters
        page = next(
            (one for one in pages if title == one or title.startswith((one + " – ", one + " ("))),
            title,
        )
        draft = None
        if shown.shows_amazon_page:
            page = WEB_PAGE
        elif page != FAVORITES:
            composers = shown.visible(TEXTS, COMPOSER)
            if not composers and not self.model.dialog:
                composers = [shown.composer()]
            draft = composers[0].text if composers else "(out of sight)"
        return Shown(page, tab, shown.can_go_back, draft)

    def _expect_order(self):
        """The windows lie as they did."""
        titles = self.model.titles()
        expected = [titles[window.number] for window in reversed(self.model.windows)]
        if self.model.dialog:
            expected.append(self.model.dialog)
        wait_until_equal(self.session.stacked_titles, expected, "the order of the windows")

    def compare(self):
        """Compare everything, from the back to the front, so that raising windows keeps their order."""
        wait_until_equal(
            lambda: sorted(self.program.titles()), sorted(self.model.titles().values()),
            "the titles of the windows",
        )
        if not self.model.dialog:
            for window in reversed(self.model.windows):
                self.session.raise_window(self._shown[window.number])
                self._expect_shown(window)
        wait_until_equal(
            lambda: [one.title for one in self.program.dialogs()],
            [self.model.dialog] if self.model.dialog else [], "the dialogs",
        )
        library = os.path.join(self.program.folder, "data", "hawk-notes", NAME)
        wait_until_equal(
            lambda: notes_by_subject(library),
            {self._id(page): texts for page, texts in self.model.notes.items()}, "the notes",
        )
        wait_until_equal(
            lambda: favorite_ids_of(library), set(map(self._id, self.model.favorites)),
            "the favorites",
        )
        wait_until_equal(
            lambda: self.program.actions.is_enabled("reopen-closed-window"),
            bool(self.model.closed), "whether a window can be reopened",
        )

    def _tabs(self):
        return self.model.world.tabs

    def _tab_id(self, title):
        return self.series.tab(title).id

    def _id(self, page):
        return self.series.id_of(page)

    # The process

    def _start(self, number):
        self.model.start(number)
        self.program.start(windows=len(self.model.windows))
        self._recognize()
        self.compare()

    def _restart(self, _, step):
        end = step.argument
        if end == "close all":
            self._close_all()
        elif end == "kill":
            self.program.kill()
        elif end == "lose the display":
            self.session.lose_display()
            try:
                self.program.wait_until_gone()
            finally:
                self.session.replace_display()
        else:
            status = self.program.quit() if end == "quit" else self.program.terminate()
            if status != 0:
                raise AssertionError(f"{end} has ended with status {status}")
        rules.apply(self.model, step)
        self.program.start(windows=len(self.model.windows))
        if self.model.dialog:
            self.program.dialog(self.model.dialog)
        self._recognize()
        self._expect_order()
        self.compare()

    def _close_all(self):
        for left in reversed(range(len(self.model.windows))):
            self.session.close_window(self._shown[self.model.windows[-1 - left].number])
            if left:
                self.program.wait_for_windows(left)
        if self.program.wait_until_gone() != 0:
            raise AssertionError("closing all windows has ended with another status than 0")

    def _recognize(self):
        """Find the model's windows among those of the program, which tells them by their order: it
        makes them in the one in which the model has them."""
        windows = self.program.wait_for_windows(len(self.model.windows))
        self._shown = dict(zip(self.model.made, windows))
