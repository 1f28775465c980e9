import Foundation
import TestSupport
import XCTest

/// However a process was started, its descriptors cannot end it, and its files are its user's.
final class ProcessSetupTests: XCTestCase {
    private func path() throws -> (TemporaryDirectory, String) {
        let folder = try TemporaryDirectory()
        return (folder, folder.url.appendingPathComponent("file").path)
    }

    func testClosedStandardDescriptorsAreTakenBeforeAnyFile() throws {
        for (closed, number) in [("<&-", 0), ("2>&-", 2), ("<&- 2>&-", 2)] {
            let lines = try TestProcess("descriptors", script: #"exec "$0" "$@" \#(closed)"#)
                .output.split(separator: "\n", omittingEmptySubsequences: false)
            XCTAssertGreaterThan(try XCTUnwrap(Int(lines[0])), 2, closed)
            XCTAssertEqual(lines[1 + number], "/dev/null", closed)
        }
        let (folder, file) = try path()
        _ = try TestProcess("children", file, script: #"exec "$0" "$@" <&- >&- 2>&-"#)
        XCTAssertEqual(
            try FileManager.default.contentsOfDirectory(atPath: folder.url.path),
            ["file"]
        )
        XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: file)), Data())
    }

    func testMessagesThatCannotBeWrittenDoNoHarm() throws {
        let places = [
            ("a full disk", "2>/dev/full"), ("nothing", "2>&-"), ("a file to read", "2</dev/null"),
        ]
        for (name, place) in places {
            let process = try TestProcess("messages", script: #"exec "$0" "$@" \#(place)"#)
            XCTAssertEqual(process.status, 0, name)
            XCTAssertEqual(process.output, "done\n", name)
        }
    }

    func testAPipeWithoutAReaderDoesNoHarm() throws {
        let script = #"{ "$0" "$@" 2>&3 >&4; echo "status $?" >&4; } 3>&1 4>"$2" | exec true"#
        let (folder, file) = try path()
        _ = try TestProcess("messages", file, script: script + #"; cat "$2""#)
        let output = try String(contentsOfFile: file, encoding: .utf8)
        XCTAssertEqual(output, "done\nstatus 0\n")
        withExtendedLifetime(folder) {}
    }

    /// If it waited for the reader, which waits for it, this test would never end.
    func testAPipeThatNobodyReadsDoesNotHoldUpTheProcess() throws {
        let (folder, file) = try path()
        XCTAssertEqual(mkfifo(file, 0o600), 0)
        let process = try TestProcess("messages", file, script: #"exec "$0" "$@" 2<>"$2""#)
        XCTAssertEqual(process.status, 0)
        XCTAssertEqual(process.output, "done\n")
        withExtendedLifetime(folder) {}
    }

    func testNothingIsLostAtTheEndWhenItCanBeWritten() throws {
        let lines = try TestProcess("messages").messages.split(separator: "\n")
        let own = lines.filter { $0.hasPrefix("hawk-notes: message ") }
            .compactMap { Int($0.dropFirst("hawk-notes: message ".count)) }
        XCTAssertEqual(own, Set(own).sorted())
        let foreign = lines.filter { $0.contains("CRITICAL") }
        let leftOut = lines.compactMap { line in
            line.hasSuffix("messages were left out here") ? Int(line.split(separator: " ")[1]) : nil
        }
        XCTAssertEqual(own.count + foreign.count + leftOut.reduce(0, +), 10_000)
    }

    func testOutputThatCannotBeWrittenIsAStatus() throws {
        XCTAssertEqual(try TestProcess("output").status, 0)
        XCTAssertEqual(try TestProcess("output").output, "to be read\n")
        XCTAssertEqual(
            try TestProcess("output", script: #"exec "$0" "$@" >/dev/full"#).status,
            3
        )
    }

    func testFilesAreTheUsersAloneAndChildrenGetWhatThereWas() throws {
        for umask in ["0000", "0022", "0777"] {
            let (folder, file) = try path()
            let script = #"umask \#(umask); exec "$0" "$@""#
            let lines = try TestProcess("children", file, script: script).output
                .split(separator: "\n")
            XCTAssertEqual(lines.first.map(String.init), umask)
            let ignored = lines.last.flatMap { UInt64($0.dropFirst("SigIgn:\t".count), radix: 16) }
            XCTAssertEqual(try XCTUnwrap(ignored) & (1 << UInt64(SIGPIPE - 1)), 0)
            XCTAssertEqual(try mode(of: URL(fileURLWithPath: file)), 0o600, umask)
            withExtendedLifetime(folder) {}
        }
    }

    /// A variable that is added while threads run may move what another one is just reading.
    func testTheWebSandboxIsSwitchedWithoutTouchingTheEnvironment() throws {
        let variable = "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"
        let outputs = [
            "unset \(variable)": "0\n1\n0 true false\n",
            "export \(variable)=0": "0\n1\n0 true false\n",
            "export \(variable)=1": "1\n1\n1 true true\n",
        ]
        for (start, output) in outputs {
            let process = try TestProcess("sandbox-switch", script: start + #"; exec "$0" "$@""#)
            XCTAssertEqual(process.output, output, start)
        }
    }
}
