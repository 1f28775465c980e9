import Foundation
import GTKBridge
import HawkNotesPresentation
import HawkNotesUI
import Phrases

ProcessSetup.prepare()
ProgramLocations.mendEnvironment()
PreferenceFiles.standAside(for: ProcessInfo.processInfo.environment)
let locations = ProgramLocations.live
if let problem = locations.problem {
    setUpLocalization(
        domain: ApplicationConfiguration.textDomain,
        directory: locations.localeDirectory?.path ?? ""
    )
    exit(
        ProblemApplication(.cannotStart(problem.text), dataDirectory: locations.dataDirectory).run()
    )
}
guard let configuration = locations.configuration else {
    locations.reportMissingData()
    exit(1)
}
if let folder = configuration.crashReports?.folder {
    CrashHandler.install(folder: folder.path, version: configuration.version)
}
let application = HawkNotesApplication(configuration)
exit(application.run(arguments: CommandLine.arguments))
