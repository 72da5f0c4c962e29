import Media

// Windows of a playlist by date.
extension MediaPlaylist {
    /// The tolerance for dates, which are rounded to milliseconds.
    private static let tolerance: Int64 = 1

    /// The start of each segment and the end of the last one: from the nearest date before it, or else from the first one
    /// after it. Nil if no segment has a date.
    package var segmentDates: [DateTime]? {
        guard let first = segments.firstIndex(where: { $0.programDateTime != nil }),
            let date = segments[first].programDateTime
        else { return nil }
        let lead = segments[..<first].reduce(MediaTime.zero) { $0 + $1.duration }
        var (anchor, elapsed) = (date + (-lead), MediaTime.zero)
        var dates: [DateTime] = []
        for segment in segments {
            if let date = segment.programDateTime { (anchor, elapsed) = (date, .zero) }
            dates.append(anchor + elapsed)
            elapsed += segment.duration
        }
        return dates + [anchor + elapsed]
    }

    /// Returns the indices of the segments that overlap a range; empty if there are none. `dates` are the dates of the
    /// segments.
    package func segments(from: DateTime?, to: DateTime?, _ dates: [DateTime]) -> Range<Int> {
        let overlapping = segments.indices.filter { index in
            // After a gap in the recording, the next segment does not start where this one ends.
            let end = dates[index] + segments[index].duration
            return from.map { end.milliseconds > $0.milliseconds + Self.tolerance } ?? true
                && to.map { dates[index].milliseconds < $0.milliseconds - Self.tolerance } ?? true
        }
        guard let first = overlapping.first, let last = overlapping.last else { return 0..<0 }
        return first..<last + 1
    }

    /// Returns the indices of the segments with more than half of their duration in the range of another playlist's
    /// segments, so that playlists whose segments start at slightly different times have the same number of them.
    package func segments(alignedWith range: Range<Int64>, _ dates: [DateTime]) -> Range<Int> {
        let inside = segments.indices.filter { index in
            let length = (dates[index] + segments[index].duration).milliseconds - dates[index].milliseconds
            return range.contains(dates[index].milliseconds + length / 2)
        }
        guard let first = inside.first, let last = inside.last else { return 0..<0 }
        return first..<last + 1
    }

    /// Returns a playlist of some of the segments, without the tags for delivery while it is live.
    ///
    /// Sequence numbers stay the same, since initialization vectors can depend on them. The first segment has a date, and
    /// the date ranges that overlap the segments.
    package func part(_ range: Range<Int>, _ dates: [DateTime]) -> MediaPlaylist {
        var part = self
        (part.serverControl, part.partTarget, part.upcoming, part.skip, part.start) = (nil, nil, nil, nil, nil)
        (part.preloadHints, part.renditionReports) = ([], [])
        part.segments = segments[range].map { segment in
            var segment = segment
            segment.parts = []
            return segment
        }
        part.mediaSequence = mediaSequence + range.lowerBound
        let discontinuities = segments[..<min(range.upperBound, range.lowerBound + 1)].count(where: \.isDiscontinuity)
        part.discontinuitySequence = (discontinuitySequence ?? 0) + discontinuities
        guard !range.isEmpty else { return part }
        part.segments[0].isDiscontinuity = false
        part.segments[0].programDateTime = dates[range.lowerBound]
        part.segments[0].dateRanges =
            earlierDateRanges(before: range.lowerBound, dates[range.lowerBound]) + part.segments[0].dateRanges
        return part
    }

    /// The date ranges listed before a segment that last until its date.
    private func earlierDateRanges(before index: Int, _ date: DateTime) -> [DateRange] {
        let earlier = segments[..<index].flatMap(\.dateRanges)
        // Tags with the same ID describe one range.
        let lasting = Set(
            Dictionary(grouping: earlier, by: \.id).filter { $1.contains { $0.lasts(until: date) } }.keys)
        return earlier.filter { lasting.contains($0.id) }
    }
}

extension DateRange {
    /// Whether the range ends after a date. A range without an end and a duration is a point in time.
    fileprivate func lasts(until date: DateTime) -> Bool {
        if let endDate { return endDate.milliseconds > date.milliseconds }
        guard let startDate else { return false }
        if endsOnNext { return true }
        return (startDate + (duration ?? plannedDuration ?? .zero)).milliseconds > date.milliseconds
    }
}
