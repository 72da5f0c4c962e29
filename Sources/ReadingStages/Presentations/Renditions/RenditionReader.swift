import AssetDownloading
import Media
import PackagingStages
import StageKit
import SystemFiles

/// Reads the samples of one rendition, from timeline to timeline.
final class RenditionReader {
    /// The number of segments in which tracks are searched that the first one does not contain.
    private static let probeCount = 4
    /// The size of these segments in bytes.
    private static let probeSize = 64 << 20

    private let stream: SelectedPresentation.Stream
    private let loading: SegmentLoading
    private let subject: String
    private let settings: Settings
    private let context: StageContext
    private var demultiplexer: (any SegmentDemultiplexer)?
    private var identities = TrackIdentities()
    private var continuity = TrackContinuity()
    /// The file of the current segment, which must not be truncated.
    private var content: SegmentContent?
    /// Segments that were loaded but not read.
    private var waiting: [RenditionSegments.Segment] = []
    private var hasReachedEnd = false
    /// The time of the segments that is time zero.
    private var origin = MediaTime.zero
    /// The end of the segments that were read, for renditions that lack the selected tracks for a time.
    private var position = MediaTime.zero
    /// The duration of the segments that are being read.
    private var duration = MediaTime.zero
    /// The number of the first timeline, which differs if a playlist does not count discontinuities.
    private var base = 0
    private var number = 0
    /// The number of gaps in the playlist.
    private var gapCount = 0
    private(set) var damage: [DamageFigures] = []
    private(set) var containerErrors = 0

    /// The properties of all renditions of a run.
    struct Settings {
        var tracks: TrackSelection
        var maxDamage: Int
        /// nil for the default.
        var silence: Duration?
    }

    /// The media type of the variant's stream that other renditions replace.
    var excluded: MediaType?

    init(
        _ stream: SelectedPresentation.Stream, _ loading: SegmentLoading, of subject: String, _ settings: Settings,
        _ context: StageContext
    ) {
        (self.stream, self.loading, self.subject) = (stream, loading, subject)
        (self.settings, self.context) = (settings, context)
    }

    /// Whether all samples have been delivered.
    var isAtEnd: Bool { demultiplexer == nil && waiting.isEmpty && hasReachedEnd }
    /// Whether the playlist may change, as far as it is known.
    var isLive: Bool { loading.isLive }
    /// Whether the next samples are on another timeline.
    var isBetweenTimelines: Bool { demultiplexer == nil && !waiting.isEmpty }
    /// The number of the next timeline.
    var nextNumber: Int { (waiting.first?.discontinuity ?? 0) - base }
    /// The end of the samples so far.
    var end: MediaTime { continuity.end }
    /// Whether the rendition consists of subtitles, which may be absent for any time.
    var isText: Bool { stream.rendition?.kind == .subtitles }
    /// The time up to which the rendition was read.
    var time: MediaTime {
        if isText { return position }
        return demultiplexer?.tracks.isEmpty ?? false ? max(end, position) : end
    }
    /// Whether no track of the rendition is or was selected.
    var isUnused: Bool { continuity.ids.isEmpty && demultiplexer?.tracks.isEmpty ?? true }
    var ends: [Message<Sample>] { continuity.ids.map { .end($0) } }

    // MARK: Timelines

    /// Loads the first segment.
    func open() async throws { if let first = try await nextSegment() { waiting.append(first) } }

    /// Numbers the timelines like another rendition, which starts with `number`.
    func align(to number: Int) async throws {
        // Live renditions may start a segment earlier.
        for _ in 0..<2 where loading.isLive && nextNumber < number {
            guard let next = try await nextSegment() else { break }
            waiting = [next]
        }
        base = nextNumber - number
    }

    /// Prepares to read the next timeline. Returns its tracks.
    func prepare() async throws -> [SourceTrack] {
        number = waiting[0].discontinuity
        content = waiting[0].content
        var segments = [waiting.removeFirst()]
        var found = try makeDemultiplexer(segments[0].content)
        while !found.hasAllTracks, segments.count < Self.probeCount, waiting.isEmpty,
            segments.reduce(0, { $0 + $1.content.bytes.count }) < Self.probeSize
        {
            guard let next = try await nextSegment() else { break }
            guard next.discontinuity == number, found.accepts(next.content) else {
                waiting.append(next)
                break
            }
            segments.append(next)
            found = try makeDemultiplexer(segments.map(\.content))
        }
        demultiplexer = found
        duration = segments.reduce(.zero) { $0 + $1.duration }
        return sources(of: found)
    }

    private func makeDemultiplexer(_ content: SegmentContent) throws -> any SegmentDemultiplexer {
        try SegmentFormats.demultiplexer(
            of: content, language: stream.rendition?.language, subject: subject,
            maxDamage: isLive ? nil : settings.maxDamage, context)
    }

    private func makeDemultiplexer(_ contents: [SegmentContent]) throws -> any SegmentDemultiplexer {
        var first = contents[0]
        // The demultiplexer examines one piece of memory.
        var bytes: [UInt8] = []
        for content in contents { bytes += content.bytes.bytes }
        (first.bytes, first.file) = (ByteSlice(copying: bytes), nil)
        return try makeDemultiplexer(first)
    }

    private func sources(of demultiplexer: any SegmentDemultiplexer) -> [SourceTrack] {
        demultiplexer.sources.map { source in
            guard source.type != nil, source.type == excluded else { return source }
            var source = source
            source.obstacle = "which another playlist replaces"
            source.isAuxiliary = true
            return source
        }
    }

    /// Selects the tracks. Returns the start of the timeline in the times of the segments, near `expected`; nil if no track
    /// is selected.
    func select(near expected: MediaTime?) throws -> MediaTime? {
        guard var found = demultiplexer else { return nil }
        let choice = TrackChoice(among: sources(of: found), by: settings.tracks, of: subject)
        identities.begin()
        try found.select(choice, &identities)
        demultiplexer = found
        guard let start = found.start, let expected, let wrap = found.wrap else { return found.start }
        return start + Self.turns(of: wrap, from: start, to: expected)
    }

    /// Returns the multiple of `wrap` that moves a time closest to another one.
    private static func turns(of wrap: MediaTime, from time: MediaTime, to expected: MediaTime) -> MediaTime {
        let count = ((expected.seconds - time.seconds) / wrap.seconds).rounded()
        return MediaTime(value: wrap.value * Int64(count), timescale: wrap.timescale)
    }

    /// Stops reading the rendition.
    func abandon() {
        loading.cancel()
        (demultiplexer, waiting, hasReachedEnd) = (nil, [], true)
    }

    /// Starts the timeline at `start`, where the segments have the time `start` + `origin`. Returns the announcements of its
    /// tracks.
    func begin(at origin: MediaTime, after start: MediaTime, isAfterGap: Bool = false) -> [Message<Sample>] {
        self.origin = origin
        position = max(end, start)
        guard var found = demultiplexer else { return [] }
        var turns = MediaTime.zero
        // The start is relative to zero, whatever the number of wraps before.
        if let start = found.start, let wrap = found.wrap {
            turns = Self.turns(of: wrap, from: start, to: origin + continuity.end)
        }
        found.setOrigin(origin - turns)
        demultiplexer = found
        return continuity.begin(found.tracks.map(labelled), isAfterGap: isAfterGap)
    }

    /// Returns a track with the properties of the rendition.
    private func labelled(_ track: Track) -> Track {
        guard let rendition = stream.rendition else { return track }
        var track = track
        if isText { (track.name, track.attributes.isForced) = (rendition.name, rendition.isForced) }
        track.attributes.characteristics = rendition.characteristics
        if rendition.isDefault { track.attributes.isDefault = true }
        return track
    }

    /// Reports the gaps of the playlist.
    func report() {
        guard gapCount > 0 else { return }
        let name = stream.rendition.map { "\($0.kind.rawValue) '\($0.name)' of '\(subject)'" } ?? "'\(subject)'"
        context.reportWarning(
            "missing-segments",
            "the playlist of \(name) has \(gapCount) gap\(gapCount == 1 ? "" : "s"), which the output repeats: its server lists "
                + "no media there (EXT-X-GAP), or removed segments before they were read")
    }

    /// Discards audio before time zero: a live rendition may start earlier than another one.
    func discardEarlySamples() { continuity.discardsEarly = true }

    /// The gaps of tracks that the current timeline does not have.
    func gaps(until time: MediaTime) -> [Message<Sample>] { continuity.gaps(until: time) }

    // MARK: Samples

    /// Returns further samples; none at the end of a segment or timeline.
    func read() async throws -> [Message<Sample>] {
        guard var current = demultiplexer else { return [] }
        if let file = content?.file, !file.isComplete {
            throw StageError(.truncatedInput, "'\(content?.name ?? "")' was truncated while it was being read")
        }
        do throws(StageError) {
            let messages = try current.read()
            demultiplexer = current
            if !messages.isEmpty { return continuity.process(messages) }
        } catch {
            // A live presentation goes on with the next segment.
            guard isLive else { throw error }
            context.reportWarning("damaged-segment", error.message)
        }
        position = position + duration
        let passed = isText ? continuity.passed(until: position) : []
        guard let next = waiting.isEmpty ? try await nextSegment() : waiting.removeFirst() else {
            return finish() + passed
        }
        if next.content.isAfterGap { gapCount += 1 }
        guard next.discontinuity == number else {
            waiting = [next]
            return finish() + passed
        }
        (content, duration) = (next.content, next.duration)
        guard !current.accepts(next.content) else {
            current.add(next.content)
            demultiplexer = current
            return passed
        }
        let last = finish() + passed
        demultiplexer = try makeDemultiplexer(next.content)
        _ = try select(near: nil)
        return last + begin(at: origin, after: position, isAfterGap: next.content.isAfterGap)
    }

    private func finish() -> [Message<Sample>] {
        guard var current = demultiplexer else { return [] }
        demultiplexer = nil
        let messages = continuity.process(current.finish())
        guard let report = current.report(to: context) else { return messages }
        for (index, figures) in report.figures.enumerated() {
            if damage.indices.contains(index) { damage[index].add(figures) } else { damage.append(figures) }
        }
        containerErrors += report.containerErrors
        return messages
    }

    private func nextSegment() async throws -> RenditionSegments.Segment? {
        let segment: RenditionSegments.Segment?
        do {
            segment = try await loading.next(within: settings.silence)
        } catch is SegmentLoading.Stall {
            throw StageError(
                .limitReached,
                "\(subject) has stalled: no data for \(Self.text(settings.silence)); its playlist has no new segment and no "
                    + "end, or its server does not respond; check the server, or set a longer 'inactivity-timeout'")
        } catch let error as AssetDownloadError {
            throw HLSInput.stageError(error)
        }
        hasReachedEnd = segment == nil
        if let content = segment?.content, let file = content.file {
            file.populate(content.offset..<content.offset + content.bytes.count)
        }
        return segment
    }

    private static func text(_ duration: Duration?) -> String {
        let seconds = duration.map { Double($0.components.seconds) + Double($0.components.attoseconds) * 1e-18 } ?? 0
        return seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(seconds) s"
    }
}
