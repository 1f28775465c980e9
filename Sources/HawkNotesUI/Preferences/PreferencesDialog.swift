import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The preferences of the whole program. Changes apply at once: there is nothing to confirm.
@MainActor
final class PreferencesDialog: DialogContent {
    /// The pages, in order. The raw values are stored, and never change.
    enum Page: String, CaseIterable {
        case restoring, appearance, library

        @MainActor
        var title: String {
            switch self {
            case .restoring: localized("Session")
            case .appearance: localized("Appearance")
            case .library: localized("Library")
            }
        }
    }

    let title = localized("Preferences")
    let root: Widget
    let size = (width: 560, height: 560)
    let hasPages = true
    var headerWidget: Widget? { switcher.root }
    var focusable: [(name: String, widget: Widget)] {
        restoring.controls + appearance.controls + library.controls
    }

    private let stack = Stack().homogeneousHeight()
    private var switcher: ViewSwitcher<Page>
    private let storedPage: SceneStorage<String>
    private let restoring: RestoringPreferences
    private let appearance: AppearancePreferences
    private let library: LibraryPreferences

    /// - Parameters:
    ///   - files: the library's files.
    ///   - scope: stores the last page, even after the dialog is closed.
    ///   - parent: the window below the dialog.
    ///   - backups: makes backups in a folder of the reader's choice.
    ///   - export: exports the library into a folder of the reader's choice.
    ///   - merge: merges another library into the open one.
    ///   - showBackups: opens the list of backups.
    ///   - showMergeLosses: shows the values that a merge did not take.
    ///   - forget: forgets everything, after the user has confirmed.
    init(
        _ preferences: Preferences,
        _ files: LibraryFiles,
        in scope: RestorationScope,
        over parent: Window,
        backups: BackupFlow,
        export: LibraryExportFlow,
        merge: MergeFlow,
        showBackups: @escaping @MainActor () -> Void = {},
        showMergeLosses: @escaping @MainActor (ImportBatch.ID) -> Void = { _ in },
        forget: @escaping @MainActor () -> Void = {}
    ) {
        storedPage = SceneStorage(.preferencesPage, in: scope)
        restoring = RestoringPreferences(preferences, over: parent, forget: forget)
        appearance = AppearancePreferences(preferences)
        library = LibraryPreferences(
            preferences,
            files,
            over: parent,
            backups: backups,
            export: export,
            merge: merge,
            showBackups: showBackups,
            showMergeLosses: showMergeLosses
        )
        root = stack
        switcher = ViewSwitcher([], name: "", sizeClass: .regular) { _ in }
        switcher = ViewSwitcher(
            Page.allCases.map { .init(tab: $0, title: $0.title, icon: "", accent: "preferences") },
            name: title,
            sizeClass: .regular
        ) { [weak self] in self?.show($0) }
        for page in Page.allCases { stack.add(view(of: page)) }
        show(Page(rawValue: storedPage.wrappedValue) ?? .restoring)
    }

    func close() {
        appearance.close()
        library.close()
    }

    /// Asks for a folder, and exports the library into it.
    func exportEverything() { library.exportEverything() }

    /// The current page.
    var page: Page { Page(rawValue: storedPage.wrappedValue) ?? .restoring }

    /// Shows a page.
    func show(_ page: Page) {
        if storedPage.wrappedValue != page.rawValue { storedPage.wrappedValue = page.rawValue }
        switcher.show(selected: page)
        stack.show(view(of: page), .crossfade)
    }

    private func view(of page: Page) -> Widget {
        switch page {
        case .restoring: restoring.root
        case .appearance: appearance.root
        case .library: library.root
        }
    }
}
