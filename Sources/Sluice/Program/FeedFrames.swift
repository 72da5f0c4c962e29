import Media
import StageKit

/// A source of frames that the program appends.
struct FeedFrames: Source {
    static let kind = "program.frames"
    static let abstract = "Uncompressed frames that the program with the pipeline appends."

    init(options: NoOptions) {}

    func run(output: any Outlet<Frame>, context: StageContext) async throws {
        var feed = ProgramFeed(output, context) { payload, id in payload.track = id }
        try await feed.run()
    }
}
