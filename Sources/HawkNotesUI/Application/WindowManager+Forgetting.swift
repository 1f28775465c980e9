import Foundation
import HawkNotesPresentation
import Phrases
import StateRestoration

extension WindowManager {
    /// Forgets the windows, and all that is kept besides the library, and opens a new window.
    ///
    /// The person has been asked. Notes that are still on their way to the library go there.
    func forgetEverything() {
        completeRestoration()
        let old = windows
        let fresh = makeWindow(session.makeScene())
        fresh.present()
        prepareToClose(old)
        session.closeTogether(session.scenes.filter { $0 !== fresh.scene })
        removeWindows(old)
        turnedTo.forget()
        let forgetFiles = preferences?.places.forgetFiles
        Task {
            await closeOwnWindows()
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

    /// Closes the windows that this machine has kept beside another one's. They are opened for it: notes in
    /// them may still be on their way to the library.
    private func closeOwnWindows() async {
        guard let places = preferences?.places, !places.keepsOwnState else { return }
        let folder = places.ownStateDirectory
        do {
            let count = try await Task.detached {
                try RestorationSession.windowCount(in: folder)
            }.value
            guard count > 0 else { return }
            let scenes = try await session.adoptWindows(of: folder)
            await show(scenes)
            let own = scenes.compactMap(window(of:))
            prepareToClose(own)
            session.closeTogether(scenes)
            removeWindows(own)
        } catch {
            Log.warn("\(error)")
        }
    }
}
