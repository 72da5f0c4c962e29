/// One of several alternative versions of the same content, such as a language (RFC 8216bis 4.4.6.1).
package struct AlternativeRendition: Sendable, Hashable {
    /// The type of content.
    package enum Kind: String, Sendable, Hashable {
        case audio = "AUDIO"
        case video = "VIDEO"
        case subtitles = "SUBTITLES"
        case closedCaptions = "CLOSED-CAPTIONS"
    }

    package var kind: Kind
    package var groupID: String
    /// A display name, unique in the group.
    package var name: String
    /// A BCP 47 language tag.
    package var language: String?
    /// A language used in a different role, such as written instead of spoken.
    package var associatedLanguage: String?
    /// The ID of this rendition in every pathway.
    package var stableID: String?
    /// Whether it plays without a user selection.
    package var isDefault: Bool
    /// Whether players may select it by the user's language.
    package var isAutoselect: Bool
    package var isForced: Bool
    /// nil if the variants contain it.
    package var uri: String?
    /// The caption service or track in the segments, such as `CC1`, `SERVICE3` or a number.
    package var instreamID: String?
    /// Bits per audio sample.
    package var bitDepth: Int?
    /// Audio samples per second.
    package var sampleRate: Int?
    /// Uniform type identifiers, in order.
    package var characteristics: [String]
    /// The number of channels and optional parameters after slashes; see ``channelDescription``.
    package var channels: String?
    package var unknownAttributes: [UnknownAttribute] = []
    /// The unknown tags before it, in order.
    package var unknownTags: [UnknownTag] = []

    package init(
        kind: Kind, groupID: String, name: String, language: String? = nil, isDefault: Bool = false,
        isAutoselect: Bool = false, isForced: Bool = false, uri: String? = nil, instreamID: String? = nil,
        characteristics: [String] = [], channels: String? = nil
    ) {
        self.kind = kind
        self.groupID = groupID
        self.name = name
        self.language = language
        self.isDefault = isDefault
        self.isAutoselect = isAutoselect
        self.isForced = isForced
        self.uri = uri
        self.instreamID = instreamID
        self.characteristics = characteristics
        self.channels = channels
    }
}
