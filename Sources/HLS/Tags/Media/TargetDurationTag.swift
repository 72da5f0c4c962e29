import Media

/// The upper bound of the rounded segment durations (RFC 8216bis 4.4.3.1).
enum TargetDurationTag: MediaPlaylistTag {
    static let name: StaticString = "EXT-X-TARGETDURATION"
    static let value = TagValue.targetDuration
    static let traits: TagTraits = .singleton

    static func parse(_ line: PlaylistLine, into parser: inout MediaPlaylistParser) throws(PlaylistProblem) {
        var rest = line
        var seconds = try rest.readInteger("a target duration", limit: Int(Int32.max))
        if parser.context.tolerance != .strict, rest.next == UInt8(ascii: ".") {
            // Decimals are rounded up.
            rest = line
            let time = try rest.readDecimal("a target duration")
            try parser.context.reportDeviation(line.problem("the target duration must be a whole number"))
            if time > .seconds(Int64(seconds)) { seconds += 1 }
        }
        parser.playlist.targetDuration = seconds
        if seconds < 1 {
            try parser.context.reportDeviation(line.problem("the target duration must be at least 1"))
            parser.playlist.targetDuration = 1
        }
        try rest.expectEnd()
    }
}

extension PlaylistTag { package static let targetDuration = PlaylistTag(TargetDurationTag.self) }
