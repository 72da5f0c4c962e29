/// The result of decoding one segment with only its initialization section.
package struct DecodedSegment: Sendable {
    /// An error of a decoder.
    package struct Complaint: Sendable, Hashable {
        package var isSound: Bool
        package var text: String

        package init(isSound: Bool, text: String) {
            self.isSound = isSound
            self.text = text
        }
    }

    package var playlist: CheckedPlaylist
    package var entry: ScannedSegment
    /// The name of the file in findings.
    package var file: String
    /// Whether the segment starts with frames that do not reference earlier segments.
    package var beginsAnew: Bool
    /// The number of video samples that were decoded.
    package var sampleCount: Int
    /// The number of frames that the decoder returned.
    package var frameCount: Int
    /// The errors of the decoders.
    package var errors: [Complaint]

    package init(
        playlist: CheckedPlaylist, entry: ScannedSegment, file: String, beginsAnew: Bool, sampleCount: Int,
        frameCount: Int, errors: [Complaint]
    ) {
        self.playlist = playlist
        self.entry = entry
        self.file = file
        self.beginsAnew = beginsAnew
        self.sampleCount = sampleCount
        self.frameCount = frameCount
        self.errors = errors
    }
}
