import Foundation

/// A small file that has the same line twice, each with a checksum: what is damaged in one of them is
/// whole in the other.
enum DoubleLine {
    static func encoded(_ members: [JSONValue.Member]) -> [UInt8] {
        var line: [UInt8] = []
        StateLine.append(members, to: &line)
        return line + line
    }

    /// Reads the first line that is whole.
    ///
    /// - Throws: `RestorationError` with code `.damaged`, or `.tooNew` when `minimumReader` says so.
    static func read(_ bytes: [UInt8]) throws(RestorationError) -> JSONValue {
        // Also when it is the line feed between them that is damaged.
        let half = bytes.count / 2
        let halves = [bytes.prefix(half).dropLast(), bytes.suffix(half).dropLast()]
        let lines = bytes.split(separator: UInt8(ascii: "\n")) + halves
        let records = lines.lazy.compactMap { line -> [JSONValue.Member]? in
            guard case .record(let members) = line.withUnsafeBufferPointer(StateLine.read) else {
                return nil
            }
            return members
        }
        guard let members = records.first else {
            throw RestorationError(.damaged, "No line of it is whole.")
        }
        let json = JSONValue.object(members)
        if let minimumReader = json["minimumReader"]?.intValue, minimumReader > StateLine.format {
            let writer = json["writer"]?.stringValue ?? "another program"
            throw RestorationError(.tooNew, "It was written by \(writer) in a later format.")
        }
        return json
    }

    /// Whether neither line is damaged.
    static func isWhole(_ bytes: [UInt8]) -> Bool {
        let half = bytes.count / 2
        let line = bytes.prefix(half)
        return bytes.count % 2 == 0 && line.elementsEqual(bytes.suffix(half))
            && line.dropLast().withUnsafeBufferPointer(StateLine.isIntact)
    }
}
