import PackagingStages
import GStreamerStages
import HLSStages
import HTTPStages
import StageKit

extension StageCatalogue {
    /// All built-in stages.
    static let standard: StageCatalogue = {
        var catalogue = StageCatalogue()
        registerBuiltinStages(&catalogue)
        registerGStreamerStages(&catalogue)
        registerHLSStages(&catalogue)
        registerHTTPStages(&catalogue)
        return catalogue
    }()
}
