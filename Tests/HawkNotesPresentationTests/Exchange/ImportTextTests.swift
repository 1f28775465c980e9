import HawkNotesFormats
import TestSupport
import XCTest

@testable import HawkNotesPresentation

final class ImportTextTests: XCTestCase {
    private static let archives =
        ImportError.MissingPackage(names: ["libarchive13t64", "libarchive13"])
    private static let tables = ImportError.MissingPackage(names: ["libcsv3"])

    func testAllNamesOfAMissingPackageAreTold() {
        onMainActor {
            XCTAssertEqual(
                ImportText.sentence(
                    ImportError.needsPackages([Self.archives, Self.tables]),
                    "a.epub"
                ),
                "To read “a.epub”, install libarchive13t64 or libarchive13, libcsv3."
            )
        }
    }

    func testTheCommandTriesTheNewestNamesFirst() {
        onMainActor {
            XCTAssertEqual(
                ImportText.installCommand(ImportError.needsPackages([Self.archives, Self.tables])),
                "sudo apt install libarchive13t64 libcsv3 || sudo apt install libarchive13 libcsv3"
            )
            XCTAssertEqual(
                ImportText.installCommand(ImportError.needsPackages([Self.tables])),
                "sudo apt install libcsv3"
            )
            XCTAssertNil(ImportText.installCommand(ImportError.cancelled))
        }
    }
}
