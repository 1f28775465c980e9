import GTKBridge
import HawkNotesModel

/// Shows what the reader has yet to come to, and keeps how far they have come.
@MainActor
protocol Unveiling: AnyObject {
    /// Lifts the veil, in all windows, until somebody says anew how far they have read.
    func unveil(_ things: [Veil.Exception])
    /// Keeps how far somebody has read in a series, and offers to take that back; nil for who does not say.
    func setReadUpTo(_ position: ReadingPosition?, in seriesID: Series.ID)
}

extension MainWindow: Unveiling {
    func unveil(_ things: [Veil.Exception]) {
        context.series.unveiled.insert(things, isPrivate: scene.isPrivate)
    }

    /// Whether something has words that the reader has yet to come to.
    func isVeiled(_ part: SeriesPart) -> Bool {
        switch part {
        case .book(let id): context.series.isDescriptionVeiled(of: id)
        case .character(let id): context.series.isVeiled(character: id)
        case .series, .chapter, .relation: false
        }
    }

    func setReadUpTo(_ position: ReadingPosition?, in seriesID: Series.ID) {
        // Who begins anew does not want to see what they looked at the last time.
        context.series.unveiled = UnveiledThings()
        context.library.perform { library in
            try library.setReadUpTo(position, in: seriesID)
        } completion: { [weak self] result in
            switch result {
            case .success(let undo):
                let text =
                    position == nil
                    ? localized("Nothing is veiled any more")
                    : localized("What comes later is veiled")
                if !undo.isEmpty { self?.parts.offer(text, undo) }
            case .failure(let error): self?.parts.report(error)
            }
        }
    }
}
