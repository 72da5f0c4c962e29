import ISOMedia
import Media
import StageKit

/// The samples of a track that its edit list presents, and the reports of those that it does not.
struct MovieTrackEdits {
    let samples: EditedSamples
    /// The first sample that is read; nil for a track without samples.
    let first: MovieSample?
    var range: Range<Int> { samples.range }
    private let movieTrack: MovieTrack

    init(_ movieTrack: MovieTrack, _ movie: MovieFile, _ format: MediaFormat) {
        self.movieTrack = movieTrack
        let rule = SyncRule(format)
        samples = movie.editedSamples(of: movieTrack) { sample in rule?.isSyncSample(movie.bytes(of: sample)) ?? true }
        var cursor = movie.cursor(for: movieTrack)
        for _ in 0..<samples.range.lowerBound { _ = cursor.next() }
        first = cursor.next()
    }

    /// Puts what the edits say into the track, and reports what cannot be done as they say.
    func apply(to track: inout Track, of path: String, _ context: StageContext) {
        let edits = movieTrack.edits
        let name = "track \(movieTrack.id)"
        if edits.isComplex {
            context.reportWarning(
                "edit-list",
                "\(name) of '\(path)' has \(edits.realEditCount) edits that leave out, repeat, pause or change the speed of "
                    + "media; all media from the beginning of the first edit on are presented one behind the other")
        }
        if track.mediaType == .audio {
            let begin = samples.range.lowerBound > 0 ? samples.firstPresentation : 0
            track.priming = max(0, edits.mediaStart &- begin)
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
                "\(seconds(samples.overshoot)) behind the end of the edit of \(name) of '\(path)' are presented: samples end "
                    + "there, or are needed by others")
        }
    }

    private func warnOfPreroll(_ name: String, _ path: String, _ context: StageContext) {
        context.reportWarning(
            "edit-list",
            "\(seconds(samples.preroll)) of video before the edit of \(name) of '\(path)' cannot be left out, because no "
                + "sync sample follows; profile cmaf hides them with an edit list, and encoding (segment --encode) "
                + "leaves them out")
    }

    private func seconds(_ ticks: Int64) -> String {
        "\(MediaTime(value: ticks, timescale: movieTrack.timescale).decimal(places: 3)) s"
    }
}
