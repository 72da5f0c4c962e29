/// The delivery directives in the query of a playlist request (RFC 8216bis 6.2.5).
struct DeliveryDirectives: Sendable, Hashable {
    /// The content that a delta update may omit.
    enum Skip: Sendable, Hashable {
        /// Segments older than the skip boundary (`YES`).
        case segments
        /// Segments and date ranges older than the skip boundary (`v2`).
        case segmentsAndDateRanges
    }

    /// `_HLS_msn`: holds the request until the playlist contains this media sequence number.
    var mediaSequence: Int?
    /// `_HLS_part`: holds the request until the playlist contains this part of segment `mediaSequence`.
    var part: Int?
    /// `_HLS_skip`: requests a delta update.
    var skip: Skip?

    /// Whether the request may have to be held.
    var isBlocking: Bool { mediaSequence != nil }

    /// The reason why directives are invalid.
    struct Problem: Error, Sendable, Hashable {
        var message: String
    }

    init(mediaSequence: Int? = nil, part: Int? = nil, skip: Skip? = nil) {
        self.mediaSequence = mediaSequence
        self.part = part
        self.skip = skip
    }

    /// Parses the query of a request; unknown names are ignored.
    init(query: String?) throws(Problem) {
        guard let query else { return }
        for field in query.utf8.split(separator: UInt8(ascii: "&")) {
            let pair = field.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let value = pair.count == 2 ? Substring(pair[1]) : ""
            switch Substring(pair[0]) {
            case "_HLS_msn": try Self.set(&mediaSequence, value, "_HLS_msn")
            case "_HLS_part": try Self.set(&part, value, "_HLS_part")
            case "_HLS_skip":
                guard skip == nil else { throw Problem(message: "duplicate _HLS_skip") }
                switch value {
                case "YES": skip = .segments
                case "v2": skip = .segmentsAndDateRanges
                default: throw Problem(message: "_HLS_skip must be YES or v2")
                }
            default: continue
            }
        }
        if part != nil, mediaSequence == nil { throw Problem(message: "_HLS_part requires _HLS_msn") }
    }

    private static func set(_ field: inout Int?, _ text: Substring, _ name: String) throws(Problem) {
        guard field == nil else { throw Problem(message: "duplicate \(name)") }
        // A decimal integer of 18 digits always fits into 64 bits.
        guard (1...18).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(text)
        else { throw Problem(message: "\(name) must be an integer") }
        field = number
    }
}
