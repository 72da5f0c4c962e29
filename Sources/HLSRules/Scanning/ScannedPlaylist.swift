package import HLS
import Media

/// A playlist cut into lines without refusing any: what rules read that have to find everything that is wrong.
package struct ScannedPlaylist: Sendable {
    /// What its tags say that it is.
    package enum Kind: Sendable, Hashable {
        case media
        case multivariant
        /// No tag says it.
        case unknown
    }

    /// How much is read; the rest is left out and said so.
    package struct Limits: Sendable {
        /// In bytes.
        package var size = 16 << 20
        /// Lines that say something.
        package var lines = 300_000
        /// The same in a multivariant playlist, whose lines are held against each other.
        package var multivariantLines = 5000
        /// In bytes, without the line break.
        package var lineLength = 64 << 10
        /// Bytes that variables add.
        package var variableBytes = 4 << 20

        package init() {}

        /// The most lines of a playlist of a kind, which is nil until a tag says it.
        func lines(of kind: Kind?) -> Int { kind == .multivariant ? min(lines, multivariantLines) : lines }
    }

    /// A part of the bytes that is not text as a playlist's is (RFC 8216bis 4.1).
    package struct TextFault: Sendable, Hashable {
        /// From 1.
        package var line: Int
        package var message: String
    }

    package private(set) var kind = Kind.unknown
    /// What says something, in order.
    package private(set) var lines: [ScannedLine] = []
    /// Where the first line of each tag is, so that rules may ask for every segment.
    private var firstLines: [PlaylistTag: Int] = [:]
    package private(set) var segments: [ScannedSegment] = []
    /// The parts behind the last segment.
    package private(set) var upcomingParts: [ScannedPart] = []
    /// The media sequence number of what comes after the last segment.
    package private(set) var upcomingSequence = 0
    /// The place in ``lines`` where what is said behind the last segment begins.
    package private(set) var tail = 0
    /// What is wrong with the text itself.
    package private(set) var textFaults: [TextFault] = []
    /// References to variables that nothing defines, by name.
    package private(set) var undefinedReferences: [(line: Int, name: String)] = []
    /// Variables whose values should come from the multivariant playlist or the URL, and do not.
    package private(set) var undefinedImports: Set<String> = []
    /// Whether the limits left something out.
    package private(set) var isTruncated = false

    /// A playlist without lines, where the text is not read.
    package init() {}

    /// Reads bytes, whatever is wrong with them. Without `variables`, it is not known what is imported.
    ///
    /// Throws where the lines would take more than `memory` bytes, before any of them is kept.
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
    /// All lines of a tag, in order.
    package func lines(_ tag: PlaylistTag) -> [ScannedLine] { lines.filter { $0.tag == tag } }

    /// The first line of a tag.
    package func first(_ tag: PlaylistTag) -> ScannedLine? { firstLines[tag].map { lines[$0] } }

    /// Whether a tag is there.
    package func has(_ tag: PlaylistTag) -> Bool { firstLines[tag] != nil }

    /// The whole number of a tag's first line; nil without one.
    package func integer(_ tag: PlaylistTag) -> Int? { first(tag)?.value.flatMap(PlaylistValue.integer) }

    /// What EXT-X-TARGETDURATION says, in seconds; nil where it cannot be read.
    package var targetDuration: Int? {
        integer(.targetDuration).flatMap { $0 > 0 ? min($0, Self.maximumTargetDuration) : nil }
    }
    /// In seconds: what is longer counts as that, so that rules may multiply it.
    private static let maximumTargetDuration = Int(Int32.max)

    /// What EXT-X-VERSION says; 1 without it.
    package var version: Int { integer(.version) ?? 1 }

    package var hasEndList: Bool { has(.endList) }
    package var isIFramesOnly: Bool { has(.iFramesOnly) }

    /// Whether segments may still come.
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
