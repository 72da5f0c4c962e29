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
            let branches = PadBranches(
                of: pipeline.element("streams"), run: run, context: context, delays: tracks,
                continues: { $0 == .container }, choose: { stream in Self.branch(stream.caps, tracks, found) })
            defer { withExtendedLifetime(branches) {} }
            try await run.runFile(context, maxDamage: nil)
        } catch {
            contents.failure = (error as? StageError)?.message ?? "\(error)"
        }
        contents.duration = found.duration
        (contents.streams, contents.problems) = found.contents
        return contents
    }

    private static func branch(
        _ caps: CapsFields, _ tracks: MatroskaTracks, _ found: InspectedStreams
    ) -> PadBranches<Sample>.Branch {
        var elements = "identity silent=true"
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

/// The streams of a file in the order of discovery.
final class InspectedStreams: Sendable {
    private let state = Mutex<(meters: [ContainerStreamMeter], problems: [Problem], listed: Int)>(([], [], 0))
    private let listsPackets: Bool
    private let length = Mutex<Int64?>(nil)

    /// The duration that the container declares, in nanoseconds.
    var duration: Int64? { length.withLock { $0 } }
    func setDuration(_ duration: Int64?) { length.withLock { $0 = duration ?? $0 } }

    init(listsPackets: Bool) { self.listsPackets = listsPackets }

    func add(_ meter: ContainerStreamMeter) { state.withLock { $0.meters.append(meter) } }
    func add(_ problem: Problem) { state.withLock { $0.problems.append(problem) } }

    /// Counts a packet. Returns whether it should be listed.
    func countPacket() -> Bool {
        guard listsPackets else { return false }
        return state.withLock { state in
            state.listed += 1
            return state.listed <= ContainerInspection.maximumPackets
        }
    }

    /// The streams and warnings. Must be read after the streaming threads have ended.
    var contents: ([ContainerContents.Stream], [String]) {
        let state = state.withLock { $0 }
        var problems = state.problems.filter { $0.severity != .note }.map(\.message)
        if state.listed > ContainerInspection.maximumPackets {
            problems.append("only the first \(ContainerInspection.maximumPackets) samples are listed")
        }
        return (state.meters.map(\.stream), problems)
    }
}

/// Discards messages: streams are measured before they reach an outlet.
private struct NoOutlet: Outlet {
    func send(_ messages: [Message<Sample>]) async throws {}
    func offer(_ message: Message<Sample>) -> Bool { true }
    func onRequest(_ handler: @escaping @Sendable (UpstreamRequest) -> Void) {}
}
