"""SIGKILL at each file operation while the index of the search is made: the next start finds all the same."""

from harness.accessibility import LIST_ITEMS
from harness.pointer import CONTROL, SHIFT
from harness.waiting import wait_until
from hostile.installation import OLD_DRAFT, OLD_NOTE, UsedInstallation
from hostile.kills import add_lists
from test_hostile_kills import FirstLaunch


class Indexing(FirstLaunch):
    """A launch without an index."""

    old_notes = 1

    def setUp(self):
        UsedInstallation.setUp(self)
        self.program.empty("cache")

    @property
    def files(self):
        return self.program.index_files

    def expect(self, windows):
        (window,) = windows
        self.assertEqual(self.composer(window).text, OLD_DRAFT)
        window.open_search("f", CONTROL, SHIFT)
        self.session.input.type("old note")
        wait_until(
            lambda: any(OLD_NOTE in row.name for row in window.frame.find_all(LIST_ITEMS)),
            "the note to be found",
        )
        window.key("Escape")


add_lists(Indexing, "making the index", few=2, more=6)
