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
        package var added = 4 << 20

        package init() {}
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
    package private(set) var unresolved: [(line: Int, name: String)] = []
    /// Variables whose values should come from the multivariant playlist or the URL, and do not.
    package private(set) var missing: Set<String> = []
    /// Whether the limits left something out.
    package private(set) var isCut = false

    /// Reads bytes; never fails. Without `variables`, it is not known what is imported.
    package init(_ bytes: [UInt8], variables: PlaylistVariables? = nil, limits: Limits = Limits()) {
        var text = TextScan(bytes, limits)
        var table = VariableScan(variables, limits)
        while lines.count < limits.lines, let line = text.next() {
            guard !line.text.isEmpty else { continue }
            guard line.text.hasPrefix("#") else {
                let uri = table.expand(line.text, line.number)
                lines.append(ScannedLine(number: line.number, kind: .uri, value: uri, attributes: nil))
                continue
            }
            if line.text.hasPrefix("#EXT") { lines.append(Self.tag(line, &table)) }
        }
        isCut = text.isCut || lines.count >= limits.lines
        textFaults = text.faults
        unresolved = table.unresolved
        missing = table.missing
        kind = lines.lazy.compactMap(\.tag?.family.kind).first ?? .unknown
        if kind == .multivariant, lines.count > limits.multivariantLines {
            lines.removeLast(lines.count - limits.multivariantLines)
            isCut = true
        }
        for (index, line) in lines.enumerated() {
            if let tag = line.tag, firstLines[tag] == nil { firstLines[tag] = index }
        }
        if kind == .media { collectSegments() }
    }

    private static func tag(_ line: TextScan.Line, _ table: inout VariableScan) -> ScannedLine {
        let parts = line.text.dropFirst().split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let (name, value) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
        guard let tag = PlaylistTag(name: name) else {
            return ScannedLine(number: line.number, kind: .unknownTag(name), value: value, attributes: nil)
        }
        var scanned = ScannedLine(number: line.number, kind: .tag(tag), value: value, attributes: nil)
        guard tag.hasAttributes else { return scanned }
        let attributes = ScannedAttributes(value ?? "") { table.expand($0, line.number) }
        if tag == .define { table.define(attributes) }
        scanned.attributes = attributes
        return scanned
    }

    private mutating func collectSegments() {
        var scan = SegmentScan(lines)
        for index in lines.indices { scan.take(lines[index], at: index) }
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
    package var targetDuration: Int? { integer(.targetDuration).flatMap { $0 > 0 ? min($0, Self.longestTarget) : nil } }
    /// In seconds: what is longer counts as that, so that rules may multiply it.
    private static let longestTarget = Int(Int32.max)

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
    fileprivate var kind: ScannedPlaylist.Kind? {
        switch self {
        case .both: nil
        case .media: .media
        case .multivariant: .multivariant
        }
    }
}
