import CGTK

/// What is printed: it is laid out on pages, in steps, and drawn page by page.
@MainActor
public protocol PrintedDocument: AnyObject {
    /// Called once, when the paper is known.
    func begin(on paper: PrintPaper)
    /// Lays out some more. Called in idle moments, again and again: each call should take some
    /// milliseconds at most.
    ///
    /// - Returns: how many pages there are, at least one, when all is laid out; nil before.
    func layOut() -> Int?
    /// Draws a page, counted from 0.
    func draw(page: Int, on canvas: PrintCanvas)
}

/// What became of a print.
public enum PrintOutcome: Equatable, Sendable {
    /// It is with the printer, or in the file.
    case printed
    /// The person has called it off.
    case cancelled
    /// Why it could not be printed, in the system's words.
    case failed(String)
}

/// Prints a document, in steps between which the program goes on (GtkPrintOperation).
public final class PrintOperation: Object {
    private let document: any PrintedDocument
    private var completion: (@MainActor (PrintOutcome) -> Void)?
    private var isCancelled = false

    /// - Parameter name: what the document is called among those that are being printed.
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

    /// The folder for printing into a file; GTK's default is the one that the program was started in.
    private func chooseFile(named name: String) {
        let settings = Object(adopting: UnsafeMutableRawPointer(gtk_print_settings_new()))
        let documents = g_get_user_special_dir(G_USER_DIRECTORY_DOCUMENTS) ?? g_get_home_dir()
        gtk_print_settings_set(settings.opaque, "output-dir", documents)
        let basename = name.split(separator: "/").joined(separator: " ")
        gtk_print_settings_set(settings.opaque, "output-basename", basename)
        gtk_print_operation_set_print_settings(cast(), settings.opaque)
    }

    /// Shows the system's print dialog, and prints what is chosen there.
    ///
    /// - Parameter completion: called once; keeps the operation until then.
    public func runDialog(
        over window: Window,
        completion: @escaping @MainActor (PrintOutcome) -> Void
    ) {
        // The operation itself is kept until there is an outcome.
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

    /// Calls the print off; its completion is told.
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
        // GTK says so as well of one that was called off.
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
