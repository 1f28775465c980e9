import Foundation
import GTKBridge
import StateRestoration

/// The window that asks what to bring back, after several starts that did not get that far.
///
/// It is plain on purpose: nothing of what it asks about is shown in it, and until it is answered nothing
/// that is kept is touched. Closing it quits; the next start asks again.
@MainActor
final class RestoreChooser {
    private let window: Window
    private let rows: [(id: SceneIdentifier, check: CheckButton)]
    private let bringBack = Button("", "pill", "suggested-action")
    private let onChoose: @MainActor (Set<SceneIdentifier>) -> Void

    init(
        application: Application,
        summaries: [SceneSummary],
        failedStarts: Int,
        now: Date,
        onClose: @escaping @MainActor () -> Void,
        onChoose: @escaping @MainActor (Set<SceneIdentifier>) -> Void
    ) {
        self.onChoose = onChoose
        window = Window.ofProgram(application, height: 640)
        rows = summaries.map { ($0.id, RestoreChooser.row($0, now: now)) }
        window.setChild(ScrolledWindow(content(failedStarts: failedStarts)))
        for row in rows { row.check.onToggled { [weak self] in self?.update() } }
        bringBack.onClicked { [weak self] in self?.choose() }
        update()
        window.onCloseRequest {
            onClose()
            return false
        }
        // Not to the text, which would be selected as a whole.
        window.onMap { [weak self] in self?.rows.first?.check.grabFocus() }
    }

    func present() { window.present() }

    /// Takes the window away without an answer.
    func close() { window.destroy() }

    private var chosen: Set<SceneIdentifier> {
        Set(rows.filter(\.check.isActive).map(\.id))
    }

    private func choose() { onChoose(chosen) }

    private func update() {
        let count = chosen.count
        bringBack.setLabel(
            count == 0
                ? localized("Start with an Empty Window")
                : localized("Bring Back %1 Window", plural: "Bring Back %1 Windows", count: count)
        )
    }

    private func content(failedStarts: Int) -> Widget {
        let selectAll = Button(localized("Select All"), "flat").halign(.end)
        selectAll.onClicked { [weak self] in
            for row in self?.rows ?? [] { row.check.isActive = true }
        }
        let list = Box(.vertical).append(rows.map(\.check)).classes("card")
        return Box(.vertical, spacing: 12).append(
            Label(localized("Choose what to bring back"), "title-1").centered().wrapping(),
            Label(
                localized(
                    "Hawk Notes stopped while it was starting. Your windows and drafts are kept.",
                    plural:
                        "Hawk Notes stopped while it was starting, %1 times in a row. Your windows and drafts are kept.",
                    count: failedStarts
                )
            ).centered().wrapping().maximumCharacters(60),
            list.margin(top: 12),
            selectAll,
            Label(
                localized(
                    "They open with their drafts, each tab on its first page. What you leave out can be reopened with Ctrl+Shift+T."
                ),
                "dim-label"
            ).centered().wrapping().maximumCharacters(60),
            bringBack.halign(.center).margin(top: 12)
        ).valign(.center).margin(24)
    }

    private static func row(_ summary: SceneSummary, now: Date) -> CheckButton {
        let title = summary.title.isEmpty ? localized("Window without a title") : summary.title
        var details: [String] = []
        if let date = summary.changeDate { details.append(DateText.relative(date, now: now)) }
        details.append(
            summary.textLength == 0
                ? localized("No draft")
                : localized(
                    "%1 character of text",
                    plural: "%1 characters of text",
                    count: summary.textLength
                )
        )
        let about = details.joined(separator: " · ")
        let texts = Box(.vertical, spacing: 3).append(
            Label(title, "heading").ellipsizing(),
            Label(about, "dim-label").ellipsizing()
        ).margin(start: 6)
        var name = "\(title), \(about)"
        if !summary.beginningOfText.isEmpty {
            let beginning = "“\(summary.beginningOfText)”"
            texts.append(Label(beginning).ellipsizing())
            name += ", " + beginning
        }
        return CheckButton(texts, name: name).margin(horizontal: 12, vertical: 6)
    }
}
