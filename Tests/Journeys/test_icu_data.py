"""The part of ICU's data that a release keeps: packed as ICU reads it, or refused."""

import os
import struct
import sys
import unittest

from harness.series import REPOSITORY

sys.path.insert(0, os.path.join(REPOSITORY, "meson-helpers", "icu.d"))

import icu_data  # noqa: E402

ITEMS = {"icudt76l/coll/root.res": b"order..." * 6, "icudt76l/en.res": b"English." * 2,
         "icudt76l/root.res": b"."}
"""All but the last end where the next may begin."""


def header(kind=b"CmnD", version=b"\1\0\0\0"):
    information = icu_data.INFORMATION.pack(20, 0, 0, 0, 2, kind, version, b"\3\0\0\0")
    return icu_data.HEADER_START.pack(32, 0xDA, 0x27) + information + bytes(8)


def table(items, start=None):
    """The data of a package, written as the format is described."""
    names = sorted(items)
    position = 4 + 8 * len(names)
    text = b"".join(name.encode() + b"\0" for name in names)
    place, entries, contents = position + len(text), b"", b""
    for name in names:
        filler = b"\xaa" * (-place % 16)
        place += len(filler)
        entries += struct.pack("<II", position, place)
        contents += filler + items[name]
        place += len(items[name])
        position += len(name) + 1
    return (start or header()) + struct.pack("<I", len(names)) + entries + text + contents


class TrimmedData(unittest.TestCase):
    def test_what_is_kept_is_a_package_of_its_own(self):
        whole = icu_data.Table(table(ITEMS))
        self.assertEqual(whole.package, "icudt76l")
        kept = {name: ITEMS[name] for name in ("icudt76l/root.res", "icudt76l/coll/root.res")}
        self.assertEqual(whole.packed(kept), table(kept))
        self.assertEqual(icu_data.Table(whole.packed(kept)).items, kept)

    def test_what_is_not_as_it_was_known_to_be_is_refused(self):
        good = table(ITEMS)
        for wrong in (
            b"\0" * 200, good[:-30], good.replace(b"en.res", b"zz.res"),
            table(ITEMS, header(kind=b"ResB")), table(ITEMS, header(version=b"\2\0\0\0")),
        ):
            with self.subTest(wrong[:40]), self.assertRaises(icu_data.Unexpected):
                icu_data.Table(wrong)
