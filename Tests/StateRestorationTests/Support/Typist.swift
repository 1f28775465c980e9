import Foundation
import TestSupport
import XCTest

struct TypistError: Error {
    var message: String
}

/// A child process that types, see `StateRestorationTypist`.
final class Typist {
    /// The program that types until it is killed.
    static func program() throws -> URL { try BuildProducts.find("StateRestorationTypist") }

    private let process = Process()
    private let output = Pipe()
    private var buffer = Data()

    init(_ executable: URL, directory: URL, pace: Double) throws {
        process.executableURL = executable
        process.arguments = [directory.path, "\(pace)"]
        process.standardOutput = output
        try process.run()
    }

    deinit {
        if process.isRunning { kill() }
    }

    /// The next line; waits for it.
    func readLine() throws -> String {
        while true {
            if let end = buffer.firstIndex(of: 0x0A) {
                defer { buffer.removeSubrange(...end) }
                return String(decoding: buffer[..<end], as: UTF8.self)
            }
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw TypistError(message: "The typist said nothing more.") }
            buffer += data
        }
    }

    /// Ends the process as a person would, and waits until it has gone.
    func quit() {
        Foundation.kill(process.processIdentifier, SIGTERM)
        process.waitUntilExit()
    }

    /// Ends the process with SIGKILL and waits until it has gone.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// All further lines.
    func readRest() -> [String] {
        buffer += output.fileHandleForReading.readDataToEndOfFile()
        return String(decoding: buffer, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
