import GStreamerStages
import Media
import PackagingStages
import StageKit
import Synchronization

/// A file that this package reads itself, and whose selected tracks GStreamer's decoders decode.
struct DecodableFile: Sendable {
    /// The media types that are decoded.
    static let mediaTypes: Set<MediaType> = [.video, .audio]

    private let options: FileDecode.Options
    private let reader: MediaReader
    /// The parts of a movie whose media are not presented in sequence; nil for others.
    private(set) var presentation: EditedPresentation?

    /// Examines the start of the file. Nil if only GStreamer reads it or one of its tracks; errors are those of the run.
    init?(_ options: FileDecode.Options, _ context: StageContext) async {
        var options = options
        options.tracks = options.tracks.excluding(Set(MediaType.allCases).subtracting(Self.mediaTypes))
        self.options = options
        reader = MediaReader(path: options.path)
        guard reader != .other || MediaReader.isMPEGAudio(path: options.path) else { return nil }
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
        if reader == .movie, options.edits == .apply { presentation = EditedPresentation(path: options.path) }
    }

    /// Reads the samples of the selected tracks.
    func run(output: any Outlet<Sample>, context: StageContext) async throws {
        try await read(to: RecoveryStarts(output), context)
    }

    private func read(to output: any Outlet<Sample>, _ context: StageContext) async throws {
        switch reader {
        case .movie:
            var movie = ReadMovie.Options()
            (movie.path, movie.tracks) = (options.path, options.tracks)
            movie.ignoresEdits = presentation != nil
            (movie.allowMissing, movie.whenTruncated) = (options.allowMissing, options.whenTruncated)
            try await ReadMovie(options: movie).run(output: output, context: context)
        case .transport:
            var transport = ReadTransport.Options()
            (transport.path, transport.tracks, transport.maxDamage) = (options.path, options.tracks, options.maxDamage)
            (transport.program, transport.frameRate) = (options.program, options.frameRate)
            transport.allowMissing = options.allowMissing
            try await ReadTransport(options: transport).run(output: output, context: context)
        case .matroska:
            var matroska = ReadMatroska.Options()
            (matroska.path, matroska.tracks, matroska.maxDamage) = (options.path, options.tracks, options.maxDamage)
            (matroska.allowMissing, matroska.whenTruncated) = (options.allowMissing, options.whenTruncated)
            try await ReadMatroska(options: matroska).run(output: output, context: context)
        case .other:
            var file = DemuxedRead.Options()
            (file.path, file.tracks, file.maxDamage) = (options.path, options.tracks, options.maxDamage)
            file.allowMissing = options.allowMissing
            try await DemuxedRead(options: file).run(output: output, context: context)
        }
    }
}

/// Receives the tracks of a file, and stops its reader when each has a sample.
private final class FirstTracks: Outlet {
    private struct State {
        var tracks: [Track] = []
        /// Whether the reader omits a track whose codec it cannot pass on.
        var omitsTrack = false
        /// The tracks with a sample.
        var begun: Set<Track.ID> = []
        var sampleCount = 0

        /// Records a sample. Returns whether no further ones are needed.
        mutating func add(_ sample: Sample) -> Bool {
            sampleCount += 1
            begun.insert(sample.track)
            return begun.count == tracks.count || sampleCount >= FirstTracks.sampleLimit
        }
    }

    /// The number of samples after which tracks without a sample count as late.
    private static let sampleLimit = 500

    private let state = Mutex(State())
    private let stop: StopSignal

    init(_ stop: StopSignal) { self.stop = stop }

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
