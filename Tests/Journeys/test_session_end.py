"""However the user's session ends, all windows are restored."""

import signal

from harness import gtk
from harness.journey import Journey
from harness.pointer import CONTROL
from harness.session_manager import SessionManager
from harness.waiting import stays_true, wait_until

DRAFT = "Half a thought"


class SessionEnd(Journey):
    """Logging out, and signals."""

    def open_two(self):
        first = self.start()
        second = self.program.new_window(lambda: first.key("n", CONTROL))
        second.select_tab(self.raven)
        second.write_draft(DRAFT)
        first.write_draft("Another one")

    def expect_two(self):
        self.program.start(windows=2)
        self.program.window(self.raven.title).expect_draft(DRAFT)
        self.program.window(self.hawk.title).expect_draft("Another one")

    def registered(self, manager):
        wait_until(lambda: manager.clients, "the program to register")

    def test_logging_out_brings_all_windows_back(self):
        with SessionManager(self.session) as manager:
            self.open_two()
            self.registered(manager)
            self.assertTrue(manager.ask())
            manager.tell("EndSession")
            self.assertEqual(self.program.wait_until_gone(), 0)
        self.expect_two()
        self.assertFalse(self.program.window(self.raven.title).says("closed unexpectedly"))

    def test_a_log_out_that_is_called_off_changes_nothing(self):
        with SessionManager(self.session) as manager:
            self.open_two()
            self.registered(manager)
            self.assertTrue(manager.ask())
            manager.tell("CancelEndSession")
            window = self.program.window(self.raven.title)
            window.write_draft(" and more")
            stays_true(lambda: self.program.process.poll() is None, "the program to run", 0.5)
            self.program.kill()
        self.program.start(windows=2)
        self.program.window(self.raven.title).expect_draft(DRAFT + " and more")

    def test_being_asked_brings_what_was_typed_to_the_disk(self):
        with SessionManager(self.session) as manager:
            self.open_two()
            self.registered(manager)
            self.assertTrue(manager.ask())
            self.program.process.kill()
            self.program.wait_until_gone()
        self.expect_two()

    def test_the_end_is_answered_once_all_is_on_the_disk(self):
        with SessionManager(self.session) as manager:
            self.open_two()
            self.registered(manager)
            # Asked twice by an impatient one.
            manager.tell("EndSession")
            manager.tell("EndSession")
            wait_until(lambda: manager.answers, "an answer")
            if gtk.leaves_session_to_program():
                self.program.process.kill()
            self.program.wait_until_gone()
        self.expect_two()

    def test_signals_bring_all_windows_back(self):
        self.open_two()
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            self.program.process.send_signal(number)
            self.assertEqual(self.program.wait_until_gone(), 0, number)
            self.expect_two()

    def test_without_a_session_manager_nothing_is_said(self):
        self.start()
        self.assertEqual(self.program.quit(), 0)
        self.assertEqual(self.program.log_tail(), "")
