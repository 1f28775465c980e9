import CImport

/// An XML document that is read from its start to its end, as long as the body it was handed to runs.
public final class XMLReader {
    /// What comes next. Names are without their prefixes.
    public enum Step {
        /// Of attributes that differ in their prefix only, there is the first.
        case element(String, attributes: [String: String], isEmpty: Bool)
        case elementEnd(String)
        case text(String)
        case end
        /// What came before is as it should be, and there is no more.
        case damaged
        /// It declares entities, and is not read.
        case declaresEntities
        case tooDeep
    }

    /// The line of the last element or text, from 1.
    public private(set) var line = 1
    private let table: HawkImportFunctions
    private let pointer: OpaquePointer

    fileprivate init(_ table: HawkImportFunctions, _ pointer: OpaquePointer) {
        self.table = table
        self.pointer = pointer
    }

    /// Goes on.
    public func next() -> Step {
        var node = HawkXMLNode()
        switch table.xml_next(pointer, &node) {
        case HAWK_XML_ELEMENT:
            line = Int(node.line)
            // Reading the attributes ends what is lent of the element.
            let (name, isEmpty) = (String(borrowed: node.name), node.is_empty)
            return .element(name, attributes: attributes(), isEmpty: isEmpty)
        case HAWK_XML_ELEMENT_END: return .elementEnd(String(borrowed: node.name))
        case HAWK_XML_TEXT:
            line = Int(node.line)
            return .text(String(borrowed: node.text))
        case HAWK_XML_END: return .end
        case HAWK_XML_ENTITIES: return .declaresEntities
        case HAWK_XML_TOO_DEEP: return .tooDeep
        default: return .damaged
        }
    }

    private func attributes() -> [String: String] {
        var result: [String: String] = [:]
        var (name, value): (UnsafePointer<CChar>?, UnsafePointer<CChar>?)
        while table.xml_attribute(pointer, &name, &value) {
            let key = String(borrowed: name)
            if result[key] == nil { result[key] = String(borrowed: value) }
        }
        return result
    }
}

extension ImportFunctions {
    /// Calls `body` with the document that bytes are, or with nil without memory.
    ///
    /// - Parameter depth: how many elements may be in one another.
    public func withXML<Result>(
        _ bytes: [UInt8],
        depth: Int,
        _ body: (XMLReader?) throws -> Result
    ) rethrows -> Result {
        try bytes.withUnsafeBytes { buffer in
            let opened = table.xml_open(buffer.baseAddress, buffer.count, Int32(clamping: depth))
            guard let opened else { return try body(nil) }
            defer { table.xml_close(opened) }
            return try body(XMLReader(table, opened))
        }
    }
}
