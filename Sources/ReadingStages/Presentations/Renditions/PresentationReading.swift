import AssetDownloading
import Media
import PackagingStages
import StageKit

/// Reads the renditions of a presentation in step.
///
/// Time zero is the start of the first samples. At a discontinuity, the next timeline starts in all renditions at the end of
/// the former one (RFC 8216bis 6.3.3), so that audio and video remain synchronous.
struct PresentationReading {
    /// The maximum gap and overlap of timelines that continue each other.
    private static let (maximumGap, maximumOverlap) = (MediaTime.seconds(1), MediaTime.milliseconds(100))

    private let readers: [RenditionReader]
    private let subject: String
    private let tracks: TrackSelection
    private let maxDamage: Int
    private let loadChapters: (_ isLive: Bool) async -> ChapterList?
    private var chapters: ChapterList?
    /// The time of the segments that is time zero; nil before the first timeline.
    private var origin: MediaTime?
    /// Whether a playlist could change when reading started.
    private(set) var isLive = false

    /// Creates the reading of renditions, of which the first one is that of the variant. `chapters` returns those of the
    /// tracks.
    init(
        _ readers: [RenditionReader], of subject: String, tracks: TrackSelection, maxDamage: Int,
        chapters: @escaping (_ isLive: Bool) async -> ChapterList?
    ) {
        (self.readers, self.subject, self.tracks, self.maxDamage) = (readers, subject, tracks, maxDamage)
        loadChapters = chapters
    }

    mutating func run(output: any Outlet<Sample>, context: StageContext) async throws {
        do { try await read(output: output, context) } catch {
            // Loading ends with an error if the run is stopped.
            guard context.stop.isRaised, !Task.isCancelled else { throw error }
            try await output.send(readers.filter { !$0.isAtEnd }.flatMap(\.ends))
        }
        for reader in readers { reader.report() }
        DamageReport(
            subject: "'\(subject)'", limit: isLive ? nil : maxDamage, figures: readers.flatMap(\.damage),
            containerErrors: readers.reduce(0) { $0 + $1.containerErrors }
        ).send(to: context)
    }

    private mutating func read(output: any Outlet<Sample>, _ context: StageContext) async throws {
        for reader in readers {
            do {
                try await reader.open()
            } catch {
                guard reader.isText, !context.stop.isRaised, !Task.isCancelled else { throw error }
                let reason = (error as? StageError)?.message ?? "\(error)"
                context.reportWarning("subtitles-lost", "subtitles of '\(subject)' are left out: \(reason)")
                reader.abandon()
            }
        }
        isLive = readers.contains(where: \.isLive)
        guard let primary = readers.first, primary.isBetweenTimelines else {
            throw StageError(.noUsableTrack, "'\(subject)' has no segments")
        }
        for reader in readers.dropFirst() where reader.isBetweenTimelines {
            try await reader.align(to: primary.nextNumber)
        }
        chapters = await loadChapters(isLive)
        var shown = MediaTime.zero
        while !context.stop.isRaised {
            let open = readers.filter { !$0.isAtEnd }
            guard let reader = open.filter({ !$0.isBetweenTimelines }).min(by: { $0.time < $1.time }) else {
                guard !open.isEmpty else { return }
                try await output.send(try await beginTimeline(open))
                continue
            }
            var messages = try await read(reader, context)
            if reader.time > shown + .seconds(1) {
                shown = reader.time
                for reader in open { messages += reader.gaps(until: shown) }
            }
            if reader.isAtEnd { messages += reader.ends }
            if !messages.isEmpty { try await output.send(messages) }
        }
        try await output.send(readers.filter { !$0.isAtEnd }.flatMap(\.ends))
    }

    /// Reads from a rendition. Subtitles that cannot be read end without the other renditions.
    private func read(_ reader: RenditionReader, _ context: StageContext) async throws -> [Message<Sample>] {
        do {
            return try await reader.read()
        } catch {
            guard reader.isText, !context.stop.isRaised, !Task.isCancelled else { throw error }
            let reason = (error as? StageError)?.message ?? "\(error)"
            context.reportWarning("subtitles-lost", "subtitles of '\(subject)' end early: \(reason)")
            reader.abandon()
            return []
        }
    }

    /// Starts the next timeline in the renditions that have it. Returns the announcements of their tracks.
    private mutating func beginTimeline(_ open: [RenditionReader]) async throws -> [Message<Sample>] {
        let number = open.map(\.nextNumber).min() ?? 0
        let members = open.filter { $0.nextNumber == number }
        var sources: [SourceTrack] = []
        for reader in members { sources += try await reader.prepare() }
        // Another timeline, such as an advertisement, may lack tracks.
        if origin == nil, let refusal = TrackChoice(among: sources, by: tracks, of: subject).error { throw refusal }
        var starts: [MediaTime] = []
        for reader in members {
            if let start = try reader.select(near: starts.first) { starts.append(start) }
        }
        let end = readers.map(\.end).max() ?? .zero
        let isFirst = origin == nil
        // The variant determines the start of a live presentation; other renditions may start earlier.
        if let start = isFirst && isLive ? starts.first : starts.min() {
            origin = self.origin(of: start, after: end)
        }
        if isFirst, isLive { for reader in members.dropFirst() { reader.discardEarlySamples() } }
        for reader in members where reader.isUnused { reader.abandon() }
        return members.flatMap { $0.begin(at: origin ?? .zero, after: end) }.map { [chapters] message in
            guard let chapters, case .track(var track) = message else { return message }
            track.chapters = chapters
            return .track(track)
        }
    }

    /// Returns the time of the segments that is time zero, if their timeline starts at `start` and follows media that end at
    /// `end`.
    private func origin(of start: MediaTime, after end: MediaTime) -> MediaTime {
        if let origin {
            let place = start - origin
            // Some packagers announce discontinuities of the format only.
            if place <= end + Self.maximumGap, end <= place + Self.maximumOverlap { return origin }
        }
        return start - end
    }
}
