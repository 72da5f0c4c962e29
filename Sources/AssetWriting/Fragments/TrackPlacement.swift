import Media

/// Where a track's times go in the written media.
struct TrackPlacement: Sendable {
    let track: Track
    /// The track's number in its movie, from 1.
    let trackID: UInt32
    /// Added to decode ticks to get `baseMediaDecodeTime`.
    let decodeShift: Int64
    /// Added to presentation ticks to get the time at which a player shows the sample.
    let presentationShift: Int64
    /// What the edit list cuts off the beginning of the media; 0 for no edit list.
    let editMediaTime: Int64
    /// Whether decoding has to begin one packet early for the right sound (ISO/IEC 14496-12 10.1).
    let isInRollGroup: Bool

    /// Under Apple HLS the common offset has to hold what comes before time zero; under CMAF an edit list does.
    init(
        _ track: Track, trackID: UInt32, firstSample: Sample?, _ settings: FragmenterSettings
    ) throws(AssetWriterError) {
        self.track = settings.profile == .mpeg4CMAFCompliant ? track.withColour : track
        self.trackID = trackID
        presentationShift = settings.timeOffset.ticks(at: track.timescale)
        let first = (firstSample?.decodeTicks ?? 0) + presentationShift
        switch settings.profile {
        case .mpeg4AppleHLS:
            guard first >= 0 else {
                let needed = MediaTime(value: presentationShift - first, timescale: track.timescale)
                throw AssetWriterError(
                    .negativeDecodeTime,
                    "the \(track.mediaType.rawValue) track would decode before time zero; "
                        + "a time offset of \(needed.rescaled(to: 1000, rounding: .up)) is enough")
            }
            editMediaTime = 0
        case .mpeg4CMAFCompliant:
            editMediaTime = settings.isCombinable ? max(0, track.priming) : max(0, -first)
        }
        decodeShift = presentationShift + editMediaTime
        isInRollGroup = settings.profile == .mpeg4CMAFCompliant && track.isAAC
    }
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

    /// Whether the packets are MPEG-4 audio, whose decoding begins one packet early.
    var isAAC: Bool {
        guard case .codedAudio(let format) = format, case .aac = format.configuration else { return false }
        return true
    }
}
