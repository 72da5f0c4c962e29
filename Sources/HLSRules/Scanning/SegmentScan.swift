import HLS
import Media

/// Assembles the lines of a media playlist into segments, complete or not.
struct SegmentScan {
    /// The maximum number of key formats to remember.
    static let maximumKeyFormats = 64

    private let lines: [ScannedLine]
    private(set) var segments: [ScannedSegment] = []
    /// The segment whose URI has not been scanned yet.
    private(set) var upcoming: ScannedSegment
    private var range: (length: Int, offset: Int?)?
    private var previousRange: (uri: String, end: Int)?
    private var previousPart: (uri: String, end: Int)?
    private var keys: [String: Int] = [:]
    private var begin = MediaTime.zero

    /// Creates a scan of lines with `count` URIs.
    init(_ lines: [ScannedLine], count: Int) {
        self.lines = lines
        segments.reserveCapacity(count)
        func integer(_ tag: PlaylistTag) -> Int? {
            lines.first { $0.tag == tag }?.value.flatMap(PlaylistValue.integer)
        }
        let skipped = lines.first { $0.tag == .skip }?.attributes?.integer("SKIPPED-SEGMENTS") ?? 0
        // Large numbers are clamped so that increments do not overflow.
        let first = min(integer(.mediaSequence) ?? 0, .max / 4) + min(skipped, .max / 4)
        upcoming = ScannedSegment(index: 0, sequence: first, uri: "", line: 0, lines: 0..<0)
        upcoming.discontinuitySequence = min(integer(.discontinuitySequence) ?? 0, .max / 4)
    }

    mutating func append(_ line: ScannedLine, at index: Int) {
        upcoming.lines = upcoming.lines.lowerBound..<index + 1
        guard let tag = line.tag else {
            if line.kind == .uri { finish(line) }
            return
        }
        switch tag {
        case .segmentDuration:
            upcoming.durationLine = line.number
            let number = (line.value ?? "").unicodeScalars.prefix { $0 != "," }
            upcoming.duration = PlaylistValue.seconds(String(number))
        case .byteRange: range = line.value.flatMap(PlaylistValue.byteRange)
        case .discontinuity:
            if !upcoming.isDiscontinuity { upcoming.discontinuitySequence += 1 }
            upcoming.isDiscontinuity = true
        case .gap: upcoming.isGap = true
        case .map: upcoming.map = index
        case .key: applyKey(line, at: index)
        case .programDateTime: upcoming.programDateTime = line.value.flatMap(PlaylistValue.date)
        case .part: appendPart(line, at: index)
        default: break
        }
    }

    private mutating func applyKey(_ line: ScannedLine, at index: Int) {
        if line.attributes?.text("METHOD") == "NONE" {
            keys = [:]
        } else {
            let format = line.attributes?.text("KEYFORMAT") ?? EncryptionKey.identity
            if keys.count < Self.maximumKeyFormats || keys[format] != nil { keys[format] = index }
        }
        upcoming.keys = keys.values.sorted()
    }

    private mutating func appendPart(_ line: ScannedLine, at index: Int) {
        guard let attributes = line.attributes else { return }
        var part = ScannedPart(
            line: index, uri: attributes.text("URI") ?? "", duration: attributes.seconds("DURATION"),
            isIndependent: attributes.isYes("INDEPENDENT"), isGap: attributes.isYes("GAP"))
        if let range = attributes.text("BYTERANGE").flatMap(PlaylistValue.byteRange) {
            part.byteRange = Self.resolve(range, part.uri, after: previousPart)
        }
        previousPart = part.byteRange.map { (part.uri, $0.end) }
        upcoming.parts.append(part)
    }

    private static func resolve(
        _ range: (length: Int, offset: Int?), _ uri: String, after previous: (uri: String, end: Int)?
    ) -> ByteRange? {
        if let offset = range.offset { return ByteRange(offset: offset, length: range.length) }
        guard let previous, previous.uri == uri else { return nil }
        return ByteRange(offset: previous.end, length: range.length)
    }

    private mutating func finish(_ line: ScannedLine) {
        upcoming.uri = line.value ?? ""
        upcoming.line = line.number
        upcoming.begin = begin
        if let range { upcoming.byteRange = Self.resolve(range, upcoming.uri, after: previousRange) }
        previousRange = upcoming.byteRange.map { (upcoming.uri, $0.end) }
        range = nil
        begin = upcoming.end
        segments.append(upcoming)
        var following = ScannedSegment(
            index: segments.count, sequence: upcoming.sequence + 1, uri: "", line: 0,
            lines: upcoming.lines.upperBound..<upcoming.lines.upperBound, map: upcoming.map, keys: upcoming.keys)
        following.discontinuitySequence = upcoming.discontinuitySequence
        upcoming = following
    }
}
