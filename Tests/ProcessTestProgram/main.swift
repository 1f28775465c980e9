import CGTK
import CrashingCode
import Foundation
import Phrases

@testable import GTKBridge

// A process for the tests to look at from outside: `ProcessTestProgram <command> [<folder>]`.

ProcessSetup.prepare()
let arguments = CommandLine.arguments
let command = arguments.count > 1 ? arguments[1] : ""
let folder = arguments.count > 2 ? arguments[2] : ""
CrashHandler.install(folder: folder, version: "1.2.3")

let secret = "a confession that nobody else may see"

func inThread(_ name: String, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread {
        crash_name_thread(name)
        body()
    }
    thread.start()
    while true { sleep(60) }
}

switch command {
case "trap": preconditionFailure(secret)
case "no-address": crash_reading_nothing()
case "division": crash_dividing(Int32(arguments.count - 3))
case "short-file": crash_reading_past_the_end(folder + "-mapped")
case "nowhere": crash_jumping_nowhere()
case "endless": print(crash_using_up_the_stack(0))
case "overwritten": crash_with_overwritten_stack(secret)
case "abort": abort()
case "thread": inThread("worker 7") { crash_reading_nothing() }
case "two-threads":
    Thread { crash_reading_nothing() }.start()
    inThread("other") { abort() }
case "descriptors":
    // The next file that is opened, and what the three are.
    print(open("/dev/zero", O_RDONLY))
    for number in 0...2 {
        let link = "/proc/self/fd/\(number)"
        print((try? FileManager.default.destinationOfSymbolicLink(atPath: link)) ?? "")
    }
case "messages":
    // Many times what a pipe holds, of the program's own and of GLib's.
    for number in 0..<5000 {
        Log.warn("message \(number)")
        g_object_unref(nil)
    }
    _ = StandardOutput.write("done\n")
case "output":
    exit(StandardOutput.write("to be read\n") ? 0 : 3)
case "wait":
    _ = StandardOutput.write("ready\n")
    while true { sleep(60) }
case "sandbox-switch":
    // What the web engine would find, at first, while it is switched off, and afterwards.
    func value() -> String { g_getenv(name).map { String(cString: $0) } ?? "none" }
    let name = WebSandbox.switchName
    print(value())
    let isOff = WebSandbox.with(sandbox: false) { print(value()) }
    print(value(), isOff, WebSandbox.isSwitchedOff)
case "children":
    var output: UnsafeMutablePointer<CChar>?
    g_spawn_command_line_sync(
        "sh -c 'umask; grep SigIgn /proc/self/status'",
        &output,
        nil,
        nil,
        nil
    )
    print(output.map { String(cString: $0) } ?? "", terminator: "")
    g_free(output)
    FileManager.default.createFile(atPath: folder, contents: nil)
default: exit(2)
}
