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
    package var representations: [Representation]
    /// The highest type of the stream access points that segments begin with (5.3.3.2, `startWithSAP`).
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
    package var segments: SegmentList

    package init(id: String, bandwidth: Int, codecs: [String], segments: SegmentList) {
        self.id = id
        self.bandwidth = bandwidth
        self.codecs = codecs
        self.segments = segments
    }
}
