import Media
import StageKit

/// An encoder of audio, which depends on all samples before.
struct ScriptedAudio: Processor {
    static let kind = "scripted.audio"
    static let abstract = "Encodes audio."
    static let mediaTypes: Set<MediaType> = [.audio]

    var distribution: Distribution { .approximate(warmUp: .seconds(1)) }

    init(options: NoOptions) {}
    func run(input: any Inlet<Frame>, output: any Outlet<Sample>, context: StageContext) async throws {}
}
