import GStreamerStages
import Media
import PackagingStages
import StageKit
import Synchronization

/// A file that this package reads itself, and whose selected tracks GStreamer's decoders decode.
struct DecodableFile: Sendable {
    /// The media types that are decoded.
    static let mediaTypes: Set<MediaType> = [.video, .audio]

    /// The first time at which the times of a file count as shifted.
    private static let lateStart = MediaTime.seconds(1)

    private let options: FileDecode.Options
    private let reader: MediaReader
    /// The time that becomes zero.
    private var origin = MediaTime.zero

    /// Examines the start of the file. Nil if only GStreamer reads it or one of its tracks; errors are those of the run.
    init?(_ options: FileDecode.Options, _ context: StageContext) async {
        var options = options
        options.tracks = options.tracks.excluding(Set(MediaType.allCases).subtracting(Self.mediaTypes))
        self.options = options
        reader = MediaReader(path: options.path)
        guard reader != .other else { return nil }
        let stop = StopSignal()
        let tracks = FirstTracks(stop)
        let examination = StageContext(
            stageName: context.stageName, stop: stop, reporter: { tracks.record($0) }, clock: context.clock)
        do {
            try await read(to: tracks, examination)
        } catch let error as StageError where error.code == .noUsableTrack || error.code == .unsupportedMedia {
            return nil
        } catch {
            return
        }
        guard tracks.areDecodable else { return nil }
        // The other readers start at zero. Tracks may start a little after each other.
        if reader == .matroska, tracks.start >= Self.lateStart { origin = tracks.start }
    }

    /// Reads the samples of the selected tracks. The first time of all tracks is zero.
    func run(output: any Outlet<Sample>, context: StageContext) async throws {
        let output = RecoveryStarts(output)
        try await read(to: origin > .zero ? LaterStart(output, origin) : output, context)
    }

    private func read(to output: any Outlet<Sample>, _ context: StageContext) async throws {
        switch reader {
        case .movie:
            var movie = ReadMovie.Options()
            (movie.path, movie.tracks) = (options.path, options.tracks)
            try await ReadMovie(options: movie).run(output: output, context: context)
        case .transport:
            var transport = ReadTransport.Options()
            (transport.path, transport.tracks, transport.maxDamage) = (options.path, options.tracks, options.maxDamage)
            try await ReadTransport(options: transport).run(output: output, context: context)
        case .matroska:
            var matroska = ReadMatroska.Options()
            (matroska.path, matroska.tracks, matroska.maxDamage) = (options.path, options.tracks, options.maxDamage)
            try await ReadMatroska(options: matroska).run(output: output, context: context)
        case .other: break
        }
    }
}

/// Receives the tracks of a file, and stops its reader when each has a sample.
private final class FirstTracks: Outlet {
    private struct State {
        var tracks: [Track] = []
        /// Whether the reader omits a track whose codec it cannot pass on.
        var omitsTrack = false
        /// The times of the first samples after priming.
        var starts: [Track.ID: MediaTime] = [:]
        var sampleCount = 0

        /// Records a sample. Returns whether no further ones are needed.
        mutating func add(_ sample: Sample) -> Bool {
            sampleCount += 1
            if starts[sample.track] == nil {
                let priming = tracks.first { $0.id == sample.track }?.priming ?? 0
                starts[sample.track] = MediaTime(
                    value: sample.presentationTicks + priming, timescale: sample.timescale)
            }
            return starts.count == tracks.count || sampleCount >= FirstTracks.sampleLimit
        }
    }

    /// The number of samples after which tracks without a sample count as late.
    private static let sampleLimit = 500

    private let state = Mutex(State())
    private let stop: StopSignal

    init(_ stop: StopSignal) { self.stop = stop }

    /// The first time of all tracks.
    var start: MediaTime { state.withLock { $0.starts.values.min() ?? .zero } }

    /// Whether the reader passes all selected tracks on, and a decoder is known for each.
    var areDecodable: Bool {
        state.withLock { state in
            !state.omitsTrack && !state.tracks.isEmpty && state.tracks.allSatisfy(\.hasDecoder)
        }
    }

    func record(_ problem: Problem) {
        if problem.code == OmittedMedia.trackCode { state.withLock { $0.omitsTrack = true } }
    }

    func send(_ messages: [Message<Sample>]) async throws { for message in messages { _ = offer(message) } }

    func offer(_ message: Message<Sample>) -> Bool {
        switch message {
        case .track(let track): state.withLock { $0.tracks.append(track) }
        case .payload(let sample): if state.withLock({ $0.add(sample) }) { stop.raise() }
        case .gap, .end: break
        }
        return true
    }

    func onRequest(_ handler: @escaping @Sendable (UpstreamRequest) -> Void) {}
}

/// An outlet whose times are earlier than those that are sent to it.
private struct LaterStart: Outlet {
    private let output: any Outlet<Sample>
    private let origin: MediaTime

    init(_ output: any Outlet<Sample>, _ origin: MediaTime) { (self.output, self.origin) = (output, origin) }

    func send(_ messages: [Message<Sample>]) async throws { try await output.send(messages.map(shifted)) }
    func offer(_ message: Message<Sample>) -> Bool { output.offer(shifted(message)) }
    func onRequest(_ handler: @escaping @Sendable (UpstreamRequest) -> Void) { output.onRequest(handler) }

    private func shifted(_ message: Message<Sample>) -> Message<Sample> {
        switch message {
        case .payload(var sample):
            sample.decodeTicks -= origin.ticks(at: sample.timescale)
            return .payload(sample)
        case .gap(let id, let until): return .gap(id, until: until - origin)
        case .track, .end: return message
        }
    }
}
