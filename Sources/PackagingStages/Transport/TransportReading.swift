import SystemFiles
import MPEGTransport
package import Media
package import StageKit

/// Reads transport streams, packed audio and raw video. Each input is one file, or several consecutive files.
package struct TransportReading: Sendable {
    /// A file, or a byte range of it.
    package struct File: Sendable, Hashable {
        package var path: String
        /// The range in bytes; nil for the whole file.
        package var range: Range<Int>?
        /// Whether a new time base may start with the file.
        package var isDiscontinuous: Bool

        package init(_ path: String, range: Range<Int>? = nil, isDiscontinuous: Bool = false) {
            self.path = path
            self.range = range
            self.isDiscontinuous = isDiscontinuous
        }
    }

    /// Consecutive files, such as the segments of a playlist.
    package struct Input: Sendable, Hashable {
        package var files: [File]
        /// The language of tracks without one, as a BCP 47 tag.
        package var language: String?
        /// The media type to ignore, because another input has it.
        package var excluded: MediaType?

        package init(_ files: [File], language: String? = nil, excluded: MediaType? = nil) {
            self.files = files
            self.language = language
            self.excluded = excluded
        }
    }

    /// The number of bytes to read at once.
    private static let step = 1 << 20

    /// The options of ``ReadTransport``, whose path messages contain.
    private let options: ReadTransport.Options
    private let inputs: [Input]

    /// Reads `inputs`, which share one timeline.
    package init(_ inputs: [Input], _ options: ReadTransport.Options) {
        self.inputs = inputs
        self.options = options
    }

    /// Whether the first file of an input is a transport stream or packed audio.
    package static func recognizes(_ input: Input) -> Bool {
        guard let first = input.files.first, let file = try? MappedFile(path: first.path),
            let content = TransportFiles.content(of: first, file)
        else { return false }
        return switch Demultiplexer.kind(of: content) {
        case .transportStream, .packedAudio: true
        case .rawVideo, nil: false
        }
    }

    package func run(output: any Outlet<Sample>, context: StageContext) async throws {
        var lanes = try openInputs(context)
        lanes.removeAll { $0.tracks.isEmpty }
        let origin = lanes.map(\.demultiplexer.origin).min() ?? .zero
        for index in lanes.indices {
            if lanes.count > 1 { lanes[index].demultiplexer.setOrigin(origin) }
            try await output.send(lanes[index].tracks.announcements)
        }
        // Reads the input whose samples end first.
        while !context.stop.isRaised, let index = Self.next(lanes) {
            try lanes[index].files.checkLength()
            lanes[index].files.populate(from: lanes[index].demultiplexer.position, Self.step)
            let samples = lanes[index].demultiplexer.read(Self.step)
            if let failure = lanes[index].files.failure { throw failure }
            lanes[index].isAtEnd = samples.isEmpty
            let messages = lanes[index].tracks.messages(for: samples, lanes[index].demultiplexer.report)
            lanes[index].time = lanes[index].tracks.time
            if !messages.isEmpty { try await output.send(messages) }
        }
        for lane in lanes {
            try await output.send(lane.tracks.ends)
            TransportReport(options, lane.demultiplexer, lane.tracks).send(to: context)
        }
    }

    /// The index of the input to read next.
    private static func next(_ lanes: [OpenInput]) -> Int? {
        lanes.indices.filter { !lanes[$0].isAtEnd }.min { lanes[$0].time < lanes[$1].time }
    }

    private struct OpenInput {
        let files: TransportFiles
        var demultiplexer: Demultiplexer
        var tracks: TransportTracks
        /// The end of the samples read so far.
        var time = MediaInstant.distantPast
        var isAtEnd = false
    }

    private func openInputs(_ context: StageContext) throws(StageError) -> [OpenInput] {
        var opened: [(files: TransportFiles, demultiplexer: Demultiplexer, sources: [SourceTrack])] = []
        var chapters: ChapterList?
        for input in inputs {
            let files = TransportFiles(input.files)
            let content = try files.first()
            // Tags of segments have the times of their playlist.
            if inputs.count == 1, input.files.count == 1 { chapters = ID3Chapters(content).list }
            let demultiplexer = try open(content, files)
            if let failure = files.failure { throw failure }
            opened.append((files, demultiplexer, TransportTracks.sources(of: demultiplexer, input)))
        }
        // Omitted streams are reported at the end, with their number of packets.
        let choice = TrackChoice(among: opened.flatMap(\.sources), by: options.tracks, of: options.path)
        if let refusal = choice.error { throw refusal }
        return opened.map { files, demultiplexer, sources in
            var tracks = TransportTracks(sources, takenBy: choice, options, demultiplexer, context)
            if let chapters { tracks.add(chapters) }
            return OpenInput(files: files, demultiplexer: demultiplexer, tracks: tracks)
        }
    }

    private func open(_ content: ByteSlice, _ files: TransportFiles) throws(StageError)
        -> Demultiplexer
    {
        if let found = Demultiplexer(
            content, program: options.program, rate: options.frameRate, next: { files.next() })
        {
            return found
        }
        switch Demultiplexer.kind(of: content) {
        case .transportStream, .packedAudio: break
        case .rawVideo(let coding, _):
            throw StageError(
                .invalidOptions,
                "'\(options.path)' is \(coding.name) without a container and declares no frame rate; set 'frame-rate' "
                    + "(segment --frame-rate)")
        case nil:
            throw StageError(
                .damagedInput,
                "'\(options.path)' is neither a transport stream nor audio or video without a container; use mp4.read "
                    + "or file.read")
        }
        let programs = Demultiplexer.programs(of: content)
        guard let program = options.program, !programs.isEmpty else {
            throw StageError(
                .damagedInput,
                "'\(options.path)' is a transport stream without a program map in its first 16 MB, and no "
                    + "stream in it has a recognizable coding; remultiplex it with its tables")
        }
        throw StageError(
            .invalidOptions,
            "'\(options.path)' has no program \(program) with a map; available: "
                + programs.map(String.init).joined(separator: ", "))
    }
}
