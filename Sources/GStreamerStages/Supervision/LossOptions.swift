package import Media
import StageKit

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
