package import Media
package import StageKit

/// One encoding of the input among several. Unset options have the stage's values.
package struct LadderRung: OptionMapping, Hashable {
    package var height: Int?
    package var size: PixelSize?
    package var bitRate: BitRate?
    package var codec: VideoEncodeOptions.Codec?
    package var encoder: VideoEncodeOptions.Encoder?
    package var profile: VideoEncodeOptions.Profile?
    package var preset: VideoEncodeOptions.Preset?
    package var quality: Int?
    package var rate: Ratio?
    package var isTrickPlay = false
    package var name: String?
    package var score: Double?

    package init() {}

    package static var fields: [OptionField<LadderRung>] {
        [
            .option(
                "height", \.height, in: 16...8192,
                "Height in lines, with the aspect ratio of the input; without height and size, the input's size."),
            .option("size", \.size, "Width and height, regardless of the aspect ratio of the input."),
            .option(
                "bitrate", \.bitRate, in: .kilobits(10)...BitRate(bitsPerSecond: 1_000_000_000),
                "Bit rate in bits per second; by default as 'ladder: auto' for this size."),
            .option(
                "quality", \.quality, in: 0...50, "For rate-control quality and capped: 0 (lossless) to 50 (worst)."),
            .option("codec", \.codec, "Video codec."),
            .option("encoder", \.encoder, "Encoder implementation."),
            .option("profile", \.profile, "Codec profile."),
            .option("preset", \.preset, "Encoding effort per frame."),
            .option("rate", \.rate, "Maximum frame rate in frames per second; frames of faster input are skipped."),
            .option(
                "trick-play", \.isTrickPlay,
                "Whether every frame is a sync sample, for fast playback only; "
                    + "at 1 frame per second unless rate is set."),
            .option("name", \.name, "Name of the rendition's files; by default derived from height and codec."),
            .option("score", \.score, "Preference relative to the other rungs; set for all rungs or none."),
        ]
    }

    package var contradiction: (message: String, expected: String)? {
        if height != nil, size != nil { return ("both height and size are set", "one of them") }
        if let height, height % 2 != 0 { return ("height \(height) is odd", "an even number") }
        if let size, size.width % 2 != 0 || size.height % 2 != 0 { return ("size \(size) is odd", "even numbers") }
        if let score, !(score > 0) { return ("score must be above 0", "a number above 0") }
        if let rate, rate.value > 1000 { return ("rate \(rate.optionText) is too high", "at most 1000") }
        if let name, !Self.isFileName(name) { return ("'\(name)' is not a valid folder name", "a plain name") }
        return nil
    }

    private static func isFileName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 100 && !name.hasPrefix(".")
            && !name.utf8.contains { $0 == 0x2f || $0 < 0x20 }
    }
}
