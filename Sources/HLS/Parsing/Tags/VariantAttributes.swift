import Media

extension Variant {
    /// Parses EXT-X-STREAM-INF or EXT-X-I-FRAME-STREAM-INF (RFC 8216bis 4.4.6.2 and 4.4.6.3).
    static func read(_ attributes: inout AttributeList, uri: String) throws(PlaylistProblem) -> Variant {
        guard let bandwidth = try attributes.integer("BANDWIDTH") else { throw attributes.missing("BANDWIDTH") }
        var variant = Variant(
            uri: uri, bandwidth: bandwidth, averageBandwidth: try attributes.integer("AVERAGE-BANDWIDTH"),
            codecs: try attributes.strings("CODECS"), resolution: try attributes.resolution("RESOLUTION"),
            frameRate: try attributes.seconds("FRAME-RATE").map { rate in
                FrameRate(thousandths: Int(clamping: rate.ticks(at: 1000)))
            },
            videoRange: try attributes.word("VIDEO-RANGE").map(VideoRange.init),
            audioGroup: try attributes.string("AUDIO"), videoGroup: try attributes.string("VIDEO"),
            subtitlesGroup: try attributes.string("SUBTITLES"))
        variant.score = try attributes.number("SCORE")
        variant.supplementalCodecs = try attributes.strings("SUPPLEMENTAL-CODECS").map { SupplementalCodec($0) }
        variant.hdcpLevel = try attributes.word("HDCP-LEVEL").map(HDCPLevel.init)
        variant.allowedProtection = try attributes.strings("ALLOWED-CPC").map { element throws(PlaylistProblem) in
            guard let allowed = AllowedProtection(element) else {
                throw attributes.problem("ALLOWED-CPC must have the form com.example.drm:A/B", at: "ALLOWED-CPC")
            }
            return allowed
        }
        variant.requiredVideoLayout = try attributes.strings("REQ-VIDEO-LAYOUT").map { VideoLayout($0) }
        variant.stableID = try attributes.string("STABLE-VARIANT-ID")
        variant.closedCaptions = try closedCaptions(&attributes)
        variant.pathwayID = try attributes.string("PATHWAY-ID")
        variant.unknownAttributes = try attributes.unknown()
        return variant
    }

    private static func closedCaptions(
        _ attributes: inout AttributeList
    ) throws(PlaylistProblem) -> ClosedCaptions? {
        guard let value = try attributes.wordOrString("CLOSED-CAPTIONS") else { return nil }
        if value.isQuoted { return .group(value.text) }
        if value.text == "NONE" { return ClosedCaptions.none }
        try attributes.reportDeviation("CLOSED-CAPTIONS must be a quoted string or NONE", at: "CLOSED-CAPTIONS")
        return value.text.uppercased() == "NONE" ? ClosedCaptions.none : .group(value.text)
    }
}

extension AlternativeRendition {
    /// Parses EXT-X-MEDIA (RFC 8216bis 4.4.6.1); nil for an unknown type, whose tag is then ignored.
    static func read(
        _ attributes: inout AttributeList, _ context: ReadingContext
    ) throws(PlaylistProblem) -> AlternativeRendition? {
        guard let kind = try attributes.word(required: "TYPE", Kind.self) else { return nil }
        var rendition = AlternativeRendition(
            kind: kind, groupID: try attributes.requiredString("GROUP-ID"),
            name: try attributes.requiredString("NAME"), language: try attributes.string("LANGUAGE"),
            isDefault: try attributes.flag("DEFAULT"), isAutoselect: try attributes.flag("AUTOSELECT"),
            isForced: try attributes.flag("FORCED"), uri: try attributes.string("URI"),
            instreamID: try attributes.string("INSTREAM-ID"),
            characteristics: try attributes.strings("CHARACTERISTICS"), channels: try attributes.string("CHANNELS"))
        rendition.associatedLanguage = try attributes.string("ASSOC-LANGUAGE")
        rendition.stableID = try attributes.string("STABLE-RENDITION-ID")
        rendition.bitDepth = try attributes.integer("BIT-DEPTH")
        rendition.sampleRate = try attributes.integer("SAMPLE-RATE")
        rendition.unknownAttributes = try attributes.unknown()
        try rendition.validate(attributes, context)
        // DEFAULT=YES implies AUTOSELECT=YES.
        if rendition.isDefault { rendition.isAutoselect = true }
        return rendition
    }

    private mutating func validate(_ attributes: AttributeList, _ context: ReadingContext) throws(PlaylistProblem) {
        if isDefault, attributes.has("AUTOSELECT"), !isAutoselect {
            try attributes.reportDeviation("AUTOSELECT=NO contradicts DEFAULT=YES", at: "AUTOSELECT")
        }
        if attributes.has("FORCED"), kind != .subtitles {
            if isForced {
                try attributes.reportDeviation("FORCED is allowed for subtitles only", at: "FORCED")
            } else {
                context.warn(attributes.problem("FORCED is allowed for subtitles only", at: "FORCED"))
            }
        }
        if kind == .subtitles, uri == nil { throw attributes.missing("URI") }
        guard kind == .closedCaptions else { return }
        if uri != nil {
            try attributes.reportDeviation("closed captions must not have a URI", at: "URI")
            uri = nil
        }
        guard let instreamID else { return try context.reportDeviation(attributes.missing("INSTREAM-ID")) }
        guard Self.isCaptionService(instreamID) else {
            return try attributes.reportDeviation(
                "INSTREAM-ID must be CC1 to CC4 or SERVICE1 to SERVICE63", at: "INSTREAM-ID")
        }
    }

    private static func isCaptionService(_ id: String) -> Bool {
        if ["CC1", "CC2", "CC3", "CC4"].contains(id) { return true }
        guard id.hasPrefix("SERVICE"), let number = Int(id.dropFirst(7)) else { return false }
        return (1...63).contains(number) && id == "SERVICE\(number)"
    }
}
