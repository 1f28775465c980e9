/// Parses JSON from a stream: skipped values are never in memory.
struct JSONStream {
    private var cursor: ByteCursor
    private let limits: ImportLimits
    private var depth = 0
    /// How much of one value is in memory.
    private var weight = 0
    private(set) var decoder = TextDecoder()

    init(_ stream: ByteStream, limits: ImportLimits) {
        cursor = ByteCursor(stream)
        self.limits = limits
    }

    /// The current line, from 1.
    var line: Int { cursor.line }

    /// The first byte of the next value; nil at the end.
    mutating func kind() throws -> UInt8? {
        try skipSpaces()
        return try cursor.peek()
    }

    /// Reads an object; the body must read or skip the value of each key.
    mutating func object(_ body: (inout JSONStream, String) throws -> Void) throws {
        try enter("{")
        if try leave("}") { return }
        repeat {
            try skipSpaces()
            guard try cursor.peek() == UInt8(ascii: "\"") else { throw try unexpected() }
            let key = try string()
            try skipSpaces()
            guard try cursor.take(UInt8(ascii: ":")) else { throw try unexpected() }
            try body(&self, key)
        } while try next("}")
    }

    /// Reads an array; the body must read or skip each element.
    mutating func array(_ body: (inout JSONStream) throws -> Void) throws {
        try enter("[")
        if try leave("]") { return }
        repeat { try body(&self) } while try next("]")
    }

    /// Reads a value of any kind into memory.
    mutating func value() throws -> PlainValue {
        weight = 0
        return try anyValue(isKept: true)
    }

    /// Skips a value of any kind.
    mutating func skip() throws {
        weight = 0
        _ = try anyValue(isKept: false)
    }

    // MARK: - Values

    private mutating func anyValue(isKept: Bool) throws -> PlainValue {
        if isKept { try weigh(8) } else { weight = 0 }
        switch try kind() {
        case UInt8(ascii: "{"):
            var members: [String: PlainValue] = [:]
            try object { json, key in
                let value = try json.anyValue(isKept: isKept)
                if isKept { members[key] = value }
            }
            return .table(members)
        case UInt8(ascii: "["):
            var elements: [PlainValue] = []
            try array { json in
                let value = try json.anyValue(isKept: isKept)
                if isKept { elements.append(value) }
            }
            return .list(elements)
        case UInt8(ascii: "\""):
            return .text(try string())
        default:
            return try word()
        }
    }

    private mutating func word() throws -> PlainValue {
        var bytes: [UInt8] = []
        while let byte = try cursor.peek(), Self.isWord(byte), bytes.count < 64 {
            bytes.append(byte)
            try cursor.take()
        }
        let text = String(decoding: bytes, as: UTF8.self)
        switch text {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .nothing
        default:
            guard let number = Double(text), number.isFinite else { throw try unexpected() }
            return .number(number)
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-"),
            UInt8(ascii: "."):
            true
        default: false
        }
    }

    private mutating func string() throws -> String {
        try cursor.take()
        var bytes: [UInt8] = []
        var high: UInt32?
        while let byte = try cursor.take() {
            if byte == UInt8(ascii: "\"") {
                if high != nil { bytes += UTF8.encodedReplacementCharacter }
                try weigh(bytes.count)
                return decoder.text(bytes)
            }
            if bytes.count >= limits.textSize {
                throw damage(.textTooLong(limit: limits.textSize))
            }
            guard byte == UInt8(ascii: "\\") else {
                if high != nil { bytes += UTF8.encodedReplacementCharacter }
                high = nil
                bytes.append(byte)
                continue
            }
            try escape(&bytes, &high)
        }
        throw damage(.endsEarly)
    }

    private mutating func escape(_ bytes: inout [UInt8], _ high: inout UInt32?) throws {
        guard let byte = try cursor.take() else { throw damage(.endsEarly) }
        guard byte == UInt8(ascii: "u") else {
            if high != nil { bytes += UTF8.encodedReplacementCharacter }
            high = nil
            switch byte {
            case UInt8(ascii: "n"): bytes.append(0x0A)
            case UInt8(ascii: "t"): bytes.append(0x09)
            case UInt8(ascii: "r"): bytes.append(0x0D)
            case UInt8(ascii: "b"), UInt8(ascii: "f"): break
            default: bytes.append(byte)
            }
            return
        }
        var digits: [UInt8] = []
        for _ in 0..<4 {
            guard let digit = try cursor.take() else { throw damage(.endsEarly) }
            digits.append(digit)
        }
        guard let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) else {
            throw damage(.damaged)
        }
        if let first = high, (0xDC00..<0xE000).contains(unit) {
            high = nil
            Self.append(0x10000 + (first & 0x3FF) << 10 + (unit & 0x3FF), to: &bytes)
            return
        }
        if high != nil { bytes += UTF8.encodedReplacementCharacter }
        high = (0xD800..<0xDC00).contains(unit) ? unit : nil
        if high == nil { Self.append(unit, to: &bytes) }
    }

    private static func append(_ value: UInt32, to bytes: inout [UInt8]) {
        let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
        bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    }

    // MARK: - Structure

    private mutating func enter(_ byte: Unicode.Scalar) throws {
        try skipSpaces()
        guard try cursor.take(UInt8(ascii: byte)) else { throw try unexpected() }
        depth += 1
        if depth > limits.depth { throw damage(.tooDeep(limit: limits.depth)) }
    }

    private mutating func leave(_ byte: Unicode.Scalar) throws -> Bool {
        try skipSpaces()
        guard try cursor.take(UInt8(ascii: byte)) else { return false }
        depth -= 1
        return true
    }

    /// Whether there is another member or element.
    private mutating func next(_ end: Unicode.Scalar) throws -> Bool {
        if try leave(end) { return false }
        guard try cursor.take(UInt8(ascii: ",")) else { throw try unexpected() }
        // Some writers leave a trailing comma.
        return try !leave(end)
    }

    private mutating func skipSpaces() throws {
        while let byte = try cursor.peek(), byte == 0x20 || (0x09...0x0D).contains(byte) {
            try cursor.take()
        }
    }

    private mutating func weigh(_ count: Int) throws {
        weight += count
        if weight > 4 * limits.textSize { throw damage(.textTooLong(limit: limits.textSize)) }
    }

    private mutating func unexpected() throws -> ValueDamage {
        damage(try cursor.peek() == nil ? .endsEarly : .damaged)
    }

    private func damage(_ reason: ImportProblem.Reason) -> ValueDamage {
        ValueDamage(reason: reason, line: cursor.line)
    }
}
