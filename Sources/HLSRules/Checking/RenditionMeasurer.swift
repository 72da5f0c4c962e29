import HLS
package import ISOMedia
package import MPEGTransport
package import Media

/// Measures the segments of a media playlist in order, passes them to the rules and accumulates statistics.
///
/// Memory use is independent of the amount of media, as segments are released after processing.
package struct RenditionMeasurer: Sendable {
    /// The maximum size of all initialization sections of a playlist together, in bytes; they are retained.
    private static let maximumInitializationBytes = 64 << 20

    /// The maximum number of counters to compare between renditions.
    private static let maximumCounters = 65_536

    private var playlist: CheckedPlaylist
    private var checker: SegmentChecker
    private var meter: BandwidthMeter
    private var measured = MeasuredRendition(segments: [])
    private var initializationBytes: [ByteSlice] = []
    /// The tracks whose first sample has been compared with each initialization section.
    private var verifiedTracks: [Set<UInt32>] = []
    private var missingCount = 0
    /// The latest timestamp of a transport stream or packed audio, to extend 33-bit timestamps.
    private var lastTimestamp: Int64?

    /// Creates a measurer for a playlist with the rules of a profile.
    package init(
        _ playlist: CheckedPlaylist, _ profile: ValidationProfile, rules: [any Rule.Type] = RuleCatalogue.all
    ) {
        self.playlist = playlist
        checker = SegmentChecker(profile, rules: rules)
        meter = BandwidthMeter(target: TargetDuration(seconds: playlist.text.targetDuration ?? 1))
    }

    /// Replaces the playlist with a later state, which contains the next segments.
    package mutating func updatePlaylist(_ state: CheckedPlaylist) { playlist = state }

    /// Measures an initialization section. Throws if it is damaged or if there are too many different ones.
    ///
    /// Equal bytes yield the same facts.
    package mutating func measure(initialization bytes: ByteSlice, file: String) throws(MovieFileError)
        -> InitializationFacts
    {
        if let index = initializationBytes.firstIndex(of: bytes) { return measured.initializations[index] }
        let measurement = try InitializationMeasurement(reading: bytes)
        guard initializationBytes.count < 256 else { throw .tooLarge(what: "initialization sections", limit: 256) }
        guard initializationBytes.reduce(bytes.count, { $0 + $1.count }) <= Self.maximumInitializationBytes else {
            throw .tooLarge(what: "bytes of initialization sections", limit: Self.maximumInitializationBytes)
        }
        let facts = InitializationFacts(file: file, identity: initializationBytes.count, measurement: measurement)
        initializationBytes.append(bytes)
        verifiedTracks.append([])
        measured.initializations.append(facts)
        return facts
    }

    /// Measures a segment; `bytes` start at `offset` of `file` and are not retained.
    ///
    /// `tables` contains the program tables of a transport stream's initialization section; `encryption` is the result
    /// of decryption if the playlist declares the entire segment as encrypted; `samples` describes encrypted samples,
    /// which `bytes` may contain in the clear at the same offsets.
    @discardableResult
    package mutating func measure(
        _ entry: ScannedSegment, file: String, offset: Int = 0, bytes: ByteSlice,
        encryption: SegmentEncryption? = nil, samples: SampleEncryptionFacts? = nil,
        initialization: InitializationFacts?, tables: ProgramTables? = nil, parts: [PartFacts] = []
    ) -> MeasuredSegment {
        var facts = SegmentFacts(file: file, size: bytes.count)
        facts.offset = offset
        switch encryption {
        case .decrypted(let size):
            (facts.size, facts.content) = (size, SegmentFacts.Content(bytes))
            // One wrong key in 256 leaves padding that is valid.
            if facts.content == .unknown {
                facts.content = .encrypted
                facts.decryptionFault =
                    "valid padding around \(SegmentFacts.Content.beginning(bytes)), which no media segment begins with; "
                    + "the key or the vector is probably wrong"
            }
        case .encrypted(let fault): (facts.content, facts.decryptionFault) = (.encrypted, fault)
        case nil: facts.content = entry.isFullyEncrypted(in: playlist.text) ? .encrypted : SegmentFacts.Content(bytes)
        }
        facts.parts = parts
        facts.encryption = samples
        facts.initialization = initialization
        switch facts.content {
        case .fragmentedMP4:
            let media = SegmentMeasurement(bytes, origin: offset, initialization: initialization?.measurement)
            facts.media = media
            facts.pictureDigest = Self.pictureDigest(media, bytes, origin: offset, facts.initialization)
            compareCodecs(media, bytes, &facts)
        case .webVTT:
            facts.hasTimestampMap = Self.hasTimestampMap(bytes)
            if case .decrypted = encryption, Self.hasControlCharacters(bytes) {
                facts.decryptionFault = "control characters in the text, as if it was encrypted in several pieces"
            }
        case .transportStream:
            facts.transport = TransportMeasurement(bytes, origin: offset, near: lastTimestamp, initialization: tables)
        case .packedAudio: facts.packedAudio = PackedAudioMeasurement(bytes, origin: offset, near: lastTimestamp)
        case .unknown: facts.beginning = SegmentFacts.Content.beginning(bytes)
        case .encrypted: break
        }
        lastTimestamp =
            facts.streams.compactMap { $0.track.decodeStart == nil ? nil : $0.track.decodeEnd }.first ?? lastTimestamp
        let segment = MeasuredSegment(playlist: playlist, entry: entry, facts: facts)
        append(segment)
        return segment
    }

    /// Records that a segment could not be loaded.
    package mutating func recordMissing(_ entry: ScannedSegment) {
        if !entry.isGap { missingCount += 1 }
    }

    private mutating func append(_ segment: MeasuredSegment) {
        let (entry, facts) = (segment.entry, segment.facts)
        checker.process(segment)
        measured.contents.insert(facts.content)
        if let duration = entry.duration { meter.add(bytes: facts.size, duration: duration) }
        var sample = SegmentSample(
            sequence: entry.sequence, duration: entry.duration?.seconds ?? 0, size: facts.size,
            isDiscontinuity: entry.isDiscontinuity, isGap: entry.isGap)
        if !playlist.text.isIFramesOnly, measured.counters.count < Self.maximumCounters {
            measured.counters += facts.encryption?.counters ?? []
        }
        if let main = segment.mainTrack { sample.measuredDuration = main.time(main.measured.presentedDuration).seconds }
        measured.segments.append(sample)
        if let timing = MeasuredPosition(segment) { measured.timeline.append(timing) }
        if let audio = MuxedAudioPosition(segment) { measured.muxedAudio.append(audio) }
        for track in segment.tracks { merge(track) }
    }

    private mutating func merge(_ track: MeasuredSegment.Track) {
        let index = measured.tracks.firstIndex {
            $0.header.id == track.header.id && $0.header.timescale == track.header.timescale
        }
        if let index { return measured.tracks[index].add(track.measured) }
        guard measured.tracks.count < 64 else { return }
        var new = RenditionTrack(header: track.header)
        new.add(track.measured)
        measured.tracks.append(new)
    }

    /// Returns a digest of the first video sample.
    private static func pictureDigest(
        _ media: SegmentMeasurement, _ bytes: ByteSlice, origin: Int, _ initialization: InitializationFacts?
    ) -> Int? {
        let video = media.tracks.first { initialization?.measurement.track($0.trackID)?.track.handler == "vide" }
        guard let video, video.firstSize > 0, video.firstOffset >= origin,
            video.firstOffset - origin <= bytes.count - video.firstSize
        else { return nil }
        let start = video.firstOffset - origin
        var hasher = Hasher()
        bytes.slice(start..<start + video.firstSize).withUnsafeBytes { hasher.combine(bytes: $0) }
        return hasher.finalize()
    }

    /// Compares the first sample of each track with its initialization section.
    private mutating func compareCodecs(_ media: SegmentMeasurement, _ bytes: ByteSlice, _ facts: inout SegmentFacts) {
        guard let identity = facts.initialization?.identity else { return }
        // Samples with parameter sets may differ from the initialization section in any segment.
        for track in media.tracks
        where !verifiedTracks[identity].contains(track.trackID)
            || track.hasOwnParameterSets && measured.initializations[identity].contradictions[track.trackID] == nil
        {
            let start = track.firstOffset - facts.offset
            guard let header = facts.initialization?.measurement.track(track.trackID),
                header.protection == nil || facts.encryption?.isDecrypted == true, let format = header.track.format,
                track.sampleCount > 0, start >= 0,
                start <= bytes.count - track.firstSize
            else { continue }
            verifiedTracks[identity].insert(track.trackID)
            let check = CodecCheck(format, firstSample: bytes.slice(start..<start + track.firstSize))
            measured.initializations[identity].contradictions[track.trackID] = check.contradiction
        }
        facts.initialization = measured.initializations[identity]
    }

    /// Returns the measurements and the findings.
    package mutating func finish() -> (rendition: MeasuredRendition, log: FindingLog) {
        measured.bandwidth = measured.segments.isEmpty ? nil : meter.bandwidth
        measured.isComplete =
            missingCount == 0 && measured.segments.count == playlist.text.segments.count(where: { !$0.isGap })
        return (measured, checker.finish())
    }
}
