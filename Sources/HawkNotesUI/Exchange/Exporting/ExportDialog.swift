import Foundation
import GTKBridge
import HawkNotesExchange
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// Exports a page, some notes, a series or the entire library as files, or prints it.
@MainActor
final class ExportDialog: DialogContent {
    let title = localized("Export")
    let root: Widget
    let size = (width: 520, height: 520)
    var foot: Widget? { buttonRow.root }
    var focusable: [(name: String, widget: Widget)] { buttons }

    private unowned let owner: MainWindow
    private let flow: ExportFlow
    private let exportEverything: @MainActor () -> Void
    private let storedNotes: SceneStorage<String>
    /// Whether spoilers are included.
    private let storedUnveiling: SceneStorage<Bool>
    private let storedSubject: SceneStorage<String>
    private let storedWay: SceneStorage<String>
    private let column = Box(.vertical, spacing: 12).margin(18)
    /// The formats for the chosen subject.
    private let ways = Box(.vertical, spacing: 12)
    private let buttonRow = DialogFoot()
    private let action = Button("", "pill", "suggested-action")
    private let bar = ProgressBar()
    private let progressText = Label("", "dim-label").centered().wrapping()
    private var buttons: [(name: String, widget: Widget)] = []
    /// The selected notes, offered besides the page.
    private(set) var notes: [Note] = []

    /// - Parameters:
    ///   - scope: stores the offered notes and the choices.
    ///   - window: the parent of the dialog.
    ///   - exportEverything: asks for a folder for the entire library; called after the dialog is
    ///     closed.
    init(
        in scope: RestorationScope,
        over window: MainWindow,
        exportEverything: @escaping @MainActor () -> Void = {}
    ) {
        owner = window
        self.exportEverything = exportEverything
        flow = ExportFlow(window.context.library, pictures: window.context.images.directory)
        storedNotes = SceneStorage(.exportedNotes, in: scope)
        storedUnveiling = SceneStorage(.exportsVeiled, in: scope)
        storedSubject = SceneStorage(.exportSubject, in: scope)
        storedWay = SceneStorage(.exportWay, in: scope)
        root = ScrolledWindow(Clamp(column, maximumWidth: PageParts.measure))
        action.onClicked { [weak self] in self?.perform() }
        bar.accessibleLabel(localized("Progress"))
        flow.onChange = { [weak self] in self?.showStage() }
        flow.onProgress = { [weak self] words in
            self?.bar.pulse()
            self?.progressText.text = words
        }
        showStage()
        readNotes()
    }

    /// The stage of the export.
    var stage: ExportFlow.Stage { flow.stage }

    /// Offers some notes of the page in addition.
    func offer(_ notes: [Note.ID]) {
        storedNotes.wrappedValue = StoredIDs.text(of: notes)
        readNotes()
    }

    /// Writes one of the subjects.
    func begin(_ subject: ExportSubject, as format: ExportFormat, to url: URL) {
        // The entire library includes spoilers.
        flow.veil = subject.part == .everything ? .lifted : veil
        flow.begin(subject, as: format, to: url)
    }

    /// The subjects: selected notes, the page, the series, the entire library.
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
            ? notes[0].quote.titled(MentionText.editable(notes[0].text)).beginning(limit: 40)
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

    /// The window's series in the form in which it is exported.
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
        buttonRow.show([])
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
        let subjects = subjects
        let chosen = chosenSubject
        column.append(PageParts.heading(localized("What to Export")))
        addChoices(
            subjects.map { ("subject " + $0.storedName, $0.title, nil) },
            chosen: subjects.firstIndex { $0 == chosen },
            to: column
        ) { [weak self] index in
            self?.storedSubject.wrappedValue = subjects[index].storedName
            self?.showWays()
        }
        column.append(PageParts.heading(localized("Format")), ways)
        if owner.series.veil.isOn { column.append(makeUnveiling()) }
        showWays()
        buttonRow.show([action])
    }

    /// Shows the formats for the chosen subject, with a description of each.
    private func showWays() {
        ways.removeAll()
        buttons.removeAll { $0.name.hasPrefix("way ") || $0.name == "action" }
        guard let subject = chosenSubject else { return }
        let part = subject.part
        addChoices(
            subject.ways.map { way in
                (
                    "way " + way.storedName, ExportText.title(of: way, part),
                    ExportText.line(of: way, part)
                )
            },
            chosen: subject.ways.firstIndex(of: way(of: subject)),
            to: ways
        ) { [weak self] index in
            self?.storedWay.wrappedValue = subject.ways[index].storedName
            self?.showAction()
        }
        buttons.append(("action", action))
        showAction()
    }

    private func showAction() {
        guard let subject = chosenSubject else { return }
        action.setLabel(ExportText.action(of: way(of: subject)))
    }

    /// The chosen subject, or the first one.
    private var chosenSubject: ExportSubject? {
        let subjects = subjects
        return subjects.first { $0.storedName == storedSubject.wrappedValue } ?? subjects.first
    }

    private func way(of subject: ExportSubject) -> ExportWay {
        subject.ways.first { $0.storedName == storedWay.wrappedValue } ?? subject.ways[0]
    }

    /// Adds radio buttons.
    private func addChoices(
        _ choices: [(name: String, title: String, line: String?)],
        chosen: Int?,
        to box: Box,
        choose: @escaping @MainActor (Int) -> Void
    ) {
        var first: CheckButton?
        for (index, choice) in choices.enumerated() {
            let words = Box(.vertical).append(Label(choice.title).wrapping()).margin(start: 6)
            if let line = choice.line {
                words.append(Label(line, "caption", "dim-label").wrapping())
            }
            let check = CheckButton(words, name: choice.title).group(with: first)
            check.classes("export-choice")
            if let line = choice.line { check.accessibleDescription(line) }
            first = first ?? check
            check.isActive = index == chosen
            check.onToggled { [weak check] in if check?.isActive == true { choose(index) } }
            buttons.append((choice.name, check))
            box.append(check)
        }
    }

    /// Leaves out spoilers, unless the user includes them.
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

    /// Starts the chosen export.
    private func perform() {
        guard let subject = chosenSubject else { return }
        switch way(of: subject) {
        case .file where subject.part == .everything:
            owner.dialogs.dialog(.exporting)?.dismiss()
            exportEverything()
        case .file(let format):
            FileChooser.chooseToSave(
                title: localized("Export"),
                name: ExportText.fileName(subject, format),
                over: root
            ) { [weak self] in
                self?.begin(subject, as: format, to: $0)
            }
        case .paper:
            guard let plan = subject.plan else { return }
            let owner = owner
            owner.dialogs.dialog(.exporting)?.dismiss()
            owner.print(plan)
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
