import GTKBridge
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The fields in which two books or two characters differ, with both values side by side: the
/// remaining one keeps its own value unless the other one is chosen.
@MainActor
final class JoinFields {
    let root = Box(.vertical, spacing: 18).visible(false)
    /// The fields whose value is taken from the other one.
    var taken: Set<FormField> {
        Set(
            stored.wrappedValue.split(separator: " ").compactMap { FormField(rawValue: String($0)) }
        )
    }
    /// The choices, by names that stay the same in every run.
    private(set) var focusable: [(name: String, widget: Widget)] = []

    private let stored: SceneStorage<String>
    private let images: ImageStore
    private var shown: [FieldDifference] = []
    private var rows: Box?

    init(in scope: RestorationScope, images: ImageStore) {
        stored = SceneStorage(.joinedFields, in: scope)
        self.images = images
        root.append(Label(localized("They differ here. Choose what to keep:")).wrapping())
    }

    /// Keeps all values of the remaining one.
    func reset() { stored.reset() }

    /// Shows the differences.
    func show(_ differences: [FieldDifference]) {
        root.visible(!differences.isEmpty)
        guard differences != shown else { return }
        shown = differences
        focusable = []
        if let rows { root.remove(rows) }
        let rows = Box(.vertical, spacing: 18)
        for difference in differences { rows.append(row(difference)) }
        root.append(rows)
        self.rows = rows
    }

    private func row(_ difference: FieldDifference) -> Widget {
        let field = difference.field
        let own = choice(difference.kept, of: field)
        let other = choice(difference.other, of: field).group(with: own)
        (taken.contains(field) ? other : own).isActive = true
        other.onToggled { [weak self, weak other] in
            if let other { self?.take(field, other.isActive) }
        }
        focusable += [("kept-\(field.rawValue)", own), ("other-\(field.rawValue)", other)]
        return Box(.vertical, spacing: 6).append(
            Label(field.label, "heading", role: .heading(level: 3)).wrapping(),
            Box(.horizontal, spacing: 12, [own, other]).homogeneous()
        )
    }

    private func choice(_ value: FieldDifference.Value, of field: FormField) -> CheckButton {
        switch value {
        case .text(let text):
            let label = Label(text).wrapping().lines(4).ellipsizing()
                .margin(start: 6).valign(.start)
            return CheckButton(label, name: "\(field.label): \(text)").valign(.start)
        case .picture(let shown):
            let picture =
                shown.kind == .cover
                ? CoverView.make(shown, width: 72, height: 108, images: images)
                : AvatarView.make(shown, size: 72, images: images)
            let frame = Box(.horizontal).append(picture.halign(.start)).margin(start: 6)
            return CheckButton(frame, name: "\(field.label): \(shown.name)").valign(.start)
        }
    }

    private func take(_ field: FormField, _ isTaken: Bool) {
        var fields = taken
        if isTaken { fields.insert(field) } else { fields.remove(field) }
        stored.wrappedValue = fields.map(\.rawValue).sorted().joined(separator: " ")
    }
}
