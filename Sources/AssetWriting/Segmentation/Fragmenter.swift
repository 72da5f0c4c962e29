package import ISOMedia
package import Media

/// Cuts the tracks of one presentation into segments: samples in, initialization and media segments out.
///
/// A value that waits for nothing: feed it samples in any order between tracks, decode order within a track, and
/// take what is finished. Nothing comes out before every track has shown its first sample, because priming and
/// reorder delay decide what the initialization segments say.
package struct Fragmenter: Sendable {
    package private(set) var settings: FragmenterSettings
    private var tracks: [TrackAssembly] = []
    private var renditions: [RenditionAssembly] = []
    private var leader = 0
    private var leaderCuts = LeaderCuts()
    private var hasStarted = false
    private var output: [Segment] = []

    package init(settings: FragmenterSettings) { self.settings = settings }

    /// The tracks so far, in the order in which they were added.
    package var addedTracks: [Track] { tracks.map(\.track) }

    /// Adds a track; all tracks have to be there before the first sample of the last of them.
    package mutating func add(_ track: Track) throws(AssetWriterError) {
        if let known = tracks.first(where: { $0.track.id == track.id })?.track {
            guard known.format == track.format, known.timescale == track.timescale else {
                throw AssetWriterError(
                    .unsupportedFormat,
                    "the format of the \(track.mediaType.rawValue) track changes; segments of one run share one format")
            }
            return
        }
        guard !hasStarted else {
            throw AssetWriterError(
                .lateTrack, "another \(track.mediaType.rawValue) track appeared after segments had begun")
        }
        try InitializationSegmentBuilder.check(track)
        tracks.append(assembly(for: track, follows: false))
        electLeader()
    }

    /// Adds a track with what it says beyond its format.
    package mutating func add(
        _ track: Track, _ trackSettings: MovieTrackSettings, references: [TrackReference]
    ) throws(AssetWriterError) {
        settings.trackSettings[track.id] = trackSettings
        settings.references[track.id] = references
        try add(track)
    }

    /// Takes the next sample of its track, in decode order.
    package mutating func append(_ sample: Sample) throws(AssetWriterError) {
        guard let index = tracks.firstIndex(where: { $0.track.id == sample.track }) else {
            throw AssetWriterError(.invalidState, "a sample came before its track was announced")
        }
        guard !tracks[index].isEnded else {
            throw AssetWriterError(.invalidState, "a sample came after the end of its track")
        }
        try tracks[index].accept(sample)
        try advance()
    }

    /// Ends a track; the others go on.
    package mutating func end(_ id: Track.ID) throws(AssetWriterError) {
        guard let index = tracks.firstIndex(where: { $0.track.id == id }), !tracks[index].isEnded else { return }
        tracks[index].end()
        try advance()
    }

    /// Ends all tracks and closes the last segments.
    package mutating func finish() throws(AssetWriterError) {
        for index in tracks.indices where !tracks[index].isEnded { tracks[index].end() }
        try advance()
        if !hasStarted && !tracks.isEmpty {
            throw AssetWriterError(.noSyncSample, "the input has no samples")
        }
    }

    /// Ends the segment of every track behind its last sample: custom segmentation.
    ///
    /// Does nothing when no sample has come since the last time.
    package mutating func flush() throws(AssetWriterError) {
        guard tracks.contains(where: \.hasOpenSamples) else { return }
        for index in tracks.indices { tracks[index].release() }
        if !hasStarted { try start() }
        for index in tracks.indices { tracks[index].cut() }
        for index in renditions.indices { try renditions[index].emit(from: &tracks, settings, into: &output) }
    }

    /// Takes away the samples at the end of each track that are presented at `time` or later and not yet emitted.
    package mutating func trim(from time: MediaTime) {
        for index in tracks.indices {
            tracks[index].trimTail(from: time.ticks(at: tracks[index].track.timescale, rounding: .up))
        }
    }

    /// Hands over the segments that are finished.
    package mutating func takeSegments() -> [Segment] {
        defer { output.removeAll(keepingCapacity: true) }
        return output
    }

    /// Whether segments are ready to be taken.
    package var hasSegments: Bool { !output.isEmpty }

    /// How many samples before the first sync sample had to be left out, for each track.
    package var skippedBeforeSync: [(track: Track, count: Int)] {
        tracks.filter { $0.skippedBeforeSync > 0 }.map { ($0.track, $0.skippedBeforeSync) }
    }
}

extension Fragmenter {
    private var grid: SegmentGrid {
        SegmentGrid(start: settings.initialSegmentStartTime, interval: settings.interval)
    }

    private func assembly(for track: Track, follows: Bool) -> TrackAssembly {
        let cutter = SegmentCutter(
            rule: follows ? .follow : .ownSyncSamples, timescale: track.timescale, grid: grid)
        return TrackAssembly(track: track, cutter: cutter, settings)
    }

    /// The first video track leads, else the first track; sound without dependencies follows it.
    private mutating func electLeader() {
        leader = tracks.firstIndex { $0.track.mediaType == .video } ?? 0
        for index in tracks.indices {
            let follows = index != leader && !tracks[index].track.hasDependencies
            if tracks[index].follows != follows, tracks[index].firstWaiting == nil {
                tracks[index] = assembly(for: tracks[index].track, follows: follows)
            }
        }
    }

    private mutating func advance() throws(AssetWriterError) {
        if !hasStarted { try startWhenReady() }
        guard hasStarted else { return }
        let cuts = tracks[leader].place(before: .max, leaderCuts: leaderCuts)
        if !cuts.isEmpty {
            for cut in cuts { leaderCuts.append(cut) }
            leaderCuts.forget(before: tracks.filter { !$0.isEnded }.map(\.segmentIndex).min() ?? 0)
        }
        let leaderIsDone = tracks[leader].isPast(tracks[leader].segmentIndex)
        let horizon = MediaTime(value: tracks[leader].placedUntil, timescale: tracks[leader].track.timescale)
        for index in tracks.indices where index != leader {
            let scale = tracks[index].track.timescale
            let limit =
                tracks[index].follows && !leaderIsDone ? horizon.ticks(at: scale, rounding: .down) : .max
            _ = tracks[index].place(before: limit, leaderCuts: leaderCuts)
        }
        for index in renditions.indices { try renditions[index].emit(from: &tracks, settings, into: &output) }
    }

    private mutating func startWhenReady() throws(AssetWriterError) {
        guard tracks.allSatisfy({ $0.isEnded || $0.firstWaiting != nil }) else { return }
        for assembly in tracks where assembly.firstWaiting == nil && assembly.skippedBeforeSync > 0 {
            throw AssetWriterError(
                .noSyncSample, "the \(assembly.track.mediaType.rawValue) track has no sync sample to begin with")
        }
        // A track that ended without a sample is no rendition.
        tracks.removeAll { $0.firstWaiting == nil }
        guard !tracks.isEmpty else { return }
        try start()
    }

    private mutating func start() throws(AssetWriterError) {
        leader = tracks.firstIndex { $0.track.mediaType == .video } ?? 0
        renditions = try RenditionAssembly.renditions(for: tracks, settings)
        for index in renditions.indices { output.append(renditions[index].initializationSegment) }
        hasStarted = true
    }
}

extension Track {
    /// Whether samples depend on samples before them.
    var hasDependencies: Bool {
        switch format {
        case .codedAudio(let format): format.hasSampleDependencies
        default: mediaType == .video
        }
    }
}
