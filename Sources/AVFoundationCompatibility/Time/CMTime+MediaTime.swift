import AssetWriting
import Media

extension CMTime {
    /// The equivalent of a media time.
    init(_ time: MediaTime) {
        self = time.isIndefinite ? .indefinite : CMTime(value: time.value, timescale: time.timescale)
    }

    /// The equivalent media time: indefinite for `indefinite` and `positiveInfinity`, nil for other times that are not
    /// numeric.
    var mediaTime: MediaTime? {
        if isIndefinite || isPositiveInfinity { return .indefinite }
        guard isNumeric, timescale > 0 else { return nil }
        return MediaTime(value: value, timescale: timescale)
    }
}

extension CMTimeRange {
    /// The equivalent of a range of media times.
    init(_ range: MediaTimeRange) { self.init(start: CMTime(range.start), duration: CMTime(range.duration)) }

    /// The equivalent range of media times; nil if a time has none.
    var mediaTimeRange: MediaTimeRange? {
        guard let start = start.mediaTime, let duration = duration.mediaTime else { return nil }
        return MediaTimeRange(start: start, duration: duration)
    }
}
