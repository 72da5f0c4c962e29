/// The result of a validation.
package struct ValidationReport: Sendable {
    /// What was validated, as it was named.
    package var subject: String
    package var profile: ValidationProfile
    /// In the order of level, then of rule, then of place.
    package private(set) var findings: [Finding]
    /// The number of findings by rule that were too many to tell.
    package private(set) var dropped: [String: Int]
    /// What was looked at, the multivariant playlist first.
    package var playlists: [PlaylistReport]
    /// What could not be looked at and why, one sentence each.
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

    /// The findings of a level.
    package func findings(_ level: RuleLevel) -> [Finding] { findings.filter { $0.level == level } }

    /// Whether nothing has to be fixed; what should be fixed does not count.
    package var isClean: Bool { findings.allSatisfy { $0.level != .must } }
}

/// One playlist of a validation, in figures.
package struct PlaylistReport: Sendable, Hashable, Codable {
    package enum Kind: String, Sendable, Hashable, Codable {
        case multivariant
        case media
    }

    package var name: String
    package var kind: Kind
    /// What a media playlist is for; nil where no multivariant playlist says it.
    package var role: CheckedRendition.Role?
    /// In seconds; nil for a multivariant playlist.
    package var targetDuration: Int?
    /// Whether segments may still come.
    package var isLive: Bool
    /// Variants of a multivariant playlist.
    package var variants: [VariantReport]
    /// Segments of a media playlist in order.
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

/// One variant of a multivariant playlist, as it is declared.
package struct VariantReport: Sendable, Hashable, Codable {
    package var uri: String
    /// In bits per second.
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

/// One segment in the series of a playlist.
package struct SegmentSample: Sendable, Hashable, Codable {
    /// The media sequence number.
    package var sequence: Int
    /// What EXTINF says, in seconds.
    package var duration: Double
    /// Bytes; nil where the media was not looked at.
    package var size: Int?
    /// What its media lasts, in seconds; nil where that was not measured.
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

    /// In bits per second; nil without a size or a duration.
    package var bitRate: Double? {
        guard let size, duration > 0 else { return nil }
        return Double(size) * 8 / duration
    }
}
