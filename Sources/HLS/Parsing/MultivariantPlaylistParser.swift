import Media

/// Builds a multivariant playlist from its lines (RFC 8216bis 4.4.6).
struct MultivariantPlaylistParser {
    private let context: ReadingContext
    private var playlist = MultivariantPlaylist()
    private var pending: Variant?
    /// Whether the tag before the next URI could not be parsed.
    private var skipsNextURI = false
    private var count = 0
    private var groupValidator = RenditionGroupValidator()
    private var dataIDs: Set<[String?]> = []
    /// Unknown tags to be attached to the next entry.
    private var unknownTags: [UnknownTag] = []

    init(_ context: ReadingContext) { self.context = context }

    mutating func parse(_ tag: PlaylistTag, _ line: PlaylistLine) throws(PlaylistProblem) {
        if pending != nil {
            let problem = line.problem("EXT-X-STREAM-INF must be followed by its URI, not by another tag")
            if tag == .streamInf {
                try context.recordFault(problem)
                pending = nil
            } else {
                try context.reportDeviation(problem)
            }
        }
        var attributes = try AttributeList(tag, line, context)
        switch tag {
        case .media, .streamInf, .iFrameStreamInf: try parseEntry(tag, &attributes, line)
        case .sessionData: try parseSessionData(&attributes, line)
        case .sessionKey:
            guard let key = try EncryptionKey.read(&attributes) else {
                return try context.reportDeviation(
                    attributes.problem("EXT-X-SESSION-KEY must not have the method NONE", at: "METHOD"))
            }
            try context.enforceLimit(playlist.sessionKeys.count + 1, context.limits.keys, "session keys", line)
            playlist.sessionKeys.append(key)
        default:
            var steering = ContentSteering(
                serverURI: try attributes.requiredString("SERVER-URI"),
                pathwayID: try attributes.string("PATHWAY-ID"))
            steering.unknownAttributes = try attributes.unknown()
            playlist.contentSteering = steering
        }
    }

    private mutating func parseEntry(
        _ tag: PlaylistTag, _ attributes: inout AttributeList, _ line: PlaylistLine
    ) throws(PlaylistProblem) {
        count += 1
        try context.enforceLimit(count, context.limits.variants, "variants and renditions", line)
        switch tag {
        case .media:
            guard var rendition = try AlternativeRendition.read(&attributes, context) else {
                unknownTags.append(line.asUnknownTag(tag))
                return
            }
            rendition.unknownTags = removeUnknownTags()
            try groupValidator.add(rendition, attributes, context)
            playlist.renditions.append(rendition)
        case .streamInf:
            let variant = try Variant.read(&attributes, uri: "")
            try groupValidator.add(variant, attributes, isStream: true)
            pending = variant
        default:
            var variant = try Variant.read(&attributes, uri: try attributes.requiredString("URI"))
            try groupValidator.add(variant, attributes, isStream: false)
            variant.unknownTags = removeUnknownTags()
            playlist.iFrameVariants.append(variant)
        }
    }

    /// Skips the URI of a variant whose tag could not be parsed.
    mutating func skipNextURI() { skipsNextURI = true }

    private mutating func removeUnknownTags() -> [UnknownTag] {
        guard !unknownTags.isEmpty else { return [] }
        defer { unknownTags = [] }
        return unknownTags
    }

    mutating func appendUnknownTag(_ tag: UnknownTag) { unknownTags.append(tag) }

    private mutating func parseSessionData(
        _ attributes: inout AttributeList, _ line: PlaylistLine
    ) throws(PlaylistProblem) {
        let id = try attributes.requiredString("DATA-ID")
        let content: SessionData.Content
        switch (try attributes.string("VALUE"), try attributes.string("URI"), try attributes.word("FORMAT")) {
        case (let value?, nil, nil): content = .value(value)
        case (nil, let uri?, nil), (nil, let uri?, "JSON"): content = .json(uri: uri)
        case (nil, let uri?, "RAW"): content = .raw(uri: uri)
        case (nil, _?, let format?):
            context.warn(attributes.problem("unknown FORMAT '\(format)'; the tag is ignored", at: "FORMAT"))
            unknownTags.append(line.asUnknownTag(.sessionData))
            return
        default:
            throw attributes.problem("EXT-X-SESSION-DATA requires either VALUE or URI", at: "VALUE")
        }
        var data = SessionData(id: id, content: content, language: try attributes.string("LANGUAGE"))
        data.unknownAttributes = try attributes.unknown()
        guard dataIDs.insert([id, data.language]).inserted else {
            throw attributes.problem("duplicate DATA-ID '\(id)' in this language", at: "DATA-ID")
        }
        try context.enforceLimit(playlist.sessionData.count + 1, context.limits.declarations, "session data", line)
        playlist.sessionData.append(data)
    }

    mutating func parseURI(_ line: PlaylistLine) throws(PlaylistProblem) {
        if skipsNextURI {
            skipsNextURI = false
            return
        }
        guard var variant = pending else { throw line.problem("variant URI without EXT-X-STREAM-INF") }
        pending = nil
        variant.uri = try context.variables.expand(line)
        variant.unknownTags = removeUnknownTags()
        playlist.variants.append(variant)
    }

    mutating func finish(_ lastLine: Int, _ common: CommonTags) throws(PlaylistProblem) -> MultivariantPlaylist {
        if pending != nil {
            try context.recordFault(
                PlaylistProblem(
                    line: lastLine, message: "EXT-X-STREAM-INF without a URI: the playlist is truncated"))
        }
        if let line = common.importLine {
            try context.recordFault(line.problem("only media playlists can import variables"))
        }
        playlist.hasIndependentSegments = common.hasIndependentSegments
        playlist.definitions = common.definitions
        playlist.start = common.start
        playlist.unknownTags = unknownTags
        try groupValidator.finish(context)
        return playlist
    }
}
