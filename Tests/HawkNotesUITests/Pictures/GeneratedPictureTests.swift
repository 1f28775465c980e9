import CGTK
import DisplayTestSupport
import Foundation
import HawkNotesModel
import TestSupport
import XCTest

@testable import GTKBridge
@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// Covers and portraits that are made of a name.
final class GeneratedPictureTests: DisplayTestCase {
    private static let titles = [
        "The Good Hawk", "X", "", " ", "\n", "Donaudampfschifffahrtsgesellschaftskapitän", "红楼梦",
        "ألف ليلة وليلة", "שירת הים", "🐉 Dragons! 👩‍👩‍👧‍👧", "नदी के द्वीप", "e\u{301}\u{301}\u{301}",
        "\u{202e}abc\u{0}def", String(repeating: "word ", count: 500),
        String(repeating: "w", count: 5000),
    ]

    private static let size = PictureSize(width: 140, height: 210, cornerRadius: 8)

    @MainActor
    private static func pixels(_ texture: Texture) -> [UInt8] {
        let (width, height) = texture.size
        var bytes = [UInt8](repeating: 0, count: width * height * 4)
        gdk_texture_download(texture.opaque, &bytes, gsize(width * 4))
        return bytes
    }

    @MainActor
    private static func cover(_ title: String, _ id: UUID) -> [UInt8] {
        pixels(GeneratedPicture.texture(of: ShownPicture(.cover, of: id, name: title), size))
    }

    func testEveryTitleMakesAPictureOfEverySize() {
        onMainActor {
            for title in Self.titles {
                for kind in [ShownPicture.Kind.cover, .avatar] {
                    for size in [
                        Self.size, PictureSize(width: 24, height: 24, cornerRadius: 12),
                        PictureSize(width: 1, height: 1, cornerRadius: 0),
                        PictureSize(width: 360, height: 540, cornerRadius: 16),
                    ] {
                        let shown = ShownPicture(kind, of: UUID(), name: title)
                        let texture = GeneratedPicture.texture(of: shown, size)
                        XCTAssertEqual(texture.size.width, size.width)
                        XCTAssertEqual(texture.size.height, size.height)
                    }
                }
            }
        }
    }

    func testTheSameBookHasTheSameCoverForEver() throws {
        let id = try XCTUnwrap(UUID(uuidString: "6f5ba1ff-2d4f-4a3c-8b52-0a9d0f4a7c11"))
        onMainActor {
            XCTAssertEqual(Self.cover("Emma", id), Self.cover("Emma", id))
            XCTAssertNotEqual(Self.cover("Emma", id), Self.cover("Dune", id))
        }
        let look = CoverLook(of: id)
        // Other figures or colors would give every book of every reader another face.
        XCTAssertEqual("\(look.figure)", "hills")
        XCTAssertEqual(CoverLook.palettes.firstIndex(of: look.palette), 0)
    }

    func testABookIsBoundWhereItsTitleBegins() {
        onMainActor {
            for (title, spine, other) in [("Emma", 3, 136), ("אמה", 136, 3)] {
                let cover = Self.cover(title, UUID())
                func color(_ x: Int) -> [UInt8] {
                    Array(cover[(20 * 140 + x) * 4..<(20 * 140 + x) * 4 + 4])
                }
                XCTAssertNotEqual(color(spine), color(other), title)
                XCTAssertEqual(color(other), color(other == 3 ? 9 : 130), title)
            }
        }
    }

    func testBooksHaveDifferentCovers() {
        onMainActor {
            let covers = Set((0..<60).map { _ in Self.cover("Emma", UUID()) })
            XCTAssertGreaterThan(covers.count, 55)
        }
    }

    func testCornersAreRoundAndTheMiddleIsNot() {
        onMainActor {
            let cover = Self.cover("Emma", UUID())
            XCTAssertEqual(cover[3], 0, "the first corner")
            XCTAssertEqual(cover[cover.count - 1], 0, "the last corner")
            XCTAssertEqual(cover[(105 * 140 + 70) * 4 + 3], 255)
        }
    }

    func testTitlesStandAtTheSideOnWhichTheyBegin() {
        onMainActor {
            let id = UUID()
            /// How many pixels differ from a cover without a title, in each half.
            @MainActor func ink(_ title: String) -> (left: Int, right: Int) {
                let (plain, written) = (Self.cover("", id), Self.cover(title, id))
                var count = (left: 0, right: 0)
                for pixel in 0..<140 * 210 where plain[pixel * 4] != written[pixel * 4] {
                    // The fold of the spine is on the side of the title, too.
                    guard (8..<132).contains(pixel % 140) else { continue }
                    if pixel % 140 < 70 { count.left += 1 } else { count.right += 1 }
                }
                return count
            }
            XCTAssertGreaterThan(ink("It").left, 10)
            XCTAssertEqual(ink("It").right, 0)
            XCTAssertGreaterThan(ink("אב").right, 10)
            XCTAssertEqual(ink("אב").left, 0)
        }
    }

    func testWordsCanBeReadOnEveryGround() {
        for palette in CoverLook.palettes {
            XCTAssertGreaterThanOrEqual(palette.ink.contrast(with: palette.ground), 6)
            XCTAssertGreaterThanOrEqual(palette.figure.contrast(with: palette.ground), 2.5)
        }
    }

    func testInitials() {
        for (name, initials) in [
            ("Agatha", "A"), ("Lady Beatrice", "LB"), ("Jean-Luc Picard", "JP"), ("élodie", "É"),
            ("王小明", "王"), ("山田 太郎", "山"), ("ليلى خالد", "ل"), ("🦊 Fox", "F"), ("🦊", "🦊"), ("", "?"),
            ("  ", "?"), ("“Doc” Brown", "DB"), ("Agent 47", "A"), ("von der Leyen", "VL"),
        ] {
            XCTAssertEqual(Initials.of(name), initials, name)
        }
    }
}
