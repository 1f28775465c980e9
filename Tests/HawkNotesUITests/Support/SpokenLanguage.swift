import CGTK
import Foundation
import GTKBridge
import Phrases
import TestSupport
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// A language that the program speaks while a test runs.
struct SpokenLanguage: Sendable {
    /// All that is said in it word for word: texts without a place for a value.
    let texts: Set<String>

    /// The same without some texts.
    func without(_ some: Set<String>) -> SpokenLanguage {
        SpokenLanguage(texts: texts.subtracting(some))
    }

    /// Runs a test's body while all that is made speaks the language.
    ///
    /// - Parameter code: such as `de`; nil for English, which needs no translation.
    @MainActor
    static func speak(_ code: String?, _ body: @MainActor (SpokenLanguage) throws -> Void) throws {
        let catalog = try Catalog.read(code.map { "\($0).po" } ?? "hawk-notes.pot")
        let texts = catalog.entries.values.flatMap { entry in
            code == nil ? [entry.text, entry.plural ?? ""] : Array(entry.translations.values)
        }
        let language = SpokenLanguage(texts: Set(texts.filter { !$0.contains("%") }))
        guard let code else { return try body(language) }
        // Looked up once in a process: other tests know them in English.
        _ = DateText.day(of: Date())
        let folder = try TemporaryDirectory()
        try compile(code, into: folder.url)
        setUpLocalization(domain: domain, directory: folder.url.path)
        defer { setUpLocalization(domain: "messages", directory: "/nowhere") }
        let said = localized("Save Note")
        XCTAssertEqual(said, catalog.entries["Save Note"]?.translations[0], "it is not spoken")
        try body(language)
    }

    private static let domain = "hawk-notes"

    /// Compiles a translation to where it is looked for in the locale of the tests, whichever that is.
    private static func compile(_ code: String, into folder: URL) throws {
        let locale = setlocale(LC_MESSAGES, nil).map { String(cString: $0) } ?? "C"
        guard locale != "C" else { throw XCTSkip("Nothing is translated in the locale C.") }
        let messages = folder.appendingPathComponent("\(locale)/LC_MESSAGES")
        try FileManager.default.createDirectory(at: messages, withIntermediateDirectories: true)
        let compiler = Process()
        compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        compiler.arguments = [
            "msgfmt", "-o", messages.appendingPathComponent("\(domain).mo").path,
            Catalog.folder.appendingPathComponent("\(code).po").path,
        ]
        try compiler.run()
        compiler.waitUntilExit()
        XCTAssertEqual(compiler.terminationStatus, 0, "msgfmt of \(code)")
    }
}
