import CGStreamer
import Media
import StageKit
import Synchronization

/// Reads a container to its end and measures its streams.
package struct ContainerInspection: Sendable {
    /// The maximum number of listed packets of all streams.
    package static let maximumPackets = 1_000_000

    private let path: String
    private let listsPackets: Bool

    /// A file of any container that GStreamer demultiplexes. `listsPackets` includes the packets in the result.
    package init(path: String, listsPackets: Bool) {
        self.path = path
        self.listsPackets = listsPackets
    }

    /// Returns the contents of the file up to the first read error.
    package func read() async -> ContainerContents {
        let found = InspectedStreams(listsPackets: listsPackets)
        var contents = ContainerContents()
        let context = StageContext(stageName: "inspect", reporter: { found.add($0) })
        do {
            let input = DemuxedInput(path: path, tracks: .all)
            let pipeline = try input.pipeline(context, .samples)
            let run = SourceRun(pipeline, output: NoOutlet())
            let tracks = input.delays
            contents.chapters = input.chapters ?? ChapterList()
            let branches = PadBranches(
                of: pipeline.element("streams"), run: run, context: context, delays: tracks,
                continues: { $0 == .container }, choose: { stream in Self.branch(stream.caps, tracks, found) })
            defer { withExtendedLifetime(branches) {} }
            try await run.runFile(path, context, maxDamage: nil)
        } catch {
            contents.failure = (error as? StageError)?.message ?? "\(error)"
        }
        contents.duration = found.duration.map { .nanoseconds($0) }
        (contents.streams, contents.problems) = found.contents
        return contents
    }

    /// The element that completes the caps of a stream that is not carried.
    private static func parser(of caps: CapsFields) -> String {
        switch caps.name {
        case "video/mpeg" where [1, 2].contains(caps.int("mpegversion")): "mpegvideoparse"
        case "audio/mpeg" where caps.int("mpegversion") == 1: "mpegaudioparse"
        default: "identity silent=true"
        }
    }

    private static func branch(
        _ caps: CapsFields, _ tracks: MatroskaTracks, _ found: InspectedStreams
    ) -> PadBranches<Sample>.Branch {
        var elements = parser(of: caps)
        var meter = ContainerStreamMeter.Reading.unknown
        switch CodedStream.obstacle(caps) == nil ? CodedStream(caps) : nil {
        case .video(let text, let coding): (elements, meter) = (text, .video(CodedVideo(coding)))
        case .audio(let text, let coding): (elements, meter) = (text, .audio(CodedAudio(coding)))
        case .text, nil: break
        }
        let reading = meter
        let codec = (caps.codecName, caps.name)
        return .deliver(elements) { run, sink, id in
            var stream = ContainerContents.Stream(
                name: run.name(of: id), codecName: codec.0, mimeType: codec.1)
            stream.containerCodec = tracks.codec(ofStream: run.stream(of: id))?.id
            run.outlets.expect(id)
            // Weak, because the pipeline would otherwise retain the object that retains the pipeline.
            let meter = ContainerStreamMeter(stream, id: id, reading, run: run.outlets, found: found) {
                [weak pipeline = run.pipeline] in pipeline?.announcedDuration
            }
            connect(sink, to: meter)
        }
    }
}

/// Discards messages: streams are measured before they reach an outlet.
private struct NoOutlet: Outlet {
    func send(_ messages: [Message<Sample>]) async throws {}
    func offer(_ message: Message<Sample>) -> Bool { true }
    func onRequest(_ handler: @escaping @Sendable (UpstreamRequest) -> Void) {}
}
