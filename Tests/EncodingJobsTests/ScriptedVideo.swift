import Media
import StageKit

/// An encoder of video, which can be distributed.
struct ScriptedVideo: Processor {
    static let kind = "scripted.video"
    static let abstract = "Encodes video."
    static let mediaTypes: Set<MediaType> = [.video]

    init(options: NoOptions) {}
    var distribution: Distribution { .stateless }
    func run(input: any Inlet<Frame>, output: any Outlet<Sample>, context: StageContext) async throws {}
}
