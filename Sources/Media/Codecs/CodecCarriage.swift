/// The support of a coding in the segments of a profile.
///
/// Texts are the ends of sentences whose subject is the track, as in ``OmittedMedia`` and in warnings.
package enum CodecCarriage: Sendable, Hashable {
    case carried
    /// Carried, but players may not play it.
    case carriedWithWarning(String)
    case refused(String)

    /// The readers for which segments are written.
    package enum Profile: Sendable, Hashable {
        /// Apple's authoring specification.
        case appleHLS
        /// CMAF, whose tracks may have any sample entry.
        case cmaf
    }

    /// The support of a format.
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

    /// The reason for the refusal; nil if it is carried.
    package var refusal: String? { if case .refused(let reason) = self { reason } else { nil } }
    /// The warning; nil if there is none.
    package var warning: String? { if case .carriedWithWarning(let text) = self { text } else { nil } }

    private static let interlaced =
        "which is or may be interlaced: Apple's authoring specification (1.14) requires progressive video; players that do not "
        + "deinterlace show comb artefacts; sluice segment --encode deinterlaces"

    private static func decision(
        _ format: MediaFormat, _ configuration: CodecConfiguration, isCopied: Bool, _ profile: Profile
    ) -> CodecCarriage {
        if let facts = CodecFacts(configuration), facts.isForMovies {
            return .refused(
                "which is a format for editing that segments do not carry; file.movie records it in a QuickTime movie"
                    + format.otherwiseAdvice)
        }
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
            return .carriedWithWarning("whose \(entry) is copied unchanged: only players that know it play it")
        case .appleHLS:
            return .refused(
                "whose \(entry) is not supported by HLS players; profile cmaf copies it\(format.otherwiseAdvice)")
        }
    }
}

extension MediaFormat {
    fileprivate var otherwiseAdvice: String { isDecodable ? ", sluice segment --encode encodes it" : "" }
}
