import ImportBridge

/// An XML or HTML document in memory, as a stream of elements and texts.
///
/// A damaged XML document is parsed again, more leniently each time: with its bare `&` escaped, with
/// its tags repaired, and finally with errors ignored. Repairs are reported.
struct XMLDocument {
    let run: ImportRun
    /// For reported problems.
    let file: String

    enum Event {
        /// Names without prefixes, including those of attributes.
        case start(String, [String: String])
        case end(String)
        case text(String)
    }

    /// Reduces the document to a value, up to its end or to the first unreadable part, which is
    /// reported.
    ///
    /// - Parameters:
    ///   - start: the initial value of every attempt.
    ///   - take: adds one event to the value.
    func read<Value>(
        _ bytes: [UInt8],
        into start: Value,
        _ take: (inout Value, Event) throws -> Void
    ) throws -> Value {
        guard var text = XMLText(bytes) else {
            run.tell(.damaged, file: file)
            return start
        }
        var best = try pass(text, as: .xml, start, take)
        let damage = best.isDamaged ? best.lastLine : nil
        if best.isDamaged, let mended = text.withoutBareAmpersands() {
            text = mended
            best = try pass(text, as: .xml, start, take)
        }
        if best.isDamaged,
            let mended = text.withMendedMarkup(mostParts: run.limits.partCount)
        {
            let outcome = try pass(mended, as: .xml, start, take)
            if !outcome.isDamaged, outcome.eventCount >= best.eventCount { best = outcome }
        }
        if best.isDamaged {
            let recovered = try pass(text, as: .recoveredXML, start, take)
            if recovered.eventCount > 0, recovered.eventCount >= best.eventCount {
                best = recovered
                best.repairs.append(.structure)
            } else {
                best.problems.append((.damaged, best.lastLine))
            }
        }
        for repair in best.repairs {
            // The other repairs apply to the whole document, or to its beginning.
            let isPlace = repair == .ampersand || repair == .structure
            run.tell(.repaired(repair), file: file, line: isPlace ? damage : nil)
        }
        for (reason, line) in best.problems { run.tell(reason, file: file, line: line) }
        return best.value
    }

    /// Reduces a document in HTML to a value, whatever its version and however it is written.
    ///
    /// - Parameters:
    ///   - start: the initial value.
    ///   - take: adds one event to the value. Names are in lower case.
    func readHTML<Value>(
        _ bytes: [UInt8],
        into start: Value,
        _ take: (inout Value, Event) throws -> Void
    ) throws -> Value {
        guard let text = XMLText(bytes, isHTML: true) else {
            run.tell(.damaged, file: file)
            return start
        }
        let outcome = try pass(text, as: .html, start, take)
        if outcome.isDamaged { run.tell(.damaged, file: file) }
        if text.repairs.contains(.encoding) { run.tell(.repaired(.encoding), file: file) }
        for (reason, line) in outcome.problems { run.tell(reason, file: file, line: line) }
        return outcome.value
    }

    /// The result of one attempt.
    private struct Outcome<Value> {
        var value: Value
        var eventCount = 0
        var isDamaged = false
        var lastLine = 1
        var repairs: [ImportProblem.Repair]
        var problems: [(ImportProblem.Reason, line: Int?)] = []
    }

    private func pass<Value>(
        _ text: XMLText,
        as mode: XMLReader.Mode,
        _ start: Value,
        _ take: (inout Value, Event) throws -> Void
    ) throws -> Outcome<Value> {
        var outcome = Outcome(value: start, repairs: text.repairs)
        let limits = XMLReader.Limits(
            depth: run.limits.depth,
            attributeCount: run.limits.attributeCount,
            partCount: run.limits.partCount
        )
        try run.library.functions(for: [.xml]).withXML(
            text.bytes,
            as: mode,
            isUTF8: text.isUTF8,
            limits: limits
        ) { document in
            guard let document else {
                outcome.isDamaged = true
                return
            }
            try follow(document, &outcome, take)
            outcome.lastLine = document.line + text.skippedLineCount
            if document.hasUndeclaredPrefix { outcome.repairs.append(.prefix) }
        }
        return outcome
    }

    private func follow<Value>(
        _ document: XMLReader,
        _ outcome: inout Outcome<Value>,
        _ take: (inout Value, Event) throws -> Void
    ) throws {
        func tell(_ reason: ImportProblem.Reason) {
            outcome.problems.append((reason, document.line))
        }
        while true {
            if outcome.eventCount % 1024 == 0 { try run.checkCancelled() }
            switch document.next() {
            case .element(let name, let attributes, let isEmpty):
                outcome.eventCount += 1
                try take(&outcome.value, .start(name, attributes))
                if isEmpty { try take(&outcome.value, .end(name)) }
            case .elementEnd(let name):
                try take(&outcome.value, .end(name))
            case .text(let text):
                outcome.eventCount += 1
                if text.utf8.count <= run.limits.textSize {
                    try take(&outcome.value, .text(text))
                } else {
                    tell(.textTooLong(limit: run.limits.textSize))
                }
            case .end: return
            case .declaresEntities:
                outcome.problems.append((.declaresEntities, line: nil))
                return
            case .tooDeep: return tell(.tooDeep(limit: run.limits.depth))
            case .tooManyAttributes: return tell(.tooMany(limit: run.limits.attributeCount))
            case .tooManyParts: return tell(.tooMany(limit: run.limits.partCount))
            case .damaged:
                outcome.isDamaged = true
                return
            }
        }
    }
}
