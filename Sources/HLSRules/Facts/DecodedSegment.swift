/// What came of decoding one segment with its initialization section and nothing else.
package struct DecodedSegment: Sendable {
    /// What a decoder said of a track.
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
    /// The file that holds it, as findings name it.
    package var file: String
    /// Whether it begins with pictures that refer to none before them.
    package var isIndependent: Bool
    /// Pictures that went in.
    package var sampleCount: Int
    /// Pictures that came out.
    package var frameCount: Int
    /// What decoders complained about.
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
