import Foundation
import GTKBridge
import StateRestoration

extension WindowManager {
    /// Forgets the windows, and all that is kept besides the library, and opens a new window.
    ///
    /// The person has been asked. Notes that are still on their way to the library go there.
    func forgetEverything() {
        completeRestoration()
        Task {
            await bringInOwnWindows()
            forgetAll()
        }
    }

    /// Opens the windows that this machine has kept beside another one's: notes in them may still be on their
    /// way to the library.
    private func bringInOwnWindows() async {
        guard let places = preferences?.places, !places.keepsOwnState else { return }
        let folder = places.ownStateDirectory
        do {
            let count = try await Task.detached {
                try RestorationSession.windowCount(in: folder)
            }.value
            if count > 0 { await show(try await session.adoptWindows(of: folder)) }
        } catch {
            Log.warn("\(error)")
        }
    }

    private func forgetAll() {
        let old = windows
        let fresh = makeWindow(session.makeScene())
        fresh.present()
        prepareToClose(old)
        session.closeTogether(session.scenes.filter { $0 !== fresh.scene })
        removeWindows(old)
        turnedTo.forget()
        let forgetFiles = preferences?.places.forgetFiles
        Task {
            var problems: [any Error] = await session.forget(.everything)
            // The pages that used them are gone with their windows.
            problems += await Task.detached { forgetFiles?() ?? [] }.value
            for problem in problems { Log.warn("\(problem)") }
            fresh.show(
                Toast(
                    text: problems.isEmpty
                        ? localized("Everything but your library is forgotten")
                        : localized("Something could not be removed; the rest is forgotten")
                )
            )
        }
    }
}
