import Media

/// The text tracks of a presentation. Each is a separate rendition, however the other tracks are packaged.
struct TextRenditions: Sendable {
    private var renditions: [TextRendition] = []
    private var names: Set<String> = []
    /// The start of the current segment of the leading track; nil before its first segment and after its end.
    private var current: (start: MediaTime, liveOrigin: MonotonicTime?)?

    var isEmpty: Bool { renditions.isEmpty }
    var tracks: [Track] { renditions.map(\.track) }
    /// The latest end of the active cues.
    var end: MediaTime? { renditions.compactMap(\.end).max() }
    /// The number of cues that could not be presented, by track: arrived too late, or after the end of the other
    /// tracks.
    var droppedCues: [(track: Track, late: Int, beyond: Int)] {
        renditions.map { ($0.track, $0.lateCount, $0.cuesAfterEndCount) }.filter { $0.1 > 0 || $0.2 > 0 }
    }

    func contains(_ id: Track.ID) -> Bool { position(of: id) != nil }
    private func position(of id: Track.ID) -> Int? { renditions.firstIndex { $0.track.id == id } }

    mutating func add(_ track: Track) {
        if let index = position(of: track.id) {
            renditions[index].reopen()
            return renditions[index].change(to: track)
        }
        var rendition = TextRendition(track)
        // A late track begins with the current segment.
        if let current { rendition.enqueue(.begin(current.start, liveOrigin: current.liveOrigin)) }
        renditions.append(rendition)
    }

    /// Records a boundary, at which a late track may begin.
    mutating func pass(_ boundary: SegmentBoundary) {
        switch boundary {
        case .begin(let time, let liveOrigin): current = (time, liveOrigin)
        case .cut(let time): current?.start = time
        case .end: current = nil
        }
    }

    mutating func append(_ sample: Sample) throws(PackagingError) {
        guard let index = position(of: sample.track) else { return }
        guard !renditions[index].isEnded else {
            throw PackagingError(.invalidState, "a cue arrived after the end of its track")
        }
        try renditions[index].append(sample)
    }

    mutating func markReceived(_ id: Track.ID, until time: MediaTime) {
        if let index = position(of: id) { renditions[index].markReceived(until: time) }
    }

    mutating func end(_ id: Track.ID) { if let index = position(of: id) { renditions[index].complete() } }
    mutating func endAll() { for index in renditions.indices { renditions[index].complete() } }

    /// Processes boundaries of the leading track and emits completed segments.
    mutating func process(
        _ boundaries: [SegmentBoundary], alongside others: [RenditionAssembly], _ settings: FragmenterSettings,
        into output: inout [Segment]
    ) throws(PackagingError) {
        for boundary in boundaries { pass(boundary) }
        var names = names
        for index in renditions.indices {
            for boundary in boundaries { renditions[index].enqueue(boundary) }
            guard renditions[index].hasPendingBoundaries else { continue }
            try renditions[index].emit(settings, into: &output) { track in
                names.formUnion(others.map(\.rendition.id))
                let baseName = track.attributes.renditionName ?? track.mediaType.rawValue
                var (name, number) = (baseName, 2)
                while !names.insert(name).inserted {
                    name = "\(baseName)-\(number)"
                    number += 1
                }
                return name
            }
        }
        self.names = names
    }
}
