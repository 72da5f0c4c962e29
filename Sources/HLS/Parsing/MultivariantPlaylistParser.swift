import Media

/// Builds a multivariant playlist from its lines (RFC 8216bis 4.4.6).
struct MultivariantPlaylistParser {
    private let context: ReadingContext
    private var playlist = MultivariantPlaylist()
    private var pending: Variant?
    /// Whether the tag before the next URI could not be parsed.
    private var passesOverURI = false
    private var count = 0
    private var groups = GroupCheck()
    private var dataIDs: Set<[String?]> = []
    /// Unknown tags to be attached to the next entry.
    private var unknownTags: [UnknownTag] = []

    init(_ context: ReadingContext) { self.context = context }

    mutating func take(_ tag: PlaylistTag, _ line: PlaylistLine) throws(PlaylistProblem) {
        if pending != nil {
            let problem = line.problem("EXT-X-STREAM-INF must be followed by its URI, not by another tag")
            if tag == .streamInf {
                try context.passOver(problem)
                pending = nil
            } else {
                try context.deviates(problem)
            }
        }
        var attributes = try AttributeList(tag, line, context)
        switch tag {
        case .media, .streamInf, .iFrameStreamInf: try takeEntry(tag, &attributes, line)
        case .sessionData: try takeSessionData(&attributes, line)
        case .sessionKey:
            guard let key = try EncryptionKey.read(&attributes) else {
                return try context.deviates(
                    attributes.problem("EXT-X-SESSION-KEY must not have the method NONE", at: "METHOD"))
            }
            try context.check(playlist.sessionKeys.count + 1, context.limits.keys, "session keys", line)
            playlist.sessionKeys.append(key)
        default:
            var steering = ContentSteering(
                serverURI: try attributes.requiredString("SERVER-URI"),
                pathwayID: try attributes.string("PATHWAY-ID"))
            steering.unknownAttributes = try attributes.unknown()
            playlist.contentSteering = steering
        }
    }

    private mutating func takeEntry(
        _ tag: PlaylistTag, _ attributes: inout AttributeList, _ line: PlaylistLine
    ) throws(PlaylistProblem) {
        count += 1
        try context.check(count, context.limits.variants, "variants and renditions", line)
        switch tag {
        case .media:
            guard var rendition = try AlternativeRendition.read(&attributes, context) else {
                unknownTags.append(line.asUnknownTag(tag))
                return
            }
            rendition.unknownTags = takeUnknownTags()
            try groups.take(rendition, attributes, context)
            playlist.renditions.append(rendition)
        case .streamInf:
            let variant = try Variant.read(&attributes, uri: "")
            try groups.take(variant, attributes, isStream: true)
            pending = variant
        default:
            var variant = try Variant.read(&attributes, uri: try attributes.requiredString("URI"))
            try groups.take(variant, attributes, isStream: false)
            variant.unknownTags = takeUnknownTags()
            playlist.iFrameVariants.append(variant)
        }
    }

    /// Skips the URI of a variant whose tag could not be parsed.
    mutating func passOverURI() { passesOverURI = true }

    private mutating func takeUnknownTags() -> [UnknownTag] {
        guard !unknownTags.isEmpty else { return [] }
        defer { unknownTags = [] }
        return unknownTags
    }

    mutating func takeUnknown(_ tag: UnknownTag) { unknownTags.append(tag) }

    private mutating func takeSessionData(
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
        try context.check(playlist.sessionData.count + 1, context.limits.declarations, "session data", line)
        playlist.sessionData.append(data)
    }

    mutating func takeURI(_ line: PlaylistLine) throws(PlaylistProblem) {
        if passesOverURI {
            passesOverURI = false
            return
        }
        guard var variant = pending else { throw line.problem("variant URI without EXT-X-STREAM-INF") }
        pending = nil
        variant.uri = try context.variables.expand(line)
        variant.unknownTags = takeUnknownTags()
        playlist.variants.append(variant)
    }

    mutating func finish(_ lastLine: Int, _ common: CommonTags) throws(PlaylistProblem) -> MultivariantPlaylist {
        if pending != nil {
            try context.passOver(
                PlaylistProblem(
                    line: lastLine, message: "EXT-X-STREAM-INF without a URI: the playlist is truncated"))
        }
        if let line = common.importLine {
            try context.passOver(line.problem("only media playlists can import variables"))
        }
        playlist.hasIndependentSegments = common.hasIndependentSegments
        playlist.definitions = common.definitions
        playlist.start = common.start
        playlist.unknownTags = unknownTags
        try groups.finish(context)
        return playlist
    }
}
