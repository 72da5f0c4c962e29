import ContentProtection
import HTTPClient
import Foundation
import HLS
import ISOMedia
import MPEGTransport
import Media
import HLSRules
import SystemTime

/// Measures the segments of one media playlist in order.
struct RenditionMedia {
    /// The maximum number of reported problems; further ones are counted.
    private static let maximumProblems = 10
    /// The size of the start of a transport stream, which contains its tables.
    private static let headSize = 188 * 64
    /// The maximum number of cached initialization sections.
    private static let maximumSections = 1000

    private(set) var playlist: CheckedPlaylist
    private var source: MediaSource
    private var measurer: RenditionMeasurer
    /// The inner value is nil for sections that cannot be parsed.
    private var initializations: [Section: InitializationFacts?] = [:]
    /// The program tables of transport streams, by the section that contains them.
    private var tables: [Section: ProgramTables] = [:]
    private(set) var unchecked: [String] = []
    private var omittedProblems = 0
    /// The reported reasons why segments could not be examined.
    private var reportedReasons: Set<String> = []
    private var decryption: SegmentDecryption
    private var sampleDecryption: SampleDecryption
    private let decoding: SegmentDecoding?
    private var decoded: DecodeChecker
    private var resources: ResourceChecker
    /// The bytes of initialization sections, kept only if segments are decoded or samples are encrypted.
    private var initializationBytes: [Section: ByteSlice] = [:]
    /// The sequence number of the last measured segment.
    private var last: Int?

    /// A resource referenced by EXT-X-MAP.
    private struct Section: Hashable {
        var uri: String
        var range: ByteRange?
    }

    init(
        _ playlist: CheckedPlaylist, source: MediaSource, profile: ValidationProfile, decoding: SegmentDecoding?,
        keys: [KeyIdentifier: AES128] = [:]
    ) {
        decryption = SegmentDecryption(keys)
        sampleDecryption = SampleDecryption(keys)
        self.playlist = playlist
        self.source = source
        self.decoding = decoding
        decoded = DecodeChecker(profile)
        resources = ResourceChecker(profile)
        measurer = RenditionMeasurer(playlist, profile)
    }

    /// Measures at most `limit` segments, for live playlists the last ones; all for nil. The report mentions the limit
    /// unless it was set explicitly.
    mutating func measure(limit: Int?, isExplicitLimit: Bool) async {
        let segments = playlist.text.segments
        let count = min(limit ?? segments.count, segments.count)
        let chosen = playlist.text.isLive ? segments.suffix(count) : segments.prefix(count)
        for entry in segments where !chosen.indices.contains(entry.index) { measurer.recordMissing(entry) }
        for entry in chosen { await process(entry) }
        guard count < segments.count, !isExplicitLimit else { return }
        unchecked.append(
            "\(playlist.name): the media of \(count) of \(segments.count) segments was examined; --segments "
                + "sets another number")
    }

    /// Continues with a later state of a live playlist: measures its new segments until the deadline.
    mutating func follow(_ state: CheckedPlaylist, until end: MonotonicTime) async {
        playlist = state
        measurer.updatePlaylist(state)
        for entry in state.text.segments where entry.sequence > last ?? .min {
            guard SystemClock.now < end else { return }
            await process(entry)
        }
    }

    private mutating func process(_ entry: ScannedSegment) async {
        last = entry.sequence
        if !entry.isGap { await measure(entry) }
    }

    /// Returns the rendition measured so far and its findings.
    func finish() -> (rendition: MeasuredRendition, log: FindingLog, unchecked: [String]) {
        var measurer = measurer
        var (rendition, log) = measurer.finish()
        log.merge(decoded.log)
        log.merge(resources.log)
        let rest = omittedProblems > 0 ? ["\(playlist.name): \(omittedProblems) more problems are not listed"] : []
        return (rendition, log, unchecked + rest)
    }

    private mutating func measure(_ entry: ScannedSegment) async {
        let (host, hosts) = (URL(string: entry.uri, relativeTo: source.base)?.host() ?? "", source.reader.hosts)
        do throws(TransferError) {
            let stored = try await source.bytes(entry.uri, entry.byteRange)
            let initialization = await initialization(for: entry)
            let (bytes, encryption) = await decrypt(stored, of: entry)
            let samples = await examineSamples(bytes, of: entry, initialization)
            let parts = await parts(of: entry, stored, initialization)
            let segment = measurer.measure(
                entry, file: name(of: entry.uri), offset: entry.byteRange?.offset ?? 0, bytes: samples.bytes,
                encryption: encryption, samples: samples.facts, initialization: initialization,
                tables: await tables(for: entry), parts: parts)
            await decode(segment, bytes, samples.decryptor)
        } catch {
            if error.kind == .unreachable || error.kind == .timedOut, hosts.isUnresponsive(host) {
                hosts.recordSkippedSegment(host, of: playlist.name)
            } else {
                report(error, .segment, entry.uri, playlist.place(entry))
            }
            measurer.recordMissing(entry)
        }
    }

    /// Reports a resource that could not be loaded: as a finding if it does not exist, otherwise as unchecked.
    private mutating func report(
        _ error: TransferError, _ kind: ListedResource.Kind, _ uri: String, _ place: FindingPlace
    ) {
        guard error.isAbsence else { return reportUnchecked("\(playlist.name): \(error.message)") }
        resources.process(ListedResource(kind, uri: uri, place: place, absence: error.message))
    }

    /// Reports a missing key once.
    private mutating func report(absentKey uri: String, _ message: String, of entry: ScannedSegment) {
        guard reportedReasons.insert("key \(uri)").inserted else { return }
        let lines = entry.keys.map { playlist.text.lines[$0] }
        let line = lines.first { $0.attributes?.text("URI") == uri }
        resources.process(ListedResource(.key, uri: uri, place: playlist.place(at: line), absence: message))
    }

    /// Returns the decrypted bytes of a segment if possible, otherwise the stored ones.
    private mutating func decrypt(
        _ stored: ByteSlice, of entry: ScannedSegment
    ) async -> (bytes: ByteSlice, encryption: SegmentEncryption?) {
        switch await decryption.decrypt(stored, of: entry, in: playlist.text, from: &source) {
        case .clear: return (stored, nil)
        case .decrypted(let bytes): return (bytes, .decrypted(storedSize: stored.count))
        case .damaged(let fault): return (stored, .encrypted(fault: fault))
        case .unavailable(let reason):
            reportOnce("is encrypted and was not examined: \(reason)", of: entry)
            return (stored, .encrypted(fault: nil))
        case .keyAbsent(let uri, let message):
            report(absentKey: uri, message, of: entry)
            return (stored, .encrypted(fault: nil))
        }
    }

    /// Examines and decrypts encrypted samples.
    private mutating func examineSamples(
        _ bytes: ByteSlice, of entry: ScannedSegment, _ initialization: InitializationFacts?
    ) async -> SampleDecryption.Outcome {
        // Byte ranges of I-frames do not contain complete boxes.
        guard let initialization, initialization.measurement.tracks.contains(where: { $0.protection != nil }),
            let section = section(of: entry), let start = initializationBytes[section], !playlist.text.isIFramesOnly,
            SegmentFacts.Content(bytes) == .fragmentedMP4
        else { return .init(bytes: bytes) }
        let tag = entry.keys.compactMap { playlist.text.lines[$0].attributes }.first {
            $0.text("METHOD")?.hasPrefix("SAMPLE-") == true
                && $0.text("KEYFORMAT") ?? EncryptionKey.identity == EncryptionKey.identity
        }
        // Licence servers of some systems have the format identity by mistake.
        let url = tag?.text("URI").flatMap { URL(string: $0, relativeTo: source.base)?.absoluteURL }
        let isResource = url.map { ["http", "https", "file"].contains($0.scheme ?? "") } ?? false
        var (keys, media, reason) = (decryption, source, String?.none)
        let outcome = await sampleDecryption.process(
            bytes, offset: entry.byteRange?.offset ?? 0,
            of: URL(string: entry.uri, relativeTo: source.base)?.absoluteString ?? entry.uri, start, initialization,
            keyURI: isResource ? tag?.text("URI") : nil
        ) { uri in
            switch await keys.key(uri, from: &media) {
            case .success(let cipher): return cipher
            case .failure(let failure):
                reason = failure.text
                return nil
            }
        }
        (decryption, source) = (keys, media)
        let failure = reason.map { "has encrypted samples of which only headers were examined: \($0)" }
        if let problem = failure ?? outcome.problem { reportOnce(problem, of: entry) }
        return outcome
    }

    /// Decodes a segment separately, if a decoder is available.
    private mutating func decode(
        _ segment: MeasuredSegment, _ bytes: ByteSlice, _ decryptor: FragmentDecryptor?
    ) async {
        guard let decoding, !playlist.text.isIFramesOnly else { return }
        if let decryptor, let clear = try? decryptor.decrypt(ByteRope(bytes)) {
            let start = ByteSlice(copying: decryptor.initialization)
            return record(await decoding.decode(ByteSlice(copying: clear.bytes), start), of: segment)
        }
        if segment.entry.hasEncryptedSamples(in: playlist.text) {
            return reportOnce("has encrypted samples and was not decoded", of: segment.entry)
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
        record(outcome, of: segment)
    }

    private mutating func record(_ outcome: SegmentDecoding.Outcome, of segment: MeasuredSegment) {
        decoded.process(
            DecodedSegment(
                playlist: playlist, entry: segment.entry, file: segment.facts.file,
                isIndependent: segment.isIndependent,
                sampleCount: outcome.sampleCount, frameCount: outcome.frameCount, errors: outcome.errors))
    }

    /// Returns the name of a referenced file in findings, with the folder of the playlist.
    private func name(of uri: String) -> String {
        let isRelative = !uri.hasPrefix("/") && !uri.contains("://")
        guard isRelative, let slash = playlist.name.lastIndex(of: "/") else { return uri }
        return playlist.name[...slash] + uri
    }

    /// Reports a problem for the first affected segment only.
    private mutating func reportOnce(_ problem: String, of entry: ScannedSegment) {
        guard reportedReasons.insert(problem).inserted else { return }
        reportUnchecked("\(playlist.name): segment \(entry.sequence) \(problem)")
    }

    private mutating func reportUnchecked(_ problem: String) {
        if unchecked.count < Self.maximumProblems { unchecked.append(problem) } else { omittedProblems += 1 }
    }

    private func section(of entry: ScannedSegment) -> Section? {
        guard let attributes = entry.map.flatMap({ playlist.text.lines[$0].attributes }),
            let uri = attributes.text("URI")
        else { return nil }
        return Section(uri: uri, range: attributes.text("BYTERANGE").flatMap(Self.range))
    }

    /// Returns the initialization section in force, loading it once.
    private mutating func initialization(for entry: ScannedSegment) async -> InitializationFacts? {
        guard let section = section(of: entry) else { return nil }
        if let known = initializations[section] { return known }
        guard initializations.count < Self.maximumSections else { return nil }
        let facts = await load(section, for: entry)
        initializations[section] = .some(facts)
        return facts
    }

    /// Returns the tables of a transport stream: from its map, or for I-frames from before the first one (RFC 8216bis
    /// 4.4.3.6).
    private mutating func tables(for entry: ScannedSegment) async -> ProgramTables? {
        if let section = section(of: entry) { return tables[section] }
        guard playlist.text.isIFramesOnly, let start = entry.byteRange?.offset, start > 0 else { return nil }
        let head = Section(uri: entry.uri, range: nil)
        if let known = tables[head] { return known }
        let range = ByteRange(offset: 0, length: min(start, Self.headSize))
        guard tables.count < Self.maximumSections, let bytes = try? await source.bytes(entry.uri, range),
            SegmentFacts.Content(bytes) == .transportStream
        else { return nil }
        tables[head] = ProgramTables(reading: bytes)
        return tables[head]
    }

    private mutating func load(_ section: Section, for entry: ScannedSegment) async -> InitializationFacts? {
        let place = playlist.place(at: entry.map.map { playlist.text.lines[$0] })
        var isFragmentedMP4 = false
        do {
            var bytes = try await source.bytes(section.uri, section.range)
            // A section before the first EXT-X-KEY is not encrypted, although the key applies to the segments.
            if SegmentFacts.Content(bytes) == .unknown,
                case .decrypted(let clear) = await decryption.decrypt(
                    bytes, of: entry, in: playlist.text, from: &source, isInitialization: true)
            {
                bytes = clear
            }
            isFragmentedMP4 = SegmentFacts.Content(bytes) == .fragmentedMP4
            if decoding != nil { initializationBytes[section] = bytes }
            if SegmentFacts.Content(bytes) == .transportStream {
                tables[section] = ProgramTables(reading: bytes)
                return nil
            }
            let facts = try measurer.measure(initialization: bytes, file: name(of: section.uri))
            if facts.measurement.tracks.contains(where: { $0.protection != nil }) {
                initializationBytes[section] = bytes
            }
            return facts
        } catch let error as TransferError {
            report(error, .initialization, section.uri, place)
        } catch let error as MovieFileError where isFragmentedMP4 && error.isDamage {
            resources.process(ListedResource(.initialization, uri: section.uri, place: place, absence: "\(error)"))
        } catch {
            reportUnchecked("\(playlist.name): the initialization section '\(section.uri)' cannot be parsed: \(error)")
        }
        return nil
    }

    /// Parses `length@offset`; a missing offset means 0 (RFC 8216bis 4.4.4.5).
    private static func range(_ text: String) -> ByteRange? {
        let numbers = text.split(separator: "@", maxSplits: 1).map { Int($0) }
        guard let length = numbers.first ?? nil, length >= 0 else { return nil }
        guard numbers.count == 2 else { return ByteRange(offset: 0, length: length) }
        return numbers[1].flatMap { $0 >= 0 ? ByteRange(offset: $0, length: length) : nil }
    }

    /// Returns the bytes of a part; nil if they cannot be loaded.
    private mutating func load(_ part: ScannedPart, of entry: ScannedSegment) async -> ByteSlice? {
        do throws(TransferError) {
            return try await source.bytes(part.uri, part.byteRange)
        } catch {
            // A live playlist may have dropped the parts of older segments in the meantime.
            let isListed = !playlist.text.isLive || entry.index + 1 == playlist.text.segments.count
            if error.isAbsence, isListed {
                report(error, .part, part.uri, playlist.place(playlist.text.lines[part.line]))
            }
            return nil
        }
    }

    /// Returns the parts of a segment that can be loaded; old ones may have been removed.
    private mutating func parts(
        of entry: ScannedSegment, _ segment: ByteSlice, _ initialization: InitializationFacts?
    ) async -> [PartFacts] {
        var parts: [PartFacts] = []
        // Parts are encrypted separately; the segment is encrypted as one unit.
        let isEncrypted = entry.isFullyEncrypted(in: playlist.text)
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

extension MovieFileError {
    /// Whether the file is wrong, and not only beyond a limit.
    fileprivate var isDamage: Bool { if case .tooLarge = self { false } else { true } }
}
