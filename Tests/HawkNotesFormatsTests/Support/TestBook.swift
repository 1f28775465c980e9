@testable import HawkNotesFormats

/// An EPUB that a test makes: as an archive, or unpacked.
struct TestBook {
    /// Contents by names.
    var files: [String: [UInt8]] = [:]

    static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 0, count: 32)
    static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 0, count: 16)
    static let title = "<dc:title>A title</dc:title>"
    static let cover =
        "<item id=\"c\" href=\"cover.jpg\" media-type=\"image/jpeg\" properties=\"cover-image\"/>"
    static let ncx = "<item id=\"ncx\" href=\"toc.ncx\" media-type=\"application/x-dtbncx+xml\"/>"
    static let navigation =
        "<item id=\"nav\" href=\"nav.xhtml\" media-type=\"application/xhtml+xml\" properties=\"nav\"/>"

    /// A sound book with what is said of it, and what it is made of.
    init(_ metadata: String = TestBook.title, manifest: String = "", more: String = "") {
        self["mimetype"] = "application/epub+zip"
        self["META-INF/container.xml"] = """
            <?xml version="1.0"?>
            <container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0">
            <rootfiles><rootfile full-path="OEBPS/content.opf"/></rootfiles></container>
            """
        self["OEBPS/content.opf"] = """
            <?xml version="1.0" encoding="utf-8"?>
            <package xmlns="http://www.idpf.org/2007/opf" version="3.0">
            <metadata xmlns:dc="http://purl.org/dc/elements/1.1/"
            xmlns:opf="http://www.idpf.org/2007/opf">
            \(metadata)
            </metadata>
            <manifest>\(manifest)</manifest>\(more)
            </package>
            """
    }

    /// The text of a file.
    subscript(name: String) -> String? {
        get { files[name].map { String(decoding: $0, as: UTF8.self) } }
        set { files[name] = newValue.map { Array($0.utf8) } }
    }

    /// Changes the text of a file.
    mutating func replace(_ old: String, with new: String, in name: String) {
        self[name] = self[name]?.replacing(old, with: new)
    }

    /// Gives a file another name.
    mutating func rename(_ old: String, to new: String) {
        files[new] = files.removeValue(forKey: old)
    }

    static func ncx(_ titles: String...) -> String {
        let points = titles.map {
            "<navPoint><navLabel><text>\($0)</text></navLabel></navPoint>"
        }
        return """
            <?xml version="1.0" encoding="utf-8"?>
            <ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><navMap>
            \(points.joined(separator: "\n"))
            </navMap></ncx>
            """
    }

    static func navigation(_ titles: String...) -> String {
        let items = titles.map { "<li><a href=\"1.xhtml\">\($0)</a></li>" }
        return """
            <?xml version="1.0" encoding="utf-8"?>
            <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">
            <body><nav epub:type="toc"><ol>\(items.joined(separator: "\n"))</ol></nav></body></html>
            """
    }

    /// As an archive.
    var archive: [UInt8] { TestArchive.bytes(files) }

    func source(name: String = "book.epub") -> ImportSource {
        ImportSource(name: name, bytes: archive)
    }

    func reading(name: String = "book.epub") throws -> Reading {
        try Reading(source(name: name), as: .epub)
    }
}

/// A ZIP archive whose entries are not compressed.
enum TestArchive {
    /// The type stands first, as it should; the others by their names.
    static func bytes(_ files: [String: [UInt8]]) -> [UInt8] {
        var result: [UInt8] = []
        var list: [UInt8] = []
        let sorted = files.sorted { one, other in
            (one.key == "mimetype" ? 0 : 1, one.key) < (other.key == "mimetype" ? 0 : 1, other.key)
        }
        for (name, content) in sorted {
            let start = result.count
            // Version, flags for names in UTF-8, method, time, date; then what the list has as well.
            let common =
                number(20, 2) + number(0x800, 2) + number(0, 2) + number(0, 2) + number(0x21, 2)
                + number(checksum(content), 4) + number(UInt32(content.count), 4)
                + number(UInt32(content.count), 4) + number(UInt32(name.utf8.count), 2)
                + number(0, 2)
            result += number(0x0403_4B50, 4) + common + Array(name.utf8) + content
            list += number(0x0201_4B50, 4) + number(20, 2) + common + number(0, 2) + number(0, 2)
            list += number(0, 2) + number(0, 4) + number(UInt32(start), 4) + Array(name.utf8)
        }
        let count = number(UInt32(files.count), 2)
        return result + list + number(0x0605_4B50, 4) + number(0, 4) + count + count
            + number(UInt32(list.count), 4) + number(UInt32(result.count), 4) + number(0, 2)
    }

    private static func number(_ value: UInt32, _ width: Int) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var value: UInt32 = 0xFFFF_FFFF
        for byte in bytes { value = table[Int((value ^ UInt32(byte)) & 0xFF)] ^ (value >> 8) }
        return ~value
    }

    private static let table: [UInt32] = (0..<256).map { start in
        (0..<8).reduce(UInt32(start)) { value, _ in
            value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
        }
    }
}
