package import HLS

// The record of a listed segment, as kept in a journal for a later run.
extension ListedSegment {
    /// The encoded record: properties that playlists do not contain, then the playlists of this segment alone.
    ///
    /// Parts are omitted, since a later run continues after whole segments.
    package var recordBytes: [UInt8] {
        var whole = entry
        whole.parts = []
        var text = RecordText()
        text.add("bytes", byteCount)
        text.add("file", hasFile)
        if !sessionURIs.isEmpty { text.add("session-uris", sessionURIs.joined(separator: " ")) }
        text.add(section: MediaPlaylist(targetDuration: 1, segments: [whole]).text)
        if !iFrames.isEmpty {
            text.add(section: MediaPlaylist(targetDuration: 1, isIFramesOnly: true, segments: iFrames).text)
        }
        return text.bytes
    }

    /// Parses a record; nil if it is invalid.
    package init?(record bytes: [UInt8]) {
        let text = RecordText(bytes)
        guard let byteCount = text.count("bytes"), let entry = text.sections.first.flatMap(Self.entries)?.first
        else { return nil }
        let iFrames = text.sections.dropFirst().first.flatMap(Self.entries) ?? []
        self.init(entry, iFrames: iFrames, hasFile: text.flag("file"), byteCount: byteCount)
        sessionURIs = text.values["session-uris"]?.split(separator: " ").map(String.init) ?? []
    }

    private static func entries(_ text: String) -> [MediaSegment]? {
        guard case .media(let playlist)? = try? Playlist.parse(text, tolerance: .tolerant).playlist else { return nil }
        return playlist.segments
    }
}
