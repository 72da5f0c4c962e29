import PackagingStages
import GStreamerStages
import HLSStages
import HTTPStages
import StageKit

extension StageCatalogue {
    /// Every kind of stage that comes with the tool.
    static let standard: StageCatalogue = {
        var catalogue = StageCatalogue()
        registerBuiltinStages(&catalogue)
        registerGStreamerStages(&catalogue)
        registerHLSStages(&catalogue)
        registerHTTPStages(&catalogue)
        return catalogue
    }()
}
