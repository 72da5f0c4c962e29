import Media
package import StageKit

/// The rungs of a bit rate ladder.
package enum Ladder: OptionValue, Hashable {
    /// The documented rungs that are not larger than the input.
    case auto
    case rungs([LadderRung])

    /// The maximum number of rungs: more than players use and machines can encode.
    static let maximumRungs = 16

    package static var valueForm: String { "auto, or list of mappings" }
    package static var shape: OptionShape { .either(.choice(["auto"]), .list(of: LadderRung.shape)) }
    package static var members: [OptionDescription] { LadderRung.members }

    package init(option node: OptionNode) throws(OptionProblem) {
        if case .scalar("auto", _) = node.content {
            self = .auto
            return
        }
        if case .scalar = node.content {
            throw OptionProblem(.wrongType, "'\(node.text)' is not a ladder", expected: Self.valueForm, at: node)
        }
        let rungs = try [LadderRung](option: node)
        guard (1...Self.maximumRungs).contains(rungs.count) else {
            throw OptionProblem(
                .outOfRange, "a ladder of \(rungs.count) rungs is not supported",
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
                .invalidOptions, "two rungs have the name '\(twice)'", expected: "a name for each", at: node)
        }
        let main = rungs.filter { !$0.isTrickPlay }
        guard !main.isEmpty else {
            throw OptionProblem(
                .invalidOptions, "all rungs are for trick play", expected: "at least one for normal playback", at: node)
        }
        let scored = main.count { $0.score != nil }
        if scored > 0, scored < main.count {
            throw OptionProblem(
                .invalidOptions, "\(scored) of \(main.count) rungs have a score", expected: "all or none",
                at: node)
        }
    }
}
