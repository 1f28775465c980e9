import HawkNotesFormats
import HawkNotesModel
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

    func testFieldsHaveTheNamesAndCapitalsOfTheEditor() {
        onMainActor {
            let labels = Set(FormField.allCases.map(\.label))
            XCTAssertEqual(FilledField.allCases.map(\.label).filter { !labels.contains($0) }, [])
            let columns = [
                "Number of Pages", "Average Rating", "Date Added", "Spoiler", "Read Count",
                "Read Status", "Custom Contents", "Content Warnings", "Cover",
            ]
            for name in columns.map(ImportFieldText.name) + labels {
                let words = name.split(separator: " ").filter { !["in", "of", "the"].contains($0) }
                XCTAssertTrue(words.allSatisfy { $0.first?.isLowercase == false }, name)
                let twins = labels.filter { $0.lowercased() == name.lowercased() && $0 != name }
                XCTAssertEqual(twins, [], name)
            }
        }
    }
}
