// Prints what the library costs, each figure beside its bound and beside the bare system calls for
// the same bytes, measured in turn in the same run.
//
// Argument: a folder on the disk to be measured; a folder is made in it, and removed in the end. It needs
// a display, for the program's text fields.
//
// It is no test: a bound that is missed is printed as “missed”, and nothing more. Times are medians,
// with the first and the third quartile in brackets. Only a release build says anything.

import Foundation
import GTKBridge

let arguments = CommandLine.arguments
guard arguments.count == 2 else {
    print("usage: StateRestorationBenchmark folder")
    exit(2)
}
guard Desktop.connectToDisplay() else {
    print("There is no display; the text fields need one.")
    exit(1)
}

do {
    let folder = URL(fileURLWithPath: arguments[1])
        .appendingPathComponent("state-restoration-benchmark-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            print("\(folder.path) is left over: \(error)")
        }
    }
    #if DEBUG
        print("This is a debug build: its times say nothing.\n")
    #endif
    try Keystrokes(folder: folder).run()
    try TypedBytes(folder: folder).run()
    try Snapshots(folder: folder).run()
    try FirstChange(folder: folder).run()
    try Reading(folder: folder).run()
    try Paste(folder: folder).run()
    try Idling(folder: folder).run()
} catch {
    print("The benchmark cannot go on: \(error)")
    exit(1)
}
