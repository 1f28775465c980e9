import CGTK
import CProcess
import Phrases

/// What a program has to see to before it does anything else.
public enum ProcessSetup {
    /// Makes the process sturdy against how it was started, so that nothing that is done with its
    /// descriptors can end it. To be called first of all.
    ///
    /// - Standard descriptors that are closed are opened to `/dev/null`; a file that is opened later
    ///   would become one of them, and receive messages.
    /// - SIGPIPE and SIGXFSZ are ignored: a pipe without a reader, or a file that may not grow, is an
    ///   error like any other.
    /// - Files and folders that are made belong to the user alone, whatever the umask was. Programs
    ///   that are started from here get back the umask that this one was started with.
    /// - Messages, GLib's and GTK's among them, go to standard error by way of `Log`, which waits for
    ///   nobody. What has not been written yet is written when the process ends, if it can be.
    public static func prepare() {
        cprocess_prepare()
        Log.takeOverMessagesOfGLib()
        atexit { Log.finish() }
    }
}
