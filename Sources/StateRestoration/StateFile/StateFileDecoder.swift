import Foundation

/// Decodes the lines of a file, one after another, into a state.
struct StateFileDecoder {
    private(set) var tooNew: (writer: String, format: Int)?
    /// Not an optional: each record would copy it out and back.
    private(set) var state = WindowState()
    private var hasHeader = false
    private var paths: [Int: String] = [:]
    private var goodLines = 0
    private var promisedRecords = 0
    /// The known facts about the texts when lines are missing.
    var texts: TextSalvage?
    /// The number of the header from which on the file continues a different file than was read.
    var changedBefore: Int?

    private var lineNumber: Int { goodLines + 1 }

    /// Decodes a line, or returns its problem.
    mutating func line(_ line: UnsafeBufferPointer<UInt8>) -> StateFileProblem? {
        let problem: StateFileProblem?
        switch StateLine.read(line) {
        case .record(let members): problem = hasHeader ? next(members) : header(members)
        case .noLine where !hasHeader: problem = .notStateFile
        case .noLine, .wrongChecksum: problem = .checksum(line: lineNumber)
        case .notJSON: problem = .notJSON(line: lineNumber)
        }
        if problem == nil { goodLines += 1 }
        return problem
    }

    mutating func finish() -> StateFileReading {
        if let texts { state.lastRecords = texts.lastRecords }
        if let tooNew { return .tooNew(writer: tooNew.writer, format: tooNew.format) }
        guard hasHeader else { return .unreadable(.empty) }
        guard goodLines <= promisedRecords else { return .state(state, damage: nil) }
        return finish(
            .recordsMissing(found: goodLines - 1, promised: promisedRecords),
            isAtEnd: true,
            unusedByteCount: 0
        )
    }

    func finish(
        _ problem: StateFileProblem,
        isAtEnd: Bool,
        unusedByteCount: Int
    ) -> StateFileReading {
        guard hasHeader else { return .unreadable(problem) }
        let damage = StateFileDamage(
            problem: problem,
            isInSnapshot: goodLines <= promisedRecords,
            isAtEnd: isAtEnd,
            unusedByteCount: unusedByteCount
        )
        return .state(state, damage: damage)
    }

    mutating func header(_ members: [JSONValue.Member]) -> StateFileProblem? {
        var minimumReader: Int?
        var window: SceneIdentifier?
        var isContinuation = false
        for member in members {
            switch (member.key, member.value) {
            case ("n", .int(let number)) where StateFileDecoder.numbers.contains(number):
                state.nextSequence = number + 1
            case ("format", .int(let format)): state.format = format
            case ("minimumReader", .int(let format)): minimumReader = format
            case ("writer", .string(let writer)): state.writer = writer
            case ("records", .int(let count)): promisedRecords = count
            case ("window", let name): window = name.stringValue.flatMap { SceneIdentifier($0) }
            case (Continuation.key, _):
                // In older files it has no meaning, and must not be written into a current one.
                isContinuation = state.format >= StateLine.firstFormatWithContinuations
            default: state.unknownHeader.append(member)
            }
        }
        guard let minimumReader else { return .notStateFile }
        if state.format >= StateLine.firstFormatWithNames { state.window = window }
        if minimumReader > StateLine.format {
            tooNew = (state.writer, state.format)
        } else {
            if isContinuation {
                guard changedBefore != nil else { return .continuation }
                texts?.forget(before: state.nextSequence)
            }
            // The number comes from a file: only trust a limited one.
            let count = min(max(promisedRecords, 0), 1000)
            state.contents.reserveCapacity(count)
            paths.reserveCapacity(count)
            hasHeader = true
        }
        return nil
    }

    /// Continues without a header: nothing is known of the lines before the record of this number.
    mutating func beginWithoutHeader(at number: Int) {
        hasHeader = true
        state.nextSequence = number
        texts?.skip(to: number)
    }

    /// The possible numbers at the beginnings of lines.
    static let numbers = 0..<Int.max / 2
}

// MARK: - Records

extension StateFileDecoder {
    private mutating func next(_ members: [JSONValue.Member]) -> StateFileProblem? {
        let record = Record(members)
        guard record.number == state.nextSequence else { return .outOfOrder(line: lineNumber) }
        if let key = record.key, record.path == nil, paths[key] == nil {
            return .unnamedKey(line: lineNumber)
        }
        apply(record)
        return nil
    }

    /// Decodes a record that may follow a gap.
    mutating func salvage(_ members: [JSONValue.Member], number: Int) {
        let isAfterGap = number != state.nextSequence
        state.nextSequence = number
        let record = Record(members)
        if isAfterGap { texts?.skip(to: number) }
        if let key = record.key {
            if let path = record.path {
                texts?.name(key, path)
            } else if paths[key] == nil {
                state.nextSequence += 1
                texts?.unnamed(record, key)
                return
            }
        }
        apply(record)
    }

    private mutating func apply(_ record: Record) {
        state.nextSequence = record.number.map { $0 + 1 } ?? state.nextSequence
        guard let key = record.key else {
            var rest = record.rest
            if let path = record.path { rest.append(.init("path", .string(path))) }
            other(rest)
            return
        }
        if let path = record.path { paths[key] = path }
        if let path = record.path ?? paths[key] { content(record.rest, of: path) }
    }

    private mutating func content(_ members: ArraySlice<JSONValue.Member>, of path: String) {
        if members.count == 1, let edit = members.first.flatMap(StoredEdit.init) {
            guard texts != nil else { return state.apply(.splice(path: path, edit.edit)) }
            let number = state.nextSequence - 1
            if texts?.add(edit, of: path, number: number, from: state.contents[path]) == true {
                state.apply(.splice(path: path, edit.edit))
            }
            return
        }
        if members.count == 1, let member = members.first, member.key == "c" {
            // Keep the text even if its selection is invalid.
            guard let ends = member.value.arrayValue?.compactMap(\.intValue), ends.count == 2,
                texts?.isInterrupted(path) != true
            else { return }
            let selection = TextSelection(cursor: ends[0], anchor: ends[1])
            return state.apply(.selection(path: path, selection))
        }
        texts?.replace(path, number: state.nextSequence - 1)
        guard members.count == 1, let member = members.first else {
            state.contents[path] = .unknown(.object(Array(members)))
            return
        }
        switch (member.key, member.value) {
        case ("v", .null): state.apply(.value(path: path, nil))
        case ("v", let json):
            state.contents[path] =
                RestorableValue(json: json).map(SceneContent.value) ?? .unknown(.object([member]))
        case ("t", .string(let text)): state.apply(.text(path: path, ChunkedText(text)))
        default: state.contents[path] = .unknown(.object([member]))
        }
    }

    private mutating func other(_ members: ArraySlice<JSONValue.Member>) {
        guard members.count == 1, let member = members.first else {
            if members.contains(where: { $0.key == Continuation.key }) { return continuation() }
            state.unknownRecords.append(Array(members))
            return
        }
        switch (member.key, member.value) {
        case ("title", .string(let title)): state.title = title
        case ("closed", .double(let date)):
            state.closingDate = Date(timeIntervalSinceReferenceDate: date)
        case ("closed", .int(let date)):
            state.closingDate = Date(timeIntervalSinceReferenceDate: Double(date))
        default: state.unknownRecords.append([member])
        }
    }

    /// Handles the header of a continuation.
    private mutating func continuation() {
        let number = state.nextSequence - 1
        if number == changedBefore { texts?.forget(before: number) }
    }
}

extension StateFileDecoder {
    /// The members of every record, and its other content.
    struct Record {
        var number: Int?
        var key: Int?
        var path: String?
        var rest: ArraySlice<JSONValue.Member>

        init(_ members: [JSONValue.Member]) {
            rest = members[0..<0]
            for (index, member) in members.enumerated() {
                switch member.key {
                case "n" where member.value.intValue != nil: number = member.value.intValue
                case "k" where member.value.intValue != nil: key = member.value.intValue
                case "path" where member.value.stringValue != nil:
                    path = member.value.stringValue
                // Almost always one member, or consecutive ones: those are not copied.
                case _ where rest.isEmpty: rest = members[index...index]
                case _ where rest.endIndex == index: rest = members[rest.startIndex...index]
                default: rest.append(member)
                }
            }
        }
    }
}
