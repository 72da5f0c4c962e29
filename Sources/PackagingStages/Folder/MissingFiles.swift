import HLS

/// The files, and ranges of files, that a folder lacks although its playlists list them.
struct MissingFiles {
    private var whole: Set<String> = []
    private var ranges: [String: [Range<Int>]] = [:]

    var isEmpty: Bool { whole.isEmpty && ranges.isEmpty }
    /// The number of missing files and ranges.
    var count: Int { whole.count + ranges.values.reduce(0) { $0 + $1.count } }

    /// Adds a file, or a range of one.
    mutating func insert(_ path: String, _ range: Range<Int>? = nil) {
        if let range { ranges[path, default: []].append(range) } else { whole.insert(path) }
    }

    /// Removes a file that was stored, or the range of it that was.
    mutating func remove(_ path: String, _ range: Range<Int>? = nil) {
        guard let range else {
            whole.remove(path)
            ranges[path] = nil
            return
        }
        ranges[path]?.removeAll { range.contains($0) }
        if ranges[path]?.isEmpty == true { ranges[path] = nil }
    }

    /// Returns whether a file is missing, or any byte of this range.
    func contains(_ path: String, _ range: ByteRange? = nil) -> Bool {
        if whole.contains(path) { return true }
        guard let missing = ranges[path] else { return false }
        guard let range else { return true }
        return missing.contains { $0.overlaps(range.offset..<max(range.offset, range.end)) }
    }

    /// Returns the path that a URI in the playlist at `playlist` refers to; nil if it is not a relative path inside the
    /// folder.
    static func path(of uri: String, in playlist: String) -> String? {
        guard !uri.isEmpty, !uri.contains(":"), !uri.hasPrefix("/") else { return nil }
        var names = playlist.split(separator: "/").dropLast().map(String.init)
        for part in uri.split(separator: "/") {
            switch part {
            case ".": continue
            case "..": if names.popLast() == nil { return nil }
            default: names.append(PlaylistLayout.name(String(part)))
            }
        }
        return names.joined(separator: "/")
    }
}
