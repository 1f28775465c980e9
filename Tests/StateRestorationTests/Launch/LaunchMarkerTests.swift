import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// That the count of launches survives a bad marker and a bad disk.
@MainActor
final class LaunchMarkerTests: XCTestCase {
    private let marker = RestorationTester.path("running.json")

    private func tester() throws -> RestorationTester {
        let tester = try RestorationTester()
        tester.open("a")
        tester.end(.quit)
        return tester
    }

    func testMarkerComesBackFromItsBytes() {
        for count in [0, 1, 7, 1000] {
            for wasRestored in [false, true] {
                var marker = LaunchMarker(incompleteLaunches: count, wasRestored: wasRestored)
                if count > 0 { marker.restorationDate = Date(timeIntervalSinceReferenceDate: 0.5) }
                XCTAssertEqual(LaunchMarker(marker.encoded()), marker)
                let strokes = marker.encoded() + [LaunchMarker.stroke, LaunchMarker.stroke]
                XCTAssertEqual(LaunchMarker(strokes).failedLaunches, marker.failedLaunches + 2)
            }
        }
    }

    func testMarkerThatMakesNoSenseCountsAsALaunchThatDied() async throws {
        let nonsense: [[UInt8]] = [
            [], [0], Array("{".utf8), Array("[]\n".utf8), Array("{\"restored\":1}".utf8),
            Array("{\"incompleteLaunches\":-5}".utf8), Array(repeating: 32, count: 5000),
        ]
        for bytes in nonsense {
            let tester = try tester()
            tester.files.setContents(marker, bytes)
            try tester.start { _ in }
            XCTAssertEqual(tester.session.incompleteLaunches, 1, "\(bytes.prefix(20))")
            try tester.restartAndRestore { _ in }
            XCTAssertEqual(tester.session.incompleteLaunches, 2)
        }
    }

    func testThingInPlaceOfTheMarkerIsSetAsideAndLaunchesAreCounted() async throws {
        for kind in [FileStatus.Kind.directory, .symbolicLink, .other] {
            let tester = try tester()
            tester.files.setKind(marker, kind)
            for count in 1...4 {
                try tester.start { _ in }
                XCTAssertEqual(tester.session.incompleteLaunches, count, "\(kind)")
                tester.end(.kill)
            }
            let aside = RestorationTester.path("quarantine/running.json.00000000")
            XCTAssertEqual(try tester.files.fileSystem.status(aside)?.kind, kind)
        }
    }

    func testFullDiskDoesNotHideACrashLoop() async throws {
        let tester = try tester()
        tester.files.setFault { operation, _ in
            operation.kind == .create && operation.byteCount > 0
                ? .cutOff(afterBytes: 3, .ENOSPC) : nil
        }
        for count in 0..<5 {
            try tester.start { _ in }
            XCTAssertEqual(tester.session.incompleteLaunches, count)
            XCTAssertTrue(tester.session.report.codes().contains(.markerFailed))
            tester.end(.kill)
        }
        try tester.start()
        XCTAssertEqual(tester.session.plan.level, .choose)
        XCTAssertEqual(tester.drafts, ["a": "draft of a"])
    }

    func testDiskThatTakesNothingStopsTheCountAndNothingElse() async throws {
        let tester = try tester()
        for _ in 1...2 {
            try tester.start { _ in }
            tester.end(.kill)
        }
        tester.files.setFault { operation, _ in
            operation.kind == .createDirectory ? nil : .fail(.EIO)
        }
        for _ in 1...5 {
            try tester.start { _ in }
            XCTAssertEqual(tester.session.incompleteLaunches, 2)
            tester.end(.kill)
        }
        tester.files.setFault(nil)
        try tester.start()
        XCTAssertEqual(tester.drafts, ["a": "draft of a"])
    }

    func testFullDiskDoesNotMakeGoodLaunchesLookLikeDeadOnes() async throws {
        let tester = try tester()
        for _ in 1...5 {
            try tester.start { session in
                XCTAssertEqual(session.incompleteLaunches, 0)
                // Another program fills the disk up, and makes room again when it is too late.
                tester.files.setFault { operation, _ in
                    switch operation.kind {
                    case .create, .append, .link: .fail(.ENOSPC)
                    default: nil
                    }
                }
                RestorationTester.restoreAll(session)
            }
            tester.end(.kill)
            tester.files.setFault(nil)
        }
        try tester.start()
        XCTAssertEqual(tester.drafts, ["a": "draft of a"])
    }
}
