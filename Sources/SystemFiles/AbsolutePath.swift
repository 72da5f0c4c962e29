import Glibc

/// Paths from the root, without symbolic links.
package enum AbsolutePath {
    /// The path of what is at `path`; nil when nothing is there or it cannot be looked at.
    package static func resolving(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
