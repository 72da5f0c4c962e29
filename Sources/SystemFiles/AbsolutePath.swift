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

    /// Returns the absolute path of a file that may not exist, without the symbolic links of the folders that exist.
    package static func resolvingExisting(_ path: String) -> String {
        var (names, skipped): ([Substring], Int) = ([], 0)
        var rest = path.hasPrefix("/") ? path : "./" + path
        while true {
            // A folder that does not exist is no link, so that the name before ".." is omitted.
            if skipped == 0, let found = resolving(rest.isEmpty ? "/" : rest) {
                return names.reversed().reduce(found == "/" ? "" : found) { "\($0)/\($1)" }
            }
            guard let slash = rest.lastIndex(of: "/") else { return path }
            let name = rest[rest.index(after: slash)...]
            if name == ".." {
                skipped += 1
            } else if !name.isEmpty, name != "." {
                if skipped > 0 { skipped -= 1 } else { names.append(name) }
            }
            rest = String(rest[..<slash])
        }
    }
}
