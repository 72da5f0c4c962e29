/// The input of a rule.
package enum RuleKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// The text of playlists.
    case text = "T"
    /// Changes of a playlist between reloads.
    case reload = "X"
    /// Media segments.
    case media = "M"
    /// Servers and their responses.
    case server = "H"
    /// Decoded audio and video.
    case decode = "D"
}
