import HLS
import Media

/// What a playlist names, without reading the rest of it.
struct ListedNames {
    /// Paths of the same presentation.
    private(set) var paths: Set<String> = []
    /// In seconds.
    private(set) var targetDuration: Int?
    private(set) var promisesBlocking = false

    init(_ text: ByteSlice, at path: String) {
        for line in text.bytes.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
            guard line.first == UInt8(ascii: "#") else {
                add(String(decoding: line, as: UTF8.self), path)
                continue
            }
            guard line.starts(with: "#EXT-X-".utf8) else { continue }
            let tag = String(decoding: line, as: UTF8.self)
            // Neither has to be there yet.
            if tag.hasPrefix("#EXT-X-PRELOAD-HINT") || tag.hasPrefix("#EXT-X-RENDITION-REPORT") { continue }
            if let seconds = tag.firstMatch(of: /^#EXT-X-TARGETDURATION:(\d+)/)?.1 { targetDuration = Int(seconds) }
            if tag.hasPrefix("#EXT-X-SERVER-CONTROL"), tag.contains("CAN-BLOCK-RELOAD=YES") { promisesBlocking = true }
            if tag.contains("URI=\""), let uri = tag.firstMatch(of: /[:,]URI="([^"]*)"/)?.1 { add(String(uri), path) }
        }
    }

    private mutating func add(_ uri: String, _ path: String) {
        if let name = ResourcePath.resolve(uri, from: path) { paths.insert(name) }
    }
}

/// What a store gets of a media playlist.
struct PushedPlaylist {
    /// Paths of segments and parts that will not be there: players pass over them (RFC 8216bis 4.4.4.7).
    var lost: Set<String> = []
    /// Whether the store answers requests when what they ask for is there (RFC 8216bis 6.2.5.2); one that does not is
    /// not to be said to do it.
    var canBlock = false

    /// The playlist as it is to be stored; nil where it is to be stored as it is.
    func text(of original: ByteSlice, at path: String) -> ByteSlice? {
        guard case .media(var playlist)? = try? Playlist.parse(original.bytes, tolerance: .tolerant).playlist else {
            return nil
        }
        if !canBlock {
            playlist = playlist.forStaticServer
            // States of playlists are passed over where a newer one waits, so that reports are not true together.
            playlist.renditionReports = []
        }
        for index in playlist.segments.indices { mark(&playlist.segments[index], path) }
        if var upcoming = playlist.upcoming {
            mark(&upcoming, path)
            upcoming.isGap = false
            playlist.upcoming = upcoming
        }
        return ByteSlice(copying: Array(playlist.text.utf8))
    }

    private func mark(_ segment: inout MediaSegment, _ path: String) {
        if isLost(segment.uri, path) || segment.initialization.map({ isLost($0.uri, path) }) == true {
            segment.isGap = true
        }
        for index in segment.parts.indices where isLost(segment.parts[index].uri, path) {
            segment.parts[index].isGap = true
        }
    }

    private func isLost(_ uri: String, _ path: String) -> Bool {
        ResourcePath.resolve(uri, from: path).map(lost.contains) ?? false
    }
}
