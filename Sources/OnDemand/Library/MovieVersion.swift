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
    private static let archivedMark = "a1"

    /// `content` is a digest of parts of the files, which differs where tools keep the time of change of another file. `keys`
    /// are the identifiers of the keys of encrypted presentations. `differsFromTables` if the samples of the movie were
    /// not what its tables say, after a presentation by the tables.
    init(
        _ state: SourceState, _ options: MoviePresentationOptions, content: String = "", keys: [[UInt8]] = [],
        differsFromTables: Bool = false
    ) {
        let suffix = differsFromTables ? " samples" : ""
        let keys = keys.joined().map { " \($0)" }.joined()
        description =
            Self.revision
            + StableDigest("\(Self.revision) \(state.text) \(content) \(options.text)\(keys)\(suffix)").text
    }

    /// The version of a presentation that grows, whose identity stays the same.
    init(identity: String, _ options: MoviePresentationOptions, keys: [[UInt8]] = []) {
        let keys = keys.joined().map { " \($0)" }.joined()
        description = Self.revision + StableDigest("\(Self.revision) \(identity) \(options.text)\(keys)").text
    }

    /// The version of a file of an archive, by its size and the time of its change.
    init(archived state: MovieFolder.FileState) {
        description = Self.archivedMark + StableDigest("\(state.size) \(state.changed.nanoseconds)").text
    }

    /// Whether it is the version of a file of an archive.
    package var isArchived: Bool { description.hasPrefix(Self.archivedMark) }

    /// Returns the segment of a URL's path that identifies the version of a selection: `VERSION;start=10`.
    package func segment(_ selection: PresentationSelection) -> String {
        guard !selection.isEmpty else { return description }
        return "\(description);\(selection.description.percentEncoded(except: ";=,"))"
    }

    /// Parses the decoded segment of a path; nil if it is not a version of a selection.
    package static func parse(_ segment: Substring) -> (version: MovieVersion, selection: PresentationSelection)? {
        let end = segment.utf8.firstIndex(of: UInt8(ascii: ";")) ?? segment.endIndex
        guard let version = MovieVersion(segment[..<end]) else { return nil }
        if end == segment.endIndex { return (version, PresentationSelection()) }
        return PresentationSelection(text: segment[end...].dropFirst()).map { (version, $0) }
    }

    /// Parses a component of a path; nil if it is not a version.
    package init?(_ component: Substring) {
        guard component.utf8.count == Self.length,
            component.utf8.first == UInt8(ascii: "v") || component.hasPrefix(Self.archivedMark),
            component.utf8.dropFirst().allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x76).contains($0) })
        else { return nil }
        description = String(component)
    }
}
