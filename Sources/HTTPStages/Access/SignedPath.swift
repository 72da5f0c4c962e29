/// A path that begins with a signature: `/~EXPIRY~SIGNATURE/NAME/…`.
///
/// It stands in the path, and not in the query, because the relative addresses of playlists keep it there.
struct SignedPath: Sendable, Hashable {
    /// In seconds since 1970.
    var expiry: Int64
    var signature: Substring
    /// The path that is signed, as it was sent.
    var path: Substring

    /// nil for a path that does not begin so.
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

    /// The presentation that the path leads to; nil where it leads to none.
    var name: String? {
        let segment = path.utf8.dropFirst().prefix { $0 != UInt8(ascii: "/") }
        return ResourcePath.decoded(segment)
    }
}
