import Foundation
import GTKBridge
import HawkNotesExchange
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// Takes a page, some notes, the whole series or the whole library out as files.
@MainActor
final class ExportDialog: DialogContent {
    let title = localized("Export")
    let root: Widget
    let size = (width: 520, height: 480)
    var focusable: [(name: String, widget: Widget)] { buttons }

    private unowned let owner: MainWindow
    private let flow: ExportFlow
    private let storedNotes: SceneStorage<String>
    /// Whether what the reader has yet to come to is written as well.
    private let storedUnveiling: SceneStorage<Bool>
    private let column = Box(.vertical, spacing: 18).margin(18)
    private let bar = ProgressBar()
    private let progressText = Label("", "dim-label").centered().wrapping()
    private var buttons: [(name: String, widget: Widget)] = []
    /// The notes that are offered besides the page.
    private(set) var notes: [Note] = []

    /// - Parameters:
    ///   - scope: where it is kept which notes are offered.
    ///   - window: the window over which the dialog is.
    init(in scope: RestorationScope, over window: MainWindow) {
        owner = window
        flow = ExportFlow(window.context.library, pictures: window.context.images.directory)
        storedNotes = SceneStorage(.exportedNotes, in: scope)
        storedUnveiling = SceneStorage(.exportsVeiled, in: scope)
        root = ScrolledWindow(Clamp(column, maximumWidth: PageParts.measure))
        bar.accessibleLabel(localized("Progress"))
        flow.onChange = { [weak self] in self?.showStage() }
        flow.onProgress = { [weak self] words in
            self?.bar.pulse()
            self?.progressText.text = words
        }
        showStage()
        readNotes()
    }

    /// How far it has come.
    var stage: ExportFlow.Stage { flow.stage }

    /// Offers some notes of the page as well.
    func offer(_ notes: [Note.ID]) {
        storedNotes.wrappedValue = StoredIDs.text(of: notes)
        readNotes()
    }

    /// Writes something that is offered.
    func begin(_ subject: ExportSubject, as format: ExportFormat, to url: URL) {
        // To keep everything, it must be whole.
        flow.veil = subject.part == .everything ? .lifted : veil
        flow.begin(subject, as: format, to: url)
    }

    /// What is offered: marked notes, the page, the whole series, the whole library.
    var subjects: [ExportSubject] {
        [notesSubject, pageSubject, seriesSubject, librarySubject].compactMap(\.self)
    }

    func leaveInnermost() -> Bool {
        switch flow.stage {
        case .choosing, .done: return false
        case .writing:
            flow.cancel()
            return true
        case .failed:
            flow.chooseAgain()
            return true
        }
    }

    func close() { flow.close() }

    // MARK: What there is to export

    private func readNotes() {
        let ids = StoredIDs.ids(storedNotes.wrappedValue)
        guard !ids.isEmpty else { return }
        owner.context.library.perform {
            try $0.notes(ids)
        } completion: { [weak self] result in
            guard let self, case .success(let notes) = result else { return }
            self.notes = notes.filter { !self.owner.context.series.isVeiled($0) }
            if flow.stage == .choosing { showStage() }
        }
    }

    private var notesSubject: ExportSubject? {
        guard !notes.isEmpty else { return nil }
        let title =
            notes.count == 1
            ? notes[0].quote.titled(notes[0].text).beginning(limit: 40)
            : localized("%1 note", plural: "%1 notes", count: notes.count)
        let plan = PrintPlan(notes, of: owner.tabController.page.title, in: series)
        return ExportSubject(title: title, part: .notes(notes.map(\.id)), plan: plan)
    }

    private var pageSubject: ExportSubject? {
        guard let plan = owner.printPlan(in: series) else { return nil }
        switch owner.tabController.place {
        case .book(let id): return ExportSubject(title: plan.title, part: .book(id), plan: plan)
        case .character(let id):
            return ExportSubject(title: plan.title, part: .character(id), plan: plan)
        case .shelf, .series, .webPage, .note, .favorites, .search, .newer: return nil
        }
    }

    private var librarySubject: ExportSubject {
        ExportSubject(title: localized("Entire Library"), part: .everything)
    }

    private var seriesSubject: ExportSubject? {
        let series = series
        guard let plan = PrintPlan(of: .series(series.id), in: series, favorites: []) else {
            return nil
        }
        return ExportSubject(title: series.shownTitle, part: .series(series.id), plan: plan)
    }

    /// The window's series, as it is written.
    private var series: Series {
        guard storedUnveiling.wrappedValue else { return owner.series }
        return owner.context.series.whole(owner.series.id)?.withoutVeil ?? owner.series
    }

    private var veil: ExportVeil {
        if storedUnveiling.wrappedValue { return .lifted }
        return .kept(except: owner.context.series.unveiled.all, name: VeilText.name)
    }

    // MARK: What is shown

    private func showStage() {
        let hadFocus = column.containsFocus
        column.removeAll()
        buttons = []
        switch flow.stage {
        case .choosing: showChoice()
        case .writing(let name): showProgress(name)
        case .done(let url): showDone(url)
        case .failed(let reason):
            column.append(StatusPage.text(reason))
            addRow([("again", localized("Back"), { [weak self] in self?.flow.chooseAgain() })])
        }
        if hadFocus { buttons.first?.widget.grabFocus() }
    }

    private func showChoice() {
        for (index, subject) in subjects.enumerated() {
            let row = WrapBox(spacing: 6)
            for format in subject.formats {
                let title = ExportText.title(of: format, subject.part)
                let button = Button(title, "pill").wrapping()
                button.accessibleLabel("\(title) \(subject.title)")
                button.onClicked { [weak self] in self?.choose(index, format) }
                buttons.append(("\(format.rawValue) \(index)", button))
                row.append(button)
            }
            let card = Box(.vertical, spacing: 9).append(
                Label(subject.title, "heading").wrapping(),
                row
            )
            if subject.part == .everything {
                let remark = localized("Includes notes that are hidden as spoilers.")
                card.append(Label(remark, "caption", "dim-label").wrapping())
            }
            column.append(card.classes("card", "report-row"))
        }
        if owner.series.veil.isOn { column.append(makeUnveiling()) }
        column.append(
            StatusPage.remark(
                localized(
                    "Markdown and series files can be re-imported. PDF is for printing."
                )
            )
        )
    }

    /// What the reader has yet to come to is left out, unless they want it.
    private func makeUnveiling() -> Widget {
        let check = CheckButton(
            Label(localized("Include hidden spoilers")).wrapping().margin(start: 6),
            name: localized("Include hidden spoilers")
        )
        check.isActive = storedUnveiling.wrappedValue
        check.onToggled { [weak self, weak check] in
            guard let self, let check else { return }
            storedUnveiling.wrappedValue = check.isActive
        }
        buttons.append(("unveil", check))
        return check
    }

    private func choose(_ index: Int, _ format: ExportFormat) {
        guard subjects.indices.contains(index) else { return }
        let subject = subjects[index]
        FileChooser.chooseToSave(
            title: localized("Export"),
            name: ExportText.fileName(subject, format),
            over: root
        ) { [weak self] in
            self?.begin(subject, as: format, to: $0)
        }
    }

    private func showProgress(_ name: String) {
        bar.fraction = 0
        progressText.text = ""
        column.append(
            Label(localized("Writing “%1”…", name), "title-4").centered().wrapping(),
            bar,
            progressText
        )
        addRow([("cancel", localized("Cancel"), { [weak self] in self?.flow.cancel() })])
    }

    private func showDone(_ url: URL) {
        column.append(StatusPage.text(localized("Exported to “%1”", url.lastPathComponent)))
        addRow([
            (
                "show", localized("Show in Files"),
                { [weak self] in
                    Desktop.showInFolder(url.absoluteString, from: self?.owner.window)
                }
            ),
            (
                "done", localized("Done"),
                { [weak self] in self?.owner.dialogs.dialog(.exporting)?.dismiss() }
            ),
        ])
    }

    private func addRow(_ choices: [(name: String, text: String, action: @MainActor () -> Void)]) {
        let row = WrapBox(spacing: 12)
        for choice in choices {
            let button = Button(choice.text, "pill").onClicked(choice.action)
            buttons.append((choice.name, button))
            row.append(button)
        }
        column.append(row.halign(.center))
    }
}

extension MainWindow {
    /// Offers some notes of the page as files, beside the page and the series.
    func exportNotes(_ notes: [Note.ID]) {
        dialogs.show(.exporting)
        (dialogs.dialog(.exporting)?.content as? ExportDialog)?.offer(notes)
    }
}
