import Media

/// The mapping from a track's input times to the times in the written media.
struct TrackTimeMapping: Sendable {
    let track: Track
    /// The input track, unchanged.
    let source: Track
    /// The `track_ID` in the movie, from 1.
    let trackID: UInt32
    /// The offset from decode ticks to `baseMediaDecodeTime`.
    let decodeShift: Int64
    /// The value subtracted from composition offsets. Above zero when decode times are shifted without an edit list;
    /// composition offsets may then be negative.
    let compositionShift: Int64
    /// The offset from presentation ticks to the time at which a player presents the sample.
    let presentationShift: Int64
    /// The media time at which the edit list starts, in ticks; 0 for no edit list.
    let editMediaTime: Int64
    /// The number of preceding packets that decoding needs for correct audio, negated: the roll distance (ISO/IEC
    /// 14496-12 10.1).
    let rollDistance: Int16?
    var isInRollGroup: Bool { rollDistance != nil }

    /// Under Apple HLS, the common time offset places priming and reorder delay after time zero; if it is too small for
    /// the reorder delay of video, composition offsets become negative. Under CMAF, an edit list removes both.
    init(
        _ track: Track, trackID: UInt32, firstSample: Sample?, _ settings: FragmenterSettings
    ) throws(PackagingError) {
        source = track
        var written = settings.profile == .mpeg4CMAFCompliant ? track.withColour : track
        written.liveOrigin = track.liveOrigin.map { $0 - (settings.timeOffset + settings.continuedTime).duration }
        let shift = settings.timeOffset + settings.continuedTime
        written.chapters = track.chapters?.delayed(by: shift.ticks(at: 1000))
        self.track = written
        self.trackID = trackID
        let offset = settings.timeOffset.ticks(at: track.timescale)
        presentationShift = offset + settings.continuedTime.ticks(at: track.timescale)
        let first = (firstSample?.decodeTicks ?? 0) + offset
        switch settings.profile {
        case .mpeg4AppleHLS:
            compositionShift = try Self.compositionShift(track, firstSample, offset, settings)
            editMediaTime = 0
        case .mpeg4CMAFCompliant:
            compositionShift = 0
            // The edit list removes priming and reorder delay wherever the first sample starts, so that the
            // initialization segment does not depend on when a live run started.
            let lead = max(track.priming, firstSample?.presentationOffset ?? 0)
            editMediaTime = settings.isCombinable ? max(0, track.priming) : max(0, -first, first > -lead ? lead : 0)
        }
        decodeShift = presentationShift + editMediaTime + compositionShift
        rollDistance = settings.profile == .mpeg4CMAFCompliant ? track.rollDistance : nil
    }

    /// Returns the shift that makes all decode times of Apple HLS non-negative.
    ///
    /// Only video presented at or after time zero can omit the offset: audio is presented when it is decoded, and
    /// combinable fragments need decode times that do not depend on the first sample.
    private static func compositionShift(
        _ track: Track, _ firstSample: Sample?, _ offset: Int64, _ settings: FragmenterSettings
    ) throws(PackagingError) -> Int64 {
        guard let firstSample else { return 0 }
        let movesDecoding = track.mediaType == .video && !settings.isCombinable
        let earliest = movesDecoding ? firstSample.presentationTicks : firstSample.decodeTicks
        guard earliest + offset >= 0 else {
            let needed = MediaTime(value: -earliest, timescale: track.timescale)
            throw PackagingError(
                .negativeDecodeTime,
                "the \(track.mediaType.rawValue) track would \(movesDecoding ? "be presented" : "decode") before time "
                    + "zero; a time offset of \(needed.rescaled(to: 1000, rounding: .up)) is enough")
        }
        return max(0, -(firstSample.decodeTicks + offset))
    }

    /// Returns whether this mapping was made for `track`.
    func maps(_ track: Track) -> Bool { source == track }
}

extension Track {
    /// The track with colour information, which CMAF requires (ISO/IEC 23000-19 9.2.5); unspecified if the media has none.
    fileprivate var withColour: Track {
        guard case .codedVideo(var format) = format, format.colour == nil else { return self }
        format.colour = .unspecified(isFullRange: false)
        var result = self
        result.format = .codedVideo(format)
        return result
    }

    /// The roll distance: the number of packets before a random access point at which decoding must start, negated. One
    /// for AAC, 80 ms for Opus (Opus mapping 4.3.6.2), the declared distance for IAMF; nil for other codecs.
    ///
    /// Sync samples of xHE-AAC need no preceding packets.
    var rollDistance: Int16? {
        guard case .codedAudio(let format) = format, !format.hasSampleDependencies else { return nil }
        if case .aac = format.configuration { return -1 }
        // IAMF declares the distance, in its own frames.
        if let box = format.configuration.box("iacb"), let record = try? IAMFConfiguration(bytes: box) {
            return record.rollDistance < 0 ? record.rollDistance : nil
        }
        guard format.configuration.sampleEntryCode == "Opus" else { return nil }
        let length = format.framesPerPacket > 0 ? format.framesPerPacket : 960
        return Int16(clamping: -((3840 + length - 1) / length))
    }
}
