/// A parsed path that begins with a signature: `/~EXPIRY~SIGNATURE/NAME/…`.
///
/// The signature is in the path and not in the query, because relative URLs in playlists keep the path prefix.
struct SignedPath: Sendable, Hashable {
    /// The expiry time, in seconds since 1970.
    var expiry: Int64
    var signature: Substring
    /// The signed path, with its percent-encoding unchanged.
    var path: Substring

    /// Returns nil if the path has no such prefix.
    init?(_ raw: String) {
        guard raw.hasPrefix("/~") else { return nil }
        let rest = raw.dropFirst(2)
        guard let slash = rest.firstIndex(of: "/") else { return nil }
        let pair = rest[..<slash].split(separator: "~", omittingEmptySubsequences: false)
        guard pair.count == 2, (1...12).contains(pair[0].utf8.count),
            pair[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }), pair[0].utf8.first != 0x30,
            let expiry = Int64(pair[0])
        else { return nil }
        (self.expiry, signature, path) = (expiry, pair[1], rest[slash...])
    }

    /// The maximum number of segments of a presentation's name.
    private static let depth = 16

    /// The possible names of the presentation: the first segment of the path, and longer prefixes for presentations in
    /// folders. Empty if the path has no valid first segment.
    var names: [String] {
        var names: [String] = []
        for segment in path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .prefix(Self.depth)
        {
            guard let name = ResourcePath.decoded(segment), !name.isEmpty, name != ".", name != ".." else { break }
            names.append(names.last.map { "\($0)/\(name)" } ?? name)
        }
        return names
    }
}
