"""The expected state of the windows and the library by the specification, after any actions of a user.

No part of the program is used here: where it differs from this, one of the two is wrong. Pages are
known by their titles, windows by the number of the step that opened them.
"""

import copy
import dataclasses

FAVORITES = "Favorites"

WEB_PAGE = "(web page)"
"""The page of a tab's book in the web."""

CLOSED_LIMIT = 20
"""How many closed windows are kept."""

WORDS_IN_TITLE = 30
"""The most characters of a draft that stand in a window's title."""


@dataclasses.dataclass(frozen=True)
class Book:
    """A book and the names of its characters."""

    title: str
    characters: tuple


@dataclasses.dataclass(frozen=True)
class World:
    """The content of the library."""

    books: tuple
    related: dict
    """The names of the related characters, by name."""
    links: dict = dataclasses.field(default_factory=dict)
    """The links to characters, by name."""

    def dropped_text(self, name):
        """The text that a field gets for a character."""
        return f"{name}\n{self.links.get(name, '')}"

    @property
    def tabs(self):
        return [*(book.title for book in self.books), FAVORITES]

    @property
    def characters(self):
        return [name for book in self.books for name in book.characters]

    def tab_of(self, page):
        """The tab on which a page is found by everything but the way to it."""
        if page in self.tabs:
            return page
        return next(book.title for book in self.books if page in book.characters)

    def rows(self, page):
        """The characters that have a row on a page."""
        if page == FAVORITES:
            return self.characters
        return next((list(book.characters) for book in self.books if book.title == page), [])


@dataclasses.dataclass
class Window:
    """The content of a window, and its stored state."""

    number: float
    tab: str
    is_private: bool = False
    """Whether nothing is kept of it."""
    paths: dict = dataclasses.field(default_factory=dict)
    """The pages over the first one, by tab."""
    drafts: dict = dataclasses.field(default_factory=dict)
    """The drafts, by tab and page."""

    @property
    def path(self):
        return self.paths.setdefault(self.tab, [])

    @property
    def page(self):
        return self.path[-1] if self.path else self.tab

    @property
    def title(self):
        """The page's title; that of the book for a web page that is not loaded."""
        return self.tab if self.page == WEB_PAGE else self.page

    @property
    def draft(self):
        """The page's draft; None on a page without a composer."""
        if self.page in (FAVORITES, WEB_PAGE):
            return None
        return self.drafts.get((self.tab, self.page), "")

    @draft.setter
    def draft(self, text):
        self.drafts[self.tab, self.page] = text

    @property
    def shown(self):
        """What can be seen of it, to be compared."""
        return Shown(self.page, self.tab, bool(self.path), self.draft)


@dataclasses.dataclass(frozen=True, order=True)
class Shown:
    """What can be seen of a window."""

    page: str
    tab: str
    can_go_back: bool
    draft: str | None


@dataclasses.dataclass
class Closed:
    """A window that can be reopened."""

    window: Window
    moment: int
    """Windows that were closed together have the same."""


class Model:
    """Everything that must be restored, and how each step changes it."""

    def __init__(self, world):
        self.world = world
        self.windows = []
        """Those that are open, the front one first."""
        self.made = []
        """The numbers of those that are open, in the order in which this process made them."""
        self.closed = []
        """Those that can be reopened, the newest first."""
        self.notes = {}
        """The saved notes by page, the oldest first."""
        self.favorites = set()
        self.workspace = None
        """The workspace's name, if there is one."""
        self.members = set()
        """The numbers of the windows that belong to the workspace."""
        self.resting = []
        """The windows of the workspace while it is not open, the front one first."""
        self.dialog = None
        """The dialog over the front window."""
        self.history = []
        """The windows at the last start with any, the front one first."""
        self.can_go_back_in_time = False
        """Whether it has no dialog, which would be restored with its window."""
        self.is_running = False
        self._run = None
        """The windows and the closed ones when the first of several windows was closed."""

    def window(self, number):
        """The open window of this number, or None."""
        return next((one for one in self.windows if one.number == number), None)

    @property
    def front(self):
        return self.windows[0]

    # Windows and their pages

    def raise_window(self, window):
        self.windows.remove(window)
        self.windows.insert(0, window)

    def select_tab(self, window, tab):
        window.tab = tab

    def push(self, window, page):
        """A page that is on the path already is gone back to. Nothing lies over a web page."""
        if window.page == WEB_PAGE:
            window.path.pop()
        if page in window.path:
            del window.path[window.path.index(page) + 1:]
        else:
            window.path.append(page)

    def go_back(self, window):
        window.path.pop()

    def show(self, window, name):
        """A character's page, on its book's tab."""
        self.select_tab(window, self.world.tab_of(name))
        self.push(window, name)

    @property
    def ordinary(self):
        """The windows of which something is kept."""
        return [window for window in self.windows if not window.is_private]

    @property
    def free(self):
        """The windows that could belong to the workspace and do not."""
        return [window for window in self.ordinary if window.number not in self.members]

    def showing(self, page):
        """The windows that show this page and may be raised for it."""
        return [window for window in self.ordinary if window.page == page]

    # Notes and hearts

    def save_note(self, window):
        """The draft becomes a note, and there is room for the next one."""
        self.notes.setdefault(window.page, []).append(window.draft)
        window.draft = ""

    def edit_note(self, page, index, text):
        self.notes[page][index] = text

    def toggle_favorite(self, name):
        self.favorites ^= {name}

    # Windows

    def open_window(self, number, page, tab=None, is_private=False):
        """A window at a page, as if the user had gone there from this tab, or the page's own."""
        tab = tab or self.world.tab_of(page)
        window = Window(number, tab, is_private)
        if page != tab:
            window.path.append(page)
        self._show(window)

    def open_window_here(self, number, is_private=False):
        """A window where the front one is, private like it; not on its web page, which would be loaded
        once more."""
        front = self.front
        self.open_window(number, front.title, front.tab, is_private or front.is_private)

    def _show(self, window):
        self._run = None
        self.windows.insert(0, window)
        self.made.append(window.number)

    def close_window(self, window, moment):
        """Closing one window after another down to the last one quits."""
        if self._run is None:
            self._run = self.ordinary, list(self.closed)
        self._put_away([window], moment)
        if not self.windows:
            self.windows, self.closed = self._run
            self.end()

    def reopen(self):
        """Open the window again that was closed last."""
        self._show(self.closed.pop(0).window)

    def start_fresh(self, number, moment):
        """All windows are closed together, and a new one opens on the first book."""
        old = list(self.windows)
        self.open_window(number, self.world.books[0].title)
        self._put_away(old, moment)

    def bring_back(self, moment):
        """Open those windows again that were closed together, as they lay."""
        for one in reversed([one for one in self.closed if one.moment == moment]):
            self._show(one.window)
        self.closed = [one for one in self.closed if one.moment != moment]

    def _put_away(self, windows, moment):
        for window in reversed(windows):
            self.windows.remove(window)
            self.made.remove(window.number)
            if not window.is_private:
                self.closed.insert(0, Closed(window, moment))
        if len(self.closed) > CLOSED_LIMIT:
            last = self.closed[CLOSED_LIMIT - 1].moment
            self.closed = [
                one for index, one in enumerate(self.closed)
                if index < CLOSED_LIMIT or one.moment == last
            ]

    # Workspaces

    def save_workspace(self, name):
        self.workspace = name
        self.update_workspace()

    def update_workspace(self):
        """It takes the other windows in."""
        self.members = {window.number for window in self.ordinary}

    def delete_workspace(self):
        """Its windows stay open, as windows of none; those that are put away go with it."""
        self.workspace = None
        self.members = set()
        self.resting = []

    def leave_workspace(self, number):
        """Its windows are closed, to come back with it; whoever puts all away goes on where they
        were."""
        if self.members >= {window.number for window in self.windows}:
            self.open_window_here(number)
        self.resting = [window for window in self.windows if window.number in self.members]
        for window in self.resting:
            self.windows.remove(window)
            self.made.remove(window.number)

    def open_workspace(self, moment, is_instead):
        """Its windows come to lie before the others, or take their place."""
        others = self.ordinary
        for window in reversed(self.resting):
            self._show(window)
        self.resting = []
        if is_instead:
            self._put_away(others, moment)

    # History

    def bring_back_from_history(self, number, is_all):
        """The windows of the history, or its front one, come once more, before the others."""
        windows = self.history if is_all else self.history[:1]
        copies = copy.deepcopy(windows)
        for index, window in enumerate(copies):
            window.number = number + index / 10 if index else number
        for window in reversed(copies):
            self._show(window)

    # The process

    def end(self):
        """However it ends, only private data is lost."""
        self.is_running = False
        if self.windows and self.front.is_private:
            self.dialog = None
        self.windows = self.ordinary
        self.made = []
        self._run = None

    def start(self, number):
        """All windows are restored, the front one first; without any, a new one opens."""
        self.is_running = True
        self.made = [window.number for window in self.windows]
        if self.windows:
            self.history = copy.deepcopy(self.windows)
            self.can_go_back_in_time = not self.dialog
        else:
            self.open_window(number, self.world.books[0].title)

    # To be compared

    def titles(self):
        """The titles of the open windows, by number."""
        pages = [window.title for window in self.windows]
        used, titles = {}, {}
        for number in self.made:
            window = self.window(number)
            title = window.title
            if pages.count(title) > 1:
                words = first_words(window.draft or "")
                title = f"{title} – {words}" if words else title
                used[title] = used.get(title, 0) + 1
                if used[title] > 1:
                    title = f"{title} ({used[title]})"
            titles[number] = title
        return titles

    def copy(self):
        return copy.deepcopy(self)


def first_words(text):
    """The first words of a text's first line, as many as stand in a title."""
    line = text.lstrip().split("\n")[0]
    if len(line) <= WORDS_IN_TITLE:
        return line.strip()
    beginning = line[:WORDS_IN_TITLE]
    return (beginning.rpartition(" ")[0] or beginning).strip() + "…"
