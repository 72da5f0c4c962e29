import GStreamerStages
import StageKit

extension StageCatalogue {
    /// Every kind of stage that comes with the tool.
    static var standard: StageCatalogue {
        let catalogue = StageCatalogue()
        return catalogue
    }
}
