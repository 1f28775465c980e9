import StateRestoration

/// A list that can be scrolled.
///
/// Like a real one it knows how high its rows are only after it has been laid out, which is why the
/// stored position is not applied in `init`.
@MainActor
final class ListView: Restorable {
    struct Row {
        var id: String
        var height = 40.0
    }

    var rows: [Row]
    private(set) var offset = 0.0
    @SceneStorage private var position: AnchoredScrollPosition?

    init(rows: [Row], in scope: RestorationScope) {
        self.rows = rows
        _position = SceneStorage("scroll", in: scope)
        scope.attach(self)
    }

    func scroll(to offset: Double) {
        self.offset = offset
        position = AnchoredScrollPosition(offset: offset, elements: elements)
    }

    func didDecodeState(from scope: RestorationScope) {
        guard let position else { return }
        offset = position.offset(maximum: .infinity) { id in
            elements.first { $0.id == id }?.top
        }
    }

    private var elements: [AnchoredScrollPosition.Element] {
        var top = 0.0
        return rows.map { row in
            defer { top += row.height }
            return AnchoredScrollPosition.Element(id: row.id, top: top)
        }
    }
}
