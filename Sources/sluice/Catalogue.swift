import PackagingStages
import GStreamerStages
import HLSReadingStages
import HTTPStages
import StageKit

extension StageCatalogue {
    /// All built-in stages.
    static let standard: StageCatalogue = {
        var catalogue = StageCatalogue()
        registerBuiltinStages(&catalogue)
        registerGStreamerStages(&catalogue)
        registerHLSReadingStages(&catalogue)
        registerHTTPStages(&catalogue)
        return catalogue
    }()
}
