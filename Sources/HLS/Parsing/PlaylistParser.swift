/// A playlist as it was read, with what stood in it beyond the model.
package struct ParsedPlaylist: Sendable, Hashable {
    package var playlist: Playlist
    /// What EXT-X-VERSION says; 1 without it.
    package var version: Int
    /// The names of tags that are not understood, in order, up to a limit; the model keeps the tags themselves.
    package var unknownTags: [UnknownTagName]
    /// What is wrong and yet clear, in order, up to a limit.
    package var warnings: [PlaylistProblem]
    /// The problems of lines that were passed over, in order, up to a limit; empty unless reading was complete.
    package var faults: [PlaylistProblem] = []
    /// The values of the playlist's variables that are known; media playlists may import them.
    package var variables: [String: String]

    /// A tag that is not understood.
    package struct UnknownTagName: Sendable, Hashable {
        /// From 1.
        package var line: Int
        /// Without the number sign.
        package var name: String
    }
}

extension Playlist {
    /// Reads a playlist of either kind.
    ///
    /// Unknown tags and attributes are kept. `variables` says where imported variables come from; without it,
    /// references to them stay as they are. `tolerance` decides between throwing a problem, warning of it and passing
    /// over its line. Where `isMultivariant`, a media playlist is refused at its first tag.
    package static func parse(
        _ bytes: [UInt8], limits: PlaylistLimits = PlaylistLimits(), variables: PlaylistVariables? = nil,
        tolerance: PlaylistTolerance = .strict, isMultivariant: Bool = false
    ) throws(PlaylistProblem) -> ParsedPlaylist {
        try bytes.withUnsafeBufferPointer { bytes throws(PlaylistProblem) in
            let context = ReadingContext(
                textSize: bytes.count, limits: limits, variables: variables, tolerance: tolerance)
            var parser = try PlaylistParser(bytes, context, isMultivariant: isMultivariant)
            return try parser.parse()
        }
    }

    /// Reads a playlist of either kind from text.
    package static func parse(
        _ text: String, limits: PlaylistLimits = PlaylistLimits(), variables: PlaylistVariables? = nil,
        tolerance: PlaylistTolerance = .strict
    ) throws(PlaylistProblem) -> ParsedPlaylist {
        try parse(Array(text.utf8), limits: limits, variables: variables, tolerance: tolerance)
    }
}

/// Hands each line to the parser of the kind that the tags turn out to be.
private struct PlaylistParser {
    private var scanner: PlaylistScanner
    private let context: ReadingContext
    private let isMultivariant: Bool
    private var family: PlaylistTag.Family?
    private var common = CommonTags()
    /// The values of the tags that stand once.
    private var seen: [PlaylistTag: UnsafeBufferPointer<UInt8>] = [:]
    private var unknownTags: [ParsedPlaylist.UnknownTagName] = []
    private var unknownCount = 0
    private var hasSegments = false
    private var media: MediaPlaylistParser
    private var multivariant: MultivariantPlaylistParser

    init(
        _ bytes: UnsafeBufferPointer<UInt8>, _ context: ReadingContext, isMultivariant: Bool
    ) throws(PlaylistProblem) {
        scanner = try PlaylistScanner(bytes, context)
        self.context = context
        self.isMultivariant = isMultivariant
        media = MediaPlaylistParser(context)
        multivariant = MultivariantPlaylistParser(context)
    }

    mutating func parse() throws(PlaylistProblem) -> ParsedPlaylist {
        var lastLine = 1
        while let item = try nextItem() {
            lastLine = item.line.number
            do throws(PlaylistProblem) {
                try process(item)
            } catch {
                try context.recordFault(error)
                recover(item)
            }
        }
        let playlist = try finish(lastLine)
        common.checkVersion(needed: playlist.minimumVersion(hasFractions: media.hasFractions), context)
        return ParsedPlaylist(
            playlist: playlist, version: common.version, unknownTags: unknownTags, warnings: context.warnings,
            faults: context.faults, variables: context.variables.knownValues)
    }

    /// The next item of the text; lines that are no text are passed over where that is tolerated.
    private mutating func nextItem() throws(PlaylistProblem) -> PlaylistScanner.Item? {
        while true {
            do throws(PlaylistProblem) {
                return try scanner.next()
            } catch {
                try context.recordFault(error)
            }
        }
    }

    private mutating func process(_ item: PlaylistScanner.Item) throws(PlaylistProblem) {
        switch item {
        case .tag(let tag, let line):
            try context.reserve(Self.memory(of: tag, line), line)
            do throws(PlaylistProblem) {
                try parseTag(tag, line)
            } catch {
                guard tag.isOptional, context.tolerance != .strict, !error.exceedsLimit, !error.exceedsMemory else {
                    throw error
                }
                var problem = error
                problem.message += ", so that the tag is passed over"
                try context.reportDeviation(problem)
                try process(.unknownTag(line.fromTagName))
            }
        case .uri(let line):
            if family == .media { try reserveSegment(line) }
            try parseURI(line)
        case .unknownTag(let line):
            // Both parsers keep it until the kind is known, in arrays that grow by doubling.
            let copies = family == nil ? 4 : 2
            try context.reserve(copies * MemoryLayout<UnknownTag>.stride + 16 + Self.textMemory(line), line)
            try parseUnknownTag(line)
        }
    }

    /// Prevents a line that was passed over from making faults of the lines after it.
    private mutating func recover(_ item: PlaylistScanner.Item) {
        guard case .tag(let tag, _) = item else { return }
        if tag == .segmentDuration { media.assumeDuration() }
        if tag == .streamInf { multivariant.skipNextURI() }
    }

    /// The memory of a line's text where it is kept; short text needs none of its own.
    private static func textMemory(_ line: PlaylistLine) -> Int { line.bytes.count > 15 ? line.bytes.count + 33 : 0 }

    /// The memory of what a tag becomes, about.
    private static func memory(of tag: PlaylistTag, _ line: PlaylistLine) -> Int {
        switch tag {
        // Lists of codecs and layouts become arrays of strings.
        case .media, .streamInf, .iFrameStreamInf, .sessionData, .sessionKey: 1024 + 16 * line.bytes.count
        case .part: 2 * MemoryLayout<PartialSegment>.stride + textMemory(line)
        case .dateRange:
            2 * MemoryLayout<DateRange>.stride + 512 + 2 * textMemory(line)
                + 2 * MemoryLayout<DateRange.ClientAttribute>.stride * line.bytes.count { $0 == UInt8(ascii: ",") }
        case .map: MemoryLayout<InitializationSection>.stride + textMemory(line)
        default: textMemory(line)
        }
    }

    /// Accounts for a segment; the first one makes room for all, so that the array never moves.
    private mutating func reserveSegment(_ line: PlaylistLine) throws(PlaylistProblem) {
        let size = MemoryLayout<MediaSegment>.stride
        if !hasSegments {
            hasSegments = true
            media.reserveSegments(min(scanner.uriCount, context.limits.memory / size, context.limits.entries))
        }
        try context.reserve(size + Self.textMemory(line), line)
    }

    private mutating func parseTag(_ tag: PlaylistTag, _ line: PlaylistLine) throws(PlaylistProblem) {
        if tag.isSingleton {
            if let value = seen[tag] {
                let problem = PlaylistProblem(
                    line: line.number, message: "\(tag.name) is there already; it stands once")
                guard value.elementsEqual(line.rest) else { throw problem }
                return try context.reportDeviation(problem)
            }
            seen[tag] = line.rest
        }
        let tagFamily = tag.family
        if tagFamily == .both { return try common.parse(tag, line, context) }
        if let family, family != tagFamily {
            throw PlaylistProblem(
                line: line.number,
                message: "\(tag.name) belongs to the other kind of playlist: media and multivariant do not mix")
        }
        if isMultivariant, tagFamily == .media {
            throw PlaylistProblem(
                line: 1, message: "this is a media playlist; the multivariant playlist has the variants")
        }
        family = tagFamily
        if tagFamily == .media { try media.parse(tag, line) } else { try multivariant.parse(tag, line) }
    }

    private mutating func parseURI(_ line: PlaylistLine) throws(PlaylistProblem) {
        switch family {
        case .media: try media.parseURI(line)
        case .multivariant: try multivariant.parseURI(line)
        default: throw line.problem("a URI before any tag that says what it is")
        }
    }

    private mutating func parseUnknownTag(_ fullLine: PlaylistLine) throws(PlaylistProblem) {
        unknownCount += 1
        try context.enforceLimit(unknownCount, context.limits.unknownTags, "tags that are not understood", fullLine)
        var line = fullLine
        var tag = UnknownTag(name: line.read { $0 != UInt8(ascii: ":") }.text)
        if line.skip(":") { tag.value = line.rest.text }
        if unknownTags.count < context.limits.diagnostics {
            unknownTags.append(ParsedPlaylist.UnknownTagName(line: line.number, name: tag.name))
        }
        // Both remember it until it is clear which kind this is.
        if family != .multivariant { media.appendUnknownTag(tag) }
        if family != .media { multivariant.appendUnknownTag(tag) }
    }

    private mutating func finish(_ lastLine: Int) throws(PlaylistProblem) -> Playlist {
        switch family {
        case .media: .media(try media.finish(lastLine, common))
        case .multivariant: .multivariant(try multivariant.finish(lastLine, common))
        default:
            throw PlaylistProblem(line: lastLine, message: "the playlist has no tag that says which kind it is")
        }
    }
}
