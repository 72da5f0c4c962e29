import Media

/// Where a track's times go in the written media.
struct TrackPlacement: Sendable {
    let track: Track
    /// The track as it came.
    private let source: Track
    /// The track's number in its movie, from 1.
    let trackID: UInt32
    /// Added to decode ticks to get `baseMediaDecodeTime`.
    let decodeShift: Int64
    /// Taken off composition offsets, which become negative where decode times move up and nothing else says so.
    let compositionShift: Int64
    /// Added to presentation ticks to get the time at which a player shows the sample.
    let presentationShift: Int64
    /// What the edit list cuts off the beginning of the media; 0 for no edit list.
    let editMediaTime: Int64
    /// How many packets early decoding has to begin for the right sound, below zero (ISO/IEC 14496-12 10.1).
    let rollDistance: Int16?
    var isInRollGroup: Bool { rollDistance != nil }

    /// Under Apple HLS the common offset holds what comes before time zero, and where it is too short for the reorder
    /// delay of video, negative composition offsets do; under CMAF an edit list does.
    init(
        _ track: Track, trackID: UInt32, firstSample: Sample?, _ settings: FragmenterSettings
    ) throws(AssetWriterError) {
        source = track
        var written = settings.profile == .mpeg4CMAFCompliant ? track.withColour : track
        written.liveOrigin = track.liveOrigin.map { $0 &- (settings.timeOffset + settings.continuedTime).nanoseconds }
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
            // What the codec needs is left out by the edit list wherever the first sample begins, so that the
            // initialization segment does not depend on the moment at which a live run began.
            let lead = max(track.priming, firstSample?.presentationOffset ?? 0)
            editMediaTime = settings.isCombinable ? max(0, track.priming) : max(0, -first, first > -lead ? lead : 0)
        }
        decodeShift = presentationShift + editMediaTime + compositionShift
        rollDistance = settings.profile == .mpeg4CMAFCompliant ? track.rollDistance : nil
    }

    /// How far decode times of Apple HLS move up against presentation times so that none is below zero.
    ///
    /// Only pictures that are presented at zero or later can do without the offset: audio is presented when it is
    /// decoded, and fragments that follow those of other writers need decode times that do not depend on the first one.
    private static func compositionShift(
        _ track: Track, _ firstSample: Sample?, _ offset: Int64, _ settings: FragmenterSettings
    ) throws(AssetWriterError) -> Int64 {
        guard let firstSample else { return 0 }
        let movesDecoding = track.mediaType == .video && !settings.isCombinable
        let earliest = movesDecoding ? firstSample.presentationTicks : firstSample.decodeTicks
        guard earliest + offset >= 0 else {
            let needed = MediaTime(value: -earliest, timescale: track.timescale)
            throw AssetWriterError(
                .negativeDecodeTime,
                "the \(track.mediaType.rawValue) track would \(movesDecoding ? "be presented" : "decode") before time "
                    + "zero; a time offset of \(needed.rescaled(to: 1000, rounding: .up)) is enough")
        }
        return max(0, -(firstSample.decodeTicks + offset))
    }

    /// Whether this is where `track` goes: it is the same that was placed.
    func isPlaced(_ track: Track) -> Bool { source == track }
}

extension Track {
    /// CMAF wants to be told the colours (ISO/IEC 23000-19 9.2.5); what is unmarked is what its size suggests.
    fileprivate var withColour: Track {
        guard case .codedVideo(var format) = format, format.colour == nil else { return self }
        format.colour = format.size.height >= 720 ? .bt709 : .bt601
        var result = self
        result.format = .codedVideo(format)
        return result
    }

    /// How many packets early decoding begins: one for AAC, 80 ms for Opus (its mapping, 4.3.6.2), what IAMF says;
    /// nil for others.
    ///
    /// Sync samples of xHE-AAC carry what decoding needs.
    var rollDistance: Int16? {
        guard case .codedAudio(let format) = format, !format.hasSampleDependencies else { return nil }
        if case .aac = format.configuration { return -1 }
        // IAMF says itself how far back, in its own frames.
        if let box = format.configuration.box("iacb"), let record = try? IAMFConfiguration(bytes: box) {
            return record.rollDistance < 0 ? record.rollDistance : nil
        }
        guard format.configuration.sampleEntryCode == "Opus" else { return nil }
        let length = format.framesPerPacket > 0 ? format.framesPerPacket : 960
        return Int16(clamping: -((3840 + length - 1) / length))
    }
}
