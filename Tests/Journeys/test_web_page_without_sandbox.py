"""Where web pages cannot be kept away from everything else, nobody is shown one without being asked."""

import os

from harness.accessibility import BUTTONS
from harness.waiting import wait_until
from web_journey import SHOW, EngineJourney

SWITCH = "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"
SHOW_ANYWAY = "Show Anyway"


class WithoutSandbox(EngineJourney):
    """The page says so; the browser is suggested, and the page is shown for this run when asked for."""

    def setUp(self):
        super().setUp()
        folder = os.path.join(self.program.folder, "broken")
        os.mkdir(folder)
        path = os.path.join(folder, "bwrap")
        with open(path, "w", encoding="ascii") as file:
            file.write("#!/bin/sh\necho no namespaces here >&2\nexit 1\n")
        os.chmod(path, 0o755)
        environment = self.program.environment

        def with_broken_sandbox():
            found = environment()
            return found | {"PATH": os.pathsep.join((folder, found["PATH"]))}

        self.program.environment = with_broken_sandbox

    def test_the_browser_is_suggested_and_the_page_shown_when_asked_for(self):
        window = self.start_at("/one")
        address = self.server.address("/one")
        window.press(SHOW)
        window.find(BUTTONS, SHOW_ANYWAY)
        self.assertEqual(self.web_processes(), [])
        window.press("Open in Browser")
        self.browser.expect(address)
        self.assertEqual(self.server.seen("request"), [])

        before = self.server.now
        window.press(SHOW_ANYWAY)
        self.server.expect_shown("/one", before)
        wait_until(self.web_processes, "a web process")
        window.press("Open in Browser")
        self.browser.expect(address, address)
        self.assertNotIn(SWITCH, self.browser.environment)
        self.leave(window)

        # Another page of this run needs no second answer, the next run does.
        self.show(window, "/one")
        window = self.restart_after_kill()[0]
        window.find(BUTTONS, SHOW_ANYWAY)
        self.assertEqual(self.web_processes(), [])

    def test_whoever_switches_it_off_is_not_asked_and_nobody_inherits_it(self):
        environment = self.program.environment
        self.program.environment = lambda: environment() | {SWITCH: "1"}
        window = self.start_at("/one")
        self.show(window, "/one")
        window.press("Open in Browser")
        self.browser.expect(self.server.address("/one"))
        self.assertNotIn(SWITCH, self.browser.environment)
