/// Signs URLs for an origin that has a signing key.
package enum URLSigner {
    /// The reason why a URL cannot be signed.
    package struct Problem: Error, Sendable, Hashable {
        package var message: String
    }

    /// The name of a presentation: for the playlist or the manifest of one in folders, the path that contains it.
    private static func presentation(_ first: String, _ path: String) -> String {
        let segments = path.split(separator: "/")
        guard let last = segments.last, ["index.m3u8", "index.mpd"].contains(last) else { return first }
        return ([first[...]] + segments.dropLast()).joined(separator: "/")
    }

    /// Returns the URL or path of a presentation, or of a resource in it, with a signature that expires at `expiry`.
    ///
    /// The signature covers the whole presentation, because relative URLs keep the signed path prefix.
    ///
    /// - Parameter expiry: The expiry time, in seconds since 1970.
    /// - Throws: `Problem` if the key is too short, the expiry is out of range, or `url` refers to no presentation.
    package static func sign(_ url: String, key: String, until expiry: Int64) throws(Problem) -> String {
        guard SigningKey.isLongEnough(key) else {
            throw Problem(message: "the key has fewer than \(SigningKey.minimumLength) characters")
        }
        // Twelve digits last until after the year 30000.
        guard (1..<1_000_000_000_000).contains(expiry) else {
            throw Problem(message: "\(expiry) is not a time in seconds since 1970")
        }
        var start = url.startIndex
        if let scheme = url.firstRange(of: "://") {
            start = url[scheme.upperBound...].firstIndex(of: "/") ?? url.endIndex
        }
        let path = url[start...]
        let plain = path.prefix { $0 != "?" && $0 != "#" }
        let name: String
        switch ResourcePath(String(plain)) {
        case .presentation(let found, _)? where !found.hasPrefix("~"): name = found
        case .resource(let found, let path)? where !found.hasPrefix("~"):
            name = Self.presentation(found, path)
        default:
            throw Problem(
                message: "'\(url)' is not the URL of a presentation, such as http://127.0.0.1:8080/live/")
        }
        let signature = SigningKey(key).signature(for: name, until: expiry)
        return "\(url[..<start])/~\(expiry)~\(signature)\(path)"
    }
}
