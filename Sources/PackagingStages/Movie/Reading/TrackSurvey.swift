import ISOMedia
package import Media

/// The properties of the samples of a track that determine how it streams.
package struct TrackSurvey: Sendable {
    package let track: Track
    /// The identifier of the track in the movie.
    package let number: UInt32
    package private(set) var sampleCount = 0
    /// The number of sync samples, as the movie marks them.
    package private(set) var syncCount = 0
    /// The longest interval between sync samples; nil without one.
    package private(set) var longestSyncInterval: MediaTime?
    /// The duration of all samples.
    package private(set) var duration = MediaTime.zero
    /// The shortest and the longest sample, without the last one; nil for a single sample.
    package private(set) var sampleDurations: ClosedRange<MediaTime>?
    /// The size of all samples in bytes.
    package private(set) var byteCount = 0
    /// The largest size of the samples that start within a second of media, in bytes.
    package private(set) var largestSecond = 0
    /// The number of edits that present media.
    package let editCount: Int
    /// The place of the first sample of each second in the file.
    var offsets: [Int] = []

    /// The maximum number of places.
    private static let offsetLimit = 200_000

    init(_ source: SelectedMovieTrack, _ movie: MovieFile) {
        (track, number, editCount) = (source.track, source.movieTrack.id, source.movieTrack.edits.realEditCount)
        var cursor = movie.cursor(for: source.movieTrack)
        for _ in 0..<source.samples.range.lowerBound { _ = cursor.next() }
        var (first, lastSync, end, longest) = (Int64?.none, Int64?.none, Int64(0), Int64(0))
        var (shortestSample, longestSample, previous) = (Int64.max, Int64(0), Int64?.none)
        var (second, secondSize) = (Int64(-1), 0)
        let scale = Int64(source.track.timescale)
        while sampleCount < source.samples.range.count, let sample = cursor.next() {
            sampleCount += 1
            byteCount += sample.size
            let start = first ?? sample.decodeTicks
            first = start
            end = sample.decodeTicks &+ sample.duration
            if let previous {
                (shortestSample, longestSample) = (min(shortestSample, previous), max(longestSample, previous))
            }
            previous = sample.duration
            let index = (sample.decodeTicks &- start) / scale
            if index > second {
                (second, secondSize) = (index, 0)
                if offsets.count < Self.offsetLimit { offsets.append(sample.fileOffset) }
            }
            secondSize += sample.size
            largestSecond = max(largestSecond, secondSize)
            guard sample.flags.isSync else { continue }
            syncCount += 1
            if let lastSync { longest = max(longest, sample.decodeTicks &- lastSync) }
            lastSync = sample.decodeTicks
        }
        duration = MediaTime(value: end &- (first ?? end), timescale: source.track.timescale)
        longestSyncInterval = lastSync.map {
            MediaTime(value: max(longest, end &- $0), timescale: source.track.timescale)
        }
        if shortestSample <= longestSample {
            sampleDurations =
                MediaTime(
                    value: shortestSample, timescale: source.track.timescale)...MediaTime(
                    value: longestSample, timescale: source.track.timescale)
        }
    }

    /// The average interval between sync samples; nil without one.
    package var meanSyncInterval: MediaTime? {
        syncCount > 0 ? MediaTime(seconds: duration.seconds / Double(syncCount), preferredTimescale: 1000) : nil
    }

    /// The average bit rate in bits per second; nil without media.
    package var bitRate: Int? { rate(byteCount, duration.seconds) }

    /// The bit rate of the second with the largest samples, in bits per second; nil without media.
    package var peakBitRate: Int? { duration > .seconds(1) ? rate(largestSecond, 1) : bitRate }

    private func rate(_ bytes: Int, _ seconds: Double) -> Int? {
        seconds > 0 ? Int(min(Double(bytes) * 8 / seconds, 1e12)) : nil
    }
}
