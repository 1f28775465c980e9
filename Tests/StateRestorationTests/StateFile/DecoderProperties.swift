import Foundation

// The fuzzer builds this file into one module with the library.
#if canImport(StateRestoration)
    @testable import StateRestoration
#endif

/// What holds of any bytes whatever that come in from outside, files of ours and nonsense alike.
///
/// Each check gives the broken property as a sentence, or `nil`. That nothing traps is the first
/// property, and checked by coming back at all.
enum DecoderProperties {
    /// What holds of input of any kind.
    static func violation(input bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        return violation(stateFile: bytes) ?? violation(json: bytes) ?? violation(index: bytes)
            ?? violation(doubleLine: bytes)
            ?? violation(activity: text)
            ?? violation(activity: Data(bytes).base64EncodedString())
            ?? violation(position: text)
            ?? violation(path: text)
    }

    // MARK: - State files

    /// - Parameter isWritten: Whether what was read is written and read again, which takes longest.
    static func violation(stateFile bytes: [UInt8], isWritten: Bool = true) -> String? {
        guard case .state(let state, let damage) = StateFileReader.read(bytes) else { return nil }
        // Any byte can become a replacement character, which takes three.
        if size(of: state) > 3 * bytes.count { return "The state is larger than its file." }
        return violation(ofDamage: damage, in: bytes, state)
            ?? (isWritten ? violation(ofRewriting: state) : nil)
    }

    /// What stands in good lines comes back, and nothing else.
    private static func violation(
        ofDamage damage: StateFileDamage?,
        in bytes: [UInt8],
        _ state: WindowState
    ) -> String? {
        guard let damage else { return nil }
        if damage.unusedByteCount > bytes.count { return "More is unused than there is." }
        if !damage.isAtEnd { return violation(ofBadLinesIn: bytes, state) }
        guard damage.unusedByteCount > 0 else { return nil }
        let good = Array(bytes.dropLast(damage.unusedByteCount))
        guard good.last == 0x0A else { return "The damage does not begin with a line." }
        guard case .state(let before, let rest) = StateFileReader.read(good) else {
            return "What stands before the damage cannot be read."
        }
        if let rest, rest.unusedByteCount > 0 {
            return "The damage begins earlier than it is said."
        }
        if (rest != nil) != damage.isInSnapshot {
            return "Damage to the snapshot is not told apart."
        }
        return snapshot(of: before) == snapshot(of: state)
            ? nil : "What stands before the damage did not come back."
    }

    /// It makes no difference what a bad line looks like.
    private static func violation(ofBadLinesIn bytes: [UInt8], _ state: WindowState) -> String? {
        let blank = blankingBadLines(of: bytes)
        guard case .state(let again, _) = StateFileReader.read(blank) else {
            return "What stands around the damage cannot be read."
        }
        return snapshot(of: again) == snapshot(of: state)
            ? nil : "Something of a damaged line came back."
    }

    /// Leaves those alone in which two lines may have become one.
    private static func blankingBadLines(of bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            let line = bytes[start..<end]
            let isIntact = line.withUnsafeBufferPointer(StateLine.isIntact)
            if !isIntact, !line.dropFirst(10).indices.contains(where: { isRecord(line[$0...]) }) {
                for index in start..<end { bytes[index] = UInt8(ascii: "x") }
            }
            start = end + 1
        }
        return bytes
    }

    private static func isRecord(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.starts(with: "{\"n\":".utf8)
    }

    /// A state that was read can be written and read again, and is the same.
    private static func violation(ofRewriting state: WindowState) -> String? {
        // No window comes near this number; beyond it no file is accepted.
        guard state.nextSequence < Int.max / 4 else { return nil }
        let written = snapshot(of: state)
        guard case .state(var again, let damage) = StateFileReader.read(written) else {
            return "What was written cannot be read."
        }
        if let damage { return "What was written is damaged. \(damage.problem.sentence)" }
        let expected = state.nextSequence + written.count { $0 == 0x0A }
        if again.nextSequence != expected { return "The numbers do not go on." }
        again.nextSequence = state.nextSequence
        return snapshot(of: again) == written ? nil : "What was written reads as something else."
    }

    private static func snapshot(of state: WindowState) -> [UInt8] {
        guard let id = SceneIdentifier("window") else { return [] }
        var (state, encoder) = (state, StateFileEncoder())
        return encoder.snapshot(of: &state, id, writer: "fuzzer")
    }

    private static func size(of state: WindowState) -> Int {
        state.contents.values.reduce(state.title.utf8.count) { size, content in
            guard case .text(let text) = content else { return size + content.smallSize }
            return size + text.text.utf8Count
        }
    }

    // MARK: - JSON and what is made of it

    static func violation(json bytes: [UInt8]) -> String? {
        guard let value = bytes.withUnsafeBufferPointer(JSONParser.parse) else { return nil }
        var written: [UInt8] = []
        value.write(to: &written)
        if written.contains(where: { $0 < 0x20 }) { return "A control character was written." }
        guard let again = written.withUnsafeBufferPointer(JSONParser.parse), again == value else {
            return "What was written reads as another value."
        }
        return nil
    }

    static func violation(index bytes: [UInt8]) -> String? {
        guard let index = try? SessionIndex(bytes) else { return nil }
        guard let again = try? SessionIndex(index.encoded(writer: "fuzzer")), again == index else {
            return "What was written reads as another index."
        }
        return nil
    }

    /// The same of the files that have a line twice, with a right checksum or not.
    static func violation(doubleLine bytes: [UInt8]) -> String? {
        let json = (bytes.split(separator: 0x0A).first ?? []).dropFirst(StateLine.jsonOffset)
        var line: [UInt8] = []
        Checksum.appendHex(Array(json).withUnsafeBufferPointer(Checksum.crc32), to: &line)
        line += [0x20] + json + [0x0A]
        for bytes in [bytes, line] {
            if let index = try? WorkspaceIndex(bytes) {
                let written = index.encoded(writer: "fuzzer")
                guard let again = try? WorkspaceIndex(written), again == index else {
                    return "What was written reads as another workspace."
                }
            }
            if let index = try? HistoryIndex(bytes) {
                let written = index.encoded(writer: "fuzzer")
                guard let again = try? HistoryIndex(written), again == index else {
                    return "What was written reads as another state of the history."
                }
            }
        }
        return nil
    }

    // MARK: - Text from other programs

    static func violation(activity text: String) -> String? {
        guard let activity = try? UserActivity(encodedString: text) else { return nil }
        _ = try? activity.typedPayload([String: Int].self)
        // What came in with fewer escapes may be too large to go out.
        guard let written = try? activity.encodedString else { return nil }
        guard let again = try? UserActivity(encodedString: written), again == activity else {
            return "What was written reads as another activity."
        }
        return nil
    }

    static func violation(position text: String) -> String? {
        guard let position = AnchoredScrollPosition(rawValue: text) else { return nil }
        let offset = position.offset(maximum: 100) { _ in 50 }
        guard (0...100).contains(offset) else { return "An offset is out of bounds." }
        return AnchoredScrollPosition(rawValue: position.rawValue) == position
            ? nil : "What was written reads as another position."
    }

    static func violation(path text: String) -> String? {
        let decoded = NavigationPath<AnyRoute>.decode(text) { kind, id, _ in
            AnyRoute(kind: kind, targetID: id)
        }
        let again = NavigationPath<AnyRoute>.decode(decoded.path.encoded) { kind, id, _ in
            AnyRoute(kind: kind, targetID: id)
        }
        return again.path == decoded.path ? nil : "What was written reads as another path."
    }

    private struct AnyRoute: NavigationRoute, Equatable {
        var kind: String
        var targetID: String
    }
}
