import Media

/// A pending change of formats. Determines the time of the change, which must be the same in every rendition.
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
    struct Course: Sendable {
        var track: Track
        /// Whether the track has a new format.
        var isChanged: Bool
        /// Whether the track can only start at a sync sample.
        let cutsItself: Bool
        var items: [Item] = []
    }

    /// The maximum distance between the starts of two tracks at the same change; longer than a frame.
    static let tolerance = MediaTime.milliseconds(250)
    /// The maximum number of samples buffered for one track while waiting for the others.
    static let sampleLimit = 1 << 16

    private(set) var courses: [Course]
    /// The time of the change, as far as known; nil until a track continues in its new format.
    private(set) var time: MediaTime?

    /// A change among these tracks.
    init(_ tracks: [(track: Track, cutsItself: Bool)]) {
        courses = tracks.map { Course(track: $0.track, isChanged: false, cutsItself: $0.cutsItself) }
    }

    /// Records that a track continues in another format. Samples in an intermediate format are discarded.
    mutating func change(to track: Track) {
        guard let index = courses.firstIndex(where: { $0.track.id == track.id }) else { return }
        courses[index].track = track
        courses[index].isChanged = true
        courses[index].items = []
    }

    /// Buffers a sample. Returns false for a sample before the change.
    mutating func take(_ sample: Sample) throws(PackagingError) -> Bool {
        guard let index = courses.firstIndex(where: { $0.track.id == sample.track }) else { return false }
        let course = courses[index]
        if course.isChanged {
            if course.items.isEmpty, !sample.isSync { return true }
            if time == nil { time = sample.presentationTime }
        } else if course.items.isEmpty {
            guard let time, sample.presentationTime >= time, sample.isSync || !course.cutsItself else { return false }
        }
        guard course.items.count < Self.sampleLimit else {
            throw PackagingError(
                .limitReached,
                "a format changes at \(time ?? .zero), and another track has no sync sample within "
                    + "\(Self.sampleLimit) samples after that")
        }
        courses[index].items.append(.sample(sample))
        return true
    }

    /// Buffers a gap or the end of a track. Returns false if it belongs before the change.
    mutating func take(_ item: Item, of id: Track.ID) -> Bool {
        guard let index = courses.firstIndex(where: { $0.track.id == id }) else { return false }
        if courses[index].items.isEmpty {
            guard let time, case .gap(let until) = item, until > time else { return false }
        }
        courses[index].items.append(item)
        return true
    }

    /// Returns the time of the change when all tracks have reached it; nil until then. With `isLast` no more samples
    /// follow.
    mutating func place(isLast: Bool, isAway: (Track.ID, MediaTime) -> Bool) -> MediaTime? {
        guard var place = time else { return nil }
        var isSettled = false
        while !isSettled {
            isSettled = true
            for course in courses {
                guard let begin = course.begin(at: place) else {
                    if isLast || course.hasEnded || course.isAway(at: place) || isAway(course.track.id, place) {
                        continue
                    }
                    return nil
                }
                if course.cutsItself, begin > place + Self.tolerance {
                    place = begin
                    isSettled = false
                }
            }
            // The other tracks follow the earliest track that needs a sync sample.
            if isSettled, let first = courses.filter(\.cutsItself).compactMap({ $0.begin(at: place) }).min(),
                first > place
            {
                place = first
                isSettled = false
            }
        }
        time = place
        return place
    }

    /// Whether the change waits for a sync sample of a track.
    var needsSyncSample: Bool {
        time != nil && courses.contains { $0.cutsItself && !$0.isChanged && $0.items.isEmpty }
    }
}

extension FormatChange.Course {
    /// Returns the presentation time of the first sample that can follow a change at `time`.
    func begin(at time: MediaTime) -> MediaTime? {
        for case .sample(let sample) in items where sample.presentationTime >= time && (sample.isSync || !cutsItself) {
            return sample.presentationTime
        }
        return nil
    }

    /// Returns whether the track has a gap at `time`.
    fileprivate func isAway(at time: MediaTime) -> Bool {
        items.contains { if case .gap(let until) = $0 { until >= time } else { false } }
    }

    fileprivate var hasEnded: Bool { items.contains { if case .end = $0 { true } else { false } } }

    /// Splits the buffered events at a change at `time`.
    func split(at time: MediaTime) -> (before: [Sample], after: [FormatChange.Item]) {
        let first = items.firstIndex { item in
            switch item {
            case .sample(let sample): sample.presentationTime >= time && (sample.isSync || !cutsItself)
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
