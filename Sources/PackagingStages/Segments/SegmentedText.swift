package import Media
package import StageKit

/// Reads consecutive WebVTT segments of a subtitle rendition (RFC 8216bis 3.1.4).
///
/// Cues are in every segment that they overlap, and are delivered once.
package struct SegmentedText: SegmentDemultiplexer {
    private let context: StageContext
    private var cues: [WebVTTCue] = []
    /// The cues of earlier segments that later ones may repeat.
    private var delivered: [WebVTTCue] = []
    private var origin = MediaTime.zero
    private var track: Track?
    private var problemCount = 0
    private let name: String

    package let sources: [SourceTrack]
    /// The timestamp map has 33 bits, but the times of cues are placed next to the origin.
    package let wrap: MediaTime? = nil
    package let hasAllTracks = true

    /// The maximum number of cues that are compared with those of later segments.
    private static let comparedCues = 256
    private static let turn: Int64 = 1 << 33

    /// Whether a segment is a WebVTT file.
    static func recognizes(_ bytes: ByteSlice) -> Bool {
        let head = bytes.slice(0..<min(bytes.count, 9)).bytes
        return head.starts(with: "WEBVTT".utf8) || head.starts(with: [0xef, 0xbb, 0xbf] + Array("WEBVTT".utf8))
    }

    package init(_ segment: SegmentContent, language: String?, _ context: StageContext) throws(StageError) {
        (self.context, name) = (context, segment.name)
        let file = try Self.file(segment)
        var track = Track(
            id: context.makeTrackID(), format: .timedText(TimedTextFormat(.webVTT(header: file.header))),
            timescale: 1000)
        track.language = language
        self.track = track
        sources = [SourceTrack(1, .text, format: "WebVTT", language: language)]
        append(file, segment)
    }

    private static func file(_ segment: SegmentContent) throws(StageError) -> TimedTextFile {
        do throws(TimedTextFile.Failure) {
            return try TimedTextFile(segment.bytes.bytes, syntax: .webVTT)
        } catch {
            throw StageError(.damagedInput, "'\(segment.name)':\(error.line): \(error.message)")
        }
    }

    /// Appends the cues of a segment in the times of the segments, which are in milliseconds.
    private mutating func append(_ file: TimedTextFile, _ segment: SegmentContent) {
        problemCount += file.problems.count
        let map = TimestampMap(segment.bytes)
        cues += file.cues.map { $0.shifted(by: map.shift) }
    }

    package mutating func select(_ choice: TrackChoice, _ identities: inout TrackIdentities) throws(StageError) {
        guard choice.delivered.contains(sources[0]), let track else { return self.track = nil }
        self.track?.id = identities.identity(of: track)
    }

    package var tracks: [Track] { track.map { [$0] } ?? [] }
    /// The first cue says nothing about the start of the media.
    package var start: MediaTime? { nil }

    package mutating func setOrigin(_ origin: MediaTime) { self.origin = origin }

    package func accepts(_ segment: SegmentContent) -> Bool { Self.recognizes(segment.bytes) }

    package mutating func add(_ segment: SegmentContent) {
        guard let file = try? Self.file(segment) else { return problemCount += 1 }
        append(file, segment)
    }

    package mutating func read() throws(StageError) -> [Message<Sample>] {
        guard let track, !cues.isEmpty else { return [] }
        defer { cues = [] }
        var messages: [Message<Sample>] = []
        for cue in cues.map(placed).sorted(by: { $0.start < $1.start }) where cue.end > 0 && !delivered.contains(cue) {
            delivered.append(cue)
            let start = max(0, cue.start)
            messages.append(
                .payload(
                    Sample(
                        track: track.id, timescale: 1000, decodeTicks: start, duration: cue.end - start, flags: .sync,
                        bytes: ByteSlice(copying: cue.box(inSampleAt: start)))))
        }
        delivered.removeFirst(max(0, delivered.count - Self.comparedCues))
        return messages
    }

    /// Returns a cue with the times of the output: in the turn of the timestamps that is closest to the origin.
    private func placed(_ cue: WebVTTCue) -> WebVTTCue {
        let zero = origin.ticks(at: 90_000)
        let distance = cue.start &* 90 &- zero
        let half = Self.turn / 2
        let turns = (distance &+ (distance < 0 ? -half : half)) / Self.turn
        return cue.shifted(by: -MediaTime(value: zero &+ turns &* Self.turn, timescale: 90_000).ticks(at: 1000))
    }

    package mutating func finish() -> [Message<Sample>] { [] }

    package func report(to context: StageContext) -> DamageReport? {
        if problemCount > 0 {
            context.reportWarning(
                "bad-cue", "\(problemCount) invalid cues of subtitles such as '\(name)' are left out")
        }
        return nil
    }
}

/// The relation of the times of cues to those of media: `X-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000`.
private struct TimestampMap {
    /// The time to add to the times of cues, in milliseconds.
    private(set) var shift: Int64 = 0

    /// Reads the header of a segment; without a map, times are those of the media.
    init(_ bytes: ByteSlice) {
        let head = String(decoding: bytes.slice(0..<min(bytes.count, 2048)).bytes, as: UTF8.self)
        let lines = head.split(whereSeparator: \.isNewline)
        guard let map = lines.first(where: { $0.hasPrefix("X-TIMESTAMP-MAP=") }) else { return }
        var (media, local): (Int64?, Int64?) = (nil, nil)
        for part in map.dropFirst("X-TIMESTAMP-MAP=".count).split(separator: ",") {
            if part.hasPrefix("MPEGTS:") { media = Int64(part.dropFirst(7)) }
            if part.hasPrefix("LOCAL:") { local = WebVTTCue.time(String(part.dropFirst(6))) }
        }
        guard let media, let local, (0..<1 << 33).contains(media) else { return }
        shift = (media + 45) / 90 - local
    }
}
