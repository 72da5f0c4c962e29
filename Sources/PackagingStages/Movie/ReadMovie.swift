import SystemFiles
import ISOMedia
package import Media
package import StageKit

/// Reads the coded samples of an MP4, QuickTime or fragmented MP4 file, without copying them.
package struct ReadMovie: Source {
    package struct Options: StageOptions {
        package var path = ""
        package var tracks = TrackSelection.all
        package var whenTruncated = TruncationPolicy.fail

        package init() {}
        package static var fields: [OptionField<Options>] {
            [
                .required("path", \.path, "Movie file."),
                .option("tracks", \.tracks, "Tracks to read: \(TrackSelection.help(number: "track_ID"))."),
                .option(
                    "when-truncated", \.whenTruncated,
                    "Policy for truncated files: fail, or read the complete part."),
            ]
        }
    }

    package enum TruncationPolicy: String, OptionValue, CaseIterable {
        case fail
        case salvage
    }

    package static let kind = "mp4.read"
    package static let abstract = "Reads the coded samples of an MP4, QuickTime or fragmented MP4 file."

    private let options: Options

    package init(options: Options) { self.options = options }

    package func run(output: any Outlet<Sample>, context: StageContext) async throws {
        let file = try map(options.path)
        let movie = try open(file)
        let tracks = try MovieTrackSelection(options, movie, context).tracks
        try await output.send(tracks.map { .track($0.track) })
        var merge = MovieMerge(movie: movie, tracks: tracks)
        while !context.stop.isRaised {
            guard file.isComplete else {
                throw StageError(.truncatedInput, "'\(options.path)' was truncated while it was being read")
            }
            let batch = try merge.nextBatch(from: options.path)
            if batch.isEmpty { break }
            file.populate(merge.range)
            try await output.send(batch)
        }
        merge.report(of: options.path, context)
        try await output.send(tracks.map { .end($0.track.id) })
    }

    private func map(_ path: String) throws(StageError) -> MappedFile {
        do throws(MappedFile.Failure) {
            return try MappedFile(path: path)
        } catch {
            throw StageError(.unreadableInput, "\(error)")
        }
    }

    private func open(_ file: MappedFile) throws(StageError) -> MovieFile {
        let movie: MovieFile
        do throws(MovieFileError) {
            movie = try MovieFile(reading: file.content)
        } catch {
            throw StageError(error.stageCode, "'\(options.path)': \(error)")
        }
        if let later = movie.additionalMovie { throw StageError(.unsupportedMedia, "'\(options.path)': \(later)") }
        if let truncation = movie.truncation, options.whenTruncated == .fail {
            throw StageError(
                .truncatedInput, "'\(options.path)': \(truncation); 'when-truncated: salvage' reads up to there")
        }
        return movie
    }
}
