/// Resolution of relative references without a server (RFC 3986 5.2).
package enum RelativeReference {
    /// Resolves a reference in the playlist at `base`, relative to the same folder as `base`; queries are removed.
    package static func resolve(_ reference: String, against base: String) -> String {
        let path = reference.prefix { $0 != "?" && $0 != "#" }
        guard !path.contains("://") else { return String(path) }
        let folder = base.prefix { $0 != "?" && $0 != "#" }.split(separator: "/", omittingEmptySubsequences: false)
        var parts: [Substring] = path.hasPrefix("/") ? [] : Array(folder.dropLast())
        for part in path.split(separator: "/", omittingEmptySubsequences: false) {
            switch part {
            case ".": continue
            case "..": if let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
            default: parts.append(part)
            }
        }
        return parts.joined(separator: "/")
    }
}
