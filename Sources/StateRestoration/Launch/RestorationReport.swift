import Foundation

/// What came back at this launch, what did not, and why: to be shown to a person.
public struct RestorationReport: Sendable {
    /// One line of the report.
    public struct Entry: Sendable, Identifiable, Equatable {
        /// How it went.
        public enum Outcome: String, Sendable {
            /// It is as it was.
            case restored
            /// It came back in part.
            case partial
            /// It did not come back; `reason` says where it is kept.
            case notRestored
            /// Worth knowing, and nothing is missing.
            case note
        }

        /// Its number in the report.
        public let id: Int
        /// How it went.
        public var outcome: Outcome
        /// What kind of thing happened, for code that reacts to it.
        public var code: Code
        /// The window concerned, when it is one.
        public var scene: SceneIdentifier?
        /// What it is about: a window's title, a path, a file's name.
        public var subject: String
        /// What happened and why, as a sentence.
        public var reason: String
        /// What was typed into texts of a damaged file and cannot be put where it belongs: to be shown
        /// beside them, and copied. Only this run has it; later it is in the file that is set aside.
        public var salvagedTexts: [SalvagedText] = []
        /// The file that it is about, where that is set aside or left: to be shown to a person who asks
        /// for it. `nil` when there is none.
        public var file: URL?
    }

    /// The lines, oldest first.
    public private(set) var entries: [Entry] = []

    /// Whether everything came back whole.
    public var isComplete: Bool {
        entries.allSatisfy { $0.outcome == .restored || $0.outcome == .note }
    }

    /// Adds a line of another report.
    mutating func add(_ entry: Entry) {
        add(
            entry.outcome,
            entry.code,
            scene: entry.scene,
            subject: entry.subject,
            reason: entry.reason,
            salvagedTexts: entry.salvagedTexts,
            file: entry.file?.path
        )
    }

    mutating func add(
        _ outcome: Entry.Outcome,
        _ code: Entry.Code,
        scene: SceneIdentifier? = nil,
        subject: String,
        reason: String,
        salvagedTexts: [SalvagedText] = [],
        file: String? = nil
    ) {
        entries.append(
            Entry(
                id: entries.count,
                outcome: outcome,
                code: code,
                scene: scene,
                subject: subject,
                reason: reason,
                salvagedTexts: salvagedTexts,
                file: file.map { URL(fileURLWithPath: $0) }
            )
        )
    }
}
