extension EncryptionKey {
    /// Returns the key with a URI relative to the multivariant playlist, for a key of the media playlist at `playlist`.
    func moved(from playlist: String) -> EncryptionKey {
        guard Self.isRelative(uri) else { return self }
        var folder = playlist.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        var rest = uri[...]
        while rest.hasPrefix("../"), let last = folder.last, !last.isEmpty, last != "..", !last.contains("{"),
            !(folder.count >= 3 && folder.dropLast().last?.isEmpty == true)
        {
            folder.removeLast()
            rest = rest.dropFirst(3)
        }
        var key = self
        key.uri = folder.map { $0 + "/" }.joined() + rest
        return key
    }

    /// Whether a URI reference has neither a scheme nor an absolute path (RFC 3986 4.2).
    private static func isRelative(_ uri: String) -> Bool {
        guard let end = uri.firstIndex(where: { "/?#:{".contains($0) }) else { return true }
        return uri[end] != ":" && end != uri.startIndex
    }
}
