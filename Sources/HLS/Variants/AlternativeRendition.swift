/// One of several versions of the same content, such as a language (RFC 8216bis 4.4.6.1).
package struct AlternativeRendition: Sendable, Hashable {
    /// What kind of content it is.
    package enum Kind: String, Sendable, Hashable {
        case audio = "AUDIO"
        case video = "VIDEO"
        case subtitles = "SUBTITLES"
        case closedCaptions = "CLOSED-CAPTIONS"
    }

    package var kind: Kind
    package var groupID: String
    /// A name for people, unique in the group.
    package var name: String
    /// A BCP 47 language tag.
    package var language: String?
    /// A language in another role, such as the written form beside the spoken one.
    package var associatedLanguage: String?
    /// The same for the same rendition in every pathway.
    package var stableID: String?
    /// Whether it plays when nothing was chosen.
    package var isDefault: Bool
    /// Whether a player may choose it by the user's language.
    package var isAutoselect: Bool
    package var isForced: Bool
    /// nil where the variants themselves carry it.
    package var uri: String?
    /// The caption service or the track in the segments, such as `CC1`, `SERVICE3` or a number.
    package var instreamID: String?
    /// Bits of an audio sample.
    package var bitDepth: Int?
    /// Audio samples in a second.
    package var sampleRate: Int?
    /// Uniform type identifiers, in order.
    package var characteristics: [String]
    /// The number of channels, and more after a slash; see ``channelDescription``.
    package var channels: String?
    package var unknownAttributes: [UnknownAttribute] = []
    /// The tags before it that are not understood, in order.
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
