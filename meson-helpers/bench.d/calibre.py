"""Makes a folder as calibre keeps it: books with metadata and covers."""

import os
import random
import uuid

import gi

gi.require_version("GdkPixbuf", "2.0")
from gi.repository import GdkPixbuf  # noqa: E402

WIDTH, HEIGHT = 600, 900

METADATA = """<?xml version='1.0' encoding='utf-8'?>
<package xmlns="http://www.idpf.org/2007/opf" unique-identifier="uuid_id" version="2.0">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
    <dc:identifier opf:scheme="calibre" id="calibre_id">{number}</dc:identifier>
    <dc:identifier opf:scheme="uuid" id="uuid_id">{uuid}</dc:identifier>
    <dc:title>Book number {number}</dc:title>
    <dc:creator opf:file-as="Writer {writer}" opf:role="aut">Writer {writer}</dc:creator>
    <dc:description>{description}</dc:description>
    <dc:date>{year}-05-01T00:00:00+00:00</dc:date>
    <meta name="calibre:series" content="Series {series}"/>
    <meta name="calibre:series_index" content="{index}"/>
  </metadata>
  <guide><reference type="cover" title="Cover" href="cover.jpg"/></guide>
</package>
"""


def pictures(paths):
    """Pictures of the size of covers."""
    return [GdkPixbuf.Pixbuf.new_from_file_at_scale(path, WIDTH, HEIGHT, False) for path in paths]


def make_library(folder, count, covers):
    """Returns the folder with so many books; their covers are the given ones, each with another mark."""
    source = random.Random(1)
    covers = pictures(covers)
    for number in range(count):
        place = os.path.join(folder, f"Writer {number % 300}", f"Book number {number} ({number})")
        os.makedirs(place)
        values = {
            "number": number, "uuid": uuid.UUID(int=source.getrandbits(128), version=4),
            "writer": number % 300, "description": "What it is about. " * source.randint(5, 60),
            "year": 1950 + number % 70, "series": number // 3, "index": number % 3 + 1,
        }
        with open(os.path.join(place, "metadata.opf"), "w", encoding="utf-8") as file:
            file.write(METADATA.format(**values))
        picture = covers[number % len(covers)].copy()
        picture.new_subpixbuf(100, 100, 200, 200).fill(source.getrandbits(24) << 8 | 0xFF)
        picture.savev(os.path.join(place, "cover.jpg"), "jpeg", ["quality"], ["90"])
    return folder
