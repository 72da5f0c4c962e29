import Foundation

/// The output of a run, found via the multivariant playlist.
struct Presentation: Sendable {
    let folder: URL
    let multivariantURL: URL
    let multivariant: PlaylistText
    /// The renditions, one per media playlist, video first.
    let renditions: [Rendition]

    init(folder: URL) throws {
        self.folder = folder
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let playlists = try names.filter { $0.hasSuffix(".m3u8") }.map { name in
            (url: folder.appending(path: name), text: try PlaylistText(folder.appending(path: name)))
        }
        let found = playlists.filter(\.text.isMultivariant)
        guard found.count == 1, let multivariant = found.first else {
            throw Unable("\(found.count) multivariant playlists among \(names)")
        }
        multivariantURL = multivariant.url
        self.multivariant = multivariant.text
        var uris: [String] = []
        for uri in multivariant.text.variants.map(\.uri)
            + multivariant.text.attributes("EXT-X-MEDIA").compactMap({ $0["URI"] }) where !uris.contains(uri)
        {
            uris.append(uri)
        }
        renditions = try uris.map { try Rendition(url: folder.appending(path: $0)) }
    }

    /// The I-frame playlists listed in the multivariant playlist.
    var iFramePlaylists: [URL] {
        multivariant.attributes("EXT-X-I-FRAME-STREAM-INF").compactMap { $0["URI"] }.map { folder.appending(path: $0) }
    }

    /// Returns the rendition that contains a track of a type.
    func rendition(_ type: String, in scratch: Scratch) async throws -> Rendition {
        for rendition in renditions {
            let packets = try await rendition.packets(in: scratch)
            if packets.tracks.contains(where: { $0.codec_type == type }) { return rendition }
        }
        throw Unable("no rendition contains \(type)")
    }

    /// Returns the media types in a rendition.
    func types(of rendition: Rendition, in scratch: Scratch) async throws -> [String] {
        try await rendition.packets(0..<1, in: scratch).tracks.map(\.codec_type)
    }
}

/// A media playlist and its media.
struct Rendition: Sendable {
    let url: URL
    let playlist: PlaylistText
    /// The names of its folder and its playlist, joined.
    var name: String {
        "\(url.deletingLastPathComponent().lastPathComponent)-\(url.deletingPathExtension().lastPathComponent)"
    }

    init(url: URL) throws {
        self.url = url
        playlist = try PlaylistText(url)
    }

    /// Returns the bytes of a segment.
    func bytes(_ index: Int) throws -> Data {
        let segment = playlist.segments[index]
        return try bytes(segment.uri, segment.range)
    }

    /// Returns the initialization segment of a segment.
    func initialization(_ index: Int = 0) throws -> Data {
        guard playlist.segments.indices.contains(index), let map = playlist.segments[index].map else {
            throw Unable("segment \(index) of \(name) has no EXT-X-MAP")
        }
        return try bytes(map.uri, map.range)
    }

    private func bytes(_ uri: String, _ range: Range<Int>?) throws -> Data {
        let data = try Data(contentsOf: url.deletingLastPathComponent().appending(path: uri))
        guard let range else { return data }
        guard range.lowerBound >= 0, range.upperBound <= data.count else {
            throw Unable("\(name) references bytes \(range) of \(uri), which has \(data.count)")
        }
        return data.subdata(in: range)
    }

    /// Writes a file with the initialization segment and these segments, by default all of them. Gaps are left out.
    func joined(_ indices: Range<Int>? = nil, in scratch: Scratch) throws -> URL {
        let indices = indices ?? playlist.segments.indices
        let file = scratch.file(
            "\(name)-\(indices.lowerBound)-\(indices.upperBound)-\(UUID().uuidString.prefix(6)).mp4")
        var data = try initialization(indices.lowerBound)
        for index in indices where !playlist.segments[index].isGap { try data.append(bytes(index)) }
        try data.write(to: file)
        return file
    }

    /// Returns the packets of these segments.
    func packets(_ indices: Range<Int>? = nil, isRaw: Bool = false, in scratch: Scratch) async throws -> PacketList {
        try await PacketList(joined(indices, in: scratch), isRaw: isRaw, in: scratch)
    }
}
