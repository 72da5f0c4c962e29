import Media

/// The losses of a source during a run.
struct SourceLosses: Sendable {
    private(set) var losses = 0
    private(set) var returns = 0
    private var ended = Duration.zero
    /// The start of the current loss; nil while the source delivers.
    private(set) var since: MonotonicTime?

    mutating func lost(at time: MonotonicTime) {
        guard since == nil else { return }
        losses += 1
        since = time
    }

    mutating func returned(at time: MonotonicTime) {
        guard let start = since else { return }
        returns += 1
        ended += time - start
        since = nil
    }

    /// The duration of all losses, including the current one.
    func duration(at time: MonotonicTime) -> Duration { ended + (since.map { time - $0 } ?? .zero) }
}
