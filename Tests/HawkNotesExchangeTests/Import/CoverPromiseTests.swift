import Foundation
import HawkNotesFormats
import HawkNotesModel
import TestSupport
import XCTest

@testable import HawkNotesExchange

/// A preview promises no cover that the import refuses.
final class CoverPromiseTests: ExchangeTestCase {
    private func imports(into library: Library, refusing kinds: PictureKind...) -> LibraryImport {
        LibraryImport(
            into: library,
            with: ImportLibrary(paths: [BuildProducts.place(of: "libHawkNotesImport.so").path]),
            moment: { $0 },
            picture: { kinds.contains($0.kind) ? nil : Self.picture($0) }
        )
    }

    private static let drawing = Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8)

    private func source(cover: [UInt8]) -> ImportSource {
        let package = """
            <package><metadata><title>A title</title></metadata><manifest>
            <item id="cover" href="cover.img" media-type="image/svg+xml"/></manifest></package>
            """
        return ImportSource(
            name: "book.epub",
            files: [
                "META-INF/container.xml": Array("<rootfile full-path=\"content.opf\"/>".utf8),
                "content.opf": Array(package.utf8), "cover.img": cover,
            ]
        )
    }

    func testADrawingThatIsRefusedIsNotPromised() async throws {
        let imports = imports(into: try makeLibrary(), refusing: .svg)
        let source = source(cover: Self.drawing)
        let preview = try await imports.preview(source)
        XCTAssertEqual(preview.report.new, [.book: 1])
        XCTAssertEqual(
            preview.report.problems,
            [ImportProblem(.notAPicture, file: "cover.img")]
        )
        let outcome = try await imports.run(source)
        XCTAssertEqual(outcome.report, preview.report)
    }

    func testADrawingThatIsTakenIsPromised() async throws {
        let imports = imports(into: try makeLibrary())
        let source = source(cover: Self.drawing)
        let preview = try await imports.preview(source)
        XCTAssertEqual(preview.report.new, [.book: 1, .picture: 1])
        let outcome = try await imports.run(source)
        XCTAssertEqual(outcome.report, preview.report)
    }

    func testAPictureThatIsRefusedIsCalledByItsFile() async throws {
        let imports = imports(into: try makeLibrary(), refusing: .png)
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let outcome = try await imports.run(source(cover: png))
        XCTAssertEqual(outcome.report.problems, [ImportProblem(.notAPicture, file: "cover.img")])
    }
}
