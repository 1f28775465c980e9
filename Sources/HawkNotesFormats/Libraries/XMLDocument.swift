import CImport

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
        try bytes.withUnsafeBytes { buffer in
            let depth = Int32(run.limits.depth)
            guard let document = functions.xml_open(buffer.baseAddress, buffer.count, depth) else {
                return run.tell(.damaged, file: file)
            }
            defer { functions.xml_close(document) }
            var node = HawkXMLNode()
            var line = 1
            while true {
                let step = functions.xml_next(document, &node)
                if step == HAWK_XML_ELEMENT || step == HAWK_XML_TEXT { line = Int(node.line) }
                switch step {
                case HAWK_XML_ELEMENT:
                    let name = Self.text(node.name)
                    let isEmpty = node.is_empty
                    try body(.start(name, attributes(document, functions)))
                    if isEmpty { try body(.end(name)) }
                case HAWK_XML_ELEMENT_END:
                    try body(.end(Self.text(node.name)))
                case HAWK_XML_TEXT:
                    let text = Self.text(node.text)
                    if text.utf8.count <= run.limits.textSize {
                        try body(.text(text))
                    } else {
                        run.tell(.textTooLong(limit: run.limits.textSize), file: file, line: line)
                    }
                case HAWK_XML_END:
                    return
                case HAWK_XML_ENTITIES:
                    return run.tell(.declaresEntities, file: file)
                case HAWK_XML_TOO_DEEP:
                    return run.tell(.tooDeep(limit: run.limits.depth), file: file, line: line)
                default:
                    return run.tell(.damaged, file: file, line: line)
                }
            }
        }
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

    private func attributes(
        _ document: OpaquePointer,
        _ functions: HawkImportFunctions
    ) -> [String: String] {
        var result: [String: String] = [:]
        var name: UnsafePointer<CChar>?
        var value: UnsafePointer<CChar>?
        while functions.xml_attribute(document, &name, &value) {
            // The first of two names that differ in their prefix only.
            let key = Self.text(name)
            if result[key] == nil { result[key] = Self.text(value) }
        }
        return result
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
        pointer.map { String(cString: $0) } ?? ""
    }
}
