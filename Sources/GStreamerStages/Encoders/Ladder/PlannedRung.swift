import Media

/// The encoding of one rung for input of a certain format.
struct PlannedRung: Sendable, Hashable {
    var name: String
    var options: VideoEncodeOptions
    var rung: LadderRung
    /// The size of the encoded video.
    var size: PixelSize
}
