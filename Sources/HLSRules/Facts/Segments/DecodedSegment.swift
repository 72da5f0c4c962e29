/// The result of decoding one segment with only its initialization section.
package struct DecodedSegment: Sendable {
    /// An error of a decoder.
    package struct DecoderError: Sendable, Hashable {
        package var isAudio: Bool
        package var text: String

        package init(isAudio: Bool, text: String) {
            self.isAudio = isAudio
            self.text = text
        }
    }

    package var playlist: CheckedPlaylist
    package var entry: ScannedSegment
    /// The name of the file in findings.
    package var file: String
    /// Whether the segment starts with frames that do not reference earlier segments.
    package var isIndependent: Bool
    /// The number of video samples that were decoded.
    package var sampleCount: Int
    /// The number of frames that the decoder returned.
    package var frameCount: Int
    /// The errors of the decoders.
    package var errors: [DecoderError]

    package init(
        playlist: CheckedPlaylist, entry: ScannedSegment, file: String, isIndependent: Bool, sampleCount: Int,
        frameCount: Int, errors: [DecoderError]
    ) {
        self.playlist = playlist
        self.entry = entry
        self.file = file
        self.isIndependent = isIndependent
        self.sampleCount = sampleCount
        self.frameCount = frameCount
        self.errors = errors
    }
}
