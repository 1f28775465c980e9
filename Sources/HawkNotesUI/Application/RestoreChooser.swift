import Foundation
import GTKBridge
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The window that asks what to restore after several failed starts.
///
/// It is plain on purpose: it shows none of the content that it asks about, and nothing stored is
/// touched until it is answered. Closing it quits; the next start asks again.
@MainActor
final class RestoreChooser {
    /// The maximum number of drafts shown per window.
    private static let shownDrafts = 3

    private let window: Window
    private let rows: [(id: SceneIdentifier, check: CheckButton)]
    private let selectAll = Button("", "flat").halign(.end)
    private let bringBack = Button("", "pill", "suggested-action")
    private let onChoose: @MainActor (Set<SceneIdentifier>) -> Void

    init(
        application: Application,
        summaries: [SceneSummary],
        failedStarts: Int,
        readable: WindowText.Readable,
        onClose: @escaping @MainActor () -> Void,
        onChoose: @escaping @MainActor (Set<SceneIdentifier>) -> Void
    ) {
        self.onChoose = onChoose
        window = Window.ofProgram(application, height: 640)
        rows = summaries.map { ($0.id, RestoreChooser.row($0, readable)) }
        window.setChild(ScrolledWindow(content(failedStarts: failedStarts)))
        for row in rows {
            row.check.isActive = true
            row.check.onToggled { [weak self] in self?.update() }
        }
        bringBack.onClicked { [weak self] in self?.choose() }
        selectAll.onClicked { [weak self] in self?.switchAll() }
        update()
        window.onCloseRequest {
            onClose()
            return false
        }
        // Enter confirms wherever the focus is; the space bar toggles a box.
        window.onKey(phase: .capture) { [weak self] key, modifiers in
            guard let self, modifiers.isEmpty, key == Key("Return"),
                !selectAll.containsFocus
            else { return false }
            choose()
            return true
        }
        window.onMap { [weak self] in self?.bringBack.grabFocus() }
    }

    func present() { window.present() }

    /// Shows the window for the first time.
    func comeUp(inBackground: Bool) { window.comeUp(inBackground: inBackground) }

    /// Closes the window without an answer.
    func close() { window.destroy() }

    private var chosen: Set<SceneIdentifier> {
        Set(rows.filter(\.check.isActive).map(\.id))
    }

    private func choose() { onChoose(chosen) }

    /// Checks all boxes, or none when all are checked.
    private func switchAll() {
        let isOn = chosen.count < rows.count
        for row in rows { row.check.isActive = isOn }
    }

    private func update() {
        let count = chosen.count
        selectAll.setLabel(
            count < rows.count ? localized("Select All") : localized("Select None")
        )
        bringBack.setLabel(
            count == 0
                ? localized("Start with an Empty Window")
                : localized("Restore %1 Window", plural: "Restore %1 Windows", count: count)
        )
    }

    private func content(failedStarts: Int) -> Widget {
        let list = Box(.vertical).append(rows.map(\.check)).classes("card", "choices")
        let column = Box(.vertical, spacing: 12).append(
            Label(localized("Choose windows to restore"), "title-1", role: .heading(level: 1))
                .centered().wrapping(),
            Label(
                localized(
                    "Hawk Notes stopped while it was starting. Your windows and drafts are kept.",
                    plural:
                        "Hawk Notes stopped while it was starting, %1 times in a row. Your windows and drafts are kept.",
                    count: failedStarts
                )
            ).centered().wrapping().maximumCharacters(StatusPage.lineLength).halign(.center),
            list.margin(top: 12),
            selectAll,
            Label(
                localized(
                    "They open with their drafts, each tab on its first page. What you leave out can be reopened with Ctrl+Shift+T."
                ),
                "dim-label"
            ).centered().wrapping().maximumCharacters(StatusPage.lineLength).halign(.center),
            bringBack.halign(.center).margin(top: 12)
        ).valign(.center).margin(24)
        return Clamp(column, maximumWidth: PageParts.measure)
    }

    private static func row(
        _ summary: SceneSummary,
        _ readable: WindowText.Readable
    ) -> CheckButton {
        let title = WindowText.name(readable(summary.title))
        let texts = Box(.vertical, spacing: 3).append(Label(title, "heading").ellipsizing())
        var name = [title]
        func add(_ text: String, _ label: Label) {
            texts.append(label.ellipsizing())
            name.append(text)
        }
        if let date = summary.changeDate.map(DateText.exact) { add(date, Label(date, "dim-label")) }
        let drafts = summary.beginningsOfTexts
        for draft in drafts.prefix(shownDrafts) {
            let beginning = WindowText.quoted(draft.beginning)
            add(beginning, Label(beginning))
        }
        let rest = drafts.count - shownDrafts
        if rest > 0 {
            let more = localized("%1 more draft", plural: "%1 more drafts", count: rest)
            add(more, Label(more, "dim-label"))
        }
        return CheckButton(texts.margin(start: 6), name: name.joined(separator: ", "))
    }
}
