import ISOMedia
import Media
import StageKit

/// The samples of a track that its edit list presents. Reports the other samples.
struct MovieTrackEdits {
    let samples: EditedSamples
    /// The first sample to read; nil for a track without samples.
    let first: MovieSample?
    var range: Range<Int> { samples.range }
    private let movieTrack: MovieTrack
    /// Whether decoding applies edits that omit, repeat or pause media.
    private let areDecodable: Bool

    init(_ movieTrack: MovieTrack, _ movie: MovieFile, _ format: MediaFormat) {
        self.movieTrack = movieTrack
        areDecodable = movieTrack.edits.parts != nil && !movie.isFragmented
        let rule = SyncRule(format)
        samples = movie.editedSamples(of: movieTrack) { sample in rule?.isSyncSample(movie.bytes(of: sample)) ?? true }
        var cursor = movie.cursor(for: movieTrack)
        for _ in 0..<samples.range.lowerBound { _ = cursor.next() }
        first = cursor.next()
    }

    /// Sets the properties of the track that the edits determine, and reports edits that are not supported.
    func apply(to track: inout Track, of path: String, _ context: StageContext) {
        let edits = movieTrack.edits
        let name = "track \(movieTrack.id)"
        if edits.isComplex {
            context.reportWarning(
                areDecodable ? "edit-list" : "edits-not-applied",
                "\(name) of '\(path)' has \(edits.realEditCount) edits that omit, repeat, pause or change the speed "
                    + "of media; all media from the start of the first edit are presented in sequence"
                    + (areDecodable
                        ? ", unless the movie is encoded (segment --encode)"
                        : ", also when the movie is encoded: edits of fragments and changes of speed are not applied"))
        }
        if track.mediaType == .audio {
            let begin = samples.range.lowerBound > 0 ? samples.firstPresentation : 0
            track.priming = max(0, edits.mediaStart &- begin)
        }
        if let end = samples.end {
            let time = end &+ movieTrack.presentationShift
            track.presentationEnd = MediaTime(value: time, timescale: movieTrack.timescale)
        }
        if samples.excludedCount > 0 {
            let leftOut = OmittedMedia(
                name, format: track.mediaType.rawValue, reason: "which its edit list does not present",
                sampleCount: samples.excludedCount, isPartial: true)
            context.report(leftOut, of: path)
        }
        if samples.preroll > 0 {
            if samples.hasLaterSync { track.priming = samples.preroll } else { warnOfPreroll(name, path, context) }
        }
        if samples.overshoot > 0 {
            context.reportWarning(
                "edit-list",
                "\(seconds(samples.overshoot)) after the end of the edit of \(name) of '\(path)' are "
                    + "presented: samples end there, or other samples refer to them")
        }
    }

    private func warnOfPreroll(_ name: String, _ path: String, _ context: StageContext) {
        context.reportWarning(
            "edit-list",
            "\(seconds(samples.preroll)) of video before the edit of \(name) of '\(path)' are "
                + "presented, because no sync sample follows; use profile cmaf, which hides them "
                + "with an edit list, or encode (segment --encode)")
    }

    private func seconds(_ ticks: Int64) -> String {
        "\(MediaTime(value: ticks, timescale: movieTrack.timescale).decimal(places: 3)) s"
    }
}
