/// Makes well-formed XML of markup that browsers accept: attributes without quotes, stray and
/// missing end tags, overlapping tags, a bare `<`.
///
/// It changes no names and adds nothing but markup; invalid parts are left out.
struct XMLMender {
    private let bytes: [UInt8]
    private var index = 0
    private var result: [UInt8] = []
    private var open: [ArraySlice<UInt8>] = []
    private let mostParts: Int
    private var partCount = 0

    /// Deeper than any supported document: each end tag searches these for its start.
    private static let depth = 256

    private struct Hopeless: Error {}

    private init(_ bytes: [UInt8], mostParts: Int) {
        self.bytes = bytes
        self.mostParts = mostParts
        result.reserveCapacity(bytes.count + bytes.count / 8)
    }

    /// - Parameter mostParts: the maximum number of elements and attributes.
    /// - Returns: nil if there are more, if the document ends within a tag, is nested too deeply,
    ///   or has unsupported declarations.
    static func mended(_ bytes: [UInt8], mostParts: Int) -> [UInt8]? {
        var mender = XMLMender(bytes, mostParts: mostParts)
        do {
            try mender.mend()
            return mender.result
        } catch {
            return nil
        }
    }

    private mutating func mend() throws {
        while let byte = current {
            if byte != UInt8(ascii: "<") {
                // XML does not allow control characters.
                if byte >= 0x20 || Self.isBlank(byte) { result.append(byte) }
                index += 1
            } else if let end = XMLText.endOfRawText(bytes, at: index) {
                result += bytes[index..<end]
                index = end
            } else if bytes[index...].starts(with: "<?".utf8) {
                try copy(through: "?>")
            } else if bytes[index...].starts(with: "<!".utf8) {
                let start = result.count
                try copy(through: ">")
                if result[start...].contains(UInt8(ascii: "[")) { throw Hopeless() }
            } else if bytes[index...].starts(with: "</".utf8) {
                try endTag()
            } else if index + 1 < bytes.count, Self.isNameStart(bytes[index + 1]) {
                try startTag()
            } else {
                result += "&lt;".utf8
                index += 1
            }
        }
        close(downTo: 0)
    }

    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func copy(through end: String) throws {
        guard let after = XMLText.endOf(end, in: bytes, from: index) else { throw Hopeless() }
        result += bytes[index..<after]
        index = after
    }

    // MARK: - Tags

    private mutating func endTag() throws {
        index += 2
        let name = takeName()
        while let byte = current, byte != UInt8(ascii: ">"), byte != UInt8(ascii: "<") {
            index += 1
        }
        guard let byte = current else { throw Hopeless() }
        if byte == UInt8(ascii: ">") { index += 1 }
        // Ignores an end tag without a start tag. The outermost element ends with the document:
        // more of its content may follow.
        guard let start = open.lastIndex(of: name) else { return }
        close(downTo: max(start, 1))
    }

    private mutating func close(downTo depth: Int) {
        while open.count > depth {
            result += "</".utf8 + open.removeLast() + ">".utf8
        }
    }

    private mutating func startTag() throws {
        index += 1
        let name = takeName()
        try countPart()
        result += "<".utf8 + name
        var names: Set<ArraySlice<UInt8>> = []
        var isEmpty = false
        while true {
            skipBlanks()
            guard let byte = current else { throw Hopeless() }
            if byte == UInt8(ascii: ">") {
                index += 1
                break
            } else if byte == UInt8(ascii: "<") {
                // Its end tag is missing.
                break
            } else if byte == UInt8(ascii: "/") {
                index += 1
                isEmpty = current == UInt8(ascii: ">")
            } else if Self.isNameStart(byte) {
                try attribute(&names)
            } else {
                index += 1
            }
        }
        if isEmpty || Self.isAlwaysEmpty(name, names) {
            result += "/>".utf8
        } else {
            result += ">".utf8
            open.append(name)
            if open.count > Self.depth { throw Hopeless() }
        }
    }

    /// Void elements; many are written without an end tag.
    private static func isAlwaysEmpty(
        _ name: ArraySlice<UInt8>,
        _ attributes: Set<ArraySlice<UInt8>>
    ) -> Bool {
        let local = name.split(separator: UInt8(ascii: ":")).last ?? name
        switch String(decoding: local, as: UTF8.self).lowercased() {
        case "br", "hr", "img", "link", "item", "itemref", "reference": return true
        case "meta", "content": return !attributes.isEmpty && !attributes.contains(property)
        default: return false
        }
    }

    private static let property = ArraySlice("property".utf8)

    private mutating func attribute(_ names: inout Set<ArraySlice<UInt8>>) throws {
        let name = takeName()
        var value = name
        skipBlanks()
        if current == UInt8(ascii: "=") {
            index += 1
            skipBlanks()
            value = try takeValue()
        }
        guard names.insert(name).inserted else { return }
        try countPart()
        result += " ".utf8 + name + "=\"".utf8
        for byte in value {
            switch byte {
            case UInt8(ascii: "\""): result += "&quot;".utf8
            case UInt8(ascii: "<"): result += "&lt;".utf8
            default: if byte >= 0x20 || Self.isBlank(byte) { result.append(byte) }
            }
        }
        result += "\"".utf8
    }

    private mutating func takeValue() throws -> ArraySlice<UInt8> {
        guard let quote = current else { throw Hopeless() }
        let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
        if isQuoted { index += 1 }
        let start = index
        while let byte = current {
            if isQuoted {
                if byte == quote { break }
            } else if Self.isBlank(byte) || byte == UInt8(ascii: ">")
                || byte == UInt8(ascii: "/") && bytes[index...].starts(with: "/>".utf8)
            {
                break
            }
            index += 1
        }
        guard index < bytes.count else { throw Hopeless() }
        defer { if isQuoted { index += 1 } }
        return bytes[start..<index]
    }

    private mutating func countPart() throws {
        partCount += 1
        if partCount > mostParts { throw Hopeless() }
    }

    // MARK: - Characters

    private mutating func takeName() -> ArraySlice<UInt8> {
        let start = index
        while let byte = current, Self.isNamePart(byte) { index += 1 }
        return bytes[start..<index]
    }

    private mutating func skipBlanks() {
        while let byte = current, Self.isBlank(byte) { index += 1 }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    private static func isNameStart(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F || byte >= 0x80
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        isNameStart(byte) || (0x30...0x39).contains(byte) || [0x2D, 0x2E, 0x3A].contains(byte)
    }
}
