package import Media

/// A segment that a playlist lists, with the properties for removing it and for a later run.
package struct ListedSegment: Sendable, Hashable {
    /// The entry in the media playlist.
    package var entry: MediaSegment
    /// The entries in the I-frame playlist.
    package var iFrames: [MediaSegment]
    /// Whether the segment is a separate file, neither a byte range of a file nor a gap.
    package var hasFile: Bool
    /// The size in bytes.
    package var byteCount: Int
    /// The URIs of its keys in the multivariant playlist, in the order of the keys; empty if they are the same.
    package var sessionURIs: [String] = []
    /// The duration of the longest playlist that has listed it.
    package var longestPlaylist = MediaTime.zero

    package init(_ entry: MediaSegment, iFrames: [MediaSegment] = [], hasFile: Bool = false, byteCount: Int = 0) {
        self.entry = entry
        self.iFrames = iFrames
        self.hasFile = hasFile
        self.byteCount = byteCount
    }

    /// The keys for the multivariant playlist (RFC 8216bis 4.4.6.5). Vectors belong to segments.
    package var sessionKeys: [EncryptionKey] {
        entry.keys.enumerated().map { index, key in
            var key = key
            key.initializationVector = nil
            if sessionURIs.indices.contains(index) { key.uri = sessionURIs[index] }
            return key
        }
    }

    /// The time for which the segment must remain available after its removal: its duration plus the duration of the
    /// longest playlist that has listed it (RFC 8216bis 6.2.2).
    package var retention: MediaTime { entry.duration + longestPlaylist }
}
