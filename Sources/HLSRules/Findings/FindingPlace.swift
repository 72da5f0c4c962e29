/// The location of a finding.
package struct FindingPlace: Sendable, Hashable, Codable {
    /// The path or URL of the playlist or media file, as given or relative to the subject.
    package var file: String
    /// The playlist that lists the media file; nil for playlists and for files without segments.
    package var playlist: String?
    /// The line number, starting at 1.
    package var line: Int?
    /// The offset from the start of the file.
    package var byteOffset: Int?
    /// The first and last media sequence numbers.
    package var firstSegment: Int?
    package var lastSegment: Int?
    /// The time in seconds from the start of the presentation.
    package var seconds: Double?

    package init(
        _ file: String, playlist: String? = nil, line: Int? = nil, byteOffset: Int? = nil, segment: Int? = nil,
        seconds: Double? = nil
    ) {
        self.file = file
        self.playlist = playlist
        self.line = line
        self.byteOffset = byteOffset
        firstSegment = segment
        lastSegment = segment
        self.seconds = seconds
    }

    /// Whether the finding applies to the entire file.
    var isWholeFile: Bool { line == nil && byteOffset == nil && firstSegment == nil && seconds == nil }
}
