extension Playlist {
    /// Parses a playlist of either kind.
    ///
    /// Unknown tags and attributes are kept. `variables` provides the values of imported variables; without it,
    /// references remain unresolved. `tolerance` selects whether a problem is thrown, becomes a warning, or causes its
    /// line to be skipped. With `isMultivariant`, a media playlist is rejected at its first tag.
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

    /// Parses a playlist of either kind from text.
    package static func parse(
        _ text: String, limits: PlaylistLimits = PlaylistLimits(), variables: PlaylistVariables? = nil,
        tolerance: PlaylistTolerance = .strict
    ) throws(PlaylistProblem) -> ParsedPlaylist {
        try parse(Array(text.utf8), limits: limits, variables: variables, tolerance: tolerance)
    }
}

/// Passes each line to the parser for the kind of playlist, which the first specific tag determines.
private struct PlaylistParser {
    private var scanner: PlaylistScanner
    private let context: ReadingContext
    private let isMultivariant: Bool
    private var family: PlaylistTag.Family?
    /// The values of tags that must appear at most once.
    private var seen: [PlaylistTag: UnsafeBufferPointer<UInt8>] = [:]
    private var unknownTags: [ParsedPlaylist.UnknownTagName] = []
    private var unknownCount = 0
    private var hasSegments = false
    private var parsers: TagParsers

    init(
        _ bytes: UnsafeBufferPointer<UInt8>, _ context: ReadingContext, isMultivariant: Bool
    ) throws(PlaylistProblem) {
        scanner = try PlaylistScanner(bytes, context)
        self.context = context
        self.isMultivariant = isMultivariant
        parsers = TagParsers(context)
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
        parsers.common.checkVersion(needed: playlist.minimumVersion(hasFractions: parsers.media.hasFractions))
        return ParsedPlaylist(
            playlist: playlist, version: parsers.common.version, unknownTags: unknownTags, warnings: context.warnings,
            faults: context.faults, variables: context.variables.knownValues)
    }

    /// Returns the next item; lines that are not valid text are skipped if the tolerance permits.
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
            try context.reserve(tag.definition.memory(for: line), line)
            do throws(PlaylistProblem) {
                try parseTag(tag, line)
            } catch {
                guard tag.traits.contains(.optional), context.tolerance != .strict, !error.exceedsLimit,
                    !error.exceedsMemory
                else {
                    throw error
                }
                var problem = error
                problem.message += "; the tag is ignored"
                try context.reportDeviation(problem)
                try process(.unknownTag(line.fromTagName))
            }
        case .uri(let line):
            if family == .media { try reserveSegment(line) }
            try parseURI(line)
        case .unknownTag(let line):
            // Both parsers store it until the kind is known, in arrays that grow by doubling.
            let copies = family == nil ? 4 : 2
            try context.reserve(copies * MemoryLayout<UnknownTag>.stride + 16 + line.textMemory, line)
            try parseUnknownTag(line)
        }
    }

    /// Prevents a skipped line from causing problems in subsequent lines.
    private mutating func recover(_ item: PlaylistScanner.Item) {
        guard case .tag(let tag, _) = item else { return }
        tag.definition.recover(&parsers)
    }

    /// Accounts for a segment; the first one reserves the capacity for all, so that the array never grows.
    private mutating func reserveSegment(_ line: PlaylistLine) throws(PlaylistProblem) {
        let size = MemoryLayout<MediaSegment>.stride
        if !hasSegments {
            hasSegments = true
            parsers.media.reserveSegments(min(scanner.uriCount, context.limits.memory / size, context.limits.entries))
        }
        try context.reserve(size + line.textMemory, line)
    }

    private mutating func parseTag(_ tag: PlaylistTag, _ line: PlaylistLine) throws(PlaylistProblem) {
        if tag.isSingleton {
            if let value = seen[tag] {
                let problem = PlaylistProblem(
                    line: line.number, message: "duplicate \(tag.name); it must appear at most once")
                guard value.elementsEqual(line.rest) else { throw problem }
                return try context.reportDeviation(problem)
            }
            seen[tag] = line.rest
        }
        let tagFamily = tag.family
        if tagFamily == .both { return try tag.definition.parse(line, with: &parsers) }
        if let family, family != tagFamily {
            throw PlaylistProblem(
                line: line.number,
                message: "\(tag.name) is not allowed here: media and multivariant tags cannot be mixed")
        }
        if isMultivariant, tagFamily == .media {
            throw PlaylistProblem(
                line: 1, message: "this is a media playlist; the multivariant playlist lists the variants")
        }
        family = tagFamily
        if tagFamily == .multivariant { try parsers.multivariant.expectNoPendingVariant(before: tag, line) }
        try tag.definition.parse(line, with: &parsers)
    }

    private mutating func parseURI(_ line: PlaylistLine) throws(PlaylistProblem) {
        switch family {
        case .media: try parsers.media.parseURI(line)
        case .multivariant: try parsers.multivariant.parseURI(line)
        default: throw line.problem("unexpected URI before the first media or multivariant tag")
        }
    }

    private mutating func parseUnknownTag(_ fullLine: PlaylistLine) throws(PlaylistProblem) {
        unknownCount += 1
        try context.enforceLimit(unknownCount, context.limits.unknownTags, "unknown tags", fullLine)
        var line = fullLine
        var tag = UnknownTag(name: line.read { $0 != UInt8(ascii: ":") }.text)
        if line.skip(":") { tag.value = line.rest.text }
        if unknownTags.count < context.limits.diagnostics {
            unknownTags.append(ParsedPlaylist.UnknownTagName(line: line.number, name: tag.name))
        }
        // Both parsers keep it until the kind of playlist is known.
        if family != .multivariant { parsers.media.appendUnknownTag(tag) }
        if family != .media { parsers.multivariant.appendUnknownTag(tag) }
    }

    private mutating func finish(_ lastLine: Int) throws(PlaylistProblem) -> Playlist {
        switch family {
        case .media: .media(try parsers.media.finish(lastLine, parsers.common))
        case .multivariant: .multivariant(try parsers.multivariant.finish(lastLine, parsers.common))
        default:
            throw PlaylistProblem(line: lastLine, message: "the playlist has no media or multivariant tag")
        }
    }
}
