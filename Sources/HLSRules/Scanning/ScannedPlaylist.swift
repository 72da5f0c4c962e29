package import HLS
import Media

/// A tolerant scan of a playlist that retains all lines, so that rules can find every fault.
package struct ScannedPlaylist: Sendable {
    /// The type of the playlist according to its tags.
    package enum Kind: Sendable, Hashable {
        case media
        case multivariant
        /// No tag identifies the type.
        case unknown
    }

    /// The limits of a scan; the rest of the playlist is ignored, and the result is marked as truncated.
    package struct Limits: Sendable {
        /// The maximum size in bytes.
        package var size = 16 << 20
        /// The maximum number of tags and URIs.
        package var lines = 300_000
        /// The maximum number for multivariant playlists, whose lines are compared with each other.
        package var multivariantLines = 5000
        /// The maximum length of a line in bytes, without the line break.
        package var lineLength = 64 << 10
        /// The maximum number of bytes added by variables.
        package var variableBytes = 4 << 20

        package init() {}

        /// Returns the maximum number of lines for a type, which is nil until a tag identifies it.
        func lines(of kind: Kind?) -> Int { kind == .multivariant ? min(lines, multivariantLines) : lines }
    }

    /// A violation of the text format (RFC 8216bis 4.1).
    package struct TextFault: Sendable, Hashable {
        /// The line number, starting at 1.
        package var line: Int
        package var message: String
    }

    package private(set) var kind = Kind.unknown
    /// The tags and URIs, in order.
    package private(set) var lines: [ScannedLine] = []
    /// The index of the first line of each tag, for constant-time lookup.
    private var firstLines: [PlaylistTag: Int] = [:]
    package private(set) var segments: [ScannedSegment] = []
    /// The parts after the last segment.
    package private(set) var upcomingParts: [ScannedPart] = []
    /// The media sequence number after the last segment.
    package private(set) var upcomingSequence = 0
    /// The index in ``lines`` of the first line after the last segment.
    package private(set) var tail = 0
    /// The violations of the text format.
    package private(set) var textFaults: [TextFault] = []
    /// References to undefined variables, by name.
    package private(set) var undefinedReferences: [(line: Int, name: String)] = []
    /// The variables that the multivariant playlist or the URL should define, but does not.
    package private(set) var undefinedImports: Set<String> = []
    /// Whether the limits were exceeded.
    package private(set) var isTruncated = false

    /// Creates a playlist without lines, for text that is not scanned.
    package init() {}

    /// Scans bytes of any content. Without `variables`, imported values are unknown.
    ///
    /// Throws before memory is allocated if the lines would need more than `memory` bytes.
    package init(
        _ bytes: [UInt8], variables: PlaylistVariables? = nil, limits: Limits = Limits(),
        memory: Int = PlaylistLimits().scanMemory
    ) throws(PlaylistProblem) {
        let size = try ScanSize(bytes, variables, limits, memory: memory)
        var scan = LineScan(bytes, variables, limits)
        lines.reserveCapacity(size.lines)
        while lines.count < size.lines, let line = scan.next() {
            if let tag = line.tag, firstLines[tag] == nil {
                firstLines[tag] = lines.count
                if kind == .unknown, let known = tag.family.kind { kind = known }
            }
            lines.append(line)
        }
        textFaults = scan.text.faults
        undefinedReferences = scan.table.undefinedReferences
        undefinedImports = scan.table.undefinedImports
        isTruncated = scan.next() != nil || scan.text.isTruncated
        if kind == .media { collectSegments(count: size.segments) }
    }

    private mutating func collectSegments(count: Int) {
        var scan = SegmentScan(lines, count: count)
        for index in lines.indices { scan.append(lines[index], at: index) }
        upcomingSequence = scan.upcoming.sequence
        (segments, upcomingParts, tail) = (scan.segments, scan.upcoming.parts, scan.upcoming.lines.lowerBound)
    }
}

extension ScannedPlaylist {
    /// Returns all lines with a tag, in order.
    package func lines(_ tag: PlaylistTag) -> [ScannedLine] { lines.filter { $0.tag == tag } }

    /// Returns the first line with a tag.
    package func first(_ tag: PlaylistTag) -> ScannedLine? { firstLines[tag].map { lines[$0] } }

    /// Whether a tag is present.
    package func has(_ tag: PlaylistTag) -> Bool { firstLines[tag] != nil }

    /// Returns the integer value of the first line with a tag; nil if there is none.
    package func integer(_ tag: PlaylistTag) -> Int? { first(tag)?.value.flatMap(PlaylistValue.integer) }

    /// The value of EXT-X-TARGETDURATION in seconds; nil if it is missing or invalid.
    package var targetDuration: Int? {
        integer(.targetDuration).flatMap { $0 > 0 ? min($0, Self.maximumTargetDuration) : nil }
    }
    /// The maximum target duration in seconds; larger values are clamped to avoid overflow.
    private static let maximumTargetDuration = Int(Int32.max)

    /// The value of EXT-X-VERSION; 1 if it is missing.
    package var version: Int { integer(.version) ?? 1 }

    package var hasEndList: Bool { has(.endList) }
    package var isIFramesOnly: Bool { has(.iFramesOnly) }

    /// Whether further segments may be added.
    package var isLive: Bool { kind == .media && !hasEndList && first(.playlistType)?.value != "VOD" }

    /// The attributes of EXT-X-SERVER-CONTROL.
    package var serverControl: ScannedAttributes? { first(.serverControl)?.attributes }
}

extension PlaylistTag.Family {
    var kind: ScannedPlaylist.Kind? {
        switch self {
        case .both: nil
        case .media: .media
        case .multivariant: .multivariant
        }
    }
}
