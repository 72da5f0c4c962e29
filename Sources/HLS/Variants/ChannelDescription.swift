/// What CHANNELS says: a count, codings of spatial sound, and special uses (RFC 8216bis 4.4.6.1).
package struct ChannelDescription: Sendable, Hashable {
    /// How many channels are there at once.
    package var count: Int
    /// Codings of spatial sound, such as `JOC` for joint object coding.
    package var codings: [String]
    /// Special uses: `BINAURAL`, `IMMERSIVE`, `DOWNMIX`.
    package var uses: [String]

    /// Reads an attribute such as `16/JOC` or `2/-/BINAURAL`; nil where it begins with no number.
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
    /// Whether it is meant to be heard all round and not to be processed.
    package var isImmersive: Bool { uses.contains("IMMERSIVE") }
    /// Whether it is mixed down from more channels.
    package var isDownmix: Bool { uses.contains("DOWNMIX") }
}

extension AlternativeRendition {
    /// What ``channels`` says; nil without it or where it has no number.
    package var channelDescription: ChannelDescription? { channels.flatMap(ChannelDescription.init) }
}
