import Media
import StageKit

/// A source of samples that the program appends.
struct FeedSamples: Source {
    static let kind = "program.samples"
    static let abstract = "Coded samples that the program with the pipeline appends."

    init(options: NoOptions) {}

    func run(output: any Outlet<Sample>, context: StageContext) async throws {
        var feed = ProgramFeed(output, context) { payload, id in payload.track = id }
        try await feed.run()
    }
}
