import Foundation

/// The text of a playlist, parsed independently of the code under test.
struct PlaylistText: Sendable {
    struct Segment: Sendable {
        /// The duration as text.
        var extinf: String
        var uri: String
        var range: Range<Int>?
        var map: Map?
        var isGap = false
        var duration: Double { Double(extinf) ?? .nan }
    }

    struct Map: Sendable, Hashable {
        var uri: String
        var range: Range<Int>?
    }

    /// The name and value of each tag, in order.
    let tags: [(name: String, value: String)]
    let segments: [Segment]
    /// The attributes and URI of each variant.
    let variants: [(attributes: [String: String], uri: String)]
    let text: String

    /// The times at which segments end, from the beginning of the first.
    var segmentEnds: [Double] {
        segments.reduce(into: []) { $0.append(($0.last ?? 0) + $1.duration) }
    }

    init(_ url: URL) throws { try self.init(String(decoding: Data(contentsOf: url), as: UTF8.self)) }

    init(_ text: String) throws {
        guard text.hasPrefix("#EXTM3U\n") else { throw Unable("not a playlist: \(text.prefix(80))") }
        var reading = Reading()
        for line in text.split(separator: "\n") {
            if line.hasPrefix("#EXT") { reading.tag(line) } else if !line.hasPrefix("#") { reading.uri(String(line)) }
        }
        (tags, segments, variants, self.text) = (reading.tags, reading.segments, reading.variants, text)
    }

    func value(_ tag: String) -> String? { tags.first { $0.name == tag }?.value }
    func has(_ tag: String) -> Bool { value(tag) != nil }
    var targetDuration: Int { value("EXT-X-TARGETDURATION").flatMap { Int($0) } ?? -1 }
    var mediaSequence: Int { value("EXT-X-MEDIA-SEQUENCE").flatMap { Int($0) } ?? 0 }
    var isWhole: Bool { has("EXT-X-ENDLIST") }
    var isMultivariant: Bool { !variants.isEmpty }

    /// Returns the attributes of each tag with this name.
    func attributes(_ tag: String) -> [[String: String]] {
        tags.filter { $0.name == tag }.map { Self.attributes($0.value) }
    }

    /// Parses an attribute list; removes quotation marks.
    static func attributes(_ text: some StringProtocol) -> [String: String] {
        var result: [String: String] = [:]
        for match in String(text).matches(of: /([A-Z0-9-]+)=(?:"([^"]*)"|([^,]*))/) {
            result[String(match.1)] = String(match.2 ?? match.3 ?? "")
        }
        return result
    }

    private struct Reading {
        var tags: [(name: String, value: String)] = []
        var segments: [Segment] = []
        var variants: [(attributes: [String: String], uri: String)] = []
        private var map: Map?
        private var extinf: String?
        private var range: (length: Int, offset: Int?)?
        private var variant: [String: String]?
        private var isGap = false

        mutating func tag(_ line: Substring) {
            let parts = line.dropFirst().split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let (name, value) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
            tags.append((name, value))
            switch name {
            case "EXTINF": extinf = String(value.prefix { $0 != "," })
            case "EXT-X-GAP": isGap = true
            case "EXT-X-BYTERANGE": range = Self.range(value)
            case "EXT-X-STREAM-INF": variant = PlaylistText.attributes(value)
            case "EXT-X-MAP":
                let attributes = PlaylistText.attributes(value)
                let range = attributes["BYTERANGE"].map { Self.range($0) }
                map = Map(
                    uri: attributes["URI"] ?? "", range: range.map { ($0.offset ?? 0)..<($0.offset ?? 0) + $0.length })
            default: break
            }
        }

        mutating func uri(_ uri: String) {
            if let attributes = variant {
                variants.append((attributes, uri))
                variant = nil
            } else {
                let last = segments.last.flatMap { $0.uri == uri ? $0.range?.upperBound : nil }
                let bytes = range.map { range in
                    let start = range.offset ?? last ?? -1
                    return start..<start + range.length
                }
                segments.append(Segment(extinf: extinf ?? "none", uri: uri, range: bytes, map: map, isGap: isGap))
                (extinf, range, isGap) = (nil, nil, false)
            }
        }

        private static func range(_ text: String) -> (length: Int, offset: Int?) {
            let parts = text.split(separator: "@").compactMap { Int($0) }
            return (parts.first ?? 0, parts.count > 1 ? parts[1] : nil)
        }
    }
}
