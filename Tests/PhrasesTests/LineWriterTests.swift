import Foundation
import Synchronization
import XCTest

@testable import Phrases

/// Messages are written in their order, and nothing waits for them.
final class LineWriterTests: XCTestCase {
    func testLinesAreWrittenInTheirOrder() throws {
        let pipe = Pipe()
        let writer = LineWriter(pipe.fileHandleForWriting.fileDescriptor)
        let lines = (0..<1000).map { "line \($0)" }
        for line in lines { writer.write(line + "\n") }
        writer.finish(within: .seconds(60))
        try pipe.fileHandleForWriting.close()
        XCTAssertEqual(PipeReader(pipe).lines(), lines)
    }

    /// If it waited, this test would never end.
    func testAPipeThatNobodyReadsHoldsUpNobody() throws {
        let pipe = Pipe()
        let writer = LineWriter(pipe.fileHandleForWriting.fileDescriptor, capacity: 100_000)
        let count = 20_000
        for number in 0..<count { writer.write("line \(number), of which there are many\n") }
        writer.finish(within: .milliseconds(1))

        let reader = PipeReader(pipe)
        writer.finish(within: .seconds(60))
        writer.write("afterwards\n")
        writer.finish(within: .seconds(60))
        try pipe.fileHandleForWriting.close()
        let lines = reader.lines()

        let written = lines.count - 2
        XCTAssertGreaterThan(written, 1000)
        for (number, line) in lines.prefix(written).enumerated() {
            XCTAssertEqual(line, "line \(number), of which there are many")
        }
        XCTAssertEqual(
            Array(lines.suffix(2)),
            ["hawk-notes: \(count - written) messages were left out here", "afterwards"]
        )
    }

    func testAPipeThatMustNotWaitGetsEverythingToo() throws {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        XCTAssertEqual(fcntl(descriptor, F_SETFL, O_NONBLOCK), 0)
        let writer = LineWriter(descriptor)
        let long = String(repeating: "x", count: 200_000)
        writer.write(long + "\n")
        let reader = PipeReader(pipe)
        writer.finish(within: .seconds(60))
        try pipe.fileHandleForWriting.close()
        XCTAssertEqual(reader.lines(), [long])
    }
}

/// Reads a pipe to its end, beside the test.
private final class PipeReader: Sendable {
    private let pipe: Pipe
    private let queue = DispatchQueue(label: "reader")
    private let bytes = Mutex<[UInt8]>([])

    init(_ pipe: Pipe) {
        self.pipe = pipe
        queue.async { [self] in
            let descriptor = pipe.fileHandleForReading.fileDescriptor
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
                bytes.withLock { $0 += buffer[..<count] }
            }
        }
    }

    /// The lines, once the other end has been closed.
    func lines() -> [String] {
        queue.sync {}
        return bytes.withLock { String(decoding: $0, as: UTF8.self) }
            .split(separator: "\n").map(String.init)
    }
}
