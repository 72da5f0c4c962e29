import ISOMedia
import Media

/// The state of one track of a movie file: its samples, runs and sample table.
struct MovieTrackState: Sendable {
    /// The track, with the timescale of the file.
    let track: Track
    let trackID: UInt32
    let settings: MovieTrackSettings
    var references: [(kind: FourCC, track: Track.ID)] = []
    /// The table of written samples.
    var table = SampleTableBox()
    /// The completed runs waiting to be written, oldest first.
    private(set) var closed: [MovieRun] = []
    private(set) var open: MovieRun?
    /// The size of waiting samples in bytes, with a fixed overhead per sample.
    private(set) var pendingBytes = 0
    private(set) var pendingSamples = 0
    private(set) var isEnded = false
    /// The number of samples discarded before the first sync sample.
    private(set) var skippedBeforeSync = 0
    private(set) var media: MediaSpan?
    /// The gaps that are longer than a sample can last, oldest first.
    private(set) var gaps = MovieGaps()
    /// The origin of `tfdt` times, set with the first fragment.
    var fragmentOrigin: Int64?
    private var timeline: TrackTimeline
    /// The frames of uncompressed audio, each a sample of the file; nil for other media.
    private(set) var frames: FrameTimeline?
    private var points: RandomAccessPoints?
    /// The formats of the sample entries, in the order of the file.
    private(set) var formats: [MediaFormat]
    /// The indices of the sample entries, from 0, of the next sample and of the sample that the timeline buffers.
    private var (nextEntry, bufferedEntry) = (0, 0)
    /// The number of leading pictures of the first sync sample that were discarded because they cannot be decoded.
    var skippedLeading: Int { points?.skippedLeading ?? 0 }
    private var runBoundaries: RunBoundaries
    private var hasSync = false
    private var hasReceivedSample = false
    private var hasAssignedSample = false

    /// The range of a track's media on the input's timeline, in ticks of the track.
    struct MediaSpan: Sendable {
        var firstDecode: Int64
        var firstPresentation: Int64
        var presentationEnd: Int64
        /// The decode end of the last sample.
        var decodeEnd: Int64
    }

    init(_ track: Track, trackID: UInt32, _ settings: MovieTrackSettings, _ movie: MovieSettings) {
        var track = track
        let timescale = track.fileTimescale(preferred: settings.mediaTimescale)
        track.priming = MediaTime(value: track.priming, timescale: track.timescale).ticks(at: timescale)
        track.timescale = timescale
        self.track = track
        frames = FrameTimeline(track)
        formats = [track.format]
        self.trackID = trackID
        self.settings = settings
        timeline = TrackTimeline(track: track, maximumGap: movie.maximumGap, limitsSampleDuration: true)
        points = RandomAccessPoints(track, accepts: .clean, allowsGradualRecovery: true)
        runBoundaries = RunBoundaries(movie, settings, timescale: track.timescale)
    }

    /// The memory overhead of a waiting sample in bytes.
    private static let overhead = 64

    /// Returns the number of samples of the file in `packets` packets.
    private func sampleCount(_ packets: Int, _ byteCount: Int) -> Int { frames?.frameCount(byteCount) ?? packets }

    // Not the run itself: a copy of it retains its samples.
    /// The decode time of the oldest waiting run, in ticks; nil if none is waiting.
    var firstRunTicks: Int64? { closed.isEmpty ? open?.startTicks : closed[0].startTicks }
    /// The fragment of the oldest waiting run; nil if none is waiting.
    var firstRunFragment: Int64? { closed.isEmpty ? open?.fragment : closed[0].fragment }
    /// Whether the first sample has arrived; the timeline may still buffer it.
    var hasBegun: Bool { hasReceivedSample }
    /// The fragment of the last sample; nil before the first one.
    var fragment: Int64? { hasAssignedSample ? runBoundaries.fragment : nil }

    func time(_ ticks: Int64) -> MediaTime { MediaTime(value: ticks, timescale: track.timescale) }

    /// Sets the start of the first fragment of the movie.
    mutating func beginFragments(at time: MediaTime) { runBoundaries.begin(at: time) }

    /// The changes caused by a sample.
    struct Progress {
        /// Whether the sample is the first of its track.
        var isFirst = false
        /// Whether a run or the track has started.
        var hasBegunRun = false
        /// The number of additional bytes waiting.
        var bytes = 0
    }

    /// Appends the next sample; throws when the track already has `limit` samples.
    mutating func append(_ sample: Sample, upTo limit: Int) throws(PackagingError) -> Progress {
        try validateLimits(limit)
        guard hasSync || sample.isSync || !track.hasDependencies || begins(atRecoveryPoint: sample) else {
            skippedBeforeSync += 1
            return Progress()
        }
        if points == nil { return try appendDecodable(sample) }
        // In a movie every random access point is a sync sample, so no sample is delayed here.
        guard case .one(let flagged)? = points?.process(sample, isStart: !hasSync) else { return Progress() }
        return try appendDecodable(flagged)
    }

    /// Starts the track at a recovery point of H.264, if the sample is one: streams without IDR pictures have no sync
    /// sample.
    private mutating func begins(atRecoveryPoint sample: Sample) -> Bool {
        var track = track
        track.format = formats[nextEntry]
        guard RecoveryRule(track.format, allowsGradual: true)?.point(sample.bytes) != nil else { return false }
        points = RandomAccessPoints(track, accepts: .recovery, allowsGradualRecovery: true)
        return true
    }

    private mutating func appendDecodable(_ sample: Sample) throws(PackagingError) -> Progress {
        let source = sample.timescale
        var sample = try converted(sample)
        var frames = frames
        if let placed = try frames?.placed(sample, from: source) { sample = placed }
        let complete = try timeline.advance(to: sample)
        self.frames = frames
        var progress = Progress(isFirst: !hasReceivedSample, hasBegunRun: !hasReceivedSample)
        (hasSync, hasReceivedSample) = (true, true)
        if progress.isFirst {
            media = MediaSpan(
                firstDecode: sample.decodeTicks, firstPresentation: sample.presentationTicks,
                presentationEnd: sample.presentationTicks, decodeEnd: sample.decodeTicks)
        }
        let entry = bufferedEntry
        bufferedEntry = nextEntry
        guard let complete else { return progress }
        progress.hasBegunRun = add(complete, entry)
        progress.bytes = complete.bytes.count + Self.overhead
        return progress
    }

    private func validateLimits(_ limit: Int) throws(PackagingError) {
        guard !isEnded else {
            throw PackagingError(.invalidState, "a sample arrived after the end of its track")
        }
        // Frames of constant size require no memory, but their number has 32 bits.
        let limit = frames == nil ? limit : Int(UInt32.max) - Int(FrameTimeline.maximumCount)
        guard table.sampleCount + pendingSamples < limit else {
            throw PackagingError(
                .limitReached,
                "the \(track.mediaType.rawValue) track has \(limit) samples, the limit per track of a movie")
        }
        guard gaps.editCount < MovieGaps.maximumEditCount else {
            throw PackagingError(
                .limitReached,
                "the edit list of the \(track.mediaType.rawValue) track has reached the limit of \(MovieGaps.maximumEditCount) "
                    + "entries for gaps")
        }
    }

    /// The maximum number of sample entries of a track.
    private static let maximumEntryCount = 1 << 12

    /// Whether samples of another format of the track can follow. Frames of uncompressed audio depend on the format.
    func canChange(to other: Track) -> Bool {
        guard other.mediaType == track.mediaType, frames == nil, FrameTimeline(other) == nil else { return false }
        return formats.contains(other.format) || formats.count < Self.maximumEntryCount
    }

    /// Changes the format of the following samples, of which the first is a sync sample.
    mutating func change(to format: MediaFormat) {
        guard formats[nextEntry] != format else { return }
        if let known = formats.firstIndex(of: format) {
            nextEntry = known
        } else {
            nextEntry = formats.count
            formats.append(format)
        }
        var changed = track
        changed.format = format
        points = RandomAccessPoints(changed, accepts: .clean, allowsGradualRecovery: true)
        hasSync = false
    }

    /// Announces a gap: the last sample lasts until the next one.
    mutating func gap() { timeline.gap() }

    mutating func end() {
        if let last = timeline.finish() { _ = add(last, bufferedEntry) }
        isEnded = true
        closeRun()
    }

    /// Closes the open run, so that it can be written.
    mutating func closeRun() {
        guard let run = open else { return }
        closed.append(run)
        open = nil
    }

    /// Removes and returns the oldest closed run.
    mutating func removeFirstRun() -> MovieRun? {
        guard !closed.isEmpty else { return nil }
        let run = closed.removeFirst()
        pendingBytes -= run.media.count + run.entries.count * Self.overhead
        pendingSamples -= sampleCount(run.entries.count, run.media.count)
        return run
    }

    private mutating func add(_ sample: Sample, _ entry: Int) -> Bool {
        let followsGap = gaps.record(sample)
        let changesEntry = open.map { $0.entry != entry } ?? false
        let isDue = runBoundaries.begins(with: sample, afterRunFrom: open?.startTicks, size: open?.media.count ?? 0)
        let begins = isDue || followsGap || changesEntry
        if begins {
            let capacity = open?.entries.count ?? 16
            closeRun()
            open = MovieRun(
                startTicks: sample.decodeTicks, fragment: runBoundaries.fragment, entry: entry,
                capacity: capacity + capacity / 8)
        }
        open?.append(sample)
        hasAssignedSample = true
        pendingBytes += sample.bytes.count + Self.overhead
        pendingSamples += sampleCount(1, sample.bytes.count)
        media?.decodeEnd = sample.decodeTicks + sample.duration
        if let end = media?.presentationEnd {
            media?.presentationEnd = max(end, sample.presentationTicks + sample.duration)
        }
        return begins
    }

    /// Converts the sample to ticks of the file; throws when the tables cannot store its values.
    private func converted(_ sample: Sample) throws(PackagingError) -> Sample {
        guard sample.timescale > 0, sample.decodeTicks.magnitude < 1 << 62,
            sample.presentationOffset.magnitude < 1 << 62
        else {
            throw PackagingError(
                .badTimestamps, "the \(track.mediaType.rawValue) track has a time out of range")
        }
        guard sample.bytes.count <= Int(UInt32.max) else {
            throw PackagingError(.sampleTooLarge, "a sample at \(sample.decodeTime) is larger than 4 GiB")
        }
        guard settings.sampleReferencePath == nil || sample.bytes.count == 0 || sample.bytes.storage.file != nil else {
            throw PackagingError(
                .unsupportedFormat, "a sample at \(sample.decodeTime) is not in a file that the movie can reference")
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
