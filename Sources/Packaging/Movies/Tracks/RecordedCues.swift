import ISOMedia
package import Media

/// Converts the cues of a text track to samples of a movie, without intervals between them (ISO/IEC 14496-30 7.3).
package struct RecordedCues: Sendable {
    /// The maximum number of cues at the same time.
    private static let limit = 256

    /// The track with the format and the timescale of the samples.
    package let track: Track
    private var converter: CueSamples
    /// The cues that end after `position`.
    private var cues: [Sample] = []
    /// The end of the samples so far; nil before the first cue.
    private var position: MediaTime?

    /// The conversion of a track; nil if its format is not WebVTT.
    package init?(_ track: Track) {
        guard case .timedText(let format) = track.format, case .webVTT(let header) = format.coding else { return nil }
        var written = track
        (written.format, written.timescale) = (.codedData(.webVTT(header: header)), CueSamples.timescale)
        self.track = written
        converter = CueSamples(track.id)
    }

    /// Appends a cue and returns the samples before it.
    package mutating func append(_ cue: Sample) throws(PackagingError) -> [Sample] {
        let samples = try samples(to: max(cue.presentationTime, position ?? cue.presentationTime))
        guard cue.presentationTime + cue.length > position ?? cue.presentationTime else { return samples }
        guard cues.count < Self.limit else {
            throw PackagingError(
                .limitReached, "more than \(Self.limit) cues at \(cue.presentationTime) are at the same time")
        }
        let index = cues.firstIndex { $0.presentationTime > cue.presentationTime } ?? cues.endIndex
        cues.insert(cue, at: index)
        return samples
    }

    /// Returns the samples up to the end of the last cue.
    package mutating func finish() throws(PackagingError) -> [Sample] {
        guard let end = cues.map({ $0.presentationTime + $0.length }).max() else { return [] }
        return try samples(to: end)
    }

    private mutating func samples(to end: MediaTime) throws(PackagingError) -> [Sample] {
        let start = position ?? end
        position = end
        guard start < end else { return [] }
        defer { cues.removeAll { $0.presentationTime + $0.length <= end } }
        return try converter.samples(of: cues, from: start, to: end)
    }
}
