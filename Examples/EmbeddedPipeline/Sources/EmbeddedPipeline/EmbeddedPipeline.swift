import Sluice
import Synchronization

/// Encodes drawn frames as HLS, and keeps the presentation in memory.
@main
struct EmbeddedPipeline {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let seconds = arguments.first.flatMap { Int($0) } ?? 4
        let pipeline = try Pipeline("embedded") {
            PipelineStage("drawing", .programFrames())
            PipelineStage("count", CountFrames.self, with: CountFrames.Options(every: 10))
            PipelineStage("keyframes", .keyframeForce(interval: .seconds(1)))
            PipelineStage("video", .videoEncode(bitrate: .kilobits(500)))
            PipelineStage("segments", .fmp4Segment(interval: .seconds(1)))
            PipelineStage("playlists", .hlsPlaylist(type: .vod))
            PipelineStage("memory", .programResources())
        }
        print(pipeline.graph.text)

        let files = Mutex(PublishedFiles())
        try pipeline.onResource(of: "memory") { resource in files.withLock { $0.apply(resource) } }
        let bar = MovingBar(try pipeline.frameInput(of: "drawing"))
        let loop = StatusLoop(pipeline: pipeline)
        let events = pipeline.events

        async let printing: Void = loop.printEvents(events)
        try await withThrowingTaskGroup { group in
            group.addTask { try await bar.feed(seconds: seconds) }
            let printer = Task { await loop.printStatus() }
            defer { printer.cancel() }
            try await pipeline.run()
            try await group.waitForAll()
        }
        await printing

        let count = pipeline.status.stages.first { $0.name == "count" }?.measures?["frames-count"] ?? 0
        let presentation = Presentation(files: files.withLock { $0 })
        if let folder = arguments.dropFirst().first { try presentation.write(to: folder) }
        print("files: \(presentation.paths.joined(separator: " "))")
        print("frames: \(Int(count))")
    }
}
