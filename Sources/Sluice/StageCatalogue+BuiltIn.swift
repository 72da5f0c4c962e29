import GStreamerStages
import ReadingStages
import HTTPStages
import PackagingStages
import ProtectionStages
public import StageKit

extension StageCatalogue {
    /// All stages that come with Sluice. Programs add their own with `register(_:)`.
    public static let builtIn: StageCatalogue = {
        var catalogue = StageCatalogue()
        registerBuiltinStages(&catalogue)
        registerProtectionStages(&catalogue)
        registerGStreamerStages(&catalogue)
        registerReadingStages(&catalogue)
        registerHTTPStages(&catalogue)
        catalogue.register(FeedSamples.self)
        catalogue.register(FeedFrames.self)
        catalogue.register(DeliverResources.self)
        return catalogue
    }()
}
