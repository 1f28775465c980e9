import Foundation
import LibraryTestSupport
import TestSupport

@testable import HawkNotesModel

/// Random libraries of one seed. They are made once for all properties, which only read them, and
/// change copies.
final class RandomLibraries {
    /// The seeds of the properties; see `TestSupport.seeds`.
    static var seeds: Range<Int> { TestSupport.seeds(few: 50, more: 200, all: 2_000) }

    /// So many seeds are kept: those of an ordinary run.
    private static let limit = 50
    // XCTest runs one test after another.
    private nonisolated(unsafe) static var made: [Int: RandomLibraries] = [:]

    /// Two copies of a library and a third one of the second, all changed since.
    let readers: [RandomReader]
    /// A library, and its backup of a week ago.
    private(set) lazy var withBackup = Result { try Self.makeWithBackup(seed) }
    private let seed: Int
    private var merged: [[Int]: RandomReader] = [:]

    /// The libraries of a seed.
    static func of(_ seed: Int) throws -> RandomLibraries {
        if let known = made[seed] { return known }
        let new = try RandomLibraries(seed)
        if made.count < limit { made[seed] = new }
        return new
    }

    private init(_ seed: Int) throws {
        self.seed = seed
        readers = try RandomReader.makeThree(seed)
    }

    /// New copies of the readers' libraries, which may be changed.
    func copies() throws -> [RandomReader] {
        try readers.indices.map { try readers[$0].fork(seed: 3 * seed + $0, name: "copy") }
    }

    /// The library of the first of these readers, with those of the others merged in.
    func merged(_ order: Int...) throws -> RandomReader { try merged(order) }

    private func merged(_ order: [Int]) throws -> RandomReader {
        guard let last = order.last, order.count > 1 else { return readers[order[0]] }
        if let known = merged[order] { return known }
        let name = "m" + order.map { "\($0)" }.joined()
        let reader = try merged(order.dropLast()).fork(seed: seed, name: name)
        try reader.merge(readers[last])
        reader.releaseMemory()
        merged[order] = reader
        return reader
    }

    private static func makeWithBackup(
        _ seed: Int
    ) throws -> (reader: RandomReader, backup: RandomReader) {
        let reader = try RandomReader(seed: seed, name: "a")
        try reader.library.saveSeries(uuid(3), title: "Other series")
        try reader.act(25)
        let backup = try reader.fork(seed: seed, name: "b")
        reader.pass(7 * 24 * 60 * 60)
        try reader.act(25)
        for one in [reader, backup] { one.releaseMemory() }
        return (reader, backup)
    }
}
