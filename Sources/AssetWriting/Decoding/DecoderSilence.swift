/// Detects a decoder that owes output but makes no progress over several checks.
///
/// A check counts only when tasks have run since the previous one: while none run, decoders cannot report anything
/// either.
package struct DecoderSilence: Sendable {
    /// The number of consecutive checks without progress, including the first one, after which the decoder has timed
    /// out.
    static let mostLooks = 4

    private var moves = -1
    private var looks = 0

    package init() {}

    /// Checks once; returns whether the decoder has timed out.
    ///
    /// `moves` counts the samples fed and events received so far. A decoder owes output while a consumer waits for its
    /// next frame and the decoder has all the input it asked for.
    package mutating func look(moves: Int, isOwing: Bool, tasksRun: Bool) -> Bool {
        looks = isOwing && tasksRun && moves == self.moves ? looks + 1 : 0
        self.moves = moves
        return looks == Self.mostLooks
    }
}
