import Foundation
import HLS
import HLSRules

/// Observes a presentation continuously, archives all published files and records violations.
struct Witness {
    let output: URL
    /// The folder for all files that were ever published.
    let archive: URL
    /// The paths of media playlists.
    private let paths = ["video/playlist.m3u8", "audio/playlist.m3u8", "video/iframes.m3u8"]
    private var histories: [String: PlaylistReloadValidator] = [:]
    private var texts: [String: Data] = [:]
    /// The listed segments, by path and media sequence number.
    private(set) var listed: [String: [Int: MediaSegment]] = [:]
    /// Descriptions of violations.
    private(set) var violations: [String] = []
    private var multivariant = Data()

    init(output: URL, archive: URL) {
        self.output = output
        self.archive = archive
    }

    /// Returns the latest state of a playlist.
    func last(_ path: String) -> MediaPlaylist? { histories[path]?.last }
    var videoCount: Int { listed["video/playlist.m3u8"]?.count ?? 0 }

    /// Reads all playlists and the files they list once.
    mutating func look() throws {
        for path in paths { try look(at: path) }
        if let data = FileManager.default.contents(atPath: output.appending(path: "index.m3u8").path) {
            multivariant = data
        }
    }

    private mutating func look(at path: String) throws {
        guard let data = FileManager.default.contents(atPath: output.appending(path: path).path), data != texts[path]
        else { return }
        texts[path] = data
        guard case .media(let playlist) = try Playlist.parse([UInt8](data)).playlist else { return }
        for violation in histories[path, default: PlaylistReloadValidator()].validate(playlist) {
            violations.append("\(path): \(violation.rule), \(violation.expected) instead of \(violation.found)")
        }
        let folder = (path as NSString).deletingLastPathComponent
        for (index, segment) in playlist.segments.enumerated() {
            let number = playlist.mediaSequence + index
            if listed[path, default: [:]].updateValue(segment, forKey: number) != nil { continue }
            if playlist.isIFramesOnly || segment.isGap { continue }
            try keep("\(folder)/\(segment.uri)")
            if let map = segment.initialization { try keep("\(folder)/\(map.uri)") }
        }
    }

    /// Archives a file when it is first listed; later it must be unchanged.
    private mutating func keep(_ path: String) throws {
        let copy = archive.appending(path: path)
        guard let data = FileManager.default.contents(atPath: output.appending(path: path).path) else {
            violations.append("\(path) is named and not there")
            return
        }
        if let before = FileManager.default.contents(atPath: copy.path) {
            if before != data { violations.append("\(path) was published twice with different content") }
            return
        }
        try FileManager.default.createDirectory(
            at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: copy)
    }

    /// Writes playlists of all segments that were ever listed; returns the URL of the multivariant playlist.
    mutating func writeArchive() throws -> URL {
        for path in paths.prefix(2) {
            let segments = listed[path] ?? [:]
            let numbers = segments.keys.sorted()
            guard let first = numbers.first, let last = numbers.last, let target = self.last(path)?.targetDuration
            else {
                throw Unable("\(path) was never there")
            }
            if numbers.count != last - first + 1 { violations.append("\(path): numbers are missing in \(numbers)") }
            var playlist = MediaPlaylist(targetDuration: target, mediaSequence: first, discontinuitySequence: 0)
            playlist.type = .event
            playlist.hasEndList = true
            playlist.segments = numbers.compactMap { segments[$0] }
            try Data(playlist.text.utf8).write(to: archive.appending(path: path))
        }
        let text = String(decoding: multivariant, as: UTF8.self).split(separator: "\n")
            .filter { !$0.hasPrefix("#EXT-X-I-FRAME") }.joined(separator: "\n")
        let url = archive.appending(path: "index.m3u8")
        try Data((text + "\n").utf8).write(to: url)
        return url
    }
}
