import Media

/// Segments tracks while their formats stay the same.
struct FormatPeriod: Sendable {
    var settings: FragmenterSettings
    private(set) var tracks: [TrackAssembly] = []
    private(set) var renditions: [RenditionAssembly] = []
    private(set) var hasStarted = false
    private(set) var leader = 0
    /// The presentation start of the leading track; valid once the period has started.
    private(set) var leaderStart = MediaTime.zero
    private var leaderCuts = LeaderCuts()
    /// The cuts before the leading track starts.
    private(set) var initialCuts = LeaderCuts()
    /// The first boundary after the leading track whose cut depends on later media; indefinite if there is none.
    private var undecidedCut = MediaTime.indefinite
    /// The newest renditions of the preceding periods.
    private let previousRenditions: [RenditionAssembly]
    private var output: [Segment] = []
    /// The segment boundaries of the leading track, for text renditions.
    private(set) var boundaries: [SegmentBoundary] = []
    private var hasEnded = false

    /// The first period, or the period after `former`.
    init(_ settings: FragmenterSettings, after former: FormatPeriod? = nil) {
        self.settings = settings
        let current = former?.renditions ?? []
        let names = Set(current.map(\.rendition.id))
        previousRenditions =
            current + (former?.previousRenditions ?? []).filter { !names.contains($0.rendition.id) }
        for start in settings.segmentStarts ?? [] { leaderCuts.append(start) }
    }

    mutating func add(_ track: Track) throws(PackagingError) {
        guard !hasStarted else {
            throw PackagingError(
                .lateTrack, "another \(track.mediaType.rawValue) track was added after the first segment")
        }
        try InitializationSegmentBuilder.validate(track)
        tracks.append(assembly(for: track, follows: false))
        chooseLeader()
    }

    /// The end of the media that the tracks have delivered; nil before any.
    var reachedEnd: MediaTime? { tracks.filter { !$0.isEnded }.compactMap(\.reachedEnd).max() }

    /// The end of the gaps that a change which begins with a sample of this track must not overlap: those of the track, and
    /// those of tracks that start at a sync sample. Other tracks start where their gaps end.
    func gapEnd(beside id: Track.ID) -> MediaTime? {
        tracks.filter { !$0.isEnded && ($0.track.id == id || $0.track.hasDependencies) }.compactMap(\.openGapEnd).max()
    }

    func position(of id: Track.ID) -> Int? { tracks.firstIndex { $0.track.id == id } }

    mutating func append(_ sample: Sample) throws(PackagingError) {
        guard let index = position(of: sample.track) else {
            throw PackagingError(.invalidState, "a sample arrived before its track was added")
        }
        guard !tracks[index].isEnded else {
            throw PackagingError(.invalidState, "a sample arrived after the end of its track")
        }
        try tracks[index].append(sample)
        try advance()
    }

    /// Records that a track has no media until `time`. `start` is the start of the gap if no sample precedes it.
    mutating func gap(_ id: Track.ID, until time: MediaTime, start: MediaTime) throws(PackagingError) {
        guard let index = position(of: id), !tracks[index].isEnded else { return }
        try tracks[index].gap(until: time, start: start)
        try advance()
    }

    mutating func end(_ id: Track.ID) throws(PackagingError) {
        guard let index = position(of: id), !tracks[index].isEnded else { return }
        try tracks[index].end()
        try advance()
    }

    /// Ends all tracks and closes the last segments.
    mutating func finish() throws(PackagingError) {
        for index in tracks.indices where !tracks[index].isEnded { try tracks[index].end() }
        try advance()
    }

    /// Ends the current segment of every track after its last sample.
    mutating func flush() throws(PackagingError) {
        guard tracks.contains(where: \.hasOpenSamples) else { return }
        for index in tracks.indices { try tracks[index].release() }
        if !hasStarted { try start() }
        for index in tracks.indices { try tracks[index].cut() }
        boundaries.append(.cut(tracks[leader].presentationEnd))
        for index in renditions.indices { try renditions[index].emit(from: &tracks, settings, into: &output) }
    }

    mutating func trim(from time: MediaTime) {
        for index in tracks.indices {
            tracks[index].trimTail(from: time.ticks(at: tracks[index].track.timescale, rounding: .up))
        }
    }

    mutating func discardBoundaries() { if !boundaries.isEmpty { boundaries = [] } }

    mutating func dequeueBoundaries() -> [SegmentBoundary] {
        defer { boundaries = [] }
        return boundaries
    }

    mutating func dequeueSegments() -> [Segment] {
        defer { output.removeAll(keepingCapacity: true) }
        return output
    }

    var hasSegments: Bool { !output.isEmpty }
}

extension FormatPeriod {
    private var grid: SegmentGrid {
        SegmentGrid(start: settings.initialSegmentStartTime, interval: settings.interval)
    }

    private func assembly(for track: Track, follows: Bool) -> TrackAssembly {
        let cutter = SegmentCutter(
            rule: follows ? .follow : .ownSyncSamples, timescale: track.timescale, grid: grid,
            boundaries: track.mediaType == .video ? settings.boundaries : nil)
        return TrackAssembly(track: track, cutter: cutter, settings)
    }

    /// Chooses the leading track: the first video track, or else the first track. Audio without dependencies follows
    /// it.
    private mutating func chooseLeader() {
        leader = leadingTrack
        for index in tracks.indices {
            let mayFollow = index != leader || settings.segmentStarts != nil
            let follows = mayFollow && !tracks[index].track.hasDependencies
            if tracks[index].follows != follows, !tracks[index].hasBegun {
                tracks[index] = assembly(for: tracks[index].track, follows: follows)
            }
        }
    }

    private var leadingTrack: Int {
        tracks.firstIndex { $0.track.mediaType == .video && !$0.track.attributes.isTrickPlay }
            ?? tracks.firstIndex { $0.track.mediaType == .video } ?? 0
    }

    private mutating func advance() throws(PackagingError) {
        if !hasStarted { try startWhenReady() }
        guard hasStarted else { return }
        let cuts = tracks[leader].place(before: .max, leaderCuts: leaderCuts)
        if !cuts.isEmpty {
            if settings.segmentStarts == nil { for cut in cuts { leaderCuts.append(cut) } }
            boundaries += cuts.map { .cut($0) }
            leaderCuts.removeAll(before: tracks.filter { !$0.isEnded }.map(\.segmentIndex).min() ?? 0)
        }
        let leaderIsDone = tracks[leader].isSegmentComplete(tracks[leader].segmentIndex)
        if leaderIsDone, !hasEnded {
            boundaries.append(.end(tracks[leader].presentationEnd))
            hasEnded = true
        }
        if leaderIsDone { extendCuts() }
        let horizon = MediaTime(value: tracks[leader].cutHorizon, timescale: tracks[leader].track.timescale)
        for index in tracks.indices where index != leader {
            let scale = tracks[index].track.timescale
            let follows = tracks[index].follows && !(leaderIsDone && tracks[index].isEnded)
            let bound = leaderIsDone ? undecidedCut : horizon
            let limit = follows && !bound.isIndefinite ? bound.ticks(at: scale, rounding: .down) : .max
            _ = tracks[index].place(before: limit, leaderCuts: leaderCuts)
        }
        for index in renditions.indices { try renditions[index].emit(from: &tracks, settings, into: &output) }
    }

    /// Cuts the tracks that follow at the grid once the leading track has ended.
    private mutating func extendCuts() {
        guard settings.segmentStarts == nil, let end = tracks.filter(\.follows).compactMap(\.knownEnd).max() else {
            return
        }
        guard tracks[leader].track.liveOrigin != nil else {
            let leaderEnd = max(leaderStart, tracks[leader].presentationEnd)
            undecidedCut = leaderCuts.extend(along: grid, after: leaderStart..<leaderEnd, to: end)
            return
        }
        var cut = grid.boundary(after: max(tracks[leader].presentationEnd, leaderCuts.last ?? .zero))
        while cut <= end {
            leaderCuts.append(cut)
            cut = grid.boundary(after: cut)
        }
    }

    private mutating func startWhenReady() throws(PackagingError) {
        guard tracks.allSatisfy({ $0.isEnded || $0.hasBegun }) else { return }
        for assembly in tracks where !assembly.hasBegun && assembly.skippedBeforeSync > 0 {
            throw PackagingError(
                .noSyncSample,
                "the \(assembly.track.mediaType.rawValue) track has no sync sample to start with"
                    + (assembly.skippedRecovery.map { "; \($0.advice(settings.profile))" } ?? ""))
        }
        // A track that ended without samples has no rendition.
        tracks.removeAll { !$0.hasBegun }
        guard !tracks.isEmpty else { return }
        try start()
    }

    /// Aligns captured audio with the first video frame: devices start at different times, and earlier audio would make
    /// the first segment the longest. Also aligns audio if initial video frames of a movie were discarded.
    private mutating func alignStarts() {
        guard let first = tracks[leader].firstWaiting else { return }
        let isLive = tracks[leader].track.liveOrigin != nil
        guard isLive || tracks[leader].skippedPreroll > 0 else { return }
        for index in tracks.indices where tracks[index].follows && (tracks[index].track.liveOrigin != nil) == isLive {
            tracks[index].trimHead(before: first.presentationTime.ticks(at: tracks[index].track.timescale))
        }
    }

    /// Cuts the tracks of a file that follow at the grid before the leading track starts.
    private mutating func cutBeforeLeader() {
        guard tracks[leader].track.liveOrigin == nil, settings.segmentStarts == nil, settings.packaging == .separate,
            let start = tracks.filter({ $0.follows && $0.hasBegun }).map(\.presentationStart).min()
        else { return }
        initialCuts.append(along: grid, from: start, to: tracks[leader].presentationStart)
        leaderCuts = initialCuts
    }

    /// The part target duration. It is announced to players and must not change with the formats.
    private var chosenPartTarget: MediaTime? {
        if let promised = previousRenditions.lazy.compactMap(\.rendition.partTarget).first { return promised }
        let units = tracks.filter(\.hasParts).compactMap(\.firstWaiting?.length)
        return settings.part.map { PartTarget.nearest(to: $0, units: units) }
    }

    private mutating func start() throws(PackagingError) {
        leader = leadingTrack
        if previousRenditions.isEmpty { alignStarts() }
        let target = chosenPartTarget
        if let target {
            for index in tracks.indices where tracks[index].hasParts { tracks[index].setPartTarget(target) }
        }
        renditions = try RenditionAssembly.renditions(
            for: tracks, settings, partTarget: target, after: previousRenditions)
        for index in renditions.indices { output.append(renditions[index].initializationSegment) }
        cutBeforeLeader()
        leaderStart = tracks[leader].presentationStart
        boundaries.append(.begin(leaderStart, liveOrigin: tracks[leader].track.liveOrigin))
        hasStarted = true
    }
}

extension Track {
    /// Whether samples depend on earlier samples.
    var hasDependencies: Bool {
        switch format {
        case .codedAudio(let format): format.hasSampleDependencies
        default: mediaType == .video
        }
    }
}
