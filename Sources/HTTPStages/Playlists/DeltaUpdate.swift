import HLS
import Media

extension MediaPlaylist {
    /// Returns the delta update of this playlist, for players that loaded it recently; nil if nothing can be omitted.
    ///
    /// Omits segments that end before the skip boundary (RFC 8216bis 6.2.5.1). Their date ranges move to the first
    /// remaining segment, unless `history` shows that players already have them.
    func deltaUpdate(skippingDateRangesOf history: DateRangeHistory? = nil) -> MediaPlaylist? {
        guard let boundary = serverControl?.canSkipUntil, skip == nil else { return nil }
        let count = skippableSegments(boundary)
        guard count > 0 else { return nil }
        var result = self
        result.segments.removeFirst(count)
        let orphans = segments.prefix(count).flatMap(\.dateRanges)
        if result.segments.isEmpty {
            result.upcoming = result.upcoming ?? MediaSegment(uri: "", duration: .zero)
            result.upcoming?.dateRanges.insert(contentsOf: orphans, at: 0)
        } else {
            result.segments[0].dateRanges.insert(contentsOf: orphans, at: 0)
        }
        result.skip = SkippedSegments(count: count)
        result.skip?.keys = segments[count - 1].keys
        guard let history, serverControl?.canSkipDateRanges == true else { return result }
        result.skip?.removedDateRanges = history.recentlyRemoved
        result.upcoming?.dateRanges.removeAll { history.isOld($0.id, boundary: boundary) }
        for index in result.segments.indices where !result.segments[index].dateRanges.isEmpty {
            result.segments[index].dateRanges.removeAll { history.isOld($0.id, boundary: boundary) }
        }
        return result
    }

    private func skippableSegments(_ boundary: MediaTime) -> Int {
        var distance = (upcoming?.parts ?? []).reduce(MediaTime.zero) { $0 + $1.duration }
        for index in segments.indices.reversed() {
            if distance >= boundary { return index + 1 }
            distance = distance + segments[index].duration
        }
        return 0
    }
}
