import Foundation
import HawkNotesModel
import Phrases

/// Delivers a document block by block; reads notes off the main thread, a few at a time.
@MainActor
package final class PrintSource {
    /// The next step.
    package enum Next {
        case block(PrintBlock)
        /// Notes are being read.
        case later
        case nothing
    }

    /// The number of notes read at once.
    private nonisolated static let readAtOnce = 100

    package let plan: PrintPlan
    /// The error of reading notes, which are missing then.
    package private(set) var failure: (any Error)?
    private let library: Library
    private var waiting: [PrintBlock] = []
    private var next = 0
    private var section = 0
    private var reading: Task<Void, Never>?
    /// The notes read ahead.
    private var ahead: NoteWindow?
    private var hasNotes = false

    package init(_ plan: PrintPlan, in library: Library) {
        self.plan = plan
        self.library = library
        beginSection()
    }

    /// Stops reading.
    package func close() { reading?.cancel() }

    package func nextBlock() -> Next {
        while true {
            if next < waiting.count {
                defer { next += 1 }
                return .block(waiting[next])
            }
            if let notes = ahead {
                ahead = nil
                append(notes)
            } else if reading != nil {
                return .later
            } else {
                section += 1
                guard section < plan.sections.count else { return .nothing }
                beginSection()
            }
        }
    }

    private func beginSection() {
        guard plan.sections.indices.contains(section) else { return }
        waiting = plan.sections[section].head
        next = 0
        hasNotes = false
        switch plan.sections[section].notes {
        case .none: break
        case .all(let subject): read(on: subject, after: .first)
        case .these(let notes): waiting += notes.flatMap { plan.blocks($0) }
        }
    }

    private func read(on subject: NoteSubject, after position: NotePosition) {
        let library = library
        reading = Task { [weak self] in
            let result = await Task.detached {
                Result {
                    try library.notes(on: subject, after: position, limit: Self.readAtOnce)
                }
            }.value
            guard let self, !Task.isCancelled else { return }
            reading = nil
            switch result {
            case .success(let notes): ahead = notes
            case .failure(let error):
                Log.warn("\(error)")
                failure = error
            }
        }
    }

    private func append(_ notes: NoteWindow) {
        waiting = []
        next = 0
        let blocks = notes.notes.flatMap { plan.blocks($0) }
        if !hasNotes, !blocks.isEmpty {
            hasNotes = true
            waiting.append(PrintBlock(style: .subheading, text: localized("Study notes")))
        }
        waiting += blocks
        if notes.hasLater, let last = notes.notes.last {
            read(on: last.subject, after: last.position)
        }
    }
}
