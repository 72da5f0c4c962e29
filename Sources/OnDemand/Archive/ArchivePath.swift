import Foundation

/// Paths of the files of an archive, and the URIs that lead to them.
enum ArchivePath {
    /// The types of files that are delivered, by their extensions.
    private static let contentTypes = [
        "m4s": "video/mp4", "mp4": "video/mp4", "m4v": "video/mp4", "cmfv": "video/mp4", "cmfa": "audio/mp4",
        "m4a": "audio/mp4", "cmft": "application/mp4", "aac": "audio/aac", "ac3": "audio/ac3", "ec3": "audio/eac3",
        "ts": "video/mp2t", "vtt": "text/vtt", "webvtt": "text/vtt", "jpg": "image/jpeg", "jpeg": "image/jpeg",
        "png": "image/png", "json": "application/json", "key": "application/octet-stream",
    ]

    /// The MIME type of a file; nil for files that are not delivered.
    static func contentType(_ path: String) -> String? {
        let names = path.split(separator: "/")
        guard let name = names.last, !names.contains(where: { $0.hasPrefix(".") }),
            let dot = name.lastIndex(of: ".")
        else { return nil }
        return contentTypes[name[name.index(after: dot)...].lowercased()]
    }

    /// Whether a URI is a path relative to the playlist.
    private static func isRelative(_ uri: String) -> Bool {
        guard let end = uri.firstIndex(where: { "/?#:".contains($0) }) else { return !uri.isEmpty }
        return uri[end] == "/" && end != uri.startIndex
    }

    /// Resolves a relative URI in the playlist at a path, keeping its percent-encoding. Nil for URIs that lead elsewhere.
    static func resolve(_ uri: String, from playlist: String) -> String? {
        guard isRelative(uri) else { return nil }
        var names = playlist.split(separator: "/").dropLast().map(String.init)
        for name in uri.prefix(while: { $0 != "?" && $0 != "#" }).split(separator: "/") {
            guard isName(name) else { return nil }
            switch name {
            case ".": continue
            case "..": if names.popLast() == nil { return nil }
            default: names.append(String(name))
            }
        }
        return names.isEmpty ? nil : names.joined(separator: "/")
    }

    /// Whether players parse a segment of a path as one name, and not as a separator or a dot segment.
    private static func isName(_ segment: Substring) -> Bool {
        guard let name = segment.removingPercentEncoding,
            !segment.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7f || $0 == UInt8(ascii: "\\") })
        else { return false }
        return name == segment || !name.utf8.contains { "/\\".utf8.contains($0) } && name != "." && name != ".."
    }

    /// Whether a key can be requested at a URI outside of the archive: from a key server, by a system, or from the URI itself.
    static func isKeyServer(_ uri: String) -> Bool {
        guard let end = uri.firstIndex(of: ":") else { return false }
        return ["https", "skd", "data", "urn"].contains(uri[..<end].lowercased())
    }

    /// Removes percent-encoding; nil if it is invalid, or for characters that are forbidden in names.
    static func decoded(_ path: String) -> String? {
        guard let text = path.removingPercentEncoding, !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }),
            !text.split(separator: "/").contains("..")
        else { return nil }
        return text
    }

    /// The prefix that leads from a playlist at this path below a version to the archive.
    static func toArchive(from playlist: String) -> String {
        String(repeating: "../", count: playlist.split(separator: "/").count)
    }
}
