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
    /// Added to presentation ticks to get the time at which a player shows the sample.
    let presentationShift: Int64
    /// What the edit list cuts off the beginning of the media; 0 for no edit list.
    let editMediaTime: Int64
    /// How many packets early decoding has to begin for the right sound, below zero (ISO/IEC 14496-12 10.1).
    let rollDistance: Int16?
    var isInRollGroup: Bool { rollDistance != nil }

    /// Under Apple HLS the common offset has to hold what comes before time zero; under CMAF an edit list does.
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
            guard first >= 0 else {
                let needed = MediaTime(value: offset - first, timescale: track.timescale)
                throw AssetWriterError(
                    .negativeDecodeTime,
                    "the \(track.mediaType.rawValue) track would decode before time zero; "
                        + "a time offset of \(needed.rescaled(to: 1000, rounding: .up)) is enough")
            }
            editMediaTime = 0
        case .mpeg4CMAFCompliant:
            // What the codec needs is left out by the edit list wherever the first sample begins, so that the
            // initialization segment does not depend on the moment at which a live run began.
            let lead = max(track.priming, firstSample?.presentationOffset ?? 0)
            editMediaTime = settings.isCombinable ? max(0, track.priming) : max(0, -first, first > -lead ? lead : 0)
        }
        decodeShift = presentationShift + editMediaTime
        rollDistance = settings.profile == .mpeg4CMAFCompliant ? track.rollDistance : nil
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

    /// How many packets early decoding begins: one for AAC, 80 ms for Opus (its mapping, 4.3.6.2); nil for others.
    ///
    /// Sync samples of xHE-AAC carry what decoding needs.
    var rollDistance: Int16? {
        guard case .codedAudio(let format) = format, !format.hasSampleDependencies else { return nil }
        if case .aac = format.configuration { return -1 }
        guard format.configuration.sampleEntryCode == "Opus" else { return nil }
        let length = format.framesPerPacket > 0 ? format.framesPerPacket : 960
        return Int16(clamping: -((3840 + length - 1) / length))
    }
}
