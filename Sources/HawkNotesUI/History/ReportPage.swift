import Foundation
import GTKBridge
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The report of the last start: what was restored and what was not, with remedies.
@MainActor
final class ReportPage {
    let root: Widget
    let back = HistoryParts.backButton()
    var focusable: [(name: String, widget: Widget)] {
        [("back", back), ("copy", copyDetails)] + actions.map { ($0.name, $0.button) }
    }

    private let session: RestorationSession
    private weak var manager: WindowManager?
    private unowned let owner: MainWindow
    private let list = Box(.vertical, spacing: 12)
    private let copyDetails = Button(localized("Copy Details"), "flat")
    private var actions: [(name: String, button: Button)] = []
    private var crashFound: ChangeObservation?
    /// The buttons for earlier versions by window; shown if there is one.
    private var earlier: [(scene: SceneIdentifier, button: Button)] = []

    /// - Parameters:
    ///   - window: the parent of the dialog.
    ///   - onBack: called when the user wants to leave the page.
    init(
        _ report: RestorationReport,
        windows manager: WindowManager,
        over window: MainWindow,
        onBack: @escaping @MainActor () -> Void
    ) {
        session = manager.session
        self.manager = manager
        owner = window
        let content = Box(.vertical, spacing: 18).margin(18)
        root = ScrolledWindow(Clamp(content, maximumWidth: PageParts.measure))
        back.onClicked { MainLoop.whenIdle(onBack) }
        content.append(back.halign(.start))
        let problems = ReportText.problems(of: report)
        content.append(
            Label(
                problems.isEmpty
                    ? localized("Everything was restored")
                    : localized("Not everything was restored"),
                "title-2"
            ).wrapping()
        )
        if !problems.isEmpty {
            content.append(
                Label(
                    localized("Nothing was lost. Parts that couldn't be read are kept."),
                    "dim-label"
                ).wrapping()
            )
        }
        for problem in problems { list.append(row(problem)) }
        content.append(list.visible(!problems.isEmpty))
        appendRestored(report, to: content)
        appendButtons(report, to: content)
        lookForEarlierVersions()
    }

    /// The unchanged windows.
    private func appendRestored(_ report: RestorationReport, to content: Box) {
        let titles = report.entries.filter { $0.code == .restored }.map(name)
        guard !titles.isEmpty else { return }
        let rows = titles.map { Label($0, "preference-row").ellipsizing() }
        content.append(
            Box(.vertical, spacing: 6).append(
                PageParts.heading(localized("Unchanged")),
                Box(.vertical, rows).classes("card", "preferences")
            )
        )
    }

    private func appendButtons(_ report: RestorationReport, to content: Box) {
        let buttons = Box(.horizontal, spacing: 12).halign(.center)
        let crash = Button(localized("Crash Report"), "flat").onClicked { [weak manager] in
            manager?.notices.crashDetails?.perform()
        }
        crash.visible(manager?.notices.crashDetails != nil)
        crashFound = manager?.notices.observeCrash { [weak crash] _ in crash?.visible(true) }
        actions.append(("crash", crash))
        buttons.append(crash)
        let text = report.entries.map { ReportText.details($0, readable: readable) }.joined(
            separator: "\n\n"
        )
        copyDetails.onClicked { [weak copyDetails] in
            Desktop.copy(TextDirection.unmarked(text))
            copyDetails?.setLabel(localized("Copied"))
        }
        content.append(buttons.append(copyDetails))
    }

    // MARK: A row

    private func row(_ entry: RestorationReport.Entry) -> Widget {
        let texts = Box(.vertical, spacing: 6).append(
            Label(name(entry), "heading").ellipsizing(),
            Label(ReportText.explanation(entry)).wrapping()
        )
        let salvaged = entry.salvagedTexts.map { $0.pieces.joined(separator: "\n") }
            .filter { !$0.isEmpty }
        for text in salvaged {
            texts.append(
                Label(WindowText.quoted(text.beginning(limit: 200)), "dim-label").wrapping()
            )
        }
        let buttons = WrapBox(spacing: 6)
        let draft = salvaged.joined(separator: "\n\n")
        if !draft.isEmpty {
            add(HistoryParts.copyButton(draft), "draft", of: entry, to: buttons)
        }
        if let scene = entry.scene {
            let name = localized("Try the Version of the Previous Session")
            let button = Button(name, "remedy").visible(false)
            button.onClicked { [weak self] in self?.manager?.openEarlierVersion(of: scene) }
            earlier.append((scene, button))
            add(button, "earlier", of: entry, to: buttons)
        }
        if let file = entry.file {
            let button = Button(localized("Show File"), "remedy")
            button.onClicked { [weak self] in
                Desktop.showInFolder(file.absoluteString, from: self?.owner.window)
            }
            add(button, "file", of: entry, to: buttons)
        }
        return Box(.vertical, spacing: 12).append(texts, buttons).classes("card", "report-row")
    }

    private func add(
        _ button: Button,
        _ name: String,
        of entry: RestorationReport.Entry,
        to buttons: WrapBox
    ) {
        actions.append(("\(name):\(entry.id)", button))
        buttons.append(button)
    }

    /// The title of the window, or of another subject of an entry.
    private func name(_ entry: RestorationReport.Entry) -> String {
        if let title = ReportText.windowTitle(entry) { return readable(title) }
        let title = session.scenes.first { $0.id == entry.scene }?.title ?? ""
        return WindowText.name(readable(title))
    }

    private func readable(_ title: String) -> String {
        manager?.context.series.readable(title: title) ?? title
    }

    private func lookForEarlierVersions() {
        let ids = Set(earlier.map(\.scene))
        guard !ids.isEmpty else { return }
        Task { [weak self, session] in
            let found = await session.scenesWithEarlierVersion(among: ids)
            for (scene, button) in self?.earlier ?? [] { button.visible(found.contains(scene)) }
        }
    }
}
