/// What a player asks of a media playlist beside the playlist itself (RFC 8216bis 6.2.5).
struct DeliveryDirectives: Sendable, Hashable {
    /// What may be left out.
    enum Skip: Sendable, Hashable {
        /// Older segments.
        case segments
        /// Older segments and date ranges.
        case segmentsAndDateRanges
    }

    /// `_HLS_msn`: the playlist is wanted that has this segment.
    var mediaSequence: Int?
    /// `_HLS_part`: or this part of it already.
    var part: Int?
    /// `_HLS_skip`: a delta update will do.
    var skip: Skip?

    /// Whether an answer may have to wait.
    var isBlocking: Bool { mediaSequence != nil }

    /// Why directives cannot be followed.
    struct Problem: Error, Sendable, Hashable {
        var message: String
    }

    init(mediaSequence: Int? = nil, part: Int? = nil, skip: Skip? = nil) {
        self.mediaSequence = mediaSequence
        self.part = part
        self.skip = skip
    }

    /// Reads the query of a request; names that are not known are passed over.
    init(query: String?) throws(Problem) {
        guard let query else { return }
        for field in query.utf8.split(separator: UInt8(ascii: "&")) {
            let pair = field.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let value = pair.count == 2 ? Substring(pair[1]) : ""
            switch Substring(pair[0]) {
            case "_HLS_msn": try Self.set(&mediaSequence, value, "_HLS_msn")
            case "_HLS_part": try Self.set(&part, value, "_HLS_part")
            case "_HLS_skip":
                guard skip == nil else { throw Problem(message: "_HLS_skip is there twice") }
                switch value {
                case "YES": skip = .segments
                case "v2": skip = .segmentsAndDateRanges
                default: throw Problem(message: "_HLS_skip is YES or v2")
                }
            default: continue
            }
        }
        if part != nil, mediaSequence == nil { throw Problem(message: "_HLS_part needs _HLS_msn") }
    }

    private static func set(_ field: inout Int?, _ text: Substring, _ name: String) throws(Problem) {
        guard field == nil else { throw Problem(message: "\(name) is there twice") }
        // Eighteen digits are what a decimal integer may have without leaving 64 bits.
        guard (1...18).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(text)
        else { throw Problem(message: "\(name) is a whole number") }
        field = number
    }
}
