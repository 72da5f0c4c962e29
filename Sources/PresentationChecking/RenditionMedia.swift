import AssetDownloading
import HLS
import ISOMedia
import Media
import Validation

/// Measures the segments of one media playlist, in order.
struct RenditionMedia {
    /// Problems with single files that are told; the rest is counted.
    private static let toldProblems = 10

    private let playlist: CheckedPlaylist
    private var source: MediaSource
    private var measurer: RenditionMeasurer
    /// By the place of the EXT-X-MAP tag; nil inside for one that cannot be read.
    private var initializations: [Int: InitializationFacts?] = [:]
    private(set) var unchecked: [String] = []
    private var untold = 0
    private let decoding: SegmentDecoding?
    private var decoded: DecodeChecker
    /// By the place of the EXT-X-MAP tag, where segments are decoded.
    private var initializationBytes: [Int: ByteSlice] = [:]

    init(
        _ playlist: CheckedPlaylist, source: MediaSource, profile: ValidationProfile, decoding: SegmentDecoding?
    ) {
        self.playlist = playlist
        self.source = source
        self.decoding = decoding
        decoded = DecodeChecker(profile)
        measurer = RenditionMeasurer(playlist, profile)
    }

    /// Measures at most `limit` segments; all for nil. A limit that nobody asked for is said.
    mutating func measure(limit: Int?, isAskedFor: Bool) async -> (rendition: MeasuredRendition, log: FindingLog) {
        let segments = playlist.text.segments
        for entry in segments.prefix(limit ?? segments.count) where !entry.isGap { await measure(entry) }
        if let limit, segments.count > limit {
            if !isAskedFor {
                unchecked.append(
                    "\(playlist.name): the media of \(limit) of \(segments.count) segments was looked at, --segments "
                        + "looks at more")
            }
            for entry in segments.dropFirst(limit) { measurer.miss(entry) }
        }
        if untold > 0 { unchecked.append("\(playlist.name): \(untold) more could not be read") }
        var (rendition, log) = measurer.finish()
        log.join(decoded.log)
        return (rendition, log)
    }

    private mutating func measure(_ entry: ScannedSegment) async {
        do throws(AssetDownloadError) {
            let bytes = try await source.bytes(entry.uri, entry.byteRange)
            let initialization = await initialization(for: entry)
            let parts = await parts(of: entry, bytes, initialization)
            measurer.take(
                entry, file: name(of: entry.uri), offset: entry.byteRange?.offset ?? 0, bytes: bytes,
                initialization: initialization, parts: parts)
            await decode(entry, bytes)
        } catch {
            tell("\(playlist.name): \(error.message)")
            measurer.miss(entry)
        }
    }

    /// Decodes a segment by itself, where somebody can.
    private mutating func decode(_ entry: ScannedSegment, _ bytes: ByteSlice) async {
        guard let decoding, !playlist.text.isIFramesOnly, let map = entry.map, let start = initializationBytes[map],
            SegmentFacts.Content(bytes) == .fragmentedMP4
        else { return }
        let outcome = await decoding.decode(bytes, start)
        decoded.take(
            DecodedSegment(
                playlist: playlist, entry: entry, file: name(of: entry.uri), sampleCount: outcome.sampleCount,
                frameCount: outcome.frameCount, errors: outcome.errors))
    }

    /// What findings call a file that the playlist names: as the playlist is called, from the same place on.
    private func name(of uri: String) -> String {
        let isRelative = !uri.hasPrefix("/") && !uri.contains("://")
        guard isRelative, let slash = playlist.name.lastIndex(of: "/") else { return uri }
        return playlist.name[...slash] + uri
    }

    private mutating func tell(_ problem: String) {
        if unchecked.count < Self.toldProblems { unchecked.append(problem) } else { untold += 1 }
    }

    /// The initialization section in force, loaded once.
    private mutating func initialization(for entry: ScannedSegment) async -> InitializationFacts? {
        guard let line = entry.map else { return nil }
        if let known = initializations[line] { return known }
        let facts = await load(initializationAt: line)
        initializations[line] = .some(facts)
        return facts
    }

    private mutating func load(initializationAt line: Int) async -> InitializationFacts? {
        guard let attributes = playlist.text.lines[line].attributes, let uri = attributes.text("URI") else {
            return nil
        }
        do {
            let range = attributes.text("BYTERANGE").flatMap(Self.range)
            let bytes = try await source.bytes(uri, range)
            if decoding != nil { initializationBytes[line] = bytes }
            return try measurer.take(initialization: bytes, file: name(of: uri))
        } catch let error as AssetDownloadError {
            tell("\(playlist.name): \(error.message)")
        } catch {
            tell("\(playlist.name): the initialization section '\(uri)' cannot be read: \(error)")
        }
        return nil
    }

    /// `length@offset`; the offset is 0 where it is left out (RFC 8216bis 4.4.4.5).
    private static func range(_ text: String) -> ByteRange? {
        let numbers = text.split(separator: "@", maxSplits: 1).map { Int($0) }
        guard let length = numbers.first ?? nil, length >= 0 else { return nil }
        guard numbers.count == 2 else { return ByteRange(offset: 0, length: length) }
        return numbers[1].flatMap { $0 >= 0 ? ByteRange(offset: $0, length: length) : nil }
    }

    /// The parts of a segment that can be had; old ones may be gone.
    private mutating func parts(
        of entry: ScannedSegment, _ segment: ByteSlice, _ initialization: InitializationFacts?
    ) async -> [PartFacts] {
        var parts: [PartFacts] = []
        for part in entry.parts where !part.isGap {
            let bytes: ByteSlice
            if part.uri == entry.uri, entry.byteRange == nil, let range = part.byteRange, range.end <= segment.count {
                bytes = segment.slice(range.offset..<range.end)
            } else if let loaded = try? await source.bytes(part.uri, part.byteRange) {
                bytes = loaded
            } else {
                continue
            }
            let offset = part.byteRange?.offset ?? 0
            let media = SegmentMeasurement(bytes, origin: offset, initialization: initialization?.measurement)
            parts.append(PartFacts(part: part, file: name(of: part.uri), offset: offset, media: media))
        }
        return parts
    }
}
