import CGTK

/// Provides the text of a label's selection for other programs: when it is pasted with the middle
/// button, and when it is dragged. Without it, that is the visible text.
///
/// The label keeps its selection only as long as its own content is the primary selection, so the
/// text is replaced when it is requested.
@MainActor
public final class SelectedText {
    private struct Source {
        weak var label: Label?
        let text: @MainActor () -> String?
    }

    private static var sources: [ObjectIdentifier: Source] = [:]

    /// - Parameters:
    ///   - label: a selectable label.
    ///   - text: returns the text of its selection.
    public init(of label: Label, _ text: @escaping @MainActor () -> String?) {
        Self.sources[ObjectIdentifier(self)] = Source(label: label, text: text)
        cgtk_set_selected_text { visible in
            guard let visible else { return nil }
            let shown = String(cString: visible)
            let text = MainActor.assumeIsolated { SelectedText.text(for: shown) }
            return text.flatMap { g_strdup($0) }
        }
    }

    isolated deinit { Self.sources[ObjectIdentifier(self)] = nil }

    /// At most one label owns the primary selection, and no other one has a selection then.
    private static func text(for shown: String) -> String? {
        for source in sources.values {
            guard let label = source.label, let range = label.selection else { continue }
            let selected = label.text.unicodeScalars.dropFirst(range.lowerBound)
                .prefix(range.count)
            if selected.elementsEqual(shown.unicodeScalars) { return source.text() }
        }
        return nil
    }
}
