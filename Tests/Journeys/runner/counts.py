"""The numbers of passed, failed and skipped tests; the last line of a run."""

import re

SUMMARY = re.compile(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$")


class Counts:
    """The counts of a run. A failure outside of any test counts as a failed test."""

    def __init__(self):
        self.passed = self.failed = self.skipped = 0
        self.failures = []
        """The failures, in words."""
        self.unsteady = []
        """The forgiven failures, in words."""

    def add(self, passed, failed, skipped):
        self.passed += passed
        self.failed += failed
        self.skipped += skipped

    def fail(self, message):
        """Count something that is no test as failed."""
        self.failed += 1
        self.failures.append(message)

    def forgive(self, name, message):
        """Count a journey of this full name as passed that has been counted as failed."""
        self.failed -= 1
        self.passed += 1
        self.failures = [one for one in self.failures if f"({name})" not in one]
        self.unsteady.append(message)

    def report(self):
        """The lines above the summary: unsteady tests and failures."""
        unsteady = [f"unsteady: {message}" for message in self.unsteady]
        return unsteady + [f"failed: {message}" for message in self.failures]

    @property
    def is_good(self):
        """Whether something ran and nothing has failed."""
        return self.failed == 0 and self.passed + self.skipped > 0

    @property
    def summary(self):
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{skipped}"


def read_summary(output):
    """The counts in the last line of a run's output, or None where it is no summary."""
    lines = output.rstrip().splitlines()
    match = SUMMARY.match(lines[-1]) if lines else None
    return tuple(int(part or 0) for part in match.groups()) if match else None
