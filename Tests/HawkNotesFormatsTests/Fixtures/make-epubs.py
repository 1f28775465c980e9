#!/usr/bin/env python3
"""Makes the EPUBs beside it, which are too tedious to write by hand. Run it after a change, and commit both.

usage: make-epubs.py
"""

import pathlib
import struct
import zipfile

FOLDER = pathlib.Path(__file__).parent / "epub"
PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 32
CONTAINER = """<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="{}" media-type="application/oebps-package+xml"/></rootfiles>
</container>"""


def make(name, entries, container="OEBPS/content.opf", mimetype=True):
    """Writes an archive with these entries in their order."""
    with zipfile.ZipFile(FOLDER / name, "w", zipfile.ZIP_DEFLATED) as archive:
        def write(path, content):
            info = zipfile.ZipInfo(path, (2024, 12, 30, 14, 46, 32))
            info.compress_type = zipfile.ZIP_STORED if path == "mimetype" else zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
        if mimetype:
            write("mimetype", "application/epub+zip")
        if container:
            write("META-INF/container.xml", CONTAINER.format(container))
        for path, content in entries:
            write(path, content)


def opf(metadata, manifest="", spine=""):
    return f"""<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
{metadata}
</metadata>
<manifest>{manifest}</manifest>
<spine {spine}/>
</package>"""


NAV_ITEM = '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
NCX_ITEM = '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
TITLE = "<dc:title>A title</dc:title>"


def nav(items):
    return f"""<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">
<body><nav epub:type="landmarks"><ol><li><a href="x">Not a chapter</a></li></ol></nav>
<nav epub:type="toc"><h1>Contents</h1>{items}</nav></body></html>"""


def ncx(points):
    return f"""<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://www.daisy.org/z3986/2005/ncx-2005-1.dtd">
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1">
<docTitle><text>Not a chapter</text></docTitle><navMap>{points}</navMap></ncx>"""


def main():
    FOLDER.mkdir(exist_ok=True)
    make("epub-3.epub", [
        ("OEBPS/content.opf", opf("""
<dc:identifier id="id">urn:isbn:9781250313195</dc:identifier>
<dc:title id="sub">The sub title</dc:title><dc:title id="main">Gideon the
  Ninth</dc:title><meta refines="#main" property="title-type">main</meta>
<dc:creator id="a">Tamsyn Muir</dc:creator><meta refines="#a" property="role">aut</meta>
<dc:creator id="t">A Translator</dc:creator><meta refines="#t" property="role">trl</meta>
<dc:date>2019-09-10</dc:date><dc:description>&lt;p&gt;Skeletons &amp;amp; swords.&lt;/p&gt;</dc:description>
<meta property="belongs-to-collection" id="set">A boxed set</meta>
<meta refines="#set" property="collection-type">set</meta>
<meta property="belongs-to-collection" id="c">The Locked Tomb</meta>
<meta refines="#c" property="collection-type">series</meta>
<meta refines="#c" property="group-position">1.5</meta>
<meta name="calibre:series" content="Loses to the one above"/>""",
            NAV_ITEM + '<item id="cov" href="../images/my%20cover.png" media-type="image/png" properties="cover-image"/>')),
        ("OEBPS/nav.xhtml", nav("""<ol><li><a href="1.xhtml">Act <em>One</em></a>
<ol><li><a href="2.xhtml"><span>Chapter 1</span></a></li></ol></li>
<li><span>A part without a page</span><ol><li><a href="3.xhtml">Chapter 2</a></li></ol></li></ol>""")),
        ("images/my cover.png", PNG),
    ])
    make("epub-2-calibre.epub", [
        ("content.opf", """<?xml version='1.0' encoding='utf-8'?>
<opf:package xmlns:opf="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="uuid_id">
<opf:metadata><ns0:title xmlns:ns0="http://purl.org/dc/elements/1.1/">Harrow the Ninth</ns0:title>
<ns0:creator xmlns:ns0="http://purl.org/dc/elements/1.1/" opf:role="aut">Tamsyn Muir</ns0:creator>
<ns0:creator xmlns:ns0="http://purl.org/dc/elements/1.1/" opf:role="ill">A Painter</ns0:creator>
<ns0:identifier xmlns:ns0="http://purl.org/dc/elements/1.1/" opf:scheme="ISBN">978-1-250-31322-5</ns0:identifier>
<opf:meta name="calibre:series" content="The Locked Tomb"/><opf:meta name="calibre:series_index" content="2.0"/>
<opf:meta name="cover" content="cover"/></opf:metadata>
<opf:manifest><opf:item id="cover" href="cover.jpeg" media-type="image/jpeg"/>
<opf:item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/></opf:manifest><opf:spine toc="ncx"/></opf:package>"""),
        ("toc.ncx", ncx("""<navPoint><navLabel><text>Parodos</text></navLabel><content src="1"/>
<navPoint><navLabel><text>Act&#160;One</text></navLabel></navPoint></navPoint>
<navPoint><navLabel><text> </text></navLabel></navPoint><navPoint><navLabel><text>Epiparodos</text></navLabel></navPoint>""")),
        ("cover.jpeg", b"\xff\xd8\xff\xe0" + b"\0" * 16),
    ], container="content.opf")
    make("series-without-number.epub", [
        ("OEBPS/content.opf", opf(TITLE + '<meta name="calibre:series" content="S"/>')),
    ])
    make("not-the-type-first.epub", [("OEBPS/content.opf", opf(TITLE)), ("mimetype", "application/epub+zip")],
         mimetype=False)
    make("without-container.epub", [("book.opf", opf(TITLE))], container=None)
    make("nothing.epub", [("readme.txt", "nothing")], container=None)
    make("missing-parts.epub", [("OEBPS/content.opf", opf(
        TITLE, NAV_ITEM + '<item id="c" href="c.png" media-type="image/png" properties="cover-image"/>'))])
    make("tricks.epub", [
        ("../outside.txt", "x"), ("/absolute.txt", "x"), ("a/../../b.txt", "x"), ("back\\slash.txt", "x"),
        ("twice.txt", "1"), ("OEBPS/content.opf", opf(
            TITLE, NCX_ITEM + '<item id="c" href="../../../etc/passwd" media-type="image/png" properties="cover-image"/>')),
        ("OEBPS/toc.ncx", ncx("<navPoint><navLabel><text>One</text></navLabel></navPoint>")),
    ])
    with zipfile.ZipFile(FOLDER / "tricks.epub", "a") as archive:
        archive.writestr(zipfile.ZipInfo("twice.txt", (2024, 12, 30, 0, 0, 0)), "2")
        link = zipfile.ZipInfo("link.txt", (2024, 12, 30, 0, 0, 0))
        link.create_system = 3
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    make("script-as-cover.epub", [
        ("OEBPS/content.opf", opf(TITLE, '<item id="cover" href="c.png" media-type="image/png"/>')),
        ("OEBPS/c.png", "#!/bin/sh\nrm -rf /\n"),
    ])
    make("entities.epub", [("OEBPS/content.opf", """<?xml version="1.0"?>
<!DOCTYPE package [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>
<package><metadata><dc:title xmlns:dc="x">&b;&c;</dc:title></metadata></package>""")])
    make("entities-utf-16.epub", [("OEBPS/content.opf", """<?xml version="1.0" encoding="utf-16"?>
<!DOCTYPE package [<!ENTITY a "a">]><package><metadata><title>&a;</title></metadata></package>""".encode("utf-16"))])
    make("utf-16.epub", [("OEBPS/content.opf",
                          opf("<dc:title>Größe</dc:title>").replace("utf-8", "utf-16").encode("utf-16"))])
    make("deep.epub", [("OEBPS/content.opf", "<a>" * 5000 + "</a>" * 5000)])
    make("damaged-chapters.epub", [
        ("OEBPS/content.opf", opf(TITLE, NAV_ITEM)),
        ("OEBPS/nav.xhtml", nav("<ol><li><a>One &nbsp; half</a></li><li><a>Two</a></li>")[:-30]),
    ])
    make("undeclared-entity.epub", [
        ("OEBPS/content.opf", opf(TITLE, NAV_ITEM)),
        ("OEBPS/nav.xhtml", nav("<ol><li><a>One &nbsp; half</a></li><li><a>Two</a></li></ol>")),
    ])
    make("bomb.epub", [("OEBPS/content.opf", opf(TITLE) + " " * (40 << 20))])
    whole = (FOLDER / "epub-3.epub").read_bytes()
    (FOLDER / "cut.epub").write_bytes(whole[: len(whole) // 2])
    encrypted = bytearray((FOLDER / "series-without-number.epub").read_bytes())
    for mark, offset in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):
        start = -1
        while (start := encrypted.find(mark, start + 1)) >= 0:
            flags = struct.unpack_from("<H", encrypted, start + offset)[0]
            struct.pack_into("<H", encrypted, start + offset, flags | 1)
    (FOLDER / "encrypted.epub").write_bytes(encrypted)


main()
