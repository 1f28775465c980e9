import GTKBridge
import HawkNotesPresentation
import Phrases
import StateRestoration

// What is said after a start: of the end before it, and of what did not come back whole.

extension WindowNotices {
    /// Says that the program did not end as it should, and what that means for what is shown now.
    ///
    /// - Parameters:
    ///   - plan: how the windows came back; nil when more important things are said of that.
    ///   - crashDetails: shows the report of what ended the program, if there is one.
    func reportEnd(of plan: RestorationPlan?, _ crashDetails: Toast.Action?) {
        self.crashDetails = crashDetails
        guard let frontWindow else { return }
        let count = plan?.incompleteLaunches ?? 0
        switch plan?.level {
        case .recovered:
            let text =
                count == 0
                ? localized("Hawk Notes did not quit properly.")
                : localized("Hawk Notes stopped while it was starting.")
            let back = ReportText.recovered(windows: scenesThatAreBack.count, drafts: draftCount)
            frontWindow.banner.show(
                .init(text: text + " " + back, action: reportAction, weight: .quiet)
            )
        case .textAndTabs:
            let text = localized(
                "Hawk Notes stopped while it was starting. Each tab is on its first page now; the next start brings back the rest.",
                plural:
                    "Hawk Notes stopped while it was starting, %1 times in a row. Each tab is on its first page now; the next start brings back the rest.",
                count: count
            )
            frontWindow.banner.show(.init(text: text, action: reportAction))
        case .everything, .choose, nil:
            guard let crashDetails else { return }
            frontWindow.show(
                Toast(
                    text: localized("Hawk Notes stopped because of an error."),
                    action: crashDetails
                )
            )
        }
    }

    /// Says which windows did not come back whole. What came back needs no words, and a page or value
    /// that is no longer there only some in the report.
    ///
    /// - Returns: Whether there was anything to say.
    func reportProblems() -> Bool {
        let missing = ReportText.problems(of: session.report)
        for problem in missing { Log.warn("\(problem.subject): \(problem.reason)") }
        let problems = missing.filter { !ReportText.isAboutValue($0.code) }
        let readable: WindowText.Readable = { [weak manager] title in
            manager?.context.series.readable(title: title) ?? title
        }
        guard let text = ReportText.sentence(problems, readable: readable) else { return false }
        if frontWindow == nil { manager?.openNewWindow() }
        offerSalvagedTexts()
        frontWindow?.banner.show(.init(text: text, action: reportAction))
        return true
    }

    /// Shows the report over the front window.
    private var reportAction: Toast.Action {
        Toast.Action(title: localized("Details")) { [weak self] in
            self?.frontWindow?.dialogs.show(.report)
        }
    }

    /// Those that are back, and those that are about to be.
    private var scenesThatAreBack: [RestorationScene] {
        guard let manager else { return [] }
        return manager.windows.map(\.scene) + manager.lateWindows.scenes
    }

    /// How many texts are being written in the windows that are back.
    private var draftCount: Int {
        scenesThatAreBack.reduce(0) { count, scene in
            count + scene.storedKeys().filter { StoredPath($0).isDraft }.count
        }
    }
}
