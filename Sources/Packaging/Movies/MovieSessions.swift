import ISOMedia
import Media

/// The stretches of the input's timeline that a movie presents, one after another.
struct MovieSessions: Sendable {
    /// One stretch; without an end it presents all that follows.
    struct Session: Sendable {
        var start: MediaTime
        var end: MediaTime?
    }

    private(set) var sessions: [Session] = []

    /// Whether a session has begun and not ended.
    var isOpen: Bool { sessions.last.map { $0.end == nil } ?? false }
    var isEmpty: Bool { sessions.isEmpty }

    mutating func begin(at time: MediaTime) { sessions.append(Session(start: time)) }
    mutating func end(at time: MediaTime) {
        guard let last = sessions.indices.last else { return }
        sessions[last].end = max(time, sessions[last].start)
    }

    /// The edit list of a movie that goes on in fragments: the first session up to an end that is not known.
    func openEdits(for track: MovieTrackAssembly, movieTimescale: Int32) -> [TrackEdit] {
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

    /// The edit list of a finished track and how long it is presented, in movie ticks.
    ///
    /// There is no list where it would say to present all media from the beginning.
    func edits(
        for track: MovieTrackAssembly, movieTimescale: Int32
    ) -> (edits: [TrackEdit], duration: UInt64) {
        guard let span = track.media else { return ([], 0) }
        let first = track.time(span.firstPresentation)
        let last = track.time(span.presentationEnd)
        var timeline = EditTimeline(timescale: movieTimescale)
        let stretches = track.breaks.stretches(from: span.firstPresentation, to: span.presentationEnd)
        for session in sessions {
            let end = session.end ?? max(last, session.start)
            var now = session.start
            for stretch in stretches {
                let (from, to) = (max(now, track.time(stretch.start)), min(end, track.time(stretch.end)))
                guard to > from else { continue }
                timeline.skip(from - now)
                let media = from - track.time(stretch.leftOut)
                timeline.present(to - from, mediaTime: Self.mediaTime(media, span, track))
                now = to
            }
            timeline.skip(end - now)
        }
        return timeline.result(
            wholeMedia: last - first, isFromBeginning: span.firstPresentation == span.firstDecode)
    }

    private static func mediaTime(
        _ time: MediaTime, _ span: MovieTrackAssembly.MediaSpan, _ track: MovieTrackAssembly
    ) -> Int64 {
        max(0, Int64(clamping: Int128(time.ticks(at: track.track.timescale)) - Int128(span.firstDecode)))
    }
}

/// Collects edits; boundaries are rounded on the movie's timeline, so that rounding does not add up.
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
        // An edit without length would mean all that follows.
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

    func result(wholeMedia: MediaTime, isFromBeginning: Bool) -> (edits: [TrackEdit], duration: UInt64) {
        var edits = edits
        while let last = edits.last, last.mediaTime == -1 { edits.removeLast() }
        let duration = edits.reduce(UInt64(0)) { $0 &+ $1.duration }
        let isPlain = edits.count == 1 && edits[0].mediaTime == 0 && isFromBeginning && presented == wholeMedia
        return (isPlain ? [] : edits, duration)
    }
}
