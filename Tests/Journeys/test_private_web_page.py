"""The web page of a private window has a session in memory, which goes with the window."""

from harness.pointer import CONTROL, SHIFT
from traces import files_with, random_word
from web_journey import EngineJourney

PATH = "/remembering"


class PrivateWebPage(EngineJourney):
    """A site that remembers who comes, seen from ordinary and private windows."""

    def setUp(self):
        super().setUp()
        self.kept, self.secret = random_word(), random_word()

    def visit(self, window, value):
        """Show the page, which is to remember a value; return what it remembers from before."""
        self.server.cookie = value
        before = self.server.now
        self.show(window, PATH)
        report = self.server.expect("report", PATH, before, event="remembers")
        request = self.server.expect("request", PATH, before)
        return request.cookies.get("visited"), report.values["cookies"], report.values["visits"]

    def visit_and_leave(self, window, value):
        try:
            return self.visit(window, value)
        finally:
            self.leave(window)

    def found(self, text):
        return files_with(text, self.program.folder, self.session.folder)

    def new_private_window(self, window):
        return self.program.new_window(lambda: window.key("p", CONTROL, SHIFT))

    def test_knows_nothing_of_the_others_and_they_nothing_of_it(self):
        first = self.start_at(PATH)
        nobody, kept = (None, "", 0), (self.kept, f"seen={self.kept}", 1)
        self.assertEqual(self.visit_and_leave(first, self.kept), nobody)
        hidden = self.new_private_window(first)
        self.assertEqual(self.visit_and_leave(hidden, self.secret), nobody)
        self.assertEqual(
            self.visit_and_leave(hidden, self.secret), (self.secret, f"seen={self.secret}", 1),
            "its own session lasts as long as the window",
        )
        other = self.program.new_window(lambda: hidden.key("n", CONTROL))
        self.assertEqual(self.visit_and_leave(other, self.secret), nobody)
        self.assertEqual(self.visit_and_leave(first, self.kept), kept)

        self.session.close_window(hidden)
        self.program.wait_for_windows(2)
        hidden = self.new_private_window(first)
        self.assertEqual(self.visit(hidden, self.secret), nobody)
        self.assertEqual(self.found(self.secret), [])
        self.assertEqual(self.program.quit(), 0)
        self.assertEqual(self.found(self.secret), [])
        self.assertNotEqual(self.found(self.kept), [], "what is kept can be found")

        first = self.start()
        self.assertEqual(self.visit_and_leave(first, self.kept)[:2], kept[:2])
        hidden = self.new_private_window(first)
        self.assertEqual(self.visit(hidden, self.secret), nobody)

    def test_leaves_nothing_when_the_program_is_killed(self):
        first = self.start_at("/link?to=/two")
        hidden = self.new_private_window(first)
        self.show(hidden, "/link?to=/two")
        self.follow_link(hidden, "/two")
        self.program.kill()
        self.assertEqual(self.found(self.server.address("/two")), [])
        before = self.server.now
        window = self.start()
        self.assertFalse(window.shows_amazon_page)
        self.assertEqual(self.server.seen("request", after=before), [])
