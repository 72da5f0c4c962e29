/// A tag of playlists: its name, where it may be, its syntax and its parsing.
///
/// Each tag is one file in a folder for its place; the file also writes the attributes of its model type. The tag is
/// listed in ``TagCatalogue``.
protocol TagDefinition: Sendable {
    /// The name without the number sign.
    static var name: StaticString { get }
    static var place: TagPlace { get }
    static var value: TagValue { get }
    static var traits: TagTraits { get }

    /// Parses the line, which has been read up to the value.
    static func parse(_ line: PlaylistLine, with parsers: inout TagParsers) throws(PlaylistProblem)

    /// Prevents a line that could not be parsed from causing problems in subsequent lines.
    static func recover(_ parsers: inout TagParsers)

    /// An estimate of the memory for the model of the tag, in bytes.
    static func memory(for line: PlaylistLine) -> Int
}

extension TagDefinition {
    static var traits: TagTraits { [] }
    static func recover(_ parsers: inout TagParsers) {}
    static func memory(for line: PlaylistLine) -> Int { line.textMemory }
}
