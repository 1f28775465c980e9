import Foundation
import TestSupport
import XCTest

/// A run of `ProcessTestProgram`, begun by a shell, which can do to it what a test cannot.
struct TestProcess {
    /// How it ended: its exit status, or the signal with a minus.
    let status: Int32
    let output: String
    let messages: String

    /// Runs the program to its end.
    ///
    /// - Parameters:
    ///   - script: what the shell does; `"$0" "$@"` is the program with its arguments.
    ///   - backtrace: whether Swift's own backtraces are switched on.
    init(
        _ arguments: String...,
        script: String = #"exec "$0" "$@""#,
        backtrace: Bool = false
    ) throws {
        let program = try BuildProducts.find("ProcessTestProgram")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script, program.path] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["SWIFT_BACKTRACE": "enable=\(backtrace ? "yes" : "no"),color=no,interactive=no"]
        ) { $1 }
        // Files rather than pipes: what outlives the program must not hold up the test.
        let folder = try TemporaryDirectory()
        let files = try ["output", "messages"].map { name in
            let url = folder.url.appendingPathComponent(name)
            try Data().write(to: url)
            return (url, try FileHandle(forWritingTo: url))
        }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = files[0].1
        process.standardError = files[1].1
        try process.run()
        process.waitUntilExit()
        status =
            process.terminationStatus
            * (process.terminationReason == .uncaughtSignal ? -1 : 1)
        output = String(decoding: try Data(contentsOf: files[0].0), as: UTF8.self)
        messages = String(decoding: try Data(contentsOf: files[1].0), as: UTF8.self)
    }
}
