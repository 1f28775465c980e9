import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import Phrases
import TestSupport
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// A picture is chosen, pasted and removed, and what is wrong with one is said.
final class PictureFieldTests: DisplayTestCase {
    /// A field in a window of its own.
    @MainActor
    private final class Bench {
        let program: TestProgram
        let window = Window(application: TestDisplay.application)
        private(set) var changes: [UUID?] = []
        private(set) var field: PictureField?

        private let folder: TemporaryDirectory

        init(_ program: TestProgram, _ shown: ShownPicture) throws {
            self.program = program
            folder = try TemporaryDirectory()
            let field = PictureField(shown, context: program.context) { [unowned self] in
                changes.append($0)
            }
            self.field = field
            window.setChild(field.root)
            window.present()
            XCTAssertTrue(MainLoop.run { field.root.isMapped })
        }

        func write(_ data: Data, _ name: String) throws -> URL {
            let url = folder.url.appendingPathComponent(name)
            try data.write(to: url)
            return url
        }

        func wait(line: UInt = #line) {
            XCTAssertTrue(MainLoop.run { self.field?.isReading == false }, line: line)
        }

        func close() {
            field = nil
            window.destroy()
            MainLoop.drain()
        }
    }

    private static func with(
        _ shown: ShownPicture = ShownPicture(.cover, of: UUID(), name: "Emma"),
        _ body: @MainActor (Bench, PictureField) throws -> Void
    ) throws {
        try withProgram { program in
            let bench = try Bench(program, shown)
            defer { bench.close() }
            try body(bench, try XCTUnwrap(bench.field))
        }
    }

    func testAChosenFileIsInTheLibraryAndItsIdIsTheValue() throws {
        try Self.with { bench, field in
            let file = try bench.write(try PictureSamples.png(width: 1500, height: 900), "a.png")
            field.addPicture(from: .file(file))
            bench.wait()
            let id = try XCTUnwrap(field.value)
            XCTAssertEqual(bench.changes, [id])
            XCTAssertEqual(field.problemText, "")
            XCTAssertEqual(try bench.program.library.picture(id)?.width, 1024)
        }
    }

    func testRemovingGoesBackToNone() throws {
        try Self.with { bench, field in
            field.addPicture(from: .bytes(try PictureSamples.png()))
            bench.wait()
            XCTAssertTrue(field.root.click("Remove"))
            XCTAssertNil(field.value)
            XCTAssertEqual(bench.changes.count, 2)
            XCTAssertFalse(field.root.click("Remove"), "there is nothing to remove")
        }
    }

    func testAProblemIsSaidAndThePictureStays() throws {
        try Self.with { bench, field in
            field.addPicture(from: .bytes(try PictureSamples.png()))
            bench.wait()
            let before = field.value
            let file = try bench.write(Data("#!/bin/sh".utf8), "run.png")
            field.addPicture(from: .file(file))
            bench.wait()
            XCTAssertEqual(
                field.problemText,
                "“\(file.lastPathComponent)” is not a supported picture. Use PNG, JPEG, WebP or SVG."
            )
            XCTAssertEqual(field.value, before)
            field.addPicture(from: .bytes(try PictureSamples.jpeg()))
            bench.wait()
            XCTAssertEqual(field.problemText, "")
            XCTAssertNotEqual(field.value, before)
        }
    }

    func testTheLastOneChosenWins() throws {
        try Self.with { bench, field in
            let large = try PictureSamples.png(width: 3000, height: 3000)
            let small = try PictureSamples.png()
            field.addPicture(from: .bytes(large))
            field.addPicture(from: .bytes(small))
            bench.wait()
            XCTAssertEqual(bench.changes, [try PictureIntake.picture(from: small).id])
            // What was removed meanwhile does not come.
            field.addPicture(from: .bytes(large))
            XCTAssertTrue(field.root.click("Remove"))
            XCTAssertNil(field.value)
            let other = try PictureSamples.jpeg()
            field.addPicture(from: .bytes(other))
            bench.wait()
            XCTAssertEqual(field.value, try PictureIntake.picture(from: other).id)
        }
    }

    func testAPictureOnTheClipboardIsPasted() throws {
        try Self.with { bench, field in
            let data = try PictureSamples.png()
            PictureTransfer.copy(data, type: "image/png")
            field.paste()
            XCTAssertTrue(MainLoop.run { field.value != nil || !field.problemText.isEmpty })
            XCTAssertEqual(field.value, try PictureIntake.picture(from: data).id)
        }
    }

    func testAFileOnTheClipboardIsPasted() throws {
        try Self.with { bench, field in
            let data = try PictureSamples.jpeg()
            let file = try bench.write(data, "ä b.jpg")
            let list = "# files\r\n\(file.absoluteString)\r\n"
            PictureTransfer.copy(Data(list.utf8), type: "text/uri-list")
            field.paste()
            XCTAssertTrue(MainLoop.run { field.value != nil || !field.problemText.isEmpty })
            XCTAssertEqual(field.value, try PictureIntake.picture(from: data).id)
        }
    }

    func testNoMoreIsReadThanWasAskedFor() throws {
        let data = try PictureSamples.png()
        try onMainActor {
            PictureTransfer.copy(data, type: "image/png")
            for (limit, isRead) in [(data.count, true), (data.count - 1, false)] {
                var answer: PictureTransfer.Content?
                PictureTransfer.paste(limit: limit) { answer = $0 }
                XCTAssertTrue(MainLoop.run { answer != nil })
                switch try XCTUnwrap(answer) {
                case .bytes(let read): XCTAssertEqual(read, isRead ? data : Data())
                case .failed: XCTAssertFalse(isRead)
                case .file: XCTFail("there is no file")
                }
            }
        }
    }

    func testADrawingThatTakesForEverKeepsNobodyWaiting() throws {
        // Each pixel is made of a million others.
        let slow = PictureSamples.svg(
            "<filter id='f'><feMorphology operator='dilate' radius='500'/></filter>"
                + "<g filter='url(#f)'>\(PictureSamples.square)</g>"
        )
        try Self.with { bench, field in
            field.addPicture(from: .bytes(slow))
            let quick = try PictureSamples.png()
            field.addPicture(from: .bytes(quick))
            bench.wait()
            XCTAssertEqual(field.value, try PictureIntake.picture(from: quick).id)
            XCTAssertEqual(bench.changes.count, 1)
        }
    }

    func testNothingToPasteIsSaid() throws {
        try Self.with { bench, field in
            Desktop.copy("words")
            field.paste()
            XCTAssertTrue(MainLoop.run { !field.problemText.isEmpty })
            XCTAssertEqual(field.problemText, "There is no picture on the clipboard.")
            XCTAssertEqual(bench.changes, [])
        }
    }

    func testSettingTheValueIsNotTold() throws {
        try Self.with { bench, field in
            let id = try bench.program.library.addPicture(
                try PictureIntake.picture(from: try PictureSamples.png())
            )
            field.value = id
            XCTAssertEqual(bench.changes, [])
            XCTAssertEqual(field.value, id)
        }
    }

    func testTheFieldIsGoneWithItsWindow() throws {
        try withProgram { program in
            weak var field: PictureField?
            try {
                let bench = try Bench(program, ShownPicture(.avatar, of: UUID(), name: "Agatha"))
                field = bench.field
                bench.field?.addPicture(from: .bytes(try PictureSamples.png()))
                bench.wait()
                bench.close()
            }()
            XCTAssertTrue(MainLoop.run { field == nil })
        }
    }
}
