import HLS
package import ISOMedia
package import MPEGTransport
package import Media

/// Measures the segments of one media playlist in order, shows each to the rules and keeps figures of it.
///
/// Memory does not grow with the media: what rules have seen is forgotten.
package struct RenditionMeasurer: Sendable {
    /// All initialization sections of a playlist together, in bytes: they are kept.
    private static let initializationSize = 64 << 20

    private var playlist: CheckedPlaylist
    private var checker: SegmentChecker
    private var meter: BandwidthMeter
    private var measured = MeasuredRendition(segments: [])
    private var initializationBytes: [ByteSlice] = []
    /// The tracks whose first sample was held against each initialization section.
    private var compared: [Set<UInt32>] = []
    private var missing = 0
    /// Where the times of a transport stream or of packed audio were last, which say 33 bits of them.
    private var clock: Int64?

    /// Measures what `playlist` lists, with the rules of a profile.
    package init(
        _ playlist: CheckedPlaylist, _ profile: ValidationProfile, rules: [any Rule.Type] = RuleCatalogue.all
    ) {
        self.playlist = playlist
        checker = SegmentChecker(profile, rules: rules)
        meter = BandwidthMeter(target: TargetDuration(seconds: playlist.text.targetDuration ?? 1))
    }

    /// Goes on with a later state of the playlist, whose segments come next.
    package mutating func follow(_ state: CheckedPlaylist) { playlist = state }

    /// Takes the bytes of an initialization section; nil where it is damaged or too many differ.
    ///
    /// Equal bytes give the same facts.
    package mutating func take(initialization bytes: ByteSlice, file: String) throws(MovieFileError)
        -> InitializationFacts
    {
        if let index = initializationBytes.firstIndex(of: bytes) { return measured.initializations[index] }
        let measurement = try InitializationMeasurement(reading: bytes)
        guard initializationBytes.count < 256 else { throw .tooLarge(what: "initialization sections", limit: 256) }
        guard initializationBytes.reduce(bytes.count, { $0 + $1.count }) <= Self.initializationSize else {
            throw .tooLarge(what: "bytes of initialization sections", limit: Self.initializationSize)
        }
        let facts = InitializationFacts(file: file, identity: initializationBytes.count, measurement: measurement)
        initializationBytes.append(bytes)
        compared.append([])
        measured.initializations.append(facts)
        return facts
    }

    /// Takes a segment; `bytes` begin at `offset` of `file` and are only looked at.
    ///
    /// A transport stream whose initialization section has its tables comes with `tables`; what the playlist says to be
    /// encrypted comes with what became of it, or as it is stored.
    @discardableResult
    package mutating func take(
        _ entry: ScannedSegment, file: String, offset: Int = 0, bytes: ByteSlice,
        encryption: SegmentEncryption? = nil, initialization: InitializationFacts?, tables: ProgramTables? = nil,
        parts: [PartFacts] = []
    ) -> MeasuredSegment {
        var facts = SegmentFacts(file: file, size: bytes.count)
        facts.offset = offset
        switch encryption {
        case .removed(let size):
            (facts.size, facts.content) = (size, SegmentFacts.Content(bytes))
            // One wrong key in 256 leaves padding that is valid.
            if facts.content == .unknown {
                facts.content = .encrypted
                facts.decryptionFault =
                    "valid padding around \(SegmentFacts.Content.beginning(bytes)), which no media segment begins with; "
                    + "the key or the vector is probably wrong"
            }
        case .inForce(let fault): (facts.content, facts.decryptionFault) = (.encrypted, fault)
        case nil: facts.content = entry.isEncryptedWhole(in: playlist.text) ? .encrypted : SegmentFacts.Content(bytes)
        }
        facts.parts = parts
        facts.initialization = initialization
        switch facts.content {
        case .fragmentedMP4:
            let media = SegmentMeasurement(bytes, origin: offset, initialization: initialization?.measurement)
            facts.media = media
            compareCodecs(media, bytes, &facts)
        case .webVTT: facts.hasTimestampMap = Self.hasTimestampMap(bytes)
        case .transportStream:
            facts.transport = TransportMeasurement(bytes, origin: offset, near: clock, initialization: tables)
        case .packedAudio: facts.packedSound = PackedAudioMeasurement(bytes, origin: offset, near: clock)
        case .unknown: facts.beginning = SegmentFacts.Content.beginning(bytes)
        case .encrypted: break
        }
        clock = facts.streams.compactMap { $0.track.decodeStart == nil ? nil : $0.track.decodeEnd }.first ?? clock
        let segment = MeasuredSegment(playlist: playlist, entry: entry, facts: facts)
        take(segment)
        return segment
    }

    /// Notes that a segment could not be had.
    package mutating func miss(_ entry: ScannedSegment) {
        if !entry.isGap { missing += 1 }
    }

    private mutating func take(_ segment: MeasuredSegment) {
        let (entry, facts) = (segment.entry, segment.facts)
        checker.take(segment)
        measured.contents.insert(facts.content)
        if let duration = entry.duration { meter.add(bytes: facts.size, duration: duration) }
        var sample = SegmentSample(
            sequence: entry.sequence, duration: entry.duration?.seconds ?? 0, size: facts.size,
            isDiscontinuity: entry.isDiscontinuity, isGap: entry.isGap)
        if let main = segment.mainTrack { sample.measuredDuration = main.time(main.measured.presentedDuration).seconds }
        measured.segments.append(sample)
        for track in segment.tracks { add(track) }
    }

    private mutating func add(_ track: MeasuredSegment.Track) {
        let index = measured.tracks.firstIndex {
            $0.header.id == track.header.id && $0.header.timescale == track.header.timescale
        }
        if let index { return measured.tracks[index].add(track.measured) }
        guard measured.tracks.count < 64 else { return }
        var new = RenditionTrack(header: track.header)
        new.add(track.measured)
        measured.tracks.append(new)
    }

    /// Holds the first sample that comes after an initialization section against it.
    private mutating func compareCodecs(_ media: SegmentMeasurement, _ bytes: ByteSlice, _ facts: inout SegmentFacts) {
        guard let identity = facts.initialization?.identity else { return }
        for track in media.tracks where !compared[identity].contains(track.trackID) {
            let start = track.firstOffset - facts.offset
            guard let header = facts.initialization?.measurement.track(track.trackID), header.protection == nil,
                let format = header.track.format, track.sampleCount > 0, start >= 0,
                start <= bytes.count - track.firstSize
            else { continue }
            compared[identity].insert(track.trackID)
            let check = CodecCheck(format, firstSample: bytes.slice(start..<start + track.firstSize))
            measured.initializations[identity].contradictions[track.trackID] = check.contradiction
        }
        facts.initialization = measured.initializations[identity]
    }

    /// What was measured, and what the rules found.
    package mutating func finish() -> (rendition: MeasuredRendition, log: FindingLog) {
        measured.bandwidth = measured.segments.isEmpty ? nil : meter.bandwidth
        measured.isComplete =
            missing == 0 && measured.segments.count == playlist.text.segments.count(where: { !$0.isGap })
        return (measured, checker.finish())
    }
}
