import Media
import StageKit

/// A source of video that can start at any frame; its `path` is not read.
struct ScriptedFrames: Source {
    static let kind = "scripted.frames"
    static let abstract = "Emits frames."

    init(options: NoOptions) {}
    var distribution: Distribution { .stateless }
    func mediaDuration() async throws -> MediaTime? { .seconds(25) }
    func run(output: any Outlet<Frame>, context: StageContext) async throws {}
}
