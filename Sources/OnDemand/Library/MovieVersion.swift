import Media

/// A name for the content of a movie's presentation: other content or other options have another name.
///
/// URLs contain it, so that caches can store responses without an end.
package struct MovieVersion: Sendable, Hashable, CustomStringConvertible {
    package let description: String

    /// The number of characters.
    private static let length = 14
    /// The mark at the start, and the revision of the files for the same movie and options: a release of Sluice that
    /// writes other bytes increases it.
    private static let revision = "v1"

    /// `differsFromTables` if the samples of the movie were not what its tables say, after a presentation by the tables.
    init(
        _ state: MovieFolder.FileState, _ options: MoviePresentationOptions, differsFromTables: Bool = false
    ) {
        let suffix = differsFromTables ? " samples" : ""
        let identity = "\(Self.revision) \(state.size) \(state.changed.nanoseconds) \(options.text)\(suffix)"
        description = Self.revision + StableDigest(identity).text
    }

    /// Parses a component of a path; nil if it is not a version.
    package init?(_ component: some StringProtocol) {
        guard component.utf8.count == Self.length, component.hasPrefix("v"),
            component.utf8.dropFirst().allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x76).contains($0) })
        else { return nil }
        description = String(component)
    }
}
