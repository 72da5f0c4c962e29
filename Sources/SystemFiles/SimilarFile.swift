import Glibc
import Media

/// Advice for paths of files that do not exist.
package enum SimilarFile {
    /// The maximum number of names that are compared, for large folders.
    private static let maxNames = 10_000

    /// Returns a hint for a path that does not exist: a similar name in its folder, or the folder that is missing or
    /// that a relative path refers to. Nil if the path exists.
    package static func advice(for path: String) -> String? {
        guard access(path, F_OK) != 0, errno == ENOENT else { return nil }
        let slash = path.lastIndex(of: "/")
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        let folder = slash.map { String(path[...$0]) } ?? ""
        guard let names = names(in: folder.isEmpty ? "." : folder) else {
            return (["there is no folder '\(folder)'"] + [current(path)].filter { !$0.isEmpty }).joined(separator: "; ")
        }
        if let close = SpellingSuggestion.closest(to: name, among: names) { return "did you mean '\(folder)\(close)'?" }
        let stem = name.prefix { $0 != "." }
        if !stem.isEmpty, let same = names.filter({ $0.prefix { $0 != "." } == stem }).min() {
            return "did you mean '\(folder)\(same)'?"
        }
        let place = current(path)
        return place.isEmpty ? nil : place
    }

    /// The folder that a relative path refers to; empty for absolute paths.
    private static func current(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return "" }
        defer { free(folder) }
        return "the current folder is '\(String(cString: folder))'"
    }

    private static func names(in folder: String) -> [String]? {
        guard let stream = opendir(folder) else { return nil }
        defer { closedir(stream) }
        var names: [String] = []
        while names.count < maxNames, let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }
}
