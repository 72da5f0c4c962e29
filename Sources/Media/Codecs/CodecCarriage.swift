/// Whether segments of a profile carry a coding, decided in this place alone.
///
/// Texts are the ends of sentences whose subject is the track, as ``LeftOut`` and warnings want them.
package enum CodecCarriage: Sendable, Hashable {
    case carried
    /// Carried, and players may not play it.
    case carriedWithWarning(String)
    case refused(String)

    /// Which readers the segments are written for.
    package enum Profile: Sendable, Hashable {
        /// Apple's authoring specification.
        case appleHLS
        /// CMAF, whose tracks may hold any sample entry.
        case cmaf
    }

    /// The decision for a format.
    package init(_ format: MediaFormat, in profile: Profile) {
        switch format {
        case .codedVideo(let video):
            self = Self.decision(format, video.configuration, isCopied: video.copiedEntry != nil, profile)
            if case .carried = self, video.isInterlaced { self = .carriedWithWarning(Self.interlaced) }
        case .codedAudio(let audio):
            self = Self.decision(format, audio.configuration, isCopied: audio.copiedEntry != nil, profile)
        case .rawVideo, .rawAudio, .timedText, .codedData: self = .carried
        }
    }

    /// Why it is refused; nil where it is carried.
    package var refusal: String? { if case .refused(let reason) = self { reason } else { nil } }
    /// What players may do with it; nil where there is nothing to say.
    package var warning: String? { if case .carriedWithWarning(let text) = self { text } else { nil } }

    private static let interlaced =
        "which is or may be interlaced: Apple's authoring specification (1.14) wants progressive video, and players that do not "
        + "deinterlace show combs; sluice segment --encode deinterlaces"

    private static func decision(
        _ format: MediaFormat, _ configuration: CodecConfiguration, isCopied: Bool, _ profile: Profile
    ) -> CodecCarriage {
        if isCopied { return copied(format, configuration, profile) }
        guard let facts = CodecFacts(configuration) else { return .carried }
        if let caution = facts.caution {
            return profile == .cmaf
                ? .carriedWithWarning("which is \(caution)") : .refused("which is \(caution); profile cmaf carries it")
        }
        guard profile == .appleHLS, !facts.isWidelyPlayed else { return .carried }
        return .carriedWithWarning(
            "which is not in Apple's list of formats (authoring specification 9.1): Apple's players do not play it")
    }

    private static func copied(
        _ format: MediaFormat, _ configuration: CodecConfiguration, _ profile: Profile
    ) -> CodecCarriage {
        let entry = "sample entry '\(configuration.sampleEntryCode)'"
        switch profile {
        case .cmaf:
            return .carriedWithWarning("whose \(entry) is copied as it is: only players that know it play the track")
        case .appleHLS:
            return .refused(
                "whose \(entry) players of HLS do not read; profile cmaf copies it\(format.otherwiseAdvice)")
        }
    }
}

extension MediaFormat {
    fileprivate var otherwiseAdvice: String { isDecodable ? ", sluice segment --encode encodes it anew" : "" }
}
