/// Properties of a codec that its configuration does not contain, in one table for the codecs that are written and for
/// codecs that are only named in messages.
package struct CodecFacts: Sendable, Hashable {
    /// The name without the media type, such as `AC-4`.
    package let name: String
    /// Whether it is in the list of formats of Apple's authoring specification (9.1), or supported by most browsers.
    package let isWidelyPlayed: Bool
    /// Whether Debian's GStreamer has a decoder, so that it can be transcoded.
    package let isDecoded: Bool
    /// Whether it is for editing and storage in movies: no player of segments supports it.
    package let isForMovies: Bool
    /// A warning for users, as the end of a sentence; nil for none.
    package let caution: String?

    package init(
        _ name: String, isWidelyPlayed: Bool = false, isDecoded: Bool = false, isForMovies: Bool = false,
        caution: String? = nil
    ) {
        self.name = name
        self.isWidelyPlayed = isWidelyPlayed
        self.isDecoded = isDecoded
        self.isForMovies = isForMovies
        self.caution = caution
    }

    /// The properties of a configuration; nil for unknown codecs.
    package init?(_ configuration: CodecConfiguration) {
        let code = configuration.sampleEntryCode
        guard let facts = CodecFacts(code, objectType: configuration.objectType) ?? Self.entries[code] else {
            return nil
        }
        self = facts
    }

    /// The properties of a sample entry and the object type of its descriptor; nil for unknown codecs, and for MPEG-4
    /// sample entries whose object type is unknown.
    package init?(_ code: FourCC, objectType: UInt8?) {
        let isMPEG4 = code == "mp4a" || code == "mp4v" || code == "mp4s"
        guard let facts = isMPEG4 ? objectType.flatMap({ Self.objectTypes[$0] }) : Self.entries[code] else {
            return nil
        }
        self = facts
    }
}

extension CodecConfiguration {
    /// The objectTypeIndication of an elementary stream descriptor; nil without one and for MPEG-4 audio.
    package var objectType: UInt8? {
        box("esds").flatMap { ElementaryStreamDescriptor(esdsContent: $0)?.objectTypeIndication }
    }
}

extension MediaFormat {
    private var configuration: CodecConfiguration? {
        switch self {
        case .codedVideo(let format): format.configuration
        case .codedAudio(let format): format.configuration
        case .rawVideo, .rawAudio, .timedText, .codedData: nil
        }
    }

    /// The name of the coding and the media type, such as `AC-4 audio`; the sample entry's code if the coding is
    /// unknown.
    package var codecName: String? {
        guard let configuration else { return nil }
        let code = configuration.sampleEntryCode
        return "\(CodecFacts(configuration)?.name ?? "'\(code)'") \(mediaType.rawValue)"
    }

    /// Whether `--encode` has a decoder for it in Debian's packages.
    package var isDecodable: Bool {
        guard let configuration else { return true }
        if case .aac(let config) = configuration { return (try? config.parse())?.objectType != 42 }
        return CodecFacts(configuration)?.isDecoded ?? false
    }

    /// The advice for media that cannot be carried, as an appended clause; empty if there is no remedy.
    package var encodingAdvice: String {
        isDecodable ? "; encode it (sluice segment --encode)" : ""
    }
}
