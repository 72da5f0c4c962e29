package import Media

/// Versions of the same content between which a player switches (ISO/IEC 23009-1 5.3.3).
package struct AdaptationSet: Sendable, Hashable {
    /// A scheme and a value in it (ISO/IEC 23009-1 5.8.2).
    package struct Descriptor: Sendable, Hashable {
        package var scheme: String
        package var value: String?

        package init(scheme: String, value: String?) {
            self.scheme = scheme
            self.value = value
        }

        /// A role of ISO/IEC 23009-1 5.8.5.5, such as `main`.
        package static func role(_ value: String) -> Descriptor {
            Descriptor(scheme: "urn:mpeg:dash:role:2011", value: value)
        }
        /// Sound for those who do not see (ETSI TS 103 285 7.1.2).
        package static let describesVideo = Descriptor(scheme: "urn:tva:metadata:cs:AudioPurposeCS:2007", value: "1")
        /// A code point of ISO/IEC 23091-2, such as `TransferCharacteristics`.
        package static func codePoint(_ name: String, _ value: UInt8) -> Descriptor {
            Descriptor(scheme: "urn:mpeg:mpegB:cicp:\(name)", value: String(value))
        }
        /// Pictures for fast play of another set.
        package static func trickMode(of set: Int) -> Descriptor {
            Descriptor(scheme: "http://dashif.org/guidelines/trickmode", value: String(set))
        }
    }

    /// Unique in the presentation, from 1.
    package var id: Int
    /// `video`, `audio`, `text` or `image`.
    package var contentType: String
    /// The media type of its segments, such as `video/mp4`.
    package var mimeType: String
    /// A BCP 47 language tag.
    package var language: String?
    /// A name for people.
    package var label: String?
    package var roles: [Descriptor]
    package var accessibility: [Descriptor]
    /// What a player has to understand to use the set.
    package var essentialProperties: [Descriptor]
    /// What a player may use where it understands it.
    package var supplementalProperties: [Descriptor] = []
    package var representations: [Representation]

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

/// One version (ISO/IEC 23009-1 5.3.5).
package struct Representation: Sendable, Hashable {
    /// Unique in the presentation, without white space.
    package var id: String
    /// Bits per second that are enough to play on after `minBufferTime`.
    package var bandwidth: Int
    /// RFC 6381 names of its sample types.
    package var codecs: [String]
    /// The size of the coded picture.
    package var size: PictureSize?
    /// The shape of a pixel; nil for square.
    package var sampleAspect: Ratio?
    package var frameRate: Ratio?
    /// Audio samples in a second.
    package var samplingRate: Int?
    package var channelCount: Int?
    /// The codec of a layer that plays instead where a player knows it, with its brand after a slash (SCTE 214-1 7.1).
    package var supplementalCodec: String?
    package var segments: SegmentList

    package init(id: String, bandwidth: Int, codecs: [String], segments: SegmentList) {
        self.id = id
        self.bandwidth = bandwidth
        self.codecs = codecs
        self.segments = segments
    }
}
