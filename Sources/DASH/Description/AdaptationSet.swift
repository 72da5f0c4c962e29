import Media

/// Interchangeable representations of the same content (ISO/IEC 23009-1 5.3.3).
package struct AdaptationSet: Sendable, Hashable {
    /// A scheme identifier and a value (ISO/IEC 23009-1 5.8.2).
    package struct Descriptor: Sendable, Hashable {
        package var scheme: String
        package var value: String?

        package init(scheme: String, value: String?) {
            self.scheme = scheme
            self.value = value
        }

        /// Returns a role (ISO/IEC 23009-1 5.8.5.5), such as `main`.
        package static func role(_ value: String) -> Descriptor {
            Descriptor(scheme: "urn:mpeg:dash:role:2011", value: value)
        }
        /// Returns a point of view: sets with different ones show different pictures (ISO/IEC 23009-1, Viewpoint).
        package static func viewpoint(_ value: String) -> Descriptor {
            Descriptor(scheme: "urn:mpeg:dash:viewpoint:2011", value: value)
        }
        /// Audio description for visually impaired viewers (ETSI TS 103 285 7.1.2).
        package static let describesVideo = Descriptor(scheme: "urn:tva:metadata:cs:AudioPurposeCS:2007", value: "1")
        /// Audio in which speech is clearer, for viewers with hearing loss (ETSI TS 103 285 7.1.2).
        package static let enhancesSpeech = Descriptor(scheme: "urn:tva:metadata:cs:AudioPurposeCS:2007", value: "2")
        /// A code point of ISO/IEC 23091-2, such as `TransferCharacteristics`.
        package static func codePoint(_ name: String, _ value: UInt8) -> Descriptor {
            Descriptor(scheme: "urn:mpeg:mpegB:cicp:\(name)", value: String(value))
        }
        /// Returns the property that permits switching to the representations of other sets (ISO/IEC 23009-1 5.3.3.5).
        package static func switching(to sets: [Int]) -> Descriptor {
            Descriptor(
                scheme: "urn:mpeg:dash:adaptation-set-switching:2016",
                value: sets.map(String.init).joined(separator: ","))
        }
        /// Returns the property that marks an adaptation set as the trick-play version of another one.
        package static func trickMode(of set: Int) -> Descriptor {
            Descriptor(scheme: "http://dashif.org/guidelines/trickmode", value: String(set))
        }
    }

    /// The identifier, unique in the presentation; the first is 1.
    package var id: Int
    /// The content type: `video`, `audio`, `text` or `image`.
    package var contentType: String
    /// The media type of the segments, such as `video/mp4`.
    package var mimeType: String
    /// The language of the content, as a BCP 47 tag; nil if unknown.
    package var language: String?
    /// A label for display in players.
    package var label: String?
    package var roles: [Descriptor]
    /// The picture that the set shows; empty unless others show different ones.
    package var viewpoints: [Descriptor] = []
    package var accessibility: [Descriptor]
    /// The encryption of the set and the systems that deliver its keys; empty for clear media.
    package var contentProtection: [ProtectionDescriptor] = []
    /// The properties that a player must support to use the set.
    package var essentialProperties: [Descriptor]
    /// Optional properties, which players may ignore.
    package var supplementalProperties: [Descriptor] = []
    package var representations: [Representation]
    /// The highest type of the stream access points at the start of segments (5.3.3.2, `startWithSAP`).
    package var startsWithSAP = 1

    package init(
        id: Int, contentType: String, mimeType: String, language: String? = nil, label: String? = nil,
        roles: [Descriptor] = [], accessibility: [Descriptor] = [], essentialProperties: [Descriptor] = [],
        representations: [Representation]
    ) {
        self.id = id
        self.contentType = contentType
        self.mimeType = mimeType
        self.language = language
        self.label = label
        self.roles = roles
        self.accessibility = accessibility
        self.essentialProperties = essentialProperties
        self.representations = representations
    }
}
