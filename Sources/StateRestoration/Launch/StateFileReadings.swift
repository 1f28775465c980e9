import Dispatch
import Foundation

/// Reads many state files side by side, on all processors: with thousands of windows this is what
/// a launch waits for.
final class StateFileReadings: @unchecked Sendable {
    typealias Element = (
        reading: StateFileReading, bytes: [UInt8]?, base: BaseFile?, status: FileStatus?
    )

    /// With fewer files than this for each, threads save little, and cost much on a machine that
    /// is busy, as it is after logging in: the last one to be given a processor is waited for.
    private static let portion = 256

    private let lock = NSLock()
    private var elements: [String: Element] = [:]

    /// What reading gave, by path; what is not there is left out. Bytes are only kept of files
    /// that are not whole.
    static func read(_ paths: [String], in directory: StateDirectory) -> [String: Element] {
        let readings = StateFileReadings()
        readings.elements.reserveCapacity(paths.count)
        let count = (paths.count + portion - 1) / portion
        DispatchQueue.concurrentPerform(iterations: count) { number in
            let end = min((number + 1) * portion, paths.count)
            let read = paths[(number * portion)..<end].compactMap { path in
                element(path, directory).map { (path, $0) }
            }
            readings.lock.withLock {
                for (path, element) in read { readings.elements[path] = element }
            }
        }
        return readings.lock.withLock { readings.elements }
    }

    private static func element(_ path: String, _ directory: StateDirectory) -> Element? {
        guard let (reading, bytes, status) = directory.readStateWithStatus(path) else { return nil }
        guard case .state(let state, damage: nil) = reading else {
            return (reading, bytes, nil, nil)
        }
        return (reading, nil, bytes.flatMap { directory.base(path, $0, state, status) }, status)
    }
}
