import CGTK

/// A document to print: it is laid out in steps and drawn page by page.
@MainActor
public protocol PrintedDocument: AnyObject {
    /// Called once, when the paper is known.
    func begin(on paper: PrintPaper)
    /// Lays out some more. Called repeatedly in idle moments: each call should take a few
    /// milliseconds at most.
    ///
    /// - Returns: the number of pages, at least one, once everything is laid out; nil before.
    func layOut() -> Int?
    /// Draws a page, counted from 0.
    func draw(page: Int, on canvas: PrintCanvas)
}

/// The outcome of a print.
public enum PrintOutcome: Equatable, Sendable {
    /// The printer or the file has it.
    case printed
    /// The user cancelled it.
    case cancelled
    /// It failed, with the system's message.
    case failed(String)
}

/// Prints a document in steps, without blocking the main loop (GtkPrintOperation).
public final class PrintOperation: Object {
    private let document: any PrintedDocument
    private var completion: (@MainActor (PrintOutcome) -> Void)?
    private var isCancelled = false

    /// - Parameter name: the name of the print job.
    public init(_ document: any PrintedDocument, name: String) {
        self.document = document
        super.init(adopting: UnsafeMutableRawPointer(gtk_print_operation_new()))
        gtk_print_operation_set_job_name(cast(), name)
        gtk_print_operation_set_unit(cast(), GTK_UNIT_POINTS)
        // The margins are the document's own.
        gtk_print_operation_set_use_full_page(cast(), 1)
        gtk_print_operation_set_allow_async(cast(), 1)
        gtk_print_operation_set_embed_page_setup(cast(), 1)
        chooseFile(named: name)
        connectSignals()
    }

    /// Sets the folder for printing to a file; GTK's default is the program's working directory.
    private func chooseFile(named name: String) {
        let settings = Object(adopting: UnsafeMutableRawPointer(gtk_print_settings_new()))
        let documents = g_get_user_special_dir(G_USER_DIRECTORY_DOCUMENTS) ?? g_get_home_dir()
        gtk_print_settings_set(settings.opaque, "output-dir", documents)
        let basename = name.split(separator: "/").joined(separator: " ")
        gtk_print_settings_set(settings.opaque, "output-basename", basename)
        gtk_print_operation_set_print_settings(cast(), settings.opaque)
    }

    /// Shows the system's print dialog and prints with the chosen settings.
    ///
    /// - Parameter completion: called once; keeps the operation alive until then.
    public func runDialog(
        over window: Window,
        completion: @escaping @MainActor (PrintOutcome) -> Void
    ) {
        // Keeps the operation itself alive until there is an outcome.
        self.completion = { outcome in
            withExtendedLifetime(self) { completion(outcome) }
        }
        var error: UnsafeMutablePointer<GError>?
        let action = GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG
        let result = gtk_print_operation_run(cast(), action, window.cast(), &error)
        let reason = takeMessage(&error)
        switch result {
        case GTK_PRINT_OPERATION_RESULT_ERROR: finish(.failed(reason ?? ""))
        case GTK_PRINT_OPERATION_RESULT_CANCEL: finish(.cancelled)
        default: break
        }
    }

    /// Cancels the print and calls its completion.
    public func cancel() {
        isCancelled = true
        gtk_print_operation_cancel(cast())
    }

    private func finish(_ outcome: PrintOutcome) {
        let completion = completion
        self.completion = nil
        completion?(outcome)
    }

    private func didEnd(_ result: UInt32) {
        switch GtkPrintOperationResult(rawValue: result) {
        // GTK reports a cancelled one like this too.
        case GTK_PRINT_OPERATION_RESULT_APPLY: finish(isCancelled ? .cancelled : .printed)
        case GTK_PRINT_OPERATION_RESULT_ERROR:
            var error: UnsafeMutablePointer<GError>?
            gtk_print_operation_get_error(cast(), &error)
            finish(.failed(takeMessage(&error) ?? ""))
        default: finish(.cancelled)
        }
    }

    // MARK: Signals

    private func connectSignals() {
        connectPointer("begin-print") { [weak self] context in
            guard let self, let context else { return }
            document.begin(on: PrintPaper(Object(borrowing: context)))
        }
        connectPointerQuestion("paginate") { [weak self] _ in
            guard let self else { return true }
            guard let count = document.layOut() else { return false }
            gtk_print_operation_set_n_pages(cast(), gint(max(count, 1)))
            return true
        }
        connectPointerInteger("draw-page") { [weak self] context, page in
            guard let self, let context,
                let cairo = gtk_print_context_get_cairo_context(OpaquePointer(context))
            else { return }
            document.draw(page: Int(page), on: PrintCanvas(cairo))
        }
        connectInteger("done") { [weak self] result in self?.didEnd(UInt32(bitPattern: result)) }
    }
}
