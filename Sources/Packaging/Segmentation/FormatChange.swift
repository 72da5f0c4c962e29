import Media

/// A change of formats on its way: decides where it is, which has to be one place in every rendition.
///
/// It is where the first track goes on in its new format, or, where another track that depends on sync samples does
/// not have one there, at that track's next one.
struct FormatChange: Sendable {
    /// What a track brought since the change began.
    enum Item: Sendable {
        case sample(Sample)
        case gap(until: MediaTime)
        case end
    }

    /// One track and what it brought.
    struct PendingTrack: Sendable {
        var track: Track
        /// Whether its format is another one.
        var isChanged: Bool
        /// Whether only a sync sample can be its first one.
        let startsAtSyncSample: Bool
        var items: [Item] = []
    }

    /// How far apart the beginnings of two tracks may be to be one place; longer than a picture.
    static let tolerance = MediaTime.milliseconds(250)
    /// How many samples are kept of one track while the others are waited for.
    static let sampleLimit = 1 << 16

    private(set) var pendingTracks: [PendingTrack]
    /// Where the change is as far as is known; nil before a track has gone on in its new format.
    private(set) var time: MediaTime?

    /// A change among these tracks.
    init(_ tracks: [(track: Track, cutsItself: Bool)]) {
        pendingTracks = tracks.map {
            PendingTrack(track: $0.track, isChanged: false, startsAtSyncSample: $0.cutsItself)
        }
    }

    /// A track goes on in another format; what it brought in one that came between is lost.
    mutating func change(to track: Track) {
        guard let index = pendingTracks.firstIndex(where: { $0.track.id == track.id }) else { return }
        pendingTracks[index].track = track
        pendingTracks[index].isChanged = true
        pendingTracks[index].items = []
    }

    /// Keeps a sample; false for one that belongs to the time before the change.
    mutating func append(_ sample: Sample) throws(PackagingError) -> Bool {
        guard let index = pendingTracks.firstIndex(where: { $0.track.id == sample.track }) else { return false }
        let pending = pendingTracks[index]
        if pending.isChanged {
            if pending.items.isEmpty, !sample.isSync { return true }
            if time == nil { time = sample.presentationTime }
        } else if pending.items.isEmpty {
            guard let time, sample.presentationTime >= time, sample.isSync || !pending.startsAtSyncSample else {
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

    /// Keeps what is no sample; false where it belongs to the time before the change.
    mutating func append(_ item: Item, of id: Track.ID) -> Bool {
        guard let index = pendingTracks.firstIndex(where: { $0.track.id == id }) else { return false }
        if pendingTracks[index].items.isEmpty {
            guard let time, case .gap(let until) = item, until > time else { return false }
        }
        pendingTracks[index].items.append(item)
        return true
    }

    /// Where the change is, once every track has come so far; with `isLast` no track brings more.
    mutating func resolveTime(isLast: Bool, isInactive: (Track.ID, MediaTime) -> Bool) -> MediaTime? {
        guard var place = time else { return nil }
        var isSettled = false
        while !isSettled {
            isSettled = true
            for pending in pendingTracks {
                guard let begin = pending.startTime(after: place) else {
                    if isLast || pending.hasEnded || pending.hasGap(at: place) || isInactive(pending.track.id, place) {
                        continue
                    }
                    return nil
                }
                if pending.startsAtSyncSample, begin > place + Self.tolerance {
                    place = begin
                    isSettled = false
                }
            }
            // The others follow the first of those that need a sync sample.
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

    /// Whether a track is waited for that needs a sync sample.
    var needsSyncSample: Bool {
        time != nil && pendingTracks.contains { $0.startsAtSyncSample && !$0.isChanged && $0.items.isEmpty }
    }
}

extension FormatChange.PendingTrack {
    /// When the first sample is presented that can follow a change at `time`.
    func startTime(after time: MediaTime) -> MediaTime? {
        for case .sample(let sample) in items where sample.presentationTime >= time && (sample.isSync || !startsAtSyncSample) {
            return sample.presentationTime
        }
        return nil
    }

    /// Whether the track has nothing at `time`.
    fileprivate func hasGap(at time: MediaTime) -> Bool {
        items.contains { if case .gap(let until) = $0 { until >= time } else { false } }
    }

    fileprivate var hasEnded: Bool { items.contains { if case .end = $0 { true } else { false } } }

    /// What belongs before a change at `time` and what after it.
    func split(at time: MediaTime) -> (before: [Sample], after: [FormatChange.Item]) {
        let first = items.firstIndex { item in
            switch item {
            case .sample(let sample): sample.presentationTime >= time && (sample.isSync || !startsAtSyncSample)
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
