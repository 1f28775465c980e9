import HawkNotesModel

/// A value that a merge did not take, by its number.
package struct MergeLossEntry: Identifiable, Hashable, Sendable {
    package let id: MergeLoss.ID
}

/// The values that a merge did not take, with what can be done with each.
package typealias MergeLossRows = DetailedRows<MergeLossEntry, MergeLoss>

extension MergeLossRows {
    /// - Parameter batch: the merge.
    package convenience init(of batch: ImportBatch.ID, in library: Library) {
        self.init(
            in: library,
            when: \.concernsValues,
            entries: { _, answer in
                library.readMergeLosses(of: batch) { result in
                    answer(result.map { $0.map(MergeLossEntry.init(id:)) })
                }
            },
            details: { library.readMergeLosses($0.map(\.id), completion: $1) }
        )
    }
}

extension LibraryChange {
    /// Whether a value may be another one now.
    fileprivate var concernsValues: Bool {
        switch self {
        case .seriesOpened: false
        case .noteAdded, .noteChanged, .noteRemoved, .favoriteAdded, .favoriteRemoved,
            .seriesAdded, .seriesChanged, .seriesRemoved, .trashEmptied, .importsChanged:
            true
        }
    }
}

extension LoadedSeries {
    /// The value without spoilers.
    package func shown(_ loss: MergeLoss) -> MergeLoss {
        let isHidden = loss.characters.contains { isVeiled(character: $0) }
        let isHiddenNote = loss.note.map { isVeiled($0) } ?? false
        let isDescription = ["overview", "tagline"].contains(loss.field)
        if isHidden {
            let title = loss.kind == .character ? VeilText.name : ""
            return loss.veiled(title: title, words: VeilText.remark)
        }
        if isHiddenNote { return loss.veiled(title: VeilText.remark, words: VeilText.remark) }
        guard isDescription, isDescriptionVeiled(of: loss.itemID) else { return loss }
        return loss.veiled(title: loss.title, words: VeilText.remark)
    }
}
