/// Detects a decoder that owes output but makes no progress over several checks.
///
/// A check counts only when tasks have run since the previous one: while none run, decoders cannot report anything
/// either.
package struct DecoderStallDetector: Sendable {
    /// The number of consecutive checks without progress, including the first one, after which the decoder has timed
    /// out.
    static let maximumStalledChecks = 4

    private var lastProgressCount = -1
    private var stalledChecks = 0

    package init() {}

    /// Checks once; returns whether the decoder has timed out.
    ///
    /// `moves` counts the samples fed and events received so far. A decoder owes output while a consumer waits for its
    /// next frame and the decoder has all the input it asked for.
    package mutating func update(progressCount: Int, owesOutput: Bool, tasksRun: Bool) -> Bool {
        stalledChecks = owesOutput && tasksRun && progressCount == self.lastProgressCount ? stalledChecks + 1 : 0
        self.lastProgressCount = progressCount
        return stalledChecks == Self.maximumStalledChecks
    }
}
