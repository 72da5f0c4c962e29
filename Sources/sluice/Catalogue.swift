import PackagingStages
import GStreamerStages
import HLSReadingStages
import HTTPStages
import StageKit

extension StageCatalogue {
    /// All built-in stages, and those of linked plugins.
    static let standard: StageCatalogue = {
        var catalogue = StageCatalogue()
        registerBuiltinStages(&catalogue)
        registerGStreamerStages(&catalogue)
        registerHLSReadingStages(&catalogue)
        registerHTTPStages(&catalogue)
        catalogue.addLinkedPlugins()
        return catalogue
    }()
}
