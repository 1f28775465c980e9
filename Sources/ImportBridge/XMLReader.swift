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
        /// An element has more attributes, or a recovered document more parts, than were allowed.
        case tooMany
    }

    /// How much of a document is read.
    public struct Limits {
        /// How many elements may be in one another.
        public var depth: Int
        /// How many attributes an element may have.
        public var attributeCount: Int
        /// How many elements and attributes may be in a document that is recovered.
        public var partCount: Int

        /// Limits for one document.
        public init(depth: Int, attributeCount: Int, partCount: Int) {
            self.depth = depth
            self.attributeCount = attributeCount
            self.partCount = partCount
        }
    }

    /// The line of the last element or text, or of the damage, from 1.
    public private(set) var line = 1
    /// Whether a name had a prefix that nothing declares.
    public private(set) var hasUndeclaredPrefix = false
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
            hasUndeclaredPrefix = hasUndeclaredPrefix || node.has_undeclared_prefix
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
        case HAWK_XML_TOO_MANY: return .tooMany
        default:
            line = max(Int(node.line), 1)
            return .damaged
        }
    }

    private func attributes() -> [String: String] {
        var result: [String: String] = [:]
        var node = HawkXMLNode()
        while table.xml_attribute(pointer, &node) {
            hasUndeclaredPrefix = hasUndeclaredPrefix || node.has_undeclared_prefix
            let key = String(borrowed: node.name)
            if result[key] == nil { result[key] = String(borrowed: node.text) }
        }
        return result
    }
}

extension ImportFunctions {
    /// Calls `body` with the document that bytes are, or with nil without memory.
    ///
    /// - Parameters:
    ///   - isUTF8: whether the bytes are UTF-8 whichever encoding the document declares. Otherwise its own
    ///     counts, which must have ASCII in it.
    ///   - isRecovered: whether the document is damaged, and what can be made of it is read as if it were
    ///     as it should be.
    public func withXML<Result>(
        _ bytes: [UInt8],
        isUTF8: Bool,
        isRecovered: Bool,
        limits: XMLReader.Limits,
        _ body: (XMLReader?) throws -> Result
    ) rethrows -> Result {
        let open = isRecovered ? table.xml_recover : table.xml_open
        let limits = HawkXMLLimits(
            depth: Int32(clamping: limits.depth),
            attribute_count: Int32(clamping: limits.attributeCount),
            part_count: Int32(clamping: limits.partCount)
        )
        return try bytes.withUnsafeBytes { buffer in
            guard let opened = open?(buffer.baseAddress, buffer.count, isUTF8, limits) else {
                return try body(nil)
            }
            defer { table.xml_close(opened) }
            return try body(XMLReader(table, opened))
        }
    }
}
