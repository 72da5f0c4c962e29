import Media

/// A variant, whose URI is in the next line (RFC 8216bis 4.4.6.2).
enum StreamInfTag: MultivariantTag {
    static let name: StaticString = "EXT-X-STREAM-INF"
    static let value = TagValue.attributes(Variant.syntax)

    static func memory(for line: PlaylistLine) -> Int { line.listMemory }

    static func parse(_ line: PlaylistLine, into parser: inout MultivariantPlaylistParser) throws(PlaylistProblem) {
        var attributes = try AttributeList(name, line, parser.context)
        try parser.addEntry(line)
        let variant = try Variant.read(&attributes, uri: "")
        try parser.groupValidator.add(variant, attributes, isStream: true)
        parser.pending = variant
    }

    /// Skips the URI of a variant whose tag could not be parsed.
    static func recover(_ parsers: inout TagParsers) { parsers.multivariant.skipsNextURI = true }
}

extension Variant {
    /// The attributes that EXT-X-STREAM-INF and EXT-X-I-FRAME-STREAM-INF share.
    static let syntax = [
        TagAttribute("BANDWIDTH", .integer, .required),
        TagAttribute("AVERAGE-BANDWIDTH", .integer),
        TagAttribute("SCORE", .decimal),
        TagAttribute("CODECS", .quoted),
        TagAttribute("SUPPLEMENTAL-CODECS", .quoted),
        TagAttribute("RESOLUTION", .resolution),
        TagAttribute("FRAME-RATE", .decimal),
        TagAttribute("HDCP-LEVEL", .word([])),
        TagAttribute("ALLOWED-CPC", .quoted),
        TagAttribute("VIDEO-RANGE", .word([])),
        TagAttribute("REQ-VIDEO-LAYOUT", .quoted),
        TagAttribute("STABLE-VARIANT-ID", .quoted),
        TagAttribute("AUDIO", .quoted),
        TagAttribute("VIDEO", .quoted),
        TagAttribute("SUBTITLES", .quoted),
        TagAttribute("CLOSED-CAPTIONS", .quotedOrWord(["NONE"])),
        TagAttribute("PATHWAY-ID", .quoted),
    ]

    /// Parses the attributes of either tag.
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

    func attributes(namesURI: Bool = false) -> AttributeListWriter {
        var list = AttributeListWriter()
        list.add("BANDWIDTH", bandwidth)
        list.add("AVERAGE-BANDWIDTH", averageBandwidth)
        list.add("SCORE", score)
        list.add("CODECS", list: codecs)
        list.add("SUPPLEMENTAL-CODECS", list: supplementalCodecs)
        list.add("RESOLUTION", resolution)
        list.add("FRAME-RATE", frameRate)
        list.add("HDCP-LEVEL", hdcpLevel?.rawValue)
        list.add("ALLOWED-CPC", list: allowedProtection)
        list.add("VIDEO-RANGE", videoRange?.rawValue)
        list.add("REQ-VIDEO-LAYOUT", list: requiredVideoLayout)
        list.add("STABLE-VARIANT-ID", quoted: stableID)
        list.add("AUDIO", quoted: audioGroup)
        list.add("VIDEO", quoted: videoGroup)
        list.add("SUBTITLES", quoted: subtitlesGroup)
        switch closedCaptions {
        case nil: break
        case .some(.none): list.add("CLOSED-CAPTIONS", "NONE")
        case .group(let id): list.add("CLOSED-CAPTIONS", quoted: id)
        }
        list.add("PATHWAY-ID", quoted: pathwayID)
        if namesURI { list.add("URI", quoted: uri) }
        list.add(unknownAttributes)
        return list
    }
}

extension PlaylistTag { package static let streamInf = PlaylistTag(StreamInfTag.self) }
