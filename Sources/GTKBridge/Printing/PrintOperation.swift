import CGTK
import Phrases

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

    /// Where a person who prints into a file finds it; else it would be wherever the program was started.
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
        let begin: @convention(c) (gpointer?, gpointer?, gpointer?) -> Void = { _, context, data in
            Callback<UInt, Void>.call(data, UInt(bitPattern: context))
        }
        connect("begin-print", unsafeBitCast(begin, to: GCallback.self)) { [weak self] in
            guard let self, let context = Self.context($0) else { return }
            document.begin(on: PrintPaper(context))
        }
        let paginate: @convention(c) (gpointer?, gpointer?, gpointer?) -> gboolean = { _, _, data in
            Callback<Void, Bool>.call(data, ()).gboolean
        }
        connect("paginate", unsafeBitCast(paginate, to: GCallback.self)) { [weak self] () -> Bool in
            guard let self else { return true }
            guard let count = document.layOut() else { return false }
            gtk_print_operation_set_n_pages(cast(), gint(max(count, 1)))
            return true
        }
        let draw: @convention(c) (gpointer?, gpointer?, gint, gpointer?) -> Void = {
            _,
            context,
            page,
            data in
            Callback<(UInt, Int32), Void>.call(data, (UInt(bitPattern: context), page))
        }
        connect("draw-page", unsafeBitCast(draw, to: GCallback.self)) {
            [weak self] (input: (UInt, Int32)) in
            guard let self, let context = Self.context(input.0),
                let cairo = gtk_print_context_get_cairo_context(context.opaque)
            else { return }
            document.draw(page: Int(input.1), on: PrintCanvas(cairo))
        }
        let done: @convention(c) (gpointer?, UInt32, gpointer?) -> Void = { _, result, data in
            Callback<UInt32, Void>.call(data, result)
        }
        connect("done", unsafeBitCast(done, to: GCallback.self)) {
            [weak self] (result: UInt32) -> Void in self?.didEnd(result)
        }
    }

    private static func context(_ address: UInt) -> Object? {
        UnsafeMutableRawPointer(bitPattern: address).map { Object(borrowing: $0) }
    }
}
