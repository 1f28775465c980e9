import Phrases
import StateRestoration

/// The pages of the history, in their order. The raw values are on people's disks, and never change.
package enum HistoryPage: String, CaseIterable {
    /// The windows that were closed.
    case closed
    /// The windows at earlier moments.
    case earlier
    /// The groups of windows that have a name.
    case groups
    /// The drafts whose page no longer exists.
    case drafts

    /// What is written on the page's tab.
    package var title: String {
        switch self {
        case .closed: localized("Closed")
        case .earlier: localized("Earlier")
        case .groups: localized("Groups")
        case .drafts: localized("Drafts")
        }
    }

    /// The restoration classes of the dialogs that were replaced by pages. Windows that an older version
    /// left may still have one of them open.
    package static let formerDialogs: [String: HistoryPage] = [
        "report": .closed, "workspaces": .groups, "orphans": .drafts,
    ]
}

extension RestorationScope {
    /// What a page of the history keeps; to be asked of the history's scope.
    package func page(_ page: HistoryPage) -> RestorationScope { scope(page.rawValue) }

    /// Copies the texts and switches of a dialog that was replaced by a page.
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
    /// The page of the history that is shown.
    package static var historyPage: Self { .init(name: "page", default: "") }
}

extension RestorationKey<Bool> {
    /// Whether the report of the last start is shown.
    package static var showsReport: Self { .init(name: "report", default: false) }
}

extension RestorationKey<Double> {
    /// How far a list is scrolled, in pixels.
    package static var listOffset: Self { .init(name: "offset", default: 0) }
}
