import ImportBridge

/// An XML document that is in memory, as a stream of elements and texts.
struct XMLDocument {
    let run: ImportRun
    /// For problems.
    let file: String

    enum Event {
        /// Names without prefixes; of attributes too.
        case start(String, [String: String])
        case end(String)
        case text(String)
    }

    /// Calls `body` with what stands in the document, to its end or to the first damage, which is told.
    func each(_ bytes: [UInt8], _ body: (Event) throws -> Void) throws {
        let functions = try run.library.functions()
        let bytes = Self.withoutNames(bytes)
        try functions.withXML(bytes, depth: run.limits.depth) { document in
            guard let document else { return run.tell(.damaged, file: file) }
            while true {
                switch document.next() {
                case .element(let name, let attributes, let isEmpty):
                    try body(.start(name, attributes))
                    if isEmpty { try body(.end(name)) }
                case .elementEnd(let name):
                    try body(.end(name))
                case .text(let text):
                    if text.utf8.count <= run.limits.textSize {
                        try body(.text(text))
                    } else {
                        tell(.textTooLong(limit: run.limits.textSize), document)
                    }
                case .end: return
                case .declaresEntities: return run.tell(.declaresEntities, file: file)
                case .tooDeep: return tell(.tooDeep(limit: run.limits.depth), document)
                case .damaged: return tell(.damaged, document)
                }
            }
        }
    }

    private func tell(_ reason: ImportProblem.Reason, _ document: XMLReader) {
        run.tell(reason, file: file, line: document.line)
    }

    /// The same with numbers for the names of characters that HTML has and XML has not, such as `&nbsp;`:
    /// real books have them, and to XML each is the end of the document.
    private static func withoutNames(_ bytes: [UInt8]) -> [UInt8] {
        // UTF-16 may have any bytes beside each other, and its zeros say what it is.
        guard bytes.contains(UInt8(ascii: "&")), !bytes.prefix(64).contains(0) else {
            return bytes
        }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            defer { index += 1 }
            result.append(bytes[index])
            guard bytes[index] == UInt8(ascii: "&") else { continue }
            let name = bytes[(index + 1)...].prefix(32).prefix {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0)
                    || (0x61...0x7A).contains($0)
            }
            let text = String(decoding: name, as: UTF8.self)
            let end = index + 1 + name.count
            guard !name.isEmpty, end < bytes.count, bytes[end] == UInt8(ascii: ";"),
                !["amp", "lt", "gt", "quot", "apos"].contains(text)
            else { continue }
            if let scalar = PlainText.character(named: text)?.unicodeScalars.first {
                result += "#\(scalar.value);".utf8
            } else {
                // Nobody knows it: it stays to be read as it is written.
                result += "amp;\(text);".utf8
            }
            index = end
        }
        return result
    }
}
