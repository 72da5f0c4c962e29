package import Media
package import StageKit

/// The reaction to a loss of the source.
package enum LossPolicy: String, OptionValue, CaseIterable {
    /// The timeline continues without media (`EXT-X-GAP`).
    case gap
    /// The timeline continues with a slate and silence.
    case filler
    /// The run ends with an error.
    case fail
}

/// The options of sources for losses.
package struct LossOptions: Sendable, Hashable {
    package var policy = LossPolicy.gap
    package var limit = MediaTime.seconds(2)
    package var slate = Slate.black
    package init() {}

    static let policyHelp =
        "Policy when the source fails or stalls after it has started: a gap or a filler while the source is reopened, "
        + "or the end of the run."
    static let limitHelp =
        "Inactivity timeout. A source that delivers nothing for this long is reopened; with short segments the gap or "
        + "filler starts earlier."
    static let limitRange = MediaTime.milliseconds(500)...MediaTime.seconds(60)
    static let slateHelp = "Image of the filler: a colour such as #102030, black, or the path of an image file."

    /// The substitute content if the policy asks for it; nil otherwise. Reads the slate's file.
    func makeSubstitute(_ context: StageContext) async throws -> SlateSubstitute? {
        guard policy == .filler else { return nil }
        guard case .image(let path) = slate else { return SlateSubstitute(slate) }
        return SlateSubstitute(slate, decoded: try await DecodedSlate(path: path, context: context))
    }

    /// Throws `invalid-options` if a filler is configured for a stage that emits coded samples.
    func rejectFiller(_ kind: String) throws(StageError) {
        guard policy == .filler else { return }
        throw StageError(
            .invalidOptions,
            "\(kind) emits coded samples, which a filler cannot replace; use on-loss: gap, or capture frames and encode"
        )
    }

    var limits: SourceSupervision.Limits {
        var limits = SourceSupervision.Limits()
        limits.loss = limit.nanoseconds
        return limits
    }
}

/// The video content that replaces a lost source.
package enum Slate: OptionValue, Hashable {
    case colour(red: UInt8, green: UInt8, blue: UInt8)
    case image(path: String)

    static let black = Slate.colour(red: 0, green: 0, blue: 0)

    package static var valueForm: String { "colour or path" }

    package init(option node: OptionNode) throws(OptionProblem) {
        let text = try String(option: node)
        guard text != "black" else {
            self = .black
            return
        }
        guard text.first == "#" else {
            guard !text.isEmpty else {
                throw OptionProblem(.wrongType, "the slate is empty", expected: Self.valueForm, at: node)
            }
            self = .image(path: text)
            return
        }
        guard text.utf8.count == 7, let value = UInt32(text.dropFirst(), radix: 16) else {
            throw OptionProblem(
                .wrongType, "'\(text)' is not a colour", expected: "six hexadecimal digits, such as #102030", at: node)
        }
        self = .colour(
            red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
            blue: UInt8(truncatingIfNeeded: value))
    }

    package var optionText: String {
        switch self {
        case .black: "black"
        case .colour(let red, let green, let blue):
            "#"
                + [red, green, blue].map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        case .image(let path): path
        }
    }
}
