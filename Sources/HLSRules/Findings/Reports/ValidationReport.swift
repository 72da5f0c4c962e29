/// The result of a validation.
package struct ValidationReport: Sendable {
    /// The path or URL of the subject, as given.
    package var subject: String
    package var profile: ValidationProfile
    /// The findings, sorted by level, rule and location.
    package private(set) var findings: [Finding]
    /// The number of findings beyond the limits, by rule.
    package private(set) var dropped: [String: Int]
    /// The validated playlists, the multivariant playlist first.
    package var playlists: [PlaylistReport]
    /// The resources that could not be validated, with the reason, as one sentence each.
    package var unchecked: [String]

    package init(
        subject: String, profile: ValidationProfile, log: FindingLog, playlists: [PlaylistReport] = [],
        unchecked: [String] = []
    ) {
        self.subject = subject
        self.profile = profile
        findings = log.findings.enumerated().sorted { Self.order($0, $1) }.map(\.element)
        dropped = log.dropped
        self.playlists = playlists
        self.unchecked = unchecked
    }

    private static func order(
        _ left: EnumeratedSequence<[Finding]>.Element, _ right: EnumeratedSequence<[Finding]>.Element
    ) -> Bool {
        func key(_ finding: Finding) -> (RuleLevel, Int, String) {
            let number = Int(finding.rule.drop { !$0.isNumber }.prefix { $0.isNumber }) ?? .max
            return (finding.level, number, finding.rule)
        }
        let (one, two) = (key(left.element), key(right.element))
        return one == two ? left.offset < right.offset : one < two
    }

    /// Returns the findings of a level.
    package func findings(_ level: RuleLevel) -> [Finding] { findings.filter { $0.level == level } }

    /// Whether no requirement is violated; recommendations do not count.
    package var isClean: Bool { findings.allSatisfy { $0.level != .must } }
}

/// The statistics of one playlist.
package struct PlaylistReport: Sendable, Hashable, Codable {
    package enum Kind: String, Sendable, Hashable, Codable {
        case multivariant
        case media
    }

    package var name: String
    package var kind: Kind
    /// The role of a media playlist; nil without a multivariant playlist.
    package var role: CheckedRendition.Role?
    /// The target duration in seconds; nil for a multivariant playlist.
    package var targetDuration: Int?
    /// Whether further segments may be added.
    package var isLive: Bool
    /// The variants of a multivariant playlist.
    package var variants: [VariantReport]
    /// The segments of a media playlist, in order.
    package var segments: [SegmentSample]

    package init(
        name: String, kind: Kind, role: CheckedRendition.Role? = nil, targetDuration: Int? = nil,
        isLive: Bool = false, variants: [VariantReport] = [], segments: [SegmentSample] = []
    ) {
        self.name = name
        self.kind = kind
        self.role = role
        self.targetDuration = targetDuration
        self.isLive = isLive
        self.variants = variants
        self.segments = segments
    }
}

/// The declaration of a variant in a multivariant playlist.
package struct VariantReport: Sendable, Hashable, Codable {
    package var uri: String
    /// The peak bit rate in bits per second.
    package var bandwidth: Int?
    package var averageBandwidth: Int?
    package var codecs: String?
    package var resolution: String?
    package var frameRate: String?

    package init(_ attributes: ScannedAttributes, uri: String) {
        self.uri = uri
        bandwidth = attributes.integer("BANDWIDTH")
        averageBandwidth = attributes.integer("AVERAGE-BANDWIDTH")
        codecs = attributes.text("CODECS")
        resolution = attributes.text("RESOLUTION")
        frameRate = attributes.text("FRAME-RATE")
    }
}

/// The statistics of one segment.
package struct SegmentSample: Sendable, Hashable, Codable {
    /// The media sequence number.
    package var sequence: Int
    /// The EXTINF duration in seconds.
    package var duration: Double
    /// The size in bytes; nil if the media was not measured.
    package var size: Int?
    /// The media duration in seconds; nil if it was not measured.
    package var measuredDuration: Double?
    package var isDiscontinuity: Bool
    package var isGap: Bool

    package init(
        sequence: Int, duration: Double, size: Int? = nil, measuredDuration: Double? = nil,
        isDiscontinuity: Bool = false, isGap: Bool = false
    ) {
        self.sequence = sequence
        self.duration = duration
        self.size = size
        self.measuredDuration = measuredDuration
        self.isDiscontinuity = isDiscontinuity
        self.isGap = isGap
    }

    /// The bit rate in bits per second; nil without a size or duration.
    package var bitRate: Double? {
        guard let size, duration > 0 else { return nil }
        return Double(size) * 8 / duration
    }
}
