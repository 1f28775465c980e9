import Foundation
import HawkNotesFormats
import HawkNotesModel
import Synchronization
import TestSupport
import XCTest

@testable import HawkNotesExchange

/// Gives each test a library in memory and what imports into it.
class ExchangeTestCase: XCTestCase {
    let clock = TestClock()

    func makeLibrary() throws -> Library {
        try Library.inMemory(environment: clock.environment)
    }

    func imports(into library: Library, limits: ImportLimits = ImportLimits()) -> LibraryImport {
        LibraryImport(
            into: library,
            with: ImportLibrary(paths: [BuildProducts.place(of: "libHawkNotesImport.so").path]),
            limits: limits,
            moment: { $0 },
            picture: Self.picture
        )
    }

    /// As if every picture were decoded, and small.
    static let picture: LibraryImport.PictureDecoder = { picture in
        StoredPicture(
            data: Data(picture.bytes),
            type: "image/\(picture.kind.rawValue)",
            width: 2,
            height: 3
        )
    }

    @discardableResult
    func run(
        _ source: ImportSource,
        into library: Library,
        as format: ImportFormatName? = nil
    ) async throws -> LibraryImportOutcome {
        // What a preview has promised, the import does.
        let preview = try await imports(into: library).preview(source, as: format)
        let outcome = try await imports(into: library).run(source, as: format)
        XCTAssertEqual(preview.report, outcome.report)
        return outcome
    }

    /// Highlights of a Kindle, a thousand of each book.
    static func clippings(_ count: Int) -> ImportSource {
        var text = ""
        for number in 1...count {
            text += """
                Book \(number / 1_000) (Author, Some)
                - Your Highlight on page \(number) | location \(number) | Added on 30 December 2024 14:46:33

                Passage \(number), which is as long as such passages mostly are.
                ==========

                """
        }
        return ImportSource(name: "My Clippings.txt", bytes: Array(text.utf8))
    }

    /// The memory of this process, from which on its peak is measured anew; in bytes.
    static func startOfPeak() throws -> Int {
        let peak = try FileHandle(forWritingTo: URL(fileURLWithPath: "/proc/self/clear_refs"))
        try peak.write(contentsOf: Data("5".utf8))
        try peak.close()
        return try memory()
    }

    /// In bytes.
    static func memory(_ key: String = "VmRSS:") throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try XCTUnwrap(status.split(separator: "\n").first { $0.hasPrefix(key) })
        return try XCTUnwrap(Int(line.filter { $0.isNumber })) * 1024
    }

    static func source(_ name: String, _ text: String) -> ImportSource {
        ImportSource(name: name, bytes: Array(text.utf8))
    }
}

/// The time, which stands still until it is moved.
final class TestClock: Sendable {
    private let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

    func advance(by seconds: TimeInterval) { time.withLock { $0 += seconds } }

    var environment: LibraryEnvironment {
        LibraryEnvironment(
            now: { [self] in time.withLock { $0 } },
            makeID: { UUID() },
            onMain: { _ in },
            reading: { $0() },
            after: { _, _ in }
        )
    }
}
