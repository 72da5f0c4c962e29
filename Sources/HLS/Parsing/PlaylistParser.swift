/// A playlist as it was read, with what stood in it beyond the model.
package struct ParsedPlaylist: Sendable, Hashable {
    package var playlist: Playlist
    /// What EXT-X-VERSION says; 1 without it.
    package var version: Int
    /// The tags that are not understood, in order, up to a limit; players ignore them too.
    package var unknownTags: [UnknownTag]

    /// A tag that is not understood.
    package struct UnknownTag: Sendable, Hashable {
        /// From 1.
        package var line: Int
        /// Without the number sign.
        package var name: String
    }
}

extension Playlist {
    /// Reads a playlist of either kind.
    ///
    /// What is understood has to be right; unknown tags and attributes are passed over. Throws the first problem.
    package static func parse(
        _ bytes: [UInt8], limits: PlaylistLimits = PlaylistLimits()
    ) throws(PlaylistProblem) -> ParsedPlaylist {
        var parser = try PlaylistParser(bytes, limits: limits)
        return try parser.parse()
    }

    /// Reads a playlist of either kind from text.
    package static func parse(
        _ text: String, limits: PlaylistLimits = PlaylistLimits()
    ) throws(PlaylistProblem) -> ParsedPlaylist {
        try parse(Array(text.utf8), limits: limits)
    }
}

/// Hands each line to the parser of the kind that the tags turn out to be.
private struct PlaylistParser {
    private var scanner: PlaylistScanner
    private let limits: PlaylistLimits
    private var family: PlaylistTag.Family?
    private var version = 1
    private var hasIndependentSegments = false
    private var seen: Set<PlaylistTag> = []
    private var unknownTags: [ParsedPlaylist.UnknownTag] = []
    private var media: MediaPlaylistParser
    private var multivariant: MultivariantPlaylistParser

    init(_ bytes: [UInt8], limits: PlaylistLimits) throws(PlaylistProblem) {
        scanner = try PlaylistScanner(bytes, limits: limits)
        self.limits = limits
        media = MediaPlaylistParser(limits: limits)
        multivariant = MultivariantPlaylistParser(limits: limits)
    }

    mutating func parse() throws(PlaylistProblem) -> ParsedPlaylist {
        var lastLine = 1
        while let item = try scanner.next() {
            switch item {
            case .tag(let tag, let line):
                lastLine = line.number
                try take(tag, line)
            case .uri(let line):
                lastLine = line.number
                try takeURI(line)
            case .unknownTag(let name, let line):
                guard unknownTags.count < limits.unknownTags else { continue }
                unknownTags.append(ParsedPlaylist.UnknownTag(line: line.number, name: name))
            }
        }
        return ParsedPlaylist(playlist: try finish(lastLine), version: version, unknownTags: unknownTags)
    }

    private mutating func take(_ tag: PlaylistTag, _ line: PlaylistLine) throws(PlaylistProblem) {
        if tag.isSingleton, !seen.insert(tag).inserted {
            throw PlaylistProblem(line: line.number, message: "\(tag.rawValue) is there already; it stands once")
        }
        if tag.family != .both {
            if let family, family != tag.family {
                throw PlaylistProblem(
                    line: line.number,
                    message: "\(tag.rawValue) belongs to the other kind of playlist: media and multivariant do not mix")
            }
            family = tag.family
        }
        var line = line
        switch tag {
        case .version:
            version = try line.readInteger("a version", limit: 1_000_000)
            try line.expectEnd()
        case .independentSegments: hasIndependentSegments = true
        default: if tag.family == .media { try media.take(tag, line) } else { try multivariant.take(tag, line) }
        }
    }

    private mutating func takeURI(_ line: PlaylistLine) throws(PlaylistProblem) {
        switch family {
        case .media: try media.takeURI(line)
        case .multivariant: try multivariant.takeURI(line)
        default: throw line.problem("a URI before any tag that says what it is")
        }
    }

    private mutating func finish(_ lastLine: Int) throws(PlaylistProblem) -> Playlist {
        switch family {
        case .media:
            var playlist = try media.finish(lastLine)
            playlist.hasIndependentSegments = hasIndependentSegments
            return .media(playlist)
        case .multivariant:
            var playlist = try multivariant.finish(lastLine)
            playlist.hasIndependentSegments = hasIndependentSegments
            return .multivariant(playlist)
        default:
            throw PlaylistProblem(line: lastLine, message: "the playlist has no tag that says which kind it is")
        }
    }
}
