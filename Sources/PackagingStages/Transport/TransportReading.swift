import SystemFiles
import MPEGTransport
import Media
import StageKit

/// Reads a transport stream, packed audio or raw video in a file.
struct TransportReading: Sendable {
    /// The number of bytes to read at once.
    private static let step = 1 << 20

    private let options: ReadTransport.Options

    init(_ options: ReadTransport.Options) { self.options = options }

    func run(output: any Outlet<Sample>, context: StageContext) async throws {
        let file: MappedFile
        do throws(MappedFile.Failure) { file = try MappedFile(path: options.path) } catch {
            throw StageError(.unreadableInput, "\(error)")
        }
        file.populate(0..<min(file.count, 2 * Self.step))
        var demultiplexer = try open(file.content)
        let sources = TransportTracks.sources(of: demultiplexer)
        // Omitted streams are reported at the end, with their number of packets.
        let choice = TrackChoice(
            among: sources, by: options.tracks, of: options.path, allowMissing: options.allowMissing)
        if let refusal = choice.error { throw refusal }
        var tracks = TransportTracks(sources, takenBy: choice, options, demultiplexer, context)
        guard !tracks.isEmpty else { return }
        tracks.add(ID3Chapters(file.content).list)
        try await output.send(tracks.announcements)
        while !context.stop.isRaised {
            // Reading past the end of the file would terminate the process.
            guard file.isComplete else {
                throw StageError(.truncatedInput, "'\(options.path)' was truncated while it was being read")
            }
            let start = demultiplexer.position
            file.populate(start..<max(start, min(file.count, start + Self.step)))
            let samples = demultiplexer.read(Self.step)
            if samples.isEmpty { break }
            let messages = tracks.messages(for: samples, demultiplexer.report)
            if !messages.isEmpty { try await output.send(messages) }
        }
        try await output.send(tracks.ends)
        TransportReport(options, demultiplexer, tracks, limit: options.maxDamage).send(to: context)
    }

    private func open(_ content: ByteSlice) throws(StageError) -> Demultiplexer {
        if let found = Demultiplexer(content, program: options.program, rate: options.frameRate) { return found }
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
                "'\(options.path)' is neither a transport stream nor audio or video without a container"
                    + MediaReader(content, path: options.path).advice)
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
