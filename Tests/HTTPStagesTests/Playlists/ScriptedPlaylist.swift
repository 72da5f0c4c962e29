import HLS
import Media
import StageKit

/// A low-latency playlist with segments of 1 s and four parts each.
struct ScriptedPlaylist {
    var first = 0
    /// The number of the last complete segment.
    var last: Int
    /// The number of parts of the next segment.
    var parts = 0
    var isEnded = false
    /// Whether the next segment's parts are gaps.
    var isLost = false
    var targetDuration = 1
    var canSkipUntil: Int64? = 6
    var canSkipDateRanges = false
    var dateRanges: [Int: [String]] = [:]
    var reports: [RenditionReport] = []
    /// The keys and sections of the segments; nil for one section without keys.
    var entries: ProtectedEntries?

    var playlist: MediaPlaylist {
        var result = MediaPlaylist(
            targetDuration: targetDuration, mediaSequence: first, hasIndependentSegments: true, hasEndList: isEnded)
        result.partTarget = .milliseconds(250)
        result.serverControl = ServerControl(
            canSkipUntil: canSkipUntil.map { .seconds($0) }, canSkipDateRanges: canSkipDateRanges,
            partHoldBack: .milliseconds(750), canBlockReload: true)
        for number in first...max(first, last) where number <= last {
            var segment = MediaSegment(
                uri: "\(number).m4s", duration: .seconds(1), initialization: InitializationSection(uri: "init.mp4"))
            if number == first { segment.programDateTime = DateTime(milliseconds: 1_700_000_000_000) }
            entries?.protect(&segment, number)
            segment.dateRanges = ranges(number)
            if last - number < 3 { segment.parts = Self.parts(of: number, 4) }
            result.segments.append(segment)
        }
        guard !isEnded else { return result }
        var upcoming = MediaSegment(uri: "", duration: .zero)
        upcoming.parts = Self.parts(of: last + 1, parts)
        entries?.protect(&upcoming, last + 1)
        upcoming.isGap = isLost
        for index in upcoming.parts.indices where isLost {
            (upcoming.parts[index].isGap, upcoming.parts[index].isIndependent) = (true, false)
        }
        upcoming.dateRanges = ranges(last + 1)
        if parts > 0 || !upcoming.dateRanges.isEmpty { result.upcoming = upcoming }
        result.renditionReports = reports
        result.preloadHints = [PreloadHint(kind: .part, uri: Self.part(last + 1, parts))]
        return result
    }

    /// Returns the playlist as the resource that a sink receives from `hls.playlist`, or as the text of another stage.
    func resource(_ path: String = "v/media.m3u8", asText: Bool = false) -> Resource {
        if asText {
            return Resource(
                path: path, role: .mediaPlaylist, contentType: Playlist.contentType,
                action: .store(ByteRope(Array(playlist.text.utf8))))
        }
        return Resource(
            path: path, role: .mediaPlaylist, contentType: Playlist.contentType,
            content: DeliverablePlaylist(separating: .media(playlist)))
    }

    /// The next state: one more part, or a complete segment.
    var next: ScriptedPlaylist {
        var next = self
        (next.last, next.parts) = parts == 3 ? (last + 1, 0) : (last, parts + 1)
        return next
    }

    static func part(_ segment: Int, _ index: Int) -> String { "\(segment).\(index).m4s" }

    private static func parts(of segment: Int, _ count: Int) -> [PartialSegment] {
        (0..<count).map {
            PartialSegment(uri: part(segment, $0), duration: .milliseconds(250), isIndependent: $0 == 0)
        }
    }

    private func ranges(_ number: Int) -> [DateRange] {
        (dateRanges[number] ?? []).map { DateRange(id: $0, startDate: DateTime(milliseconds: 1_700_000_000_000)) }
    }
}

extension Resource {
    /// Returns a file of `count` bytes; each byte is its offset modulo 256.
    static func file(_ path: String, count: Int, role: Role = .segment) -> Resource {
        Resource(
            path: path, role: role, contentType: "video/mp4",
            action: .store(ByteRope((0..<count).map { UInt8(truncatingIfNeeded: $0) })))
    }
}
