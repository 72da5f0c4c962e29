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
    package var rate: Ratio?
    package var isTrickPlay = false
    package var name: String?
    package var score: Double?

    package init() {}

    package static var fields: [OptionField<LadderRung>] {
        [
            .option(
                "height", \.height, in: 16...8192,
                "lines of the picture, which keeps its shape; without height and size it keeps its size"),
            .option("size", \.size, "width and height, whatever the shape of the input"),
            .option(
                "bitrate", \.bitRate, in: .kilobits(10)...BitRate(bitsPerSecond: 1_000_000_000),
                "bits per second; without it what 'ladder: auto' gives a picture of this size"),
            .option("codec", \.codec, "the coding of the pictures"),
            .option("encoder", \.encoder, "the GStreamer element that encodes"),
            .option("profile", \.profile, "the coding tools that may be used"),
            .option("preset", \.preset, "how much work goes into each picture"),
            .option("rate", \.rate, "pictures per second at most; pictures are left out of faster input"),
            .option(
                "trick-play", \.isTrickPlay,
                "whether every picture is a sync sample, offered for fast play only; at 1 picture per second unless "
                    + "rate says otherwise"),
            .option("name", \.name, "what its files are called by; without it after height and codec"),
            .option("score", \.score, "how desirable it is beside the others; for all rungs or none"),
        ]
    }

    package var contradiction: (message: String, expected: String)? {
        if height != nil, size != nil { return ("both height and size are given", "one of them") }
        if let height, height % 2 != 0 { return ("a height of \(height) is odd", "an even number") }
        if let size, size.width % 2 != 0 || size.height % 2 != 0 { return ("a size of \(size) is odd", "even numbers") }
        if let score, !(score > 0) { return ("a score of 0 says nothing", "a number above 0") }
        if let rate, rate.value > 1000 { return ("a rate of \(rate.optionText) is too high", "at most 1000") }
        if let name, !Self.isFileName(name) { return ("'\(name)' cannot be the name of a folder", "a plain name") }
        return nil
    }

    private static func isFileName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 100 && !name.hasPrefix(".")
            && !name.utf8.contains { $0 == 0x2f || $0 < 0x20 }
    }
}

/// The rungs of a bit rate ladder.
package enum Ladder: OptionValue, Hashable {
    /// The documented rungs that are not larger than the input.
    case auto
    case rungs([LadderRung])

    /// The maximum number of rungs: more than players use and machines can encode.
    static let maximumRungs = 16

    package static var valueForm: String { "auto, or list of mappings" }
    package static var members: [OptionDescription] { LadderRung.members }

    package init(option node: OptionNode) throws(OptionProblem) {
        if case .scalar("auto", _) = node.content {
            self = .auto
            return
        }
        if case .scalar = node.content {
            throw OptionProblem(.wrongType, "'\(node.text)' is no ladder", expected: Self.valueForm, at: node)
        }
        let rungs = try [LadderRung](option: node)
        guard (1...Self.maximumRungs).contains(rungs.count) else {
            throw OptionProblem(
                .outOfRange, "a ladder of \(rungs.count) rungs cannot be encoded",
                expected: "1 to \(Self.maximumRungs)",
                at: node)
        }
        try Self.validate(rungs, node)
        self = .rungs(rungs)
    }

    package var optionText: String {
        switch self {
        case .auto: "auto"
        case .rungs(let rungs): rungs.optionText
        }
    }

    private static func validate(_ rungs: [LadderRung], _ node: OptionNode) throws(OptionProblem) {
        let names = rungs.compactMap(\.name)
        if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
            throw OptionProblem(
                .invalidOptions, "two rungs are called '\(twice)'", expected: "a name for each", at: node)
        }
        let main = rungs.filter { !$0.isTrickPlay }
        guard !main.isEmpty else {
            throw OptionProblem(
                .invalidOptions, "all rungs are for trick play", expected: "one that can be played besides", at: node)
        }
        let scored = main.count { $0.score != nil }
        if scored > 0, scored < main.count {
            throw OptionProblem(
                .invalidOptions, "\(scored) of \(main.count) rungs have a score", expected: "all of them or none",
                at: node)
        }
    }
}
