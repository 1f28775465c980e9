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
