/// What is wrong with a playlist and where.
package struct PlaylistProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// From 1.
    package var line: Int
    /// In characters, from 1.
    package var column: Int
    /// What is wrong and what would be right: lower case, no full stop.
    package var message: String

    package init(line: Int, column: Int = 1, message: String) {
        self.line = line
        self.column = column
        self.message = message
    }

    package var description: String { "\(line):\(column): \(message)" }
}

/// How large a playlist may be before it is refused.
package struct PlaylistLimits: Sendable, Hashable {
    /// In bytes.
    package var size = 64 << 20
    /// In bytes, without the line break.
    package var lineLength = 64 << 10
    /// Segments of a media playlist, or variants and renditions of a multivariant playlist.
    package var entries = 1_000_000
    /// Attributes of one tag.
    package var attributes = 256
    /// Unknown tags that are remembered; more are counted only.
    package var unknownTags = 1000

    package init() {}
}
