import Matroska
package import Media
package import StageKit
import SystemFiles

/// Reads the coded samples of a Matroska or WebM file, without copying them.
package struct ReadMatroska: Source, MediaTypeDeclaring, PaceDeclaring {
    package struct Options: StageOptions {
        package var path = ""
        package var tracks = TrackSelection.all
        package var maxDamage = 0

        package init() {}
        package static var fields: [OptionField<Options>] {
            [
                .required("path", \.path, "Matroska or WebM file."),
                .option(
                    "tracks", \.tracks, "Tracks to read: \(TrackSelection.help(number: "track number"))."),
                .option(DamageReport.limitName, \.maxDamage, in: DamageReport.limitRange, DamageReport.limitHelp),
            ]
        }
    }

    package static let kind = "mkv.read"
    package static let abstract = "Reads the coded samples of a Matroska or WebM file."

    /// The number of bytes to read at once.
    private static let step = 1 << 20

    private let options: Options

    package init(options: Options) { self.options = options }

    package func run(output: any Outlet<Sample>, context: StageContext) async throws {
        let file = try map()
        var demultiplexer = try open(file)
        var tracks = try MatroskaMessages(demultiplexer, options, context)
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
        guard !demultiplexer.isCutOff || context.stop.isRaised else {
            throw StageError(
                .truncatedInput,
                "'\(options.path)' is truncated: its last frame starts at \(end.decimal(places: 1)) s, within its segment"
            )
        }
        try await output.send(tracks.ends)
        MatroskaReport(options, demultiplexer, tracks).send(to: context)
    }

    private func map() throws(StageError) -> MappedFile {
        do throws(MappedFile.Failure) {
            return try MappedFile(path: options.path)
        } catch {
            throw StageError(.unreadableInput, "\(error)")
        }
    }

    private func open(_ file: MappedFile) throws(StageError) -> MatroskaDemultiplexer {
        do throws(MatroskaError) {
            return try MatroskaDemultiplexer(file.content, inflate: MatroskaInflation.inflate)
        } catch {
            let advice = error == .notMatroska ? "; use mp4.read, ts.read or file.read" : ""
            throw StageError(.damagedInput, "'\(options.path)': \(error)\(advice)")
        }
    }
}

extension ReadMatroska {
    package var isLive: Bool? { false }
    package func emittedMediaTypes(from accepted: Set<MediaType>) -> Set<MediaType> { options.tracks.mediaTypes }
}
