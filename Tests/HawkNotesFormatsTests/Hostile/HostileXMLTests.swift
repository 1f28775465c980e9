import TestSupport
import XCTest

@testable import HawkNotesFormats

/// The reader of damaged documents has the bounds of the strict one.
final class HostileXMLTests: XCTestCase {
    /// Makes a strict reader give up, and a lenient one begin.
    private static let damage = "<package><b></c>"

    private func reasons(_ document: String) throws -> [ImportProblem.Reason] {
        try reasons(Array(document.utf8))
    }

    private func reasons(_ document: [UInt8]) throws -> [ImportProblem.Reason] {
        let source = ImportSource(name: "folder", files: ["A/B (1)/metadata.opf": document])
        return try Reading(source, as: .calibreLibrary).reasons
    }

    private func repeated(_ text: String, size: Int) -> String {
        String(repeating: text, count: size / text.utf8.count)
    }

    func testElementsInElements() throws {
        let deep = repeated("<a>", size: 10 << 20)
        let reason = ImportProblem.Reason.tooDeep(limit: ImportLimits().depth)
        XCTAssertTrue(try reasons(deep).contains(reason))
        XCTAssertTrue(try reasons(Self.damage + deep).contains(reason))
    }

    private func htmlReasons(_ document: String) throws -> [ImportProblem.Reason] {
        let head = "<html><div class=bookTitle>The Wall</div>"
        let source = ImportSource(name: "n.html", bytes: Array((head + document).utf8))
        return try Reading(source, as: .kindleNotebook).reasons
    }

    func testHTMLHasTheSameBounds() throws {
        let limits = ImportLimits()
        let deep = repeated("<div class=noteText>", size: 10 << 20)
        XCTAssertTrue(try htmlReasons(deep).contains(.tooDeep(limit: limits.depth)))
        let before = try Self.peakMemory()
        let wide = repeated("<i></i>", size: 15 << 20)
        XCTAssertTrue(try htmlReasons(wide).contains(.tooMany(limit: limits.partCount)))
        XCTAssertLessThan(try Self.peakMemory() - before, 400 << 20)
        let attributes = repeated(" a=b", size: 1 << 20)
        let tooMany = ImportProblem.Reason.tooMany(limit: limits.attributeCount)
        XCTAssertTrue(try htmlReasons("<i\(attributes)>").contains(tooMany))
        XCTAssertTrue(try htmlReasons("<!ENTITY a 'b'>").contains(.declaresEntities))
        let long = "<div class=noteText>" + repeated("x", size: 2 << 20)
        XCTAssertTrue(try htmlReasons(long).contains(.textTooLong(limit: limits.textSize)))
    }

    func testElementsBesideElements() throws {
        let wide = Self.damage + repeated("<a/>", size: 15 << 20)
        let before = try Self.peakMemory()
        let limit = ImportLimits().partCount
        XCTAssertTrue(try reasons(wide).contains(.tooMany(limit: limit)))
        XCTAssertLessThan(try Self.peakMemory() - before, 400 << 20)
    }

    func testAttributesWithoutEnd() throws {
        var attributes = ""
        for index in 0..<200_000 { attributes += " a\(index)=\"\"" }
        let limit = ImportLimits().attributeCount
        for start in ["", Self.damage] {
            let found = try reasons("\(start)<a\(attributes)/>")
            XCTAssertTrue(found.contains(.tooMany(limit: limit)), "\(found)")
        }
    }

    func testAttributesInUTF16() throws {
        // Each name has a byte in it that is a mark in other encodings.
        var text = "<?xml version=\"1.0\" encoding=\"utf-16\"?><a"
        for index in 0..<20_000 { text += " \u{3C3C}\(index)=\"\"" }
        text += "/>"
        var bytes: [UInt8] = [0xFF, 0xFE]
        for unit in text.utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        let limit = ImportLimits().attributeCount
        XCTAssertTrue(try reasons(bytes).contains(.tooMany(limit: limit)))
    }

    func testAnAttributeAndANameWithoutEnd() throws {
        for start in ["", Self.damage] {
            for long in ["<a b=\"", "<", "<a ", "<!--", "<![CDATA[", "<!DOCTYPE ", "<?", "&", "&#"]
            {
                let found = try reasons(start + long + repeated("x", size: 1 << 20))
                XCTAssertFalse(found.isEmpty, long)
            }
        }
        XCTAssertFalse(try reasons("<a b=\"" + repeated("x", size: 11 << 20)).isEmpty)
        XCTAssertFalse(try reasons(Self.damage + repeated("x", size: 11 << 20)).isEmpty)
    }

    func testEntities() throws {
        let bomb = """
            <!DOCTYPE p [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
            <!ENTITY % c SYSTEM "file:///etc/passwd">]><package><metadata><title>&b;</title>
            """
        for end in ["</metadata></package>", "</x><b c=1></b>", ""] {
            XCTAssertTrue(try reasons(bomb + end).contains(.declaresEntities), end)
        }
        // In an encoding whose marks cannot be seen from outside.
        for encoding in ["utf-7", "iso-2022-jp", "ebcdic-cp-us", "hz-gb-2312", "utf-32"] {
            let text = "<?xml version=\"1.0\" encoding=\"\(encoding)\"?><package><title>A</title>"
            XCTAssertTrue(try reasons(text).contains(.damaged), encoding)
            let far = text.replacing(
                "version",
                with: String(repeating: " ", count: 5_000) + "version"
            )
            XCTAssertTrue(try reasons(far).contains(.damaged), encoding)
            let twice = text.replacing("1.0", with: "encoding=latin1")
            XCTAssertTrue(try reasons(twice).contains(.damaged), encoding)
        }
    }

    func testDamageAnywhereInADamagedDocument() throws {
        let paths = ["Tamsyn Muir/Gideon the Ninth (1)", "Marlen Haushofer/Die Wand (2)"]
        let seeds = try paths.map { path in
            Array("<?xml version=\"1.0\"?><!-- & --><b c=1><![CDATA[&]]></b>".utf8)
                + (try Fixtures.bytes("calibre-folder/library/\(path)/metadata.opf"))
        }
        let tokens = [
            "<!DOCTYPE p [<!ENTITY a \"b\">]>", "&a;", "&", "&#0;", "]]>", "<![CDATA[", "<meta ",
            "<a><a><a><a>", "<x:y z:a=1>", "\n<?xml version=\"1.0\" encoding=\"UTF-16\"?>",
            "</metadata>", "</", "\"", "\u{FEFF}",
        ]
        for seed in 0..<HostileInputTests.count {
            var mutator = Mutator(seed: seed, tokens: tokens)
            let broken = FormatProperties.violation(
                mutator.mutated(seeds[seed % seeds.count]),
                as: .calibreLibrary,
                library: Reading.library
            )
            if let broken { return XCTFail("seed \(seed): \(broken)") }
        }
    }

    func testACancelledReadingOfALongDocumentEnds() throws {
        let document = "<package>" + repeated("<a/>", size: 1 << 20) + "</package>"
        let source = ImportSource(
            name: "folder",
            files: ["A/B (1)/metadata.opf": Array(document.utf8)]
        )
        var count = 0
        XCTAssertThrowsError(
            try Importer(library: Reading.library).readNow(
                source,
                as: .calibreLibrary,
                isCancelled: {
                    count += 1
                    return count > 20
                },
                consume: { _ in }
            )
        ) { XCTAssertEqual($0 as? ImportError, .cancelled) }
    }

    /// The most that this process has had, in bytes.
    private static func peakMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try XCTUnwrap(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try XCTUnwrap(Int(line.filter { $0.isNumber })) * 1024
    }
}
