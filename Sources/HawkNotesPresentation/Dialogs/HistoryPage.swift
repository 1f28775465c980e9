import Phrases
import StateRestoration

/// The pages of the history, in order. The raw values are stored, and never change.
package enum HistoryPage: String, CaseIterable {
    /// The closed windows.
    case closed
    /// The windows at earlier moments.
    case earlier
    /// The named window groups.
    case groups
    /// The drafts whose page no longer exists.
    case drafts

    /// The title on the page's tab.
    package var title: String {
        switch self {
        case .closed: localized("Closed")
        case .earlier: localized("Earlier")
        case .groups: localized("Groups")
        case .drafts: localized("Drafts")
        }
    }

    /// The restoration classes of the dialogs that pages have replaced. Windows of an older version
    /// may still have one of them open.
    package static let formerDialogs: [String: HistoryPage] = [
        "report": .closed, "workspaces": .groups, "orphans": .drafts,
    ]
}

extension RestorationScope {
    /// The scope of a page; call it on the history's scope.
    package func page(_ page: HistoryPage) -> RestorationScope { scope(page.rawValue) }

    /// Copies the texts and switches of a dialog that a page has replaced.
    package func takeValues(ofFormerDialog former: RestorationScope) {
        guard let scene = former.scene else { return }
        for path in scene.storedKeys(under: former.path) {
            var names = RestorationScope.components(of: String(path.dropFirst(former.path.count)))
            let name = names.removeLast()
            guard !name.hasPrefix("@") else { continue }
            switch scene.storedValue(at: path) {
            case .string(let text)?: RestorableText(name, in: scope(names[...])).setString(text)
            case .bool(let isOn)?:
                let key = RestorationKey<Bool>(name: name, default: false)
                SceneStorage(key, in: scope(names[...])).wrappedValue = isOn
            case .int?, .double?, .url?, .data?, .date?, nil: continue
            }
        }
    }
}

extension RestorationKey<String> {
    /// The current page of the history.
    package static var historyPage: Self { .init(name: "page", default: "") }
}

extension RestorationKey<Bool> {
    /// Whether the report of the last start is shown.
    package static var showsReport: Self { .init(name: "report", default: false) }
}

extension RestorationKey<Double> {
    /// The scroll offset of a list, in pixels.
    package static var listOffset: Self { .init(name: "offset", default: 0) }
}
