import HTTPClient
import Foundation
import HLS
import ISOMedia
import MPEGTransport
import Media
import HLSRules

/// Measures the segments of one media playlist, in order.
struct RenditionMedia {
    /// Problems with single files that are told; the rest is counted.
    private static let toldProblems = 10
    /// Of the beginning of a transport stream, in which its tables stand.
    private static let headSize = 188 * 64
    /// Initialization sections that are remembered, whether they can be read or not.
    private static let mostSections = 1000

    private(set) var playlist: CheckedPlaylist
    private var source: MediaSource
    private var measurer: RenditionMeasurer
    /// nil inside for one that cannot be read.
    private var initializations: [Section: InitializationFacts?] = [:]
    /// Of those that are transport streams.
    private var tables: [Section: ProgramTables] = [:]
    private(set) var unchecked: [String] = []
    private var untold = 0
    /// Why segments could not be looked into, each told once.
    private var toldReasons: Set<String> = []
    private var decryption = SegmentDecryption()
    private let decoding: SegmentDecoding?
    private var decoded: DecodeChecker
    private var resources: ResourceChecker
    /// Where segments are decoded.
    private var initializationBytes: [Section: ByteSlice] = [:]
    /// The last segment that was measured.
    private var last: Int?

    /// What an EXT-X-MAP tag names.
    private struct Section: Hashable {
        var uri: String
        var range: ByteRange?
    }

    init(
        _ playlist: CheckedPlaylist, source: MediaSource, profile: ValidationProfile, decoding: SegmentDecoding?
    ) {
        self.playlist = playlist
        self.source = source
        self.decoding = decoding
        decoded = DecodeChecker(profile)
        resources = ResourceChecker(profile)
        measurer = RenditionMeasurer(playlist, profile)
    }

    /// Measures at most `limit` segments, of a live playlist the last ones; all for nil. A limit that nobody asked for is
    /// said.
    mutating func measure(limit: Int?, isAskedFor: Bool) async {
        let segments = playlist.text.segments
        let count = min(limit ?? segments.count, segments.count)
        let chosen = playlist.text.isLive ? segments.suffix(count) : segments.prefix(count)
        for entry in segments where !chosen.indices.contains(entry.index) { measurer.miss(entry) }
        for entry in chosen { await take(entry) }
        guard count < segments.count, !isAskedFor else { return }
        unchecked.append(
            "\(playlist.name): the media of \(count) of \(segments.count) segments was looked at, --segments "
                + "looks at more")
    }

    /// Goes on with a later state of a live playlist: measures the segments that it has new, until it is too late.
    mutating func follow(_ state: CheckedPlaylist, until end: ContinuousClock.Instant) async {
        playlist = state
        measurer.follow(state)
        for entry in state.text.segments where entry.sequence > last ?? .min {
            guard ContinuousClock.now < end else { return }
            await take(entry)
        }
    }

    private mutating func take(_ entry: ScannedSegment) async {
        last = entry.sequence
        if !entry.isGap { await measure(entry) }
    }

    /// What was measured so far, and what the rules found.
    func finish() -> (rendition: MeasuredRendition, log: FindingLog, unchecked: [String]) {
        var measurer = measurer
        var (rendition, log) = measurer.finish()
        log.join(decoded.log)
        log.join(resources.log)
        let rest = untold > 0 ? ["\(playlist.name): \(untold) more could not be read"] : []
        return (rendition, log, unchecked + rest)
    }

    private mutating func measure(_ entry: ScannedSegment) async {
        let (host, hosts) = (URL(string: entry.uri, relativeTo: source.base)?.host() ?? "", source.reader.hosts)
        do throws(TransferError) {
            let stored = try await source.bytes(entry.uri, entry.byteRange)
            let initialization = await initialization(for: entry)
            let (bytes, encryption) = await decrypt(stored, of: entry)
            let parts = await parts(of: entry, stored, initialization)
            let segment = measurer.take(
                entry, file: name(of: entry.uri), offset: entry.byteRange?.offset ?? 0, bytes: bytes,
                encryption: encryption, initialization: initialization,
                tables: await tables(for: entry), parts: parts)
            await decode(segment, bytes)
        } catch {
            if error.kind == .unreachable || error.kind == .timedOut, hosts.isSilent(host) {
                hosts.skip(host, of: playlist.name)
            } else {
                report(error, .segment, entry.uri, playlist.place(entry))
            }
            measurer.miss(entry)
        }
    }

    /// Reports a resource that could not be loaded: as a finding where it is not there, else as not checked.
    private mutating func report(
        _ error: TransferError, _ kind: ListedResource.Kind, _ uri: String, _ place: FindingPlace
    ) {
        guard error.isAbsence else { return tell("\(playlist.name): \(error.message)") }
        resources.take(ListedResource(kind, uri: uri, place: place, absence: error.message))
    }

    /// Reports a key that is not there, once.
    private mutating func report(absentKey uri: String, _ message: String, of entry: ScannedSegment) {
        guard toldReasons.insert("key \(uri)").inserted else { return }
        let lines = entry.keys.map { playlist.text.lines[$0] }
        let line = lines.first { $0.attributes?.text("URI") == uri }
        resources.take(ListedResource(.key, uri: uri, place: playlist.place(at: line), absence: message))
    }

    /// The clear bytes of a segment where it is or can be made clear, and else its own.
    private mutating func decrypt(
        _ stored: ByteSlice, of entry: ScannedSegment
    ) async -> (bytes: ByteSlice, encryption: SegmentEncryption?) {
        switch await decryption.decrypt(stored, of: entry, in: playlist.text, from: &source) {
        case .clear: return (stored, nil)
        case .decrypted(let bytes): return (bytes, .removed(storedSize: stored.count))
        case .damaged(let fault): return (stored, .inForce(fault: fault))
        case .withheld(let reason):
            tellOnce("is encrypted and was not looked into: \(reason)", of: entry)
            return (stored, .inForce(fault: nil))
        case .keyAbsent(let uri, let message):
            report(absentKey: uri, message, of: entry)
            return (stored, .inForce(fault: nil))
        }
    }

    /// Decodes a segment by itself, where somebody can.
    private mutating func decode(_ segment: MeasuredSegment, _ bytes: ByteSlice) async {
        guard let decoding, !playlist.text.isIFramesOnly else { return }
        if segment.entry.isEncryptedInSamples(in: playlist.text) {
            return tellOnce("has encrypted samples and was not decoded", of: segment.entry)
        }
        let outcome: SegmentDecoding.Outcome
        let start = section(of: segment.entry).flatMap { initializationBytes[$0] }
        switch segment.facts.content {
        case .fragmentedMP4:
            guard let start else { return }
            outcome = await decoding.decode(bytes, start)
        case .transportStream, .packedAudio: outcome = await decoding.decode(bytes, start)
        case .webVTT, .encrypted, .unknown: return
        }
        decoded.take(
            DecodedSegment(
                playlist: playlist, entry: segment.entry, file: segment.facts.file, beginsAnew: segment.beginsAnew,
                sampleCount: outcome.sampleCount, frameCount: outcome.frameCount, errors: outcome.errors))
    }

    /// What findings call a file that the playlist names: as the playlist is called, from the same place on.
    private func name(of uri: String) -> String {
        let isRelative = !uri.hasPrefix("/") && !uri.contains("://")
        guard isRelative, let slash = playlist.name.lastIndex(of: "/") else { return uri }
        return playlist.name[...slash] + uri
    }

    /// Tells of the first segment that has this problem.
    private mutating func tellOnce(_ problem: String, of entry: ScannedSegment) {
        guard toldReasons.insert(problem).inserted else { return }
        tell("\(playlist.name): segment \(entry.sequence) \(problem)")
    }

    private mutating func tell(_ problem: String) {
        if unchecked.count < Self.toldProblems { unchecked.append(problem) } else { untold += 1 }
    }

    private func section(of entry: ScannedSegment) -> Section? {
        guard let attributes = entry.map.flatMap({ playlist.text.lines[$0].attributes }),
            let uri = attributes.text("URI")
        else { return nil }
        return Section(uri: uri, range: attributes.text("BYTERANGE").flatMap(Self.range))
    }

    /// The initialization section in force, loaded once.
    private mutating func initialization(for entry: ScannedSegment) async -> InitializationFacts? {
        guard let section = section(of: entry) else { return nil }
        if let known = initializations[section] { return known }
        guard initializations.count < Self.mostSections else { return nil }
        let facts = await load(section, for: entry)
        initializations[section] = .some(facts)
        return facts
    }

    /// The tables of a transport stream: those of its section, or for I-frames those before the first one (RFC 8216bis
    /// 4.4.3.6).
    private mutating func tables(for entry: ScannedSegment) async -> ProgramTables? {
        if let section = section(of: entry) { return tables[section] }
        guard playlist.text.isIFramesOnly, let start = entry.byteRange?.offset, start > 0 else { return nil }
        let head = Section(uri: entry.uri, range: nil)
        if let known = tables[head] { return known }
        let range = ByteRange(offset: 0, length: min(start, Self.headSize))
        guard tables.count < Self.mostSections, let bytes = try? await source.bytes(entry.uri, range),
            SegmentFacts.Content(bytes) == .transportStream
        else { return nil }
        tables[head] = ProgramTables(reading: bytes)
        return tables[head]
    }

    private mutating func load(_ section: Section, for entry: ScannedSegment) async -> InitializationFacts? {
        do {
            var bytes = try await source.bytes(section.uri, section.range)
            // A section before the first EXT-X-KEY is clear under it, too.
            if SegmentFacts.Content(bytes) == .unknown,
                case .decrypted(let clear) = await decryption.decrypt(
                    bytes, of: entry, in: playlist.text, from: &source, isInitialization: true)
            {
                bytes = clear
            }
            if decoding != nil { initializationBytes[section] = bytes }
            if SegmentFacts.Content(bytes) == .transportStream {
                tables[section] = ProgramTables(reading: bytes)
                return nil
            }
            return try measurer.take(initialization: bytes, file: name(of: section.uri))
        } catch let error as TransferError {
            report(error, .initialization, section.uri, playlist.place(at: entry.map.map { playlist.text.lines[$0] }))
        } catch {
            tell("\(playlist.name): the initialization section '\(section.uri)' cannot be read: \(error)")
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

    /// The bytes of a part; nil where it cannot be had.
    private mutating func load(_ part: ScannedPart, of entry: ScannedSegment) async -> ByteSlice? {
        do throws(TransferError) {
            return try await source.bytes(part.uri, part.byteRange)
        } catch {
            // A live playlist may have dropped the parts of older segments since it was loaded.
            let isListed = !playlist.text.isLive || entry.index + 1 == playlist.text.segments.count
            if error.isAbsence, isListed {
                report(error, .part, part.uri, playlist.place(playlist.text.lines[part.line]))
            }
            return nil
        }
    }

    /// The parts of a segment that can be had; old ones may be gone.
    private mutating func parts(
        of entry: ScannedSegment, _ segment: ByteSlice, _ initialization: InitializationFacts?
    ) async -> [PartFacts] {
        var parts: [PartFacts] = []
        // Parts are encrypted one by one, and the segment's bytes as one.
        let isEncrypted = entry.isEncryptedWhole(in: playlist.text)
        for part in entry.parts where !part.isGap {
            var bytes: ByteSlice
            if part.uri == entry.uri, entry.byteRange == nil, let range = part.byteRange, range.end <= segment.count {
                bytes = segment.slice(range.offset..<range.end)
            } else {
                guard let loaded = await load(part, of: entry) else { continue }
                bytes = loaded
            }
            if isEncrypted {
                guard
                    case .decrypted(let clear) = await decryption.decrypt(
                        bytes, of: entry, in: playlist.text, from: &source)
                else { continue }
                bytes = clear
            }
            let offset = part.byteRange?.offset ?? 0
            let media = SegmentMeasurement(bytes, origin: offset, initialization: initialization?.measurement)
            parts.append(PartFacts(part: part, file: name(of: part.uri), offset: offset, media: media))
        }
        return parts
    }
}
