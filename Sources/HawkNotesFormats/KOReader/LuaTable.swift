/// Parses the literal table that a Lua file returns. No code is ever executed: anything but a
/// literal counts as damage.
///
/// Tables, strings in quotes and in long brackets, numbers, `true`, `false`, `nil`, comments.
struct LuaTable {
    private let bytes: [UInt8]
    private let limits: ImportLimits
    private var index = 0
    private var depth = 0
    private var decoder = TextDecoder()

    /// - Throws: `ValueDamage`.
    static func parse(_ bytes: [UInt8], limits: ImportLimits) throws -> PlainValue {
        var parser = LuaTable(bytes: bytes, limits: limits)
        parser.skipSpaces()
        if parser.takeWord("return") { parser.skipSpaces() }
        return try parser.value()
    }

    private init(bytes: [UInt8], limits: ImportLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    // MARK: - Values

    private mutating func value() throws -> PlainValue {
        skipSpaces()
        guard let byte = peek() else { throw damage(.endsEarly) }
        switch byte {
        case UInt8(ascii: "{"): return try table()
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return .text(try quoted())
        case UInt8(ascii: "["):
            guard let text = try longText() else { throw damage(.damaged) }
            return .text(text)
        default:
            return try word()
        }
    }

    private mutating func table() throws -> PlainValue {
        index += 1
        depth += 1
        if depth > limits.depth { throw damage(.tooDeep(limit: limits.depth)) }
        defer { depth -= 1 }
        var members: [String: PlainValue] = [:]
        var nextNumber = 1
        while true {
            skipSpaces()
            if take("}") { return .table(members) }
            if let key = try key() {
                members[key] = try value()
            } else {
                members["\(nextNumber)"] = try value()
                nextNumber += 1
            }
            skipSpaces()
            if take(",") || take(";") { continue }
            guard take("}") else { throw damage(peek() == nil ? .endsEarly : .damaged) }
            return .table(members)
        }
    }

    /// `["key"] =`, `[12] =` or `key =`; nil if a value without a key follows.
    private mutating func key() throws -> String? {
        let start = index
        if peek() == UInt8(ascii: "["), peek(1) != UInt8(ascii: "["), peek(1) != UInt8(ascii: "=") {
            index += 1
            let key = try value()
            skipSpaces()
            guard take("]") else { throw damage(.damaged) }
            skipSpaces()
            guard take("="), let text = Self.key(of: key) else { throw damage(.damaged) }
            return text
        }
        let name = takeName()
        guard !name.isEmpty else { return nil }
        skipSpaces()
        if peek() == UInt8(ascii: "="), peek(1) != UInt8(ascii: "=") {
            index += 1
            return name
        }
        index = start
        return nil
    }

    private static func key(of value: PlainValue) -> String? {
        switch value {
        case .text(let text): text
        case .number: value.label
        case .bool(let value): "\(value)"
        case .nothing, .list, .table: nil
        }
    }

    private mutating func word() throws -> PlainValue {
        let start = index
        while let byte = peek(), Self.isName(byte) || "+-.".utf8.contains(byte), index - start < 64
        {
            index += 1
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        switch text {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "nil": return .nothing
        default:
            guard let number = Double(text) else { throw damage(.damaged) }
            return .number(number)
        }
    }

    // MARK: - Text

    private mutating func quoted() throws -> String {
        let quote = bytes[index]
        index += 1
        var result: [UInt8] = []
        while let byte = peek() {
            index += 1
            if byte == quote { return try text(result) }
            guard byte == UInt8(ascii: "\\") else {
                result.append(byte)
                continue
            }
            guard let escaped = peek() else { break }
            index += 1
            switch escaped {
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                var number = Int(escaped - UInt8(ascii: "0"))
                for _ in 0..<2 {
                    guard let digit = peek(), (0x30...0x39).contains(digit) else { break }
                    number = number * 10 + Int(digit - 0x30)
                    index += 1
                }
                guard let byte = UInt8(exactly: number) else { throw damage(.damaged) }
                result.append(byte)
            default: result.append(escaped)
            }
        }
        throw damage(.endsEarly)
    }

    /// `[[text]]`, `[==[text]==]`; nil if there is none.
    private mutating func longText() throws -> String? {
        guard let (start, level) = longBracket() else { return nil }
        index = start
        if peek() == 0x0D { index += 1 }
        if peek() == 0x0A { index += 1 }
        let first = index
        guard let end = longEnd(level) else { throw damage(.endsEarly) }
        return try text(bytes[first..<end])
    }

    private func longBracket() -> (start: Int, level: Int)? {
        guard peek() == UInt8(ascii: "[") else { return nil }
        var end = index + 1
        while end < bytes.count, bytes[end] == UInt8(ascii: "=") { end += 1 }
        guard end < bytes.count, bytes[end] == UInt8(ascii: "[") else { return nil }
        return (end + 1, end - index - 1)
    }

    /// The end of the text; moves past the closing bracket.
    private mutating func longEnd(_ level: Int) -> Int? {
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "]") {
                var end = index + 1
                while end < bytes.count, bytes[end] == UInt8(ascii: "="), end - index <= level {
                    end += 1
                }
                if end < bytes.count, bytes[end] == UInt8(ascii: "]"), end - index - 1 == level {
                    defer { index = end + 1 }
                    return index
                }
            }
            index += 1
        }
        return nil
    }

    private mutating func text(_ bytes: some Collection<UInt8>) throws -> String {
        if bytes.count > limits.textSize { throw damage(.textTooLong(limit: limits.textSize)) }
        return decoder.text(bytes)
    }

    // MARK: - Bytes

    private mutating func skipSpaces() {
        while let byte = peek() {
            if byte == 0x20 || (0x09...0x0D).contains(byte) {
                index += 1
            } else if byte == UInt8(ascii: "-"), peek(1) == UInt8(ascii: "-") {
                skipComment()
            } else {
                return
            }
        }
    }

    private mutating func skipComment() {
        index += 2
        if let (start, level) = longBracket() {
            index = start
            _ = longEnd(level)
        } else {
            while let byte = peek(), byte != 0x0A { index += 1 }
        }
    }

    private mutating func takeWord(_ word: String) -> Bool {
        let word = Array(word.utf8)
        guard bytes[index...].starts(with: word) else { return false }
        if index + word.count < bytes.count, Self.isName(bytes[index + word.count]) { return false }
        index += word.count
        return true
    }

    private mutating func takeName() -> String {
        let start = index
        while let byte = peek(), Self.isName(byte) { index += 1 }
        return String(decoding: bytes[start..<index].prefix(256), as: UTF8.self)
    }

    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private mutating func take(_ byte: Unicode.Scalar) -> Bool {
        guard peek() == UInt8(ascii: byte) else { return false }
        index += 1
        return true
    }

    private func peek(_ offset: Int = 0) -> UInt8? {
        index + offset < bytes.count ? bytes[index + offset] : nil
    }

    private func damage(_ reason: ImportProblem.Reason) -> ValueDamage {
        let line = bytes[..<min(index, bytes.count)].count { $0 == 0x0A } + 1
        return ValueDamage(reason: reason, line: line)
    }
}
