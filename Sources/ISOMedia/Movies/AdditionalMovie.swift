import Media

/// A complete movie box after the first one, as in files that were concatenated.
package struct AdditionalMovie: Sendable, Hashable, CustomStringConvertible {
    /// The offset of the box in the file.
    package let offset: Int

    package var description: String {
        "the file contains several movies one after another, the second with its moov box at offset \(offset); "
            + "split it there and join the presentations, or join the movies with an editor"
    }

    /// Returns nil if `later` repeats the description of `first`.
    ///
    /// Files made of segments repeat initialization segments. A fragmented movie whose finishing was interrupted has a
    /// regular movie box at its end, for the same samples.
    init?(_ later: BoxView, behind first: BoxView, begins file: Bool) {
        let (former, next) = (Self.descriptions(first), Self.descriptions(later))
        let isFinish = !file && first.first(.mvex) != nil
        let describesSamples = next.contains { $0.sampleCount > 0 }
        guard former.map(\.bytes) != next.map(\.bytes) || describesSamples && !isFinish else { return nil }
        offset = later.offset
    }

    /// Nil unless a fragment behind `later`, which repeats the first movie box, begins no later than the first fragment of
    /// the file: both belong to separate movies.
    init?(_ later: BoxView, restartingAt fragment: BoxView, after first: BoxView) {
        let times = Self.decodeTimes(fragment)
        let isRestart = Self.decodeTimes(first).contains { track, time in times[track].map { $0 <= time } ?? false }
        guard isRestart else { return nil }
        offset = later.offset
    }

    /// When the first samples of a fragment are decoded, by track_ID.
    private static func decodeTimes(_ fragment: BoxView) -> [UInt32: Int64] {
        var times: [UInt32: Int64] = [:]
        for track in (try? fragment.children())?.prefix(MovieLimits.tracks) ?? [] where track.type == .traf {
            guard let boxes = try? track.children(),
                let header = try? TrackFragmentHeader(boxes, in: track, defaults: [:])
            else { continue }
            times[header.trackID] = times[header.trackID] ?? header.decodeTime
        }
        return times
    }

    /// Returns the sample descriptions of the tracks in order, and the number of samples in their tables.
    private static func descriptions(_ movie: BoxView) -> [(bytes: [UInt8], sampleCount: Int)] {
        let tracks = (try? movie.children().filter { $0.type == .trak }) ?? []
        return tracks.prefix(MovieLimits.tracks).map { track in
            let table = track.first(.mdia)?.first(.minf)?.first(.stbl)
            let count = table.map { table in SampleTables.declaredSampleCount { table.first($0) } } ?? 0
            return (table?.first(SampleDescriptionBox.self)?.bytes ?? [], count)
        }
    }
}
