import GTKBridge
import StateRestoration

// What is said after a start: of the end before it, and of what did not come back whole.

extension WindowNotices {
    /// Says that the program did not end as it should, and what that means for what is shown now.
    ///
    /// - Parameters:
    ///   - plan: how the windows came back; nil when more important things are said of that.
    ///   - details: shows the report of what ended the program, if there is one.
    func reportEnd(of plan: RestorationPlan?, _ details: Toast.Action?) {
        guard let frontWindow else { return }
        switch (plan?.level, plan?.incompleteLaunches ?? 0) {
        case (.recovered, 0):
            frontWindow.show(
                Toast(
                    text: localized(
                        "Hawk Notes did not quit properly. Your windows and drafts are back."
                    ),
                    action: details
                )
            )
        case (.recovered, _):
            frontWindow.show(
                Toast(
                    text: localized(
                        "Hawk Notes stopped while it was starting. Your windows and drafts are back."
                    ),
                    action: details
                )
            )
        case (.textAndTabs, let count):
            let text = localized(
                "Hawk Notes stopped while it was starting. Web pages and deeper pages are left out now, and kept for the next start.",
                plural:
                    "Hawk Notes stopped while it was starting, %1 times in a row. Web pages and deeper pages are left out now, and kept for the next start.",
                count: count
            )
            frontWindow.banner.show(Banner.Message(text: text, action: details))
        case (.everything, _), (.choose, _), (nil, _):
            guard let details else { return }
            frontWindow.show(
                Toast(text: localized("Hawk Notes stopped because of an error."), action: details)
            )
        }
    }

    /// Says which windows did not come back whole. What came back needs no words, and a page or value
    /// that is no longer there only some in the log.
    ///
    /// - Returns: Whether there was anything to say.
    func reportProblems() -> Bool {
        let missing = session.report.entries.filter {
            // What the person left out is no problem.
            ($0.outcome == .notRestored || $0.outcome == .partial) && $0.code != .notChosen
        }
        for problem in missing { Log.warn("\(problem.subject): \(problem.reason)") }
        let problems = missing.filter { problem in
            switch problem.code {
            case .otherType, .unknownValue, .pathCut, .noFactory: false
            default: true
            }
        }
        guard let text = ReportText.sentence(problems) else { return false }
        if frontWindow == nil { manager?.openNewWindow() }
        offerSalvagedTexts()
        frontWindow?.banner.show(Banner.Message(text: text))
        return true
    }
}
