"""A web page gets nothing of the program, of the person's files, or of the desktop."""

import os
import shutil
import subprocess
import unittest

from harness.processes import SANDBOX, descendants
from harness.waiting import stays_true
from web_journey import EngineJourney

ELSEWHERE = (
    "file:///etc/passwd", "data:text/html,hello", "hawknotes://favorites", "ftp://127.0.0.1/",
    "mailto:somebody@localhost",
)


class WebPageSecurity(EngineJourney):
    """What pages ask for and do not get."""

    def test_goes_to_web_addresses_only(self):
        path = "/going?to=" + "&to=".join(ELSEWHERE)
        window = self.start_at(path)
        self.show(window, path)
        self.server.expect("report", path, event="stayed")
        self.assertTrue(window.shows_amazon_page)
        self.expect_page_title(window, "Goes elsewhere")
        self.step(window, "Reload", path)
        self.assertEqual(self.program.window_count(), 1)
        self.browser.expect()

    def test_a_link_into_the_program_does_nothing(self):
        path = f"/link?to=hawknotes://book/{self.raven.id}"
        window = self.start_at(path)
        self.show(window, path)
        self.click_page(window)
        self.server.expect("report", path, event="clicked")
        stays_true(
            lambda: self.program.window_count() == 1 and "A link" in window.title,
            "one window at its web page",
        )
        window.expect_tab(self.hawk)
        self.browser.expect()

    def test_a_site_that_passes_on_to_elsewhere_is_not_followed(self):
        out = f"/out?to=hawknotes://book/{self.raven.id}"
        window = self.start_at(f"/link?to={out}")
        self.show(window, f"/link?to={out}")
        before = self.server.now
        self.click_page(window)
        self.server.expect("request", out, before)
        stays_true(
            lambda: self.program.window_count() == 1 and window.shows_amazon_page,
            "one window at its web page",
        )
        window.expect_tab(self.hawk)
        self.browser.expect()
        self.leave(window)

    def test_a_page_that_nags_can_be_left(self):
        window = self.start_at("/nagging")
        self.show(window, "/nagging")
        self.click_page(window)
        self.server.expect("report", "/nagging", event="nags")
        stays_true(lambda: self.program.window_count() == 1, "one window")
        self.leave(window)
        self.expect_no_web_process()
        window.write_draft("Still here")

    def test_new_windows_and_downloads_go_to_the_browser(self):
        window = self.start_at("/offers")
        self.show(window, "/offers")
        unasked = self.server.expect("report", "/offers", event="unasked")
        self.assertEqual(unasked.values["opened"], "null")
        expected = []
        targets = ("/two", "/two?asked", "/download", "/archive")
        for number, target in enumerate(targets):
            self.click_page(window, (number + 0.5) / len(targets))
            expected.append(self.server.address(target))
            self.browser.expect(*expected)
        self.expect_page_title(window, "Offers")
        self.assertEqual(self.program.window_count(), 1)
        self.assertEqual(self.files_called("notes.csv"), [])

    def files_called(self, name):
        return [
            os.path.join(folder, name)
            for folder, _, names in os.walk(self.program.folder) if name in names
        ]

    def test_permissions_are_refused(self):
        window = self.start_at("/asking")
        self.show(window, "/asking")
        self.click_page(window)
        answers = self.server.expect("report", "/asking", event="answered").values["values"]
        self.assertEqual(sorted(answers), ["camera", "microphone", "notifications", "position"])
        self.assertEqual(answers["position"], "refused: code 1", "permission denied")
        self.assertEqual(answers["notifications"], "denied")
        for name in ("camera", "microphone"):
            self.assertRegex(answers[name], "^refused", name)

    def test_is_known_to_sites_again_and_keeps_that_apart_from_the_library(self):
        window = self.start_at("/remembering")
        self.show(window, "/remembering")
        self.server.expect("report", "/remembering", event="remembers")
        self.leave(window)
        # Nor does it forget who it was with each page that is shown.
        before = self.server.now
        self.show(window, "/remembering")
        visit = self.server.expect("request", "/remembering", before)
        self.assertEqual(visit.cookies, {"visited": "yes", "seen": "yes"})
        page = self.server.expect("report", "/remembering", before, event="remembers")
        self.assertEqual(page.values["visits"], 1)
        self.leave(window)
        self.assertEqual(self.program.quit(), 0)
        folder = os.path.join(self.program.folder, "data", "hawk-notes")
        for name in os.listdir(folder):
            if name.startswith("library.sqlite"):
                with open(os.path.join(folder, name), "rb") as file:
                    self.assertNotIn(b"visited", file.read())

    def test_runs_in_a_sandbox(self):
        works = shutil.which(SANDBOX) and subprocess.run(
            [SANDBOX, "--dev-bind", "/", "/", "--unshare-pid", "true"], check=False,
            capture_output=True,
        ).returncode == 0
        if not works:
            raise unittest.SkipTest("there is no sandbox here: bwrap cannot make one")
        window = self.start_at("/one")
        self.show(window, "/one")
        self.assertIn(SANDBOX, descendants(self.program.process.pid).values())
