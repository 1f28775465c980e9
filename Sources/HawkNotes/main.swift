import Foundation
import HawkNotesUI

let locations = ProgramLocations.live
guard let configuration = locations.configuration else {
    locations.reportMissingData()
    exit(1)
}
let application = HawkNotesApplication(configuration)
exit(application.run(arguments: CommandLine.arguments))
