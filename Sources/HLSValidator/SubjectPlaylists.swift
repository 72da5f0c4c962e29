package import HTTPClient
package import Foundation
import SystemFiles
import HLSRules

/// Finds the playlists to validate for a subject: a URL, a playlist file or a folder.
package enum SubjectPlaylists {
    /// The maximum depth of folders, and number of files.
    private static let maximumDepth = 6
    private static let maximumFiles = 20_000

    /// Returns the playlists with their names in findings.
    package static func find(_ subject: String) throws(TransferError) -> [(url: URL, name: String)] {
        if subject.contains("://"), let url = URL(string: subject) {
            guard ["http", "https", "file"].contains(url.scheme?.lowercased() ?? "") else {
                throw TransferError(
                    .refused, "'\(subject)' is neither a file nor a URL with http: or https:")
            }
            return [(url, subject)]
        }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: subject, isDirectory: &isFolder) else {
            throw TransferError(.disk, "no file or folder '\(subject)'")
        }
        let url = URL(filePath: subject)
        return isFolder.boolValue ? try playlists(in: url, subject) : [(url, subject)]
    }

    /// Returns the multivariant playlists of a folder, and the media playlists that none of them references.
    private static func playlists(
        in folder: URL, _ subject: String
    ) throws(TransferError) -> [(url: URL, name: String)] {
        let paths = paths(in: folder)
        guard !paths.isEmpty else {
            throw TransferError(.disk, "no playlist (.m3u8 or .m3u) in the folder '\(subject)'")
        }
        var named: Set<String> = []
        var (multivariant, others): ([String], [String]) = ([], [])
        for path in paths {
            let names = playlistsNamed(by: folder.appending(path: path))
            if names.isEmpty { others.append(path) } else { multivariant.append(path) }
            named.formUnion(names)
        }
        let alone = others.filter { !named.contains(folder.appending(path: $0).standardizedFileURL.path) }
        let base = subject.hasSuffix("/") ? String(subject.dropLast()) : subject
        return (multivariant + alone).map { (folder.appending(path: $0), "\(base)/\($0)") }
    }

    /// Returns the paths of playlists relative to a folder, sorted.
    private static func paths(in folder: URL) -> [String] {
        guard let walk = FileManager.default.enumerator(atPath: folder.path) else { return [] }
        var (paths, count): ([String], Int) = ([], 0)
        while let path = walk.nextObject() as? String, count < maximumFiles {
            count += 1
            if walk.level >= maximumDepth { walk.skipDescendants() }
            guard path.hasSuffix(".m3u8") || path.hasSuffix(".m3u") else { continue }
            if PlaylistReader.size(ofFile: folder.appending(path: path)) != nil { paths.append(path) }
        }
        return paths.sorted()
    }

    /// Returns the files that a multivariant playlist references; empty for a media playlist.
    private static func playlistsNamed(by url: URL) -> Set<String> {
        guard let bytes = try? RegularFile.read(url.path, limit: 4 << 20) else { return [] }
        guard let playlist = try? ScannedPlaylist(bytes), playlist.kind == .multivariant else { return [] }
        // Unknown tags may reference playlists too, for example of thumbnails.
        let unknown = playlist.lines.compactMap { line -> String? in
            guard case .unknownTag = line.kind, let value = line.value else { return nil }
            return value.firstMatch(of: /URI="([^"]+)"/).map { String($0.1) }
        }
        let uris = PresentationDeclarations(playlist).entries.map(\.uri) + unknown
        return Set(uris.compactMap { URL(string: $0, relativeTo: url)?.standardizedFileURL.path })
    }
}
