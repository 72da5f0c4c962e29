import ISOMedia
import Media

/// The ranges of the input's timeline that a movie presents consecutively.
struct MovieSessions: Sendable {
    /// One range; without an end it presents all following media.
    struct Session: Sendable {
        var start: MediaTime
        var end: MediaTime?
    }

    private(set) var sessions: [Session] = []

    /// Whether a session has started and not ended.
    var isOpen: Bool { sessions.last.map { $0.end == nil } ?? false }
    var isEmpty: Bool { sessions.isEmpty }

    mutating func begin(at time: MediaTime) { sessions.append(Session(start: time)) }
    mutating func end(at time: MediaTime) {
        guard let last = sessions.indices.last else { return }
        sessions[last].end = max(time, sessions[last].start)
    }

    /// Returns the edit list of a fragmented movie: the first session, without a known end.
    func openEdits(for track: MovieTrackState, movieTimescale: Int32) -> [TrackEdit] {
        guard let span = track.media, let session = sessions.first else { return [] }
        let first = track.time(span.firstPresentation)
        let start = max(session.start, first)
        var edits: [TrackEdit] = []
        if start > session.start {
            let gap = (start - session.start).ticks(at: movieTimescale)
            if gap > 0 { edits.append(.empty(UInt64(gap))) }
        }
        let mediaTime = Self.mediaTime(start, span, track)
        if mediaTime > 0 || !edits.isEmpty { edits.append(TrackEdit(duration: 0, mediaTime: mediaTime)) }
        return edits
    }

    /// Returns the edit list of a finished track and its presentation duration in movie ticks.
    ///
    /// The list is empty when it would only present all media from the beginning.
    func edits(
        for track: MovieTrackState, movieTimescale: Int32
    ) -> (edits: [TrackEdit], duration: UInt64) {
        guard let span = track.media else { return ([], 0) }
        let first = track.time(span.firstPresentation)
        let last = track.time(span.presentationEnd)
        var timeline = EditTimeline(timescale: movieTimescale)
        let ranges = track.gaps.presentedRanges(from: span.firstPresentation, to: span.presentationEnd)
        for session in sessions {
            let end = session.end ?? max(last, session.start)
            var now = session.start
            for range in ranges {
                let (from, to) = (max(now, track.time(range.start)), min(end, track.time(range.end)))
                guard to > from else { continue }
                timeline.skip(from - now)
                let media = from - track.time(range.omittedDuration)
                timeline.present(to - from, mediaTime: Self.mediaTime(media, span, track))
                now = to
            }
            timeline.skip(end - now)
        }
        return timeline.result(
            mediaDuration: last - first, isFromBeginning: span.firstPresentation == span.firstDecode)
    }

    private static func mediaTime(
        _ time: MediaTime, _ span: MovieTrackState.MediaSpan, _ track: MovieTrackState
    ) -> Int64 {
        max(0, Int64(clamping: Int128(time.ticks(at: track.track.timescale)) - Int128(span.firstDecode)))
    }
}

/// Builds an edit list. Rounds boundaries on the movie's timeline, so that rounding errors do not accumulate.
private struct EditTimeline {
    private let timescale: Int32
    private var edits: [TrackEdit] = []
    private var now = MediaTime.zero
    private var ticks: Int64 = 0
    private var presented = MediaTime.zero

    init(timescale: Int32) { self.timescale = timescale }

    mutating func skip(_ duration: MediaTime) {
        let length = advance(duration)
        guard length > 0 else { return }
        if let last = edits.last, last.mediaTime == -1 {
            edits[edits.count - 1].duration &+= length
        } else {
            edits.append(.empty(length))
        }
    }

    mutating func present(_ duration: MediaTime, mediaTime: Int64) {
        let length = advance(duration)
        presented += duration
        // A duration of zero would mean all following media.
        guard length > 0 else { return }
        edits.append(TrackEdit(duration: length, mediaTime: mediaTime))
    }

    private mutating func advance(_ duration: MediaTime) -> UInt64 {
        guard duration > .zero else { return 0 }
        now += duration
        let target = now.ticks(at: timescale)
        defer { ticks = max(ticks, target) }
        return UInt64(max(0, target &- ticks))
    }

    func result(mediaDuration: MediaTime, isFromBeginning: Bool) -> (edits: [TrackEdit], duration: UInt64) {
        var edits = edits
        while let last = edits.last, last.mediaTime == -1 { edits.removeLast() }
        let duration = edits.reduce(UInt64(0)) { $0 &+ $1.duration }
        let isPlain = edits.count == 1 && edits[0].mediaTime == 0 && isFromBeginning && presented == mediaDuration
        return (isPlain ? [] : edits, duration)
    }
}
