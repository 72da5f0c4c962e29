import CGStreamer
import Media
import StageKit
import Synchronization

/// Reads a container to its end and counts what its streams hold.
package struct ContainerInspection: Sendable {
    /// The number of packets that are listed of all streams.
    package static let mostPackets = 1_000_000

    private let path: String
    private let listsPackets: Bool

    /// A file of any container that GStreamer demuxes, with its packets listed where they are asked for.
    package init(path: String, listsPackets: Bool) {
        self.path = path
        self.listsPackets = listsPackets
    }

    /// The contents of the file, as far as it can be read.
    package func read() async -> ContainerContents {
        let found = FoundStreams(listsPackets: listsPackets)
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
        _ caps: CapsFields, _ tracks: MatroskaTracks, _ found: FoundStreams
    ) -> PadBranches<Sample>.Branch {
        var elements = "identity silent=true"
        var meter = StreamMeter.Reading.unknown
        switch CodedStream.obstacle(caps) == nil ? CodedStream(caps) : nil {
        case .pictures(let text, let coding): (elements, meter) = (text, .pictures(CodedVideo(coding)))
        case .sound(let text, let coding): (elements, meter) = (text, .sound(CodedAudio(coding)))
        case .text, nil: break
        }
        let reading = meter
        let codec = (caps.codecName, caps.name)
        return .deliver(elements) { run, sink, id in
            var stream = ContainerContents.Stream(
                name: run.name(of: id), codecName: codec.0, mimeType: codec.1)
            stream.containerCodec = tracks.codec(ofStream: run.stream(of: id))?.id
            run.outlets.expect(id)
            // Weak: the pipeline must not keep alive what keeps the pipeline alive.
            let meter = StreamMeter(stream, id: id, reading, run: run.outlets, found: found) {
                [weak pipeline = run.pipeline] in pipeline?.announcedDuration
            }
            connect(sink, to: meter)
        }
    }
}

/// The streams of a file in the order in which they were found.
final class FoundStreams: Sendable {
    private let state = Mutex<(meters: [StreamMeter], problems: [Problem], listed: Int)>(([], [], 0))
    private let listsPackets: Bool
    private let length = Mutex<Int64?>(nil)

    /// The length that the container announces, in nanoseconds.
    var duration: Int64? { length.withLock { $0 } }
    func setDuration(_ duration: Int64?) { length.withLock { $0 = duration ?? $0 } }

    init(listsPackets: Bool) { self.listsPackets = listsPackets }

    func add(_ meter: StreamMeter) { state.withLock { $0.meters.append(meter) } }
    func add(_ problem: Problem) { state.withLock { $0.problems.append(problem) } }

    /// Whether another packet is to be listed.
    func listsAnother() -> Bool {
        guard listsPackets else { return false }
        return state.withLock { state in
            state.listed += 1
            return state.listed <= ContainerInspection.mostPackets
        }
    }

    /// What was found; only after the streaming threads have ended.
    var contents: ([ContainerContents.Stream], [String]) {
        let state = state.withLock { $0 }
        var problems = state.problems.filter { $0.severity != .note }.map(\.message)
        if state.listed > ContainerInspection.mostPackets {
            problems.append("only the first \(ContainerInspection.mostPackets) samples are listed")
        }
        return (state.meters.map(\.stream), problems)
    }
}

/// Takes nothing: streams are measured before it.
private struct NoOutlet: Outlet {
    func send(_ messages: [Message<Sample>]) async throws {}
    func offer(_ message: Message<Sample>) -> Bool { true }
    func onRequest(_ handler: @escaping @Sendable (UpstreamRequest) -> Void) {}
}
