import Media

/// Builds a multivariant playlist from its lines (RFC 8216bis 4.4.6).
struct MultivariantPlaylistParser {
    let context: ReadingContext
    var playlist = MultivariantPlaylist()
    var pending: Variant?
    /// Whether the tag before the next URI could not be parsed.
    var skipsNextURI = false
    private var count = 0
    var groupValidator = RenditionGroupValidator()
    var dataIDs: Set<[String?]> = []
    /// Unknown tags to be attached to the next entry.
    var unknownTags: [UnknownTag] = []

    init(_ context: ReadingContext) { self.context = context }

    /// Validates that the line before a tag was not EXT-X-STREAM-INF, whose URI must follow it.
    mutating func expectNoPendingVariant(before tag: PlaylistTag, _ line: PlaylistLine) throws(PlaylistProblem) {
        guard pending != nil else { return }
        let problem = line.problem("\(StreamInfTag.name) must be followed by its URI, not by another tag")
        guard tag == .streamInf else { return try context.reportDeviation(problem) }
        try context.recordFault(problem)
        pending = nil
    }

    /// Counts a variant or rendition.
    mutating func addEntry(_ line: PlaylistLine) throws(PlaylistProblem) {
        count += 1
        try context.enforceLimit(count, context.limits.variants, "variants and renditions", line)
    }

    mutating func removeUnknownTags() -> [UnknownTag] {
        guard !unknownTags.isEmpty else { return [] }
        defer { unknownTags = [] }
        return unknownTags
    }

    mutating func appendUnknownTag(_ tag: UnknownTag) { unknownTags.append(tag) }

    mutating func parseURI(_ line: PlaylistLine) throws(PlaylistProblem) {
        if skipsNextURI {
            skipsNextURI = false
            return
        }
        guard var variant = pending else { throw line.problem("variant URI without \(StreamInfTag.name)") }
        pending = nil
        variant.uri = try context.variables.expand(line)
        variant.unknownTags = removeUnknownTags()
        playlist.variants.append(variant)
    }

    mutating func finish(_ lastLine: Int, _ common: CommonTags) throws(PlaylistProblem) -> MultivariantPlaylist {
        if pending != nil {
            try context.recordFault(
                PlaylistProblem(
                    line: lastLine, message: "\(StreamInfTag.name) without a URI: the playlist is truncated"))
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
