import Glibc

/// Absolute paths without symbolic links.
package enum AbsolutePath {
    /// Returns the absolute path of an existing file without symbolic links; nil if the file is missing or not
    /// accessible.
    package static func resolving(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
