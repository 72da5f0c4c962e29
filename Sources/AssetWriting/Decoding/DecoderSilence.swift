/// How long a decoder has said nothing although it owes something, counted in looks at it.
///
/// A look counts only when tasks have run since the one before: where none run, decoders cannot answer either.
package struct DecoderSilence: Sendable {
    /// Looks in a row that found nothing new, the first of them included, after which the time is up.
    static let mostLooks = 4

    private var moves = -1
    private var looks = 0

    package init() {}

    /// Looks once; whether the time is up.
    ///
    /// `moves` counts the signs of life so far. A decoder owes something when somebody waits for its next frame and it
    /// has everything that it asked for.
    package mutating func look(moves: Int, isOwing: Bool, tasksRun: Bool) -> Bool {
        looks = isOwing && tasksRun && moves == self.moves ? looks + 1 : 0
        self.moves = moves
        return looks == Self.mostLooks
    }
}
