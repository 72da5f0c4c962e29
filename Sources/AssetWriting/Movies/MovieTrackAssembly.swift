import ISOMedia
import Media

/// The samples of one track on their way into a movie file.
struct MovieTrackAssembly: Sendable {
    /// The track, its timescale the file's.
    let track: Track
    let trackID: UInt32
    let settings: MovieTrackSettings
    var references: [(kind: FourCC, track: Track.ID)] = []
    /// What has been written.
    var table = SampleTableBox()
    /// The runs that wait to be written, oldest first, without the open one.
    private(set) var closed: [MovieRun] = []
    private(set) var open: MovieRun?
    /// Bytes that wait, with what it costs to keep them.
    private(set) var pendingBytes = 0
    private(set) var pendingSamples = 0
    private(set) var isEnded = false
    /// How many samples before the first sync sample were left out.
    private(set) var skippedBeforeSync = 0
    private(set) var media: MediaSpan?
    /// Times without media that no sample could last through, oldest first.
    private(set) var breaks = MediaBreaks()
    /// What `tfdt` counts from, set with the first fragment.
    var fragmentOrigin: Int64?
    private var timeline: TrackTimeline
    private var points: RandomAccessPoints?
    /// How many pictures were left out that lead the first sync sample and cannot be decoded.
    var skippedLeading: Int { points?.skippedLeading ?? 0 }
    private var cutter: RunCutter
    private var hasSync = false
    private var isFirstSampleHere = false
    private var hasPlaced = false

    /// Where a track's media lie on the input's timeline, in ticks of the track.
    struct MediaSpan: Sendable {
        var firstDecode: Int64
        var firstPresentation: Int64
        var presentationEnd: Int64
        /// Where decoding stands.
        var decodeEnd: Int64
    }

    init(_ track: Track, trackID: UInt32, _ settings: MovieTrackSettings, _ movie: MovieSettings) {
        var track = track
        track.priming = MediaTime(value: track.priming, timescale: track.timescale)
            .ticks(at: settings.mediaTimescale ?? track.timescale)
        track.timescale = settings.mediaTimescale ?? track.timescale
        self.track = track
        self.trackID = trackID
        self.settings = settings
        timeline = TrackTimeline(track: track, longestGap: movie.longestGap, leavesBreaks: true)
        points = RandomAccessPoints(track, accepts: .clean)
        cutter = RunCutter(movie, settings, timescale: track.timescale)
    }

    /// What a sample costs while it waits, beside its bytes.
    private static let overhead = 64

    /// The oldest run that waits.
    var firstRun: MovieRun? { closed.first ?? open }
    /// Whether the first sample has come, which may still be held back.
    var hasBegun: Bool { isFirstSampleHere }
    /// The fragment that the last sample belongs to; nil while none has been placed.
    var fragment: Int64? { hasPlaced ? cutter.fragment : nil }

    func time(_ ticks: Int64) -> MediaTime { MediaTime(value: ticks, timescale: track.timescale) }

    /// Says where the first fragment of the movie begins.
    mutating func beginFragments(at time: MediaTime) { cutter.begin(at: time) }

    /// What a sample has changed.
    struct Progress {
        /// Whether it is the first of its track.
        var isFirst = false
        /// Whether a run has begun, or the track itself.
        var hasBegunRun = false
        /// How many bytes more wait.
        var bytes = 0
    }

    /// Takes the next sample; a track has no more than `limit`.
    mutating func accept(_ sample: Sample, upTo limit: Int) throws(AssetWriterError) -> Progress {
        try checkCount(limit)
        guard hasSync || sample.isSync || !track.hasDependencies else {
            skippedBeforeSync += 1
            return Progress()
        }
        var sample = sample
        if points != nil {
            // Every random access point is a sync sample of a movie, so that none is held.
            guard case .one(let marked)? = points?.process(sample, isStart: !hasSync) else { return Progress() }
            sample = marked
        }
        sample = try converted(sample)
        let complete = try timeline.advance(to: sample)
        var progress = Progress(isFirst: !isFirstSampleHere, hasBegunRun: !isFirstSampleHere)
        (hasSync, isFirstSampleHere) = (true, true)
        if progress.isFirst {
            media = MediaSpan(
                firstDecode: sample.decodeTicks, firstPresentation: sample.presentationTicks,
                presentationEnd: sample.presentationTicks, decodeEnd: sample.decodeTicks)
        }
        guard let complete else { return progress }
        progress.hasBegunRun = add(complete)
        progress.bytes = complete.bytes.count + Self.overhead
        return progress
    }

    private func checkCount(_ limit: Int) throws(AssetWriterError) {
        guard !isEnded else {
            throw AssetWriterError(.invalidState, "a sample came after the end of its track")
        }
        guard table.sampleCount + pendingSamples < limit else {
            throw AssetWriterError(
                .limitReached,
                "the \(track.mediaType.rawValue) track has \(limit) samples, the most that a track of a movie can have")
        }
        guard breaks.editCount < MediaBreaks.mostEdits else {
            throw AssetWriterError(
                .limitReached,
                "the edit list of the \(track.mediaType.rawValue) track has \(MediaBreaks.mostEdits) entries for the times "
                    + "in which it is away, the most that are kept")
        }
    }

    /// Nothing comes for a while: the last sample lasts until something does.
    mutating func gap() { timeline.gap() }

    mutating func end() {
        if let last = timeline.finish() { _ = add(last) }
        isEnded = true
        closeRun()
    }

    /// Closes the run that is being filled, so that it can be written.
    mutating func closeRun() {
        guard let run = open else { return }
        closed.append(run)
        open = nil
    }

    /// Takes out the oldest closed run.
    mutating func takeRun() -> MovieRun? {
        guard !closed.isEmpty else { return nil }
        let run = closed.removeFirst()
        pendingBytes -= run.media.count + run.entries.count * Self.overhead
        pendingSamples -= run.entries.count
        return run
    }

    private mutating func add(_ sample: Sample) -> Bool {
        let isBehindBreak = breaks.place(sample)
        let isDue = cutter.begins(with: sample, afterRunFrom: open?.startTicks, size: open?.media.count ?? 0)
        let begins = isDue || isBehindBreak
        if begins {
            let capacity = open?.entries.count ?? 16
            closeRun()
            open = MovieRun(
                startTicks: sample.decodeTicks, fragment: cutter.fragment, capacity: capacity + capacity / 8)
        }
        open?.append(sample)
        hasPlaced = true
        pendingBytes += sample.bytes.count + Self.overhead
        pendingSamples += 1
        media?.decodeEnd = sample.decodeTicks + sample.duration
        if let end = media?.presentationEnd {
            media?.presentationEnd = max(end, sample.presentationTicks + sample.duration)
        }
        return begins
    }

    /// The sample in ticks of the file; refuses what tables cannot hold.
    private func converted(_ sample: Sample) throws(AssetWriterError) -> Sample {
        guard sample.timescale > 0, sample.decodeTicks.magnitude < 1 << 62,
            sample.presentationOffset.magnitude < 1 << 62
        else {
            throw AssetWriterError(
                .badTimestamps, "the \(track.mediaType.rawValue) track has a time that is out of range")
        }
        guard sample.bytes.count <= Int(UInt32.max) else {
            throw AssetWriterError(.sampleTooLarge, "a sample at \(sample.decodeTime) is larger than 4 GiB")
        }
        guard settings.sampleReferencePath == nil || sample.bytes.count == 0 || sample.bytes.storage.file != nil else {
            throw AssetWriterError(
                .unsupportedFormat, "a sample at \(sample.decodeTime) is not in a file that the movie could refer to")
        }
        guard sample.timescale != track.timescale else { return sample }
        var result = sample
        result.timescale = track.timescale
        result.decodeTicks = sample.decodeTime.ticks(at: track.timescale)
        result.presentationOffset =
            sample.presentationTime.ticks(at: track.timescale) &- result.decodeTicks
        result.duration = MediaTime(value: sample.duration, timescale: sample.timescale).ticks(at: track.timescale)
        return result
    }
}
