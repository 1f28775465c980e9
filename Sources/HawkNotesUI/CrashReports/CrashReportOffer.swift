import Foundation
import GTKBridge
import HawkNotesPresentation
import Phrases

/// Offers to show the report of a crash, without asking a question.
@MainActor
final class CrashReportOffer {
    private let reports: CrashReports?
    private var window: CrashReportWindow?

    /// - Parameter reports: nil for a program without crash reports.
    init(_ reports: CrashReports?) { self.reports = reports }

    /// Looks for a report that has not been offered yet, off the main thread.
    ///
    /// - Parameters:
    ///   - parent: the window that the report is shown over.
    ///   - body: called once files have been read, with a closure that shows the report, or nil
    ///     when there is none. Each report is offered once.
    func findReport(
        over parent: @escaping @MainActor () -> Window?,
        then body: @escaping @MainActor (Toast.Action?) -> Void
    ) {
        guard let reports else { return body(nil) }
        Task { [weak self] in
            let report = await Task.detached { reports.takeNewest() }.value
            guard let report else { return body(nil) }
            body(
                Toast.Action(title: localized("Details")) { [weak self] in
                    guard let self, let parent = parent() else { return }
                    showReport(report, in: reports.folder, over: parent)
                }
            )
        }
    }

    private func showReport(_ report: CrashReport, in folder: URL, over parent: Window) {
        let window = CrashReportWindow(report, folder: folder, over: parent)
        window.onGone = { [weak self] in self?.window = nil }
        window.present()
        self.window = window
    }
}

/// The window that shows a crash report. Nothing is asked, and nothing is sent.
@MainActor
final class CrashReportWindow {
    let window: Window
    /// Called when the window or its parent is closed.
    var onGone: @MainActor () -> Void = {}

    private let copy = Button(localized("Copy"), "pill")
    private let report: CrashReport

    /// - Parameters:
    ///   - folder: contains the reports.
    ///   - parent: the window's parent, with which it closes.
    init(_ report: CrashReport, folder: URL, over parent: Window, now: Date = Date()) {
        self.report = report
        window = Window(transientFor: parent)
        window.title = localized("Crash Report")
        window.defaultSize = (width: 600, height: 640)
        window.setTitlebar(HeaderBar())
        window.setChild(content(folder: folder, now: now))
        window.onGone { [weak self] in self?.onGone() }
        window.onKey { [weak self] key, _ in
            guard key == Key("Escape") else { return false }
            self?.window.close()
            return true
        }
        // Not the text, which would be selected entirely.
        window.onMap { [weak self] in self?.copy.grabFocus() }
    }

    func present() { window.present() }

    private func content(folder: URL, now: Date) -> Widget {
        let text = Label(report.text, "monospace", "caption").wrapping().selectable()
        text.valign(.start).margin(12)
        copy.onClicked { [weak self] in self?.copyText() }
        let show = Button(localized("Show Folder"), "pill")
        show.onClicked { [weak self] in Desktop.open(folder.absoluteString, from: self?.window) }
        let buttons = Box(.horizontal, spacing: 12).append(copy, show).halign(.center)
        return Box(.vertical, spacing: 12).append(
            Label(localized("Hawk Notes stopped because of an error"), "title-2").centered()
                .wrapping(),
            Label(
                localized(
                    "%1 · %2",
                    DateText.relative(report.date, now: now),
                    DateText.exact(report.date)
                ),
                "dim-label"
            ).centered().wrapping(),
            Label(localized("The report says where in the program the error happened.")).centered()
                .wrapping()
                .margin(top: 6),
            Label(
                localized("It contains nothing you wrote and is not sent anywhere.")
            ).centered().wrapping(),
            ScrolledWindow(text).vexpand().classes("card").margin(top: 6),
            buttons.margin(top: 6)
        ).margin(24)
    }

    private func copyText() {
        Desktop.copy(report.text)
        copy.setLabel(localized("Copied"))
    }
}
