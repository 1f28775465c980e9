import CImport

/// A reader of an XML or HTML document, valid while the body that receives it runs.
public final class XMLReader {
    /// The next node. Names are without prefixes.
    public enum Step {
        /// If attributes only differ in their prefix, the first one is included.
        case element(String, attributes: [String: String], isEmpty: Bool)
        case elementEnd(String)
        case text(String)
        case end
        /// The end of a well-formed document.
        case damaged
        /// The document declares entities, and is not read.
        case declaresEntities
        case tooDeep
        /// An element exceeds the maximum number of attributes.
        case tooManyAttributes
        /// A recovered document, or one in HTML, exceeds the maximum number of parts.
        case tooManyParts
    }

    /// How a document is parsed.
    public enum Mode: Sendable {
        /// XML, up to its first error.
        case xml
        /// Damaged XML, as far as it can be recovered, as if it were well-formed.
        case recoveredXML
        /// HTML of any kind, in which nothing is damage.
        case html
    }

    /// The limits of reading.
    public struct Limits {
        /// The maximum nesting depth of elements.
        public var depth: Int
        /// The maximum number of attributes of an element.
        public var attributeCount: Int
        /// The maximum number of elements and attributes in a recovered document, or one in HTML.
        public var partCount: Int

        /// Limits for one document.
        public init(depth: Int, attributeCount: Int, partCount: Int) {
            self.depth = depth
            self.attributeCount = attributeCount
            self.partCount = partCount
        }
    }

    /// The line of the last element or text, or of the error, from 1.
    public private(set) var line = 1
    /// Whether a name had an undeclared prefix.
    public private(set) var hasUndeclaredPrefix = false
    private let table: HawkImportFunctions
    private let pointer: OpaquePointer

    fileprivate init(_ table: HawkImportFunctions, _ pointer: OpaquePointer) {
        self.table = table
        self.pointer = pointer
    }

    /// Reads the next node.
    public func next() -> Step {
        var node = HawkXMLNode()
        switch table.xml_next(pointer, &node) {
        case HAWK_XML_ELEMENT:
            line = Int(node.line)
            hasUndeclaredPrefix = hasUndeclaredPrefix || node.has_undeclared_prefix
            // Reading the attributes invalidates the element's borrowed texts.
            let (name, isEmpty) = (String(borrowed: node.name), node.is_empty)
            return .element(name, attributes: attributes(), isEmpty: isEmpty)
        case HAWK_XML_ELEMENT_END: return .elementEnd(String(borrowed: node.name))
        case HAWK_XML_TEXT:
            line = Int(node.line)
            return .text(String(borrowed: node.text))
        case HAWK_XML_END: return .end
        case HAWK_XML_ENTITIES: return .declaresEntities
        case HAWK_XML_TOO_DEEP: return .tooDeep
        case HAWK_XML_TOO_MANY_ATTRIBUTES: return .tooManyAttributes
        case HAWK_XML_TOO_MANY_PARTS: return .tooManyParts
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
    /// Calls `body` with a reader of the bytes, or with nil if out of memory.
    ///
    /// - Parameters:
    ///   - isUTF8: whether the bytes are UTF-8 regardless of the declared encoding. Otherwise the
    ///     declared one is used, which must include ASCII.
    public func withXML<Result>(
        _ bytes: [UInt8],
        as mode: XMLReader.Mode,
        isUTF8: Bool,
        limits: XMLReader.Limits,
        _ body: (XMLReader?) throws -> Result
    ) rethrows -> Result {
        let open =
            switch mode {
            case .xml: table.xml_open
            case .recoveredXML: table.xml_recover
            case .html: table.html_open
            }
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
