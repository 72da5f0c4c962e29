import Media

/// A pending change of formats, or the addition of a track. Determines the time of the change, which must be the same in every rendition.
///
/// The change is at the first sample of the first track in its new format. If another track whose samples depend on
/// each other has no sync sample there, the change is at that track's next sync sample.
struct FormatChange: Sendable {
    /// An event of a track since the change began.
    enum Item: Sendable {
        case sample(Sample)
        case gap(until: MediaTime)
        case end
    }

    /// A track and its events since the change began.
    struct PendingTrack: Sendable {
        var track: Track
        /// Whether the track has a new format.
        var isChanged: Bool
        /// Whether the track is not one of the preceding period.
        var isNew = false
        /// Whether the track can only start at a sync sample.
        let startsAtSyncSample: Bool
        var items: [Item] = []
        /// The number of samples in the new format before its first sync sample, which are discarded.
        var discardedCount = 0
    }

    /// The maximum distance between the starts of two tracks at the same change; longer than a frame.
    static let tolerance = MediaTime.milliseconds(250)
    /// The maximum duration of media buffered while a new track delivers nothing.
    static let newTrackLimit = MediaTime.seconds(10)
    /// The maximum duration of media buffered before the first sample of a new track, which may never deliver any.
    static let silentTrackLimit = MediaTime.seconds(1)
    /// The maximum number of samples buffered for one track while waiting for the others.
    static let sampleLimit = 1 << 16

    private(set) var pendingTracks: [PendingTrack]
    /// The time of the change, as far as known; nil until a track continues in its new format.
    private(set) var time: MediaTime?

    /// A change among these tracks.
    init(_ tracks: [(track: Track, cutsItself: Bool)]) {
        pendingTracks = tracks.map {
            PendingTrack(track: $0.track, isChanged: false, startsAtSyncSample: $0.cutsItself)
        }
    }

    /// Records that a track continues in another format. Samples in an intermediate format are discarded.
    mutating func change(to track: Track) {
        guard let index = pendingTracks.firstIndex(where: { $0.track.id == track.id }) else { return }
        pendingTracks[index].track = track
        pendingTracks[index].isChanged = true
        pendingTracks[index].discardedCount += pendingTracks[index].items.count {
            if case .sample = $0 { true } else { false }
        }
        pendingTracks[index].items = []
    }

    /// Adds a track, which starts at the change.
    mutating func add(_ track: Track) {
        if let known = pendingTracks.first(where: { $0.track.id == track.id })?.track {
            if known.format != track.format || known.timescale != track.timescale { change(to: track) }
            return
        }
        pendingTracks.append(
            PendingTrack(track: track, isChanged: true, isNew: true, startsAtSyncSample: track.hasDependencies))
    }

    /// Returns whether the change adds this track.
    func isAdding(_ id: Track.ID) -> Bool { pendingTracks.contains { $0.isNew && $0.track.id == id } }

    /// Removes a new track that has no samples. Returns whether the change has no cause left.
    mutating func remove(_ id: Track.ID) -> Bool {
        pendingTracks.removeAll { $0.isNew && $0.track.id == id && $0.items.isEmpty }
        return !pendingTracks.contains(where: \.isChanged)
    }

    /// Buffers a sample. Returns false for a sample before the change.
    ///
    /// - Parameter reached: The end of the media that the tracks of the preceding period have delivered; a new track
    ///   cannot start before it.
    /// - Parameter gapEnd: The end of the gaps that the change must not overlap.
    mutating func append(
        _ sample: Sample, reached: @autoclosure () -> MediaTime?, gapEnd: @autoclosure () -> MediaTime?
    ) throws(PackagingError) -> Bool {
        guard let index = pendingTracks.firstIndex(where: { $0.track.id == sample.track }) else { return false }
        let pending = pendingTracks[index]
        if pending.isChanged {
            if pending.items.isEmpty, !sample.flags.isEntryPoint {
                pendingTracks[index].discardedCount += 1
                return true
            }
            if time == nil {
                let start = max(sample.presentationTime, gapEnd() ?? sample.presentationTime)
                time = pending.isNew ? max(start, reached() ?? start) : start
            }
        } else if pending.items.isEmpty {
            guard let time, sample.presentationTime >= time, sample.flags.isEntryPoint || !pending.startsAtSyncSample
            else {
                return false
            }
        }
        guard pending.items.count < Self.sampleLimit else {
            throw PackagingError(
                .limitReached,
                "a format changes at \(time ?? .zero), and another track has no sync sample within "
                    + "\(Self.sampleLimit) samples after that")
        }
        pendingTracks[index].items.append(.sample(sample))
        return true
    }

    /// Buffers a gap or the end of a track. Returns false if it belongs before the change.
    mutating func append(_ item: Item, of id: Track.ID) -> Bool {
        guard let index = pendingTracks.firstIndex(where: { $0.track.id == id }) else { return false }
        if pendingTracks[index].items.isEmpty {
            guard let time, case .gap(let until) = item, until > time else { return false }
        }
        pendingTracks[index].items.append(item)
        return true
    }

    /// Returns the time of the change when all tracks have reached it; nil until then. With `isLast` no more samples
    /// follow.
    mutating func resolveTime(isLast: Bool, isInactive: (Track.ID, MediaTime) -> Bool) -> MediaTime? {
        guard var place = time else { return nil }
        var isSettled = false
        while !isSettled {
            isSettled = true
            for pending in pendingTracks {
                guard let begin = pending.startTime(after: place) else {
                    if isLast || pending.hasEnded || pending.hasGap(at: place) { continue }
                    if pending.isNew ? isOverdue(pending, after: place) : isInactive(pending.track.id, place) {
                        continue
                    }
                    return nil
                }
                if pending.startsAtSyncSample, begin > place + Self.tolerance {
                    place = begin
                    isSettled = false
                }
            }
            // The other tracks follow the earliest track that needs a sync sample.
            if isSettled,
                let first = pendingTracks.filter(\.startsAtSyncSample).compactMap({ $0.startTime(after: place) }).min(),
                first > place
            {
                place = first
                isSettled = false
            }
        }
        time = place
        return place
    }

    /// Whether the other tracks need not wait longer for a new one, which delivers nothing or has stopped delivering.
    private func isOverdue(_ pending: PendingTrack, after place: MediaTime) -> Bool {
        let limit = pending.items.isEmpty ? Self.silentTrackLimit : Self.newTrackLimit
        return pendingTracks.contains { ($0.lastTime ?? place) > place + limit }
    }

    /// Whether the change waits for a sync sample of a track.
    var needsSyncSample: Bool {
        time != nil && pendingTracks.contains { $0.startsAtSyncSample && !$0.isChanged && $0.items.isEmpty }
    }
}

extension FormatChange.PendingTrack {
    /// Returns the presentation time of the first sample that can follow a change at `time`.
    func startTime(after time: MediaTime) -> MediaTime? {
        for case .sample(let sample) in items
        where sample.presentationTime >= time && (sample.flags.isEntryPoint || !startsAtSyncSample) {
            return sample.presentationTime
        }
        return nil
    }

    /// Returns whether the track has a gap at `time`.
    fileprivate func hasGap(at time: MediaTime) -> Bool {
        items.contains { if case .gap(let until) = $0 { until >= time } else { false } }
    }

    /// The presentation time of the newest sample.
    fileprivate var lastTime: MediaTime? {
        if case .sample(let sample)? = items.last { sample.presentationTime } else { nil }
    }

    fileprivate var hasEnded: Bool { items.contains { if case .end = $0 { true } else { false } } }

    /// Splits the buffered events at a change at `time`.
    func split(at time: MediaTime) -> (before: [Sample], after: [FormatChange.Item]) {
        let first = items.firstIndex { item in
            switch item {
            case .sample(let sample):
                sample.presentationTime >= time && (sample.flags.isEntryPoint || !startsAtSyncSample)
            case .gap(let until): until > time
            case .end: true
            }
        }
        let before = items[..<(first ?? items.count)].compactMap { item -> Sample? in
            if case .sample(let sample) = item { sample } else { nil }
        }
        return (before, Array(items[(first ?? items.count)...]))
    }
}
