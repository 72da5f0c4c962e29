import Media
import StageKit

/// Tracks the segment boundaries at which video needs sync samples: requests the samples in advance and detects
/// boundaries that are overdue.
struct KeyframeSchedule {
    /// A segment boundary that a live track has passed without a sync sample.
    struct Overdue: Equatable {
        var track: Track.ID
        var boundary: MediaTime
        /// Whether this is the first overdue boundary of the run.
        var isFirst: Bool
    }

    /// The requests and the report that result from one sample.
    struct Due: Equatable {
        /// The boundaries at which to request sync samples.
        var requests: [MediaTime] = []
        var overdue: Overdue?
    }

    private struct TrackState {
        let isLive: Bool
        /// The boundary at or after which the next sync sample ends the segment; nil before the first sample.
        var boundary: MediaTime?
        /// Whether a sync sample has arrived. Samples before it are not in a segment.
        var hasBegun = false
        /// The start of the segment. A feed that is joined between two boundaries has complete segments between them.
        var segmentStart = MediaTime.zero
        /// The earliest presentation time, in ticks, at which a sample other than a sync sample needs attention.
        var nextCheck = Int64.min
        /// The presentation time, in ticks, at which the boundary is reported again.
        var overdueAt = Int64.max
        /// The value of `totalBytes` at the start of the segment.
        var bytesBefore = 0
    }

    /// The maximum amount of media that one segment of a live track may buffer, in bytes.
    static let byteLimit = 256 << 20
    /// The lead time of requests, in addition to the interval: more media than an encoder and its transport buffer.
    private static var margin: MediaTime { .seconds(12) }

    private let grid: SegmentGrid
    private var trackStates: [Track.ID: TrackState] = [:]
    private var requestedUntil: MediaTime?
    private var totalBytes = 0
    private var hasReported = false

    init(grid: SegmentGrid) { self.grid = grid }

    /// Adds a video track. Other tracks do not determine boundaries.
    mutating func add(_ track: Track) {
        guard track.mediaType == .video, trackStates[track.id] == nil else { return }
        trackStates[track.id] = TrackState(isLive: track.liveOrigin != nil, bytesBefore: totalBytes)
    }

    /// Handles a gap of a track until `time`. Segments end on the grid during a gap.
    mutating func gap(_ id: Track.ID, until time: MediaTime) {
        guard !time.isIndefinite, var course = trackStates[id] else { return }
        course.bytesBefore = totalBytes
        if course.boundary != nil { (course.boundary, course.segmentStart) = (grid.boundary(after: time), time) }
        (course.nextCheck, course.overdueAt) = (.min, .max)
        trackStates[id] = course
    }

    mutating func end(_ id: Track.ID) { trackStates[id] = nil }

    /// Handles the next sample. Throws `limit-reached` if the current segment buffers too much media without ending.
    mutating func advance(to sample: Sample) throws(StageError) -> Due? {
        totalBytes += sample.bytes.count + MemoryLayout<Sample>.stride
        guard let course = trackStates[sample.track] else { return nil }
        if course.isLive, course.overdueAt < .max, totalBytes - course.bytesBefore > Self.byteLimit {
            throw endless(course)
        }
        guard sample.isSync || sample.presentationTicks >= course.nextCheck else { return nil }
        return update(sample, course)
    }

    private mutating func update(_ sample: Sample, _ former: TrackState) -> Due? {
        var (course, due) = (former, Due())
        let time = sample.presentationTime
        let boundary = course.boundary ?? grid.boundary(after: time)
        if course.boundary == nil { course.segmentStart = time }
        course.boundary = boundary
        if sample.isSync {
            if !course.hasBegun || time >= boundary { (course.bytesBefore, course.segmentStart) = (totalBytes, time) }
            course.hasBegun = true
            course.boundary = max(boundary, grid.boundary(after: time))
            course.overdueAt = .max
        } else if course.isLive, let next = overdue(boundary, at: sample, &course) {
            due.overdue = next
            due.overdue?.track = sample.track
        }
        let next = request(after: time, &due)
        let ahead = (next - lead).ticks(at: sample.timescale, rounding: .up)
        let late = course.isLive ? min(course.overdueAt, firstOverdue(course, sample.timescale)) : .max
        course.nextCheck = min(ahead, late)
        trackStates[sample.track] = course
        return due == Due() ? nil : due
    }

    private var lead: MediaTime { grid.interval + Self.margin }

    /// Adds the boundaries to request now to `due`. Returns the boundary after them.
    private mutating func request(after time: MediaTime, _ due: inout Due) -> MediaTime {
        var next = grid.boundary(after: max(time, requestedUntil ?? time))
        while next <= time + lead {
            due.requests.append(next)
            requestedUntil = next
            next = grid.boundary(after: next)
        }
        return next
    }

    /// Returns the boundaries to request for video that a merge holds up to `time`; `earlier` is the time up to which
    /// they were requested before.
    func boundaries(holdingUntil time: MediaTime, after earlier: MediaTime?) -> [MediaTime] {
        var boundaries: [MediaTime] = []
        var next = grid.boundary(after: earlier.map { max(time, $0 + lead) } ?? time)
        while next <= time + lead {
            boundaries.append(next)
            next = grid.boundary(after: next)
        }
        return boundaries
    }

    private func firstOverdue(_ course: TrackState, _ timescale: Int32) -> Int64 {
        guard let boundary = course.boundary, course.overdueAt == .max else { return .max }
        // A segment of the full duration is not late, wherever it starts.
        let end = max(boundary, course.segmentStart + grid.interval)
        return end.ticks(at: timescale, rounding: .up) + half(timescale)
    }

    /// Half the interval in ticks. A boundary is overdue after this time, so that it is reported before the next one.
    private func half(_ timescale: Int32) -> Int64 { max(1, grid.interval.ticks(at: timescale) / 2) }

    private mutating func overdue(_ boundary: MediaTime, at sample: Sample, _ course: inout TrackState) -> Overdue? {
        let limit = min(course.overdueAt, firstOverdue(course, sample.timescale))
        guard sample.presentationTicks >= limit else { return nil }
        course.overdueAt = sample.presentationTicks + half(sample.timescale)
        defer { hasReported = true }
        return Overdue(track: sample.track, boundary: boundary, isFirst: !hasReported)
    }

    private func endless(_ course: TrackState) -> StageError {
        let boundary = (course.boundary ?? grid.start).decimal(places: 1)
        return StageError(
            .limitReached,
            "no sync sample since the segment boundary at \(boundary) s, and "
                + "\(Self.byteLimit >> 20) MiB of media are buffered; \(Self.remedy(grid.interval))")
    }

    /// The settings that produce sync samples at the boundaries.
    static func remedy(_ interval: MediaTime) -> String {
        "set max-keyframe-distance of the encoder, or the keyframe interval of the sender, to \(interval) or a fraction of it"
    }
}
