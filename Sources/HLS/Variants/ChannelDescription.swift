/// The value of CHANNELS: the channel count, spatial audio codings and special uses (RFC 8216bis 4.4.6.1).
package struct ChannelDescription: Sendable, Hashable {
    /// The number of simultaneous channels.
    package var count: Int
    /// Spatial audio codings, such as `JOC` for joint object coding.
    package var codings: [String]
    /// Special uses: `BINAURAL`, `IMMERSIVE`, `DOWNMIX`.
    package var uses: [String]

    /// Parses a value such as `16/JOC` or `2/-/BINAURAL`; nil if it does not begin with a number.
    package init?(_ text: String) {
        let parameters = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let count = parameters.first.flatMap({ Int($0) }), count >= 0 else { return nil }
        self.count = count
        codings = Self.identifiers(parameters.dropFirst().first)
        uses = Self.identifiers(parameters.dropFirst(2).first)
    }

    private static func identifiers(_ parameter: Substring?) -> [String] {
        guard let parameter, parameter != "-" else { return [] }
        return parameter.split(separator: ",").map(String.init)
    }

    /// Whether it is mixed for headphones.
    package var isBinaural: Bool { uses.contains("BINAURAL") }
    /// Whether it is immersive audio that must not be spatialized further.
    package var isImmersive: Bool { uses.contains("IMMERSIVE") }
    /// Whether it is a downmix.
    package var isDownmix: Bool { uses.contains("DOWNMIX") }
}

extension AlternativeRendition {
    /// The parsed value of ``channels``; nil if it is absent or malformed.
    package var channelDescription: ChannelDescription? { channels.flatMap(ChannelDescription.init) }
}
