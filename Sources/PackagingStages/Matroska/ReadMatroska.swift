import Matroska
package import Media
package import StageKit
import SystemFiles

/// Reads the coded samples of a Matroska or WebM file, without copying them.
package struct ReadMatroska: Source, MediaTypeDeclaring, PaceDeclaring {
    package struct Options: StageOptions {
        package var path = ""
        package var tracks = TrackSelection.all
        package var whenTruncated = TruncationPolicy.fail
        package var maxDamage = 0
        package var allowMissing: [EssentialTracks] = []

        package init() {}
        package static var fields: [OptionField<Options>] {
            [
                .required("path", \.path, "Matroska or WebM file."),
                .option(
                    "tracks", \.tracks, "Tracks to read: \(TrackSelection.help(number: "track number"))."),
                TruncationPolicy.option(\.whenTruncated),
                .option(DamageReport.limitName, \.maxDamage, in: DamageReport.limitRange, DamageReport.limitHelp),
                .option(EssentialTracks.optionName, \.allowMissing, EssentialTracks.optionHelp),
            ]
        }
    }

    package static let kind = "mkv.read"
    package static let abstract = "Reads the coded samples of a Matroska or WebM file."

    /// The number of bytes to read at once.
    private static let step = 1 << 20
    /// The first time at which the times of a file count as shifted.
    private static let lateStart = MediaTime.seconds(1)

    private let options: Options

    package init(options: Options) { self.options = options }

    package func run(output: any Outlet<Sample>, context: StageContext) async throws {
        let file = try map()
        var demultiplexer = try Self.demultiplexer(file, options.path)
        var tracks = try MatroskaMessages(
            demultiplexer, options, origin: try Self.origin(of: file, options.path), context)
        try await output.send(tracks.announcements)
        var end = MediaTime.zero
        while !context.stop.isRaised {
            guard file.isComplete else {
                throw StageError(.truncatedInput, "'\(options.path)' was truncated while it was being read")
            }
            let position = demultiplexer.position
            file.populate(position..<min(file.count, position + Self.step))
            guard let samples = demultiplexer.read(Self.step) else { break }
            end = max(end, samples.last?.presentationTime ?? end)
            let messages = tracks.messages(for: samples)
            if !messages.isEmpty { try await output.send(messages) }
        }
        if demultiplexer.isCutOff, !context.stop.isRaised {
            let text =
                "'\(options.path)' is truncated: its last frame starts at \(end.decimal(places: 1)) s, within its segment"
            guard options.whenTruncated == .salvage else {
                throw StageError(
                    .truncatedInput, text + "; 'when-truncated: salvage' (segment --salvage) reads up to there")
            }
            context.reportWarning("truncated-input", text)
        }
        try await output.send(tracks.ends)
        MatroskaReport(options, demultiplexer, tracks).send(to: context)
    }

    /// The time that becomes zero: that of the first media of all tracks, unless it is close to zero already. Recorders of live
    /// media continue the time of their session.
    static func origin(of file: MappedFile, _ path: String) throws(StageError) -> MediaTime {
        var demultiplexer = try demultiplexer(file, path)
        let types = demultiplexer.tracks.compactMap(\.track).filter { $0.mediaType != .text }
        let primings = Dictionary(types.map { ($0.id, $0.priming) }) { first, _ in first }
        guard let samples = demultiplexer.read(step) else { return .zero }
        let times = samples.compactMap { sample in
            primings[sample.track].map {
                MediaTime(value: sample.presentationTicks + $0, timescale: sample.timescale)
            }
        }
        guard let first = times.min(), first >= lateStart else { return .zero }
        return first
    }

    private func map() throws(StageError) -> MappedFile {
        do throws(MappedFile.Failure) {
            return try MappedFile(path: options.path)
        } catch {
            throw StageError(.unreadableInput, "\(error)")
        }
    }

    static func demultiplexer(_ file: MappedFile, _ path: String) throws(StageError) -> MatroskaDemultiplexer {
        do throws(MatroskaError) {
            return try MatroskaDemultiplexer(file.content, inflate: MatroskaInflation.inflate)
        } catch {
            let advice = error == .notMatroska ? MediaReader(file.content, path: path).advice : ""
            throw StageError(.damagedInput, "'\(path)': \(error)\(advice)")
        }
    }
}

extension ReadMatroska {
    package var isLive: Bool? { false }
    package func emittedMediaTypes(from accepted: Set<MediaType>) -> Set<MediaType> { options.tracks.mediaTypes }
}
