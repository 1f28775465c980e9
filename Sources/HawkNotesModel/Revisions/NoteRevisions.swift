import Foundation

/// The time of a change, so that the same one of two counts in every library.
///
/// Ordered by the milliseconds of the clock, then the count, then the device.
package struct ChangeStamp: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970, by the clock of the device or that of the replaced value.
    package var milliseconds: Int64
    /// Distinguishes changes within a millisecond.
    package var count: Int64
    /// A random number of the device.
    package var device: UInt64

    package init(milliseconds: Int64 = 0, count: Int64 = 0, device: UInt64 = 0) {
        self.milliseconds = milliseconds
        self.count = count
        self.device = device
    }

    /// The stamp of a change that replaces a value with a stamp: later than that one, whatever the
    /// clocks say.
    package static func replacing(
        _ old: ChangeStamp?,
        at milliseconds: Int64,
        on device: UInt64
    ) -> ChangeStamp {
        guard let old, (milliseconds, 0) <= (old.milliseconds, old.count) else {
            return ChangeStamp(milliseconds: milliseconds, device: device)
        }
        return ChangeStamp(milliseconds: old.milliseconds, count: old.count + 1, device: device)
    }

    package static func < (left: ChangeStamp, right: ChangeStamp) -> Bool {
        (left.milliseconds, left.count, left.device)
            < (right.milliseconds, right.count, right.device)
    }
}

/// A saved text of a note.
package struct TextRevision: Hashable, Sendable {
    /// A random number; the same in every library.
    package var id: UUID
    /// The revisions that were shown when the edit began; none for a new note.
    package var replaced: Set<UUID>
    package var stamp: ChangeStamp
    /// Nil if the text expired, or is not here yet.
    package var text: String?

    package init(id: UUID, replacing replaced: Set<UUID>, at stamp: ChangeStamp, text: String?) {
        self.id = id
        self.replaced = replaced
        self.stamp = stamp
        self.text = text
    }
}

/// All revisions of a note, from any number of libraries.
///
/// What the note shows is a function of the set: the order in which the revisions came does not
/// matter.
package struct NoteRevisions: Sendable {
    private let revisions: [UUID: TextRevision]

    /// What a note shows.
    package struct Shown: Hashable, Sendable {
        /// The text, or the merged texts; nil if the text of the latest revision expired.
        package var text: String?
        /// The revisions in the text, the latest first.
        package var merged: [UUID]
        /// The revisions that could not be merged, which are shown beside it, the latest first.
        package var beside: [UUID]
    }

    /// - Parameter revisions: of one note; of equal IDs, one with a text counts.
    package init(_ revisions: some Sequence<TextRevision>) {
        self.revisions = Dictionary(revisions.map { ($0.id, $0) }) { $0.text == nil ? $1 : $0 }
    }

    /// The shown text; nil if there is no revision with a text.
    package var shown: Shown? {
        let heads = heads
        return heads.isEmpty ? nil : fuse(heads)
    }

    /// The revisions with a text that no other replaces. A revision without its text hides nothing:
    /// otherwise a note would vanish until the text comes.
    package var heads: Set<UUID> {
        let there = revisions.values.filter { $0.text != nil }
        let replaced = ancestors(of: Set(there.flatMap(\.replaced)))
        return Set(there.map(\.id)).subtracting(replaced)
    }

    /// Merges revisions: the others into the latest, as far as they can be merged.
    private func fuse(_ heads: Set<UUID>) -> Shown {
        let order = heads.compactMap { revisions[$0] }
            .sorted { ($1.stamp, $1.id.uuidString) < ($0.stamp, $0.id.uuidString) }
        guard let latest = order.first else { return Shown(text: nil, merged: [], beside: []) }
        var shown = Shown(text: latest.text, merged: [latest.id], beside: [])
        for revision in order.dropFirst() {
            if let text = shown.text, let other = revision.text,
                let merged = TextMerge.merge(
                    base: base(of: shown.merged, and: revision.id),
                    text,
                    other
                )
            {
                shown.text = merged
                shown.merged.append(revision.id)
            } else {
                shown.beside.append(revision.id)
            }
        }
        return shown
    }

    /// The text from which merged revisions and another one were made: that of their last common
    /// revisions.
    private func base(of merged: [UUID], and other: UUID) -> String? {
        let common = ancestors(of: Set(merged)).intersection(ancestors(of: [other]))
        let earlier = common.compactMap { revisions[$0] }
            .reduce(into: Set<UUID>()) { $0.formUnion(ancestors(of: $1.replaced)) }
        let last = common.subtracting(earlier)
        guard !last.isEmpty, last.allSatisfy({ revisions[$0] != nil }) else { return nil }
        return fuse(last).text
    }

    /// The revisions and all that they replace, those included of which only the ID is known.
    private func ancestors(of ids: Set<UUID>) -> Set<UUID> {
        var found = ids
        var open = Array(ids)
        while let id = open.popLast() {
            for replaced in revisions[id]?.replaced ?? [] where found.insert(replaced).inserted {
                open.append(replaced)
            }
        }
        return found
    }
}
