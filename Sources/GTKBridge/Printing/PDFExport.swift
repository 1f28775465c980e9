import CGTK
import Foundation
import Phrases

/// Writes a document to a PDF file in idle moments (cairo).
///
/// GtkPrintOperation would run a main loop of its own, in which the program could not quit.
@MainActor
public final class PDFExport {
    private let document: any PrintedDocument
    private let title: String
    private let file: PrintedFile
    private let surface: OpaquePointer
    private let cairo: OpaquePointer
    private var completion: (@MainActor (PrintOutcome) -> Void)?
    private var isCancelled = false
    private var isBegun = false
    private var pageCount: Int?
    private var page = 0

    /// - Parameters:
    ///   - title: the document title that viewers show.
    ///   - path: the file. An existing file is only replaced once the new one is complete.
    public init?(_ document: any PrintedDocument, title: String, to path: String) {
        self.document = document
        self.title = title
        file = PrintedFile(path: path)
        let (width, height) = Self.paperSize
        guard let surface = cairo_pdf_surface_create(file.unfinished, width, height) else {
            return nil
        }
        guard let cairo = cairo_create(surface) else {
            cairo_surface_destroy(surface)
            return nil
        }
        self.surface = surface
        self.cairo = cairo
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title)
    }

    isolated deinit {
        cairo_destroy(cairo)
        cairo_surface_destroy(surface)
    }

    /// Starts the export.
    ///
    /// - Parameter completion: called once, later; keeps the export alive until then.
    public func run(completion: @escaping @MainActor (PrintOutcome) -> Void) {
        self.completion = { outcome in
            withExtendedLifetime(self) { completion(outcome) }
        }
        goOn()
    }

    /// Cancels the export and calls the completion.
    public func cancel() {
        isCancelled = true
        // At once: the program may be about to quit.
        file.discard()
    }

    private func goOn() { MainLoop.whenIdle { self.step() } }

    private func step() {
        guard !isCancelled, cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
            return finish()
        }
        if !isBegun {
            isBegun = true
            let setup = Object(adopting: UnsafeMutableRawPointer(gtk_page_setup_new()))
            document.begin(on: PrintPaper(for: cairo, setup: setup.opaque))
        } else if let pageCount {
            guard page < pageCount else { return finish() }
            document.draw(page: page, on: PrintCanvas(cairo))
            cairo_show_page(cairo)
            page += 1
        } else {
            pageCount = document.layOut()
        }
        goOn()
    }

    private func finish() {
        cairo_surface_finish(surface)
        let status = cairo_surface_status(surface)
        let drawing = cairo_status(cairo)
        let (file, isCancelled) = (file, isCancelled)
        Task {
            let outcome: PrintOutcome = await Task.detached {
                if isCancelled {
                    file.discard()
                    return .cancelled
                }
                if let problem = file.finish() { return .failed(problem) }
                return .printed
            }.value
            for problem in [status, drawing]
            where problem != CAIRO_STATUS_SUCCESS && problem != CAIRO_STATUS_SURFACE_FINISHED {
                Log.warn(String(cString: cairo_status_to_string(problem)))
            }
            let completion = completion
            self.completion = nil
            completion?(outcome)
        }
    }

    private static var paperSize: (width: Double, height: Double) {
        let setup = Object(adopting: UnsafeMutableRawPointer(gtk_page_setup_new()))
        return (
            gtk_page_setup_get_paper_width(setup.opaque, GTK_UNIT_POINTS),
            gtk_page_setup_get_paper_height(setup.opaque, GTK_UNIT_POINTS)
        )
    }
}

/// A file that only appears under its name once it is complete.
///
/// A full disk would otherwise leave a truncated file.
struct PrintedFile: Sendable {
    /// The final path.
    let path: String
    /// The path of the unfinished file: hidden, in the same folder.
    let unfinished: String

    init(path: String) {
        self.path = path
        let url = URL(fileURLWithPath: path)
        unfinished =
            url.deletingLastPathComponent()
            .appendingPathComponent(".\(UUID().uuidString).part").path
    }

    /// Renames the file if it is complete; otherwise returns the error message. Waits for the disk.
    func finish() -> String? {
        // Creating it again tells why it could not be created.
        let file = open(unfinished, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { return FileErrorText.reason(errno) }
        defer { close(file) }
        var end = [UInt8](repeating: 0, count: 64)
        let size = lseek(file, 0, SEEK_END)
        let count = pread(file, &end, end.count, max(0, size - off_t(end.count)))
        guard count > 0, String(decoding: end.prefix(count), as: UTF8.self).contains("%%EOF") else {
            discard()
            return FileErrorText.reason(ENOSPC)
        }
        guard fsync(file) == 0, rename(unfinished, path) == 0 else {
            let number = errno
            discard()
            return FileErrorText.reason(number)
        }
        return nil
    }

    /// Removes the unfinished file.
    func discard() { unlink(unfinished) }
}
