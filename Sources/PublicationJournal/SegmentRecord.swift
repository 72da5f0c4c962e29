package import HLS

/// A listed segment with the properties that a later run needs.
package struct SegmentRecord: Sendable, Hashable {
    package var segment: MediaSegment
    /// The segment's entries in the I-frame playlist.
    package var iFrames: [MediaSegment]
    /// Whether the segment is a separate file, neither a byte range of a file nor a gap.
    package var hasFile: Bool
    /// The size in bytes.
    package var byteCount: Int

    package init(segment: MediaSegment, iFrames: [MediaSegment], hasFile: Bool, byteCount: Int) {
        self.segment = segment
        self.iFrames = iFrames
        self.hasFile = hasFile
        self.byteCount = byteCount
    }

    /// The encoded record, as kept in a journal: properties that playlists do not contain, then the playlists of this
    /// segment alone.
    package var bytes: [UInt8] {
        var text = RecordText()
        text.add("bytes", byteCount)
        text.add("file", hasFile)
        text.add(section: MediaPlaylist(targetDuration: 1, segments: [segment]).text)
        if !iFrames.isEmpty {
            text.add(section: MediaPlaylist(targetDuration: 1, isIFramesOnly: true, segments: iFrames).text)
        }
        return text.bytes
    }

    /// Parses a record; nil if it is invalid.
    package init?(_ bytes: [UInt8]) {
        let text = RecordText(bytes)
        guard let byteCount = text.count("bytes"), let segment = text.sections.first.flatMap(Self.segments)?.first
        else { return nil }
        self.segment = segment
        self.byteCount = byteCount
        hasFile = text.flag("file")
        iFrames = text.sections.dropFirst().first.flatMap(Self.segments) ?? []
    }

    private static func segments(_ text: String) -> [MediaSegment]? {
        guard case .media(let playlist)? = try? Playlist.parse(text, tolerance: .tolerant).playlist else { return nil }
        return playlist.segments
    }
}
