// Types into a restorable text at a steady pace until it is killed, and tells when each key was
// pressed.
//
// Arguments: state directory, seconds between two keys. On standard output: a line "ready" with the
// length of the text that was restored, then for each key a line with its number and the time at
// which it was pressed, in nanoseconds of the monotonic clock; between them, about every 10 ms,
// lines "beat" with the time, from a thread that does nothing else: where they are far apart, the
// machine did not run the process. A line "kept" has the number of a key up to which all is written, a
// line "aside" comes when another program was found to have had its hands in the files. On SIGTERM it
// quits. A session that cannot be opened is told in one line.

import Foundation
import StateRestoration

func monotonicNanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

func tell(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
}

let arguments = CommandLine.arguments
guard arguments.count == 3, let pace = Double(arguments[2]) else {
    tell("usage: StateRestorationTypist directory seconds-between-keys")
    exit(2)
}

do {
    let session = try RestorationSession.open(
        .init(directory: URL(fileURLWithPath: arguments[1]), writer: "typist 1")
    )
    for scene in session.scenesToRestore { _ = scene.root }
    session.completeRestoration()
    let scene = session.scenes.first ?? session.makeScene()
    let draft = RestorableText("draft", in: scene.root)
    let base = draft.string.unicodeScalars.count
    tell("ready \(base)")
    Thread {
        while true {
            tell("beat \(monotonicNanoseconds())")
            usleep(10_000)
        }
    }.start()
    var count = 0
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now(), repeating: pace, leeway: .nanoseconds(0))
    timer.setEventHandler {
        MainActor.assumeIsolated {
            let time = monotonicNanoseconds()
            draft.replace(offset: base + count, removing: "", inserting: "x")
            count += 1
            tell("\(count) \(time)")
        }
    }
    timer.resume()
    var (told, known) = (0, 0)
    let persisting = scene.onDidPersist {
        // What had been typed when the last write was told of is in this one.
        if told > known { tell("kept \(told)") }
        (known, told) = (told, count)
    }
    let setAside = session.onSetAside { tell("aside \($0.file?.path ?? "nothing")") }
    signal(SIGTERM, SIG_IGN)
    let quitting = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .main)
    quitting.setEventHandler {
        MainActor.assumeIsolated {
            withExtendedLifetime((persisting, setAside)) { session.terminate() }
        }
        exit(0)
    }
    quitting.resume()
    dispatchMain()
} catch {
    tell("\(error)")
    exit(1)
}
